import { createElement, Fragment, type ComponentType, type ReactNode } from 'react'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '#i18n/locales.ts'
import { codes, type Code } from '#wire/envelope.ts'
import { linksFor } from '#wire/links.ts'
import type { RuntimeTexts } from '#wire/page.ts'
import { isLowData } from '#wire/reading-mode.ts'
import type { Ctx, Posted } from '../context.ts'
import { assemble, type Assets, type Frame } from './document.ts'
import type { ThemeStyles } from './first-styles.ts'
import type { AnyPage, Loaded, PageHead } from './page.ts'
import type { RenderedPage } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { renderView, type Rendering } from './render.tsx'
import { choicesOf } from '../choices.ts'
import { contextFor, noticeOver, type ContextParts, type RequestContext } from '../request.ts'
import type { Router } from './router.ts'
import type { PageTemplating, PreparedTemplate, TemplateChoice, TemplateFault } from './template.ts'

/*
 * From a page and a request to the rendered page: load, frame, view, document. Caching and sending are in `pages.ts`.
 */

/** The pages and their surroundings: everything that the platform must be given of the shop. */
export interface Site {
  router(): Router<AnyPage>
  notFound: AnyPage
  failed: AnyPage
  islands: ReadonlyMap<string, ComponentType<never>>
  /** Adds the tags and islands of the frame to those of the page. */
  frame(ctx: Ctx, where: FrameRequest, rendering: Rendering): Promise<Frame>
  /** The theme in use, read once for each page, so that no page is of two themes. */
  look(): Look
  /** In place of a page that its theme has no template for. */
  untemplated: AnyPage
  /**
   * The notice above a page whose template has faults, for colleagues with a draft's link; absent: shoppers read
   * nothing.
   */
  faults?(ctx: Ctx, faults: readonly TemplateFault[]): ReactNode
  /**
   * Scripts for the head, before any stylesheet, as the content security policy allows them. In the body a script
   * waits for all stylesheets, and the parser with it: so they define elements, and the frame has those in its place.
   */
  headScripts: readonly string[]
  runtimeTexts(ctx: Ctx): RuntimeTexts
  skipText(ctx: Ctx): string
  /** Where a query leads that may stand at every page, and that `query` of this one does not name; null for nowhere. */
  detour(page: AnyPage, at: { locale: Locale; path: string; query: URLSearchParams }): string | null
  /** The entry that a URL names, by the slug that it has in the language. */
  named(asked: Pick<Unanswered, 'page' | 'params' | 'path'>, langPath: string): Named
  /** Where a URL that nothing answers leads now; null for nowhere. */
  elsewhere(ctx: Ctx, asked: Unanswered): Promise<Elsewhere | null>
  /**
   * The languages in which the page's entry has texts; null for a page that exists in all of them. Not called for a
   * page that knows its languages itself.
   */
  languagesOf(
    ctx: Ctx,
    page: AnyPage,
    params: Readonly<Record<string, string>>,
  ): Promise<readonly string[] | null>
  /** The path of the preview picture for links on other sites; null for none. */
  sharePath(ctx: Ctx, page: AnyPage, params: Readonly<Record<string, string>>, head: PageHead): string | null
  assets: Assets
}

/** How pages look at one moment. */
export interface Look {
  /** How the page is made: by a template of the theme, or by its View. */
  template(page: AnyPage, params: Readonly<Record<string, string>>): TemplateChoice
  /** The whole theme, for pages of a document that has another one. */
  themeHref: string
  themeStyles: ThemeStyles
  /** Whether some page needs the stylesheet of what only merchants place. */
  placesSections: boolean
  /** Tags for the head that set the colours of a reading mode before any stylesheet. */
  themeHead(mode: string): string
  /** Addresses of the font files that the first view is set in. */
  fontHrefs: readonly string[]
}

/** A URL that nothing answers. */
export interface Unanswered {
  /** Without language and query. */
  path: string
  /** The query as sent, with `?`; `` for none. */
  search: string
  /** The page that the URL matched, if any. */
  page: AnyPage | null
  params: Readonly<Record<string, string>>
}

/** The params with the entry's own slug, or the path, without language, of the URL that names it rightly. */
export type Named = { params: Readonly<Record<string, string>> } | { to: string }

/** 301: the entry has another name now; 308: its route has another pattern; 410: the entry is gone for good. */
export type Elsewhere = { kind: 'redirect'; to: string; status: 301 | 308 } | { kind: 'missing'; status: 410 }

export interface FrameRequest {
  /** Without language, as requested. */
  path: string
  /** With `?`; `` for none. */
  query: string
  mode: string
}

/** What every page is made with. */
export interface MakingOptions {
  parts: ContextParts
  site: Site
  cache: PageCache
  now: () => Date
  /** Development: every page is made anew. */
  uncached: boolean
}

/** One page at one URL, for one request. */
export interface PageWork {
  page: AnyPage
  params: Readonly<Record<string, string>>
  path: string
  query: URLSearchParams
  /** The query as sent, with `?`; absent for none. */
  search?: string
  locale: Locale
  request: FastifyRequest
  /** A refused form that the page shows again. */
  posted?: Posted
}

/** `context` has the cookies that were set on the way. */
export interface MadePage {
  kind: 'page'
  rendered: RenderedPage
  context: RequestContext
}

type Made =
  | MadePage
  /** `code`: the visitor's session is over, so that a visit drops what it knows of the customer. */
  | { kind: 'redirect'; to: string; status: number; code?: Code; context: RequestContext }

/** Who has no session is led to sign-in as well; one that another tab has renewed goes on there. */
const codeOver = { invalid: codes.authInvalid, elsewhere: codes.authOut, renewed: codes.success } as const

/** The page, or the shop's 404 in its place, or where the visitor should be instead. */
export async function makePage(asked: PageWork, options: MakingOptions): Promise<Made> {
  const look = options.site.look()
  const choice = look.template(asked.page, asked.params)
  const work = choice.kind === 'none' ? { ...asked, page: options.site.untemplated, params: {} } : asked
  const template = choice.kind === 'template' ? choice.template : null
  const context = contextFor(options.parts, work.request, work.locale, options.now())
  const { ctx } = context
  ctx.visitor.posted = work.posted ?? null
  if (work.page.visibility === 'public' && work.posted === undefined) becomeAnybody(ctx, work.page)
  const who = work.page.needs === 'customer' ? await ctx.who() : null
  if (who !== null && who.customer === null) {
    // The sign-in page sends back whom the new token of the session has reached meanwhile.
    if (who.over !== 'renewed') options.parts.forgetSession(ctx)
    noticeOver(context.cookies, who.over, ctx.t)
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const from = `${ctx.langPath}${work.path}${work.search ?? ''}`
    return {
      kind: 'redirect',
      to: links.signIn(from),
      status: 303,
      code: codeOver[who.over ?? 'renewed'],
      context,
    }
  }
  const setting = beginSetting(work, ctx, look, options)
  // The frame is rendered while the database answers the page's questions.
  const loading = loadFor(template, work, ctx)
  const [found, prepared, languages, frame] = await Promise.all([
    loading,
    template?.prepare(ctx, { name: work.page.name, url: urlForAll(work), loaded: loading }) ?? null,
    work.page.languages ? null : options.site.languagesOf(ctx, work.page, work.params),
    afterSending(() => setting.frame()),
  ])
  // As it was asked for: an entry that has another name now leads there, template or none.
  const loaded =
    (isMissing(found) ? await options.site.elsewhere(ctx, { search: '', ...asked }) : null) ?? found
  if (loaded.kind === 'redirect') return { kind: 'redirect', to: loaded.to, status: loaded.status, context }
  if (loaded.kind === 'missing') {
    const instead = await options.site.notFound.load(ctx, {}, new URLSearchParams())
    const missing = { ...work, page: options.site.notFound }
    return {
      kind: 'page',
      rendered: render(missing, ctx, instead, loaded.status, null, frame, setting, options),
      context,
    }
  }
  const isInstead = prepared?.isViewInstead === true
  const View = isInstead ? (work.page.Instead ?? work.page.View) : work.page.View
  const shown = { ...work, page: { ...work.page, View } }
  return {
    kind: 'page',
    rendered: render(shown, ctx, loaded, loaded.status ?? 200, languages, frame, setting, options, {
      template: isInstead ? null : template,
      prepared,
      faults: choice.kind === 'none' ? [missingTemplate(asked.page)] : (prepared?.faults ?? []),
    }),
    context,
  }
}

function missingTemplate({ name }: AnyPage): TemplateFault {
  const message = `there is none, nor templates/${name}.liquid, and theme.json says "useDefTemplate": false`
  return { file: `templates/${name}.json`, line: null, message }
}

/** Null for a page that is of one visitor. */
function urlForAll({ page, path, query, posted }: PageWork): string | null {
  return page.visibility === 'public' && posted === undefined ? `${path}?${query}` : null
}

/** What a template does not show is not loaded. */
function loadFor(
  template: PageTemplating | null,
  { page, params, query }: PageWork,
  ctx: Ctx,
): Promise<Loaded<unknown>> {
  return page.loadHead !== undefined && template?.showsMain === false
    ? page.loadHead(ctx, params, query)
    : page.load(ctx, params, query)
}

/** A template and what its sections show. Without a template the page is made by its View. */
interface Templated {
  template: PageTemplating | null
  prepared: PreparedTemplate | null
  faults: readonly TemplateFault[]
}

/**
 * A page that may be cached is made for whoever asks next, too: it learns nothing of who asks now. To ask is a fault of
 * the page, which its first request shows.
 */
function becomeAnybody(ctx: Ctx, { name }: AnyPage): void {
  const refuse = (): never => {
    throw new Error(`the page ${name} is the same for everybody: it cannot know its visitor`)
  }
  ctx.who = refuse
  ctx.visitor = {
    get cookies() {
      return refuse()
    },
    setCookie: refuse,
    notice: null,
    posted: null,
    isCall: false,
    get ip() {
      return refuse()
    },
    get headers() {
      return refuse()
    },
  }
}

function isMissing(loaded: Loaded<unknown>): boolean {
  return loaded.kind === 'missing' || (loaded.kind === 'page' && loaded.status === 404)
}

/** A fixed page, whatever was requested: it loads without params and query, and is answered with `status`. */
export async function makeFixed(
  page: AnyPage,
  status: number,
  locale: Locale,
  request: FastifyRequest,
  options: MakingOptions,
): Promise<MadePage> {
  const context = contextFor(options.parts, request, locale, options.now())
  // The requested URL is not repeated anywhere in the answer.
  const work: PageWork = { page, params: {}, path: '/', query: new URLSearchParams(), locale, request }
  const setting = beginSetting(work, context.ctx, options.site.look(), options)
  const loaded = await page.load(context.ctx, {}, new URLSearchParams())
  const rendered = render(work, context.ctx, loaded, status, null, await setting.frame(), setting, options)
  return { kind: 'page', rendered, context }
}

/** Runs the task after queries that were just issued have been sent. */
async function afterSending<T>(task: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate)
  return task()
}

/** What the page and its frame are rendered with. */
interface Setting {
  look: Look
  rendering: Rendering
  mode: string
  frame(): Promise<Frame>
}

function beginSetting(
  { path, query, request }: PageWork,
  ctx: Ctx,
  look: Look,
  options: MakingOptions,
): Setting {
  const { mode } = choicesOf(request.headers, options.parts)
  const rendering: Rendering = {
    lang: ctx.lang,
    islands: options.site.islands,
    cache: options.uncached ? null : options.cache,
    tags: new Set(['config', 'words']),
    used: new Set(),
    styles: new Set(),
    lowData: isLowData(mode),
    wordsVersion: ctx.words.version,
  }
  const where: FrameRequest = { path, query: query.size > 0 ? `?${query}` : '', mode }
  return { look, rendering, mode, frame: () => options.site.frame(ctx, where, rendering) }
}

function render(
  { page, params, path, query }: PageWork,
  ctx: Ctx,
  loaded: Loaded<unknown>,
  status: number,
  languages: readonly string[] | null,
  frame: Frame,
  { look, rendering, mode }: Setting,
  { site }: MakingOptions,
  { template, prepared, faults }: Templated = { template: null, prepared: null, faults: [] },
): RenderedPage {
  if (loaded.kind !== 'page') throw new Error(`the page ${page.name} has nothing to show`)
  for (const tag of [...loaded.tags, ...(prepared?.tags ?? [])]) rendering.tags.add(tag)
  const usual = page.meta(loaded.data, ctx)
  const head = template === null ? usual : withPreload(template.head(usual, ctx), prepared)
  const main = createElement(page.View, { data: loaded.data, ctx })
  const shown = template === null ? main : prepared!.view(main)
  const above = faults.length === 0 ? null : (site.faults?.(ctx, faults) ?? null)
  const html = renderView(above === null ? shown : createElement(Fragment, null, above, shown), rendering)
  const document = {
    ctx,
    page: { ...page, styles: [...page.styles, ...rendering.styles!] },
    path,
    query,
    status,
    languages: page.languages?.(loaded.data) ?? languages,
    html,
    frame,
    mode,
    head,
    sharePath: site.sharePath(ctx, page, params, head),
    pageData: page.pageData(loaded.data),
    assets: site.assets,
    themeHref: look.themeHref,
    themeStyles: look.themeStyles,
    themeHead: look.themeHead(mode),
    fontHrefs: look.fontHrefs,
    placesSections: look.placesSections,
    headScripts: site.headScripts,
    islands: rendering.used,
    skipText: site.skipText(ctx),
    texts: site.runtimeTexts(ctx),
    layout: {
      hideHeader: template?.hideHeader ?? false,
      hideFooter: template?.hideFooter ?? false,
    },
  }
  return assemble(document, rendering.tags)
}

/**
 * The picture of the section that stands first is fetched ahead, in place of the page's own, which is only shown where
 * the page's View is.
 */
function withPreload(head: PageHead, prepared: PreparedTemplate | null): PageHead {
  if (prepared === null) return head
  const { preload: ofPage, ...others } = head
  const preload = prepared.preload ?? (prepared.showsView ? ofPage : undefined)
  return preload === undefined ? others : { ...others, preload }
}
