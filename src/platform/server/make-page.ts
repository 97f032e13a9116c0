import { createElement, type ComponentType } from 'react'
import type { FastifyRequest } from 'fastify'
import { defaultLocale, langPath, locales, type Locale } from '#i18n/locales.ts'
import type { RuntimeTexts } from '#wire/page.ts'
import { isLowData, readingMode } from '#wire/reading-mode.ts'
import type { Ctx } from './context.ts'
import { assemble, type Assets, type Frame } from './document.ts'
import type { AnyPage, Loaded } from './page.ts'
import type { PageCache, RenderedPage } from './page-cache.ts'
import { renderView, type Rendering } from './render.tsx'
import { contextFor, cookieNames, type ContextParts, type RequestContext } from './request.ts'
import type { Router } from './router.ts'

/*
 * From a page and a request to the rendered page: load, frame, view, document. Who may keep it, and how it is sent,
 * is the business of `pages.ts`.
 */

/** The pages and what they are set in: all that the platform must be told of the shop. */
export interface Site {
  router(): Router<AnyPage>
  notFound: AnyPage
  failed: AnyPage
  islands: ReadonlyMap<string, ComponentType<never>>
  frame(ctx: Ctx, where: FrameRequest, render: (element: React.ReactNode) => string): Promise<Frame>
  themeHref(): string
  /** Tags of the head that tell the browser the colours of a reading mode before any stylesheet. */
  themeHead(mode: string): string
  runtimeTexts(ctx: Ctx): RuntimeTexts
  skipText(ctx: Ctx): string
  assets: Assets
}

export interface FrameRequest {
  /** Without language, as the visitor asked for it. */
  path: string
  query: string
  mode: string
  languages: { locale: Locale; href: string }[]
}

/** What a page is made with. */
export interface MakingOptions {
  parts: ContextParts
  site: Site
  cache: PageCache
  now: () => Date
  /** Development: every page is made anew. */
  uncached: boolean
}

/** One page at one address, for one request. */
export interface PageWork {
  page: AnyPage
  params: Readonly<Record<string, string>>
  path: string
  query: URLSearchParams
  locale: Locale
  request: FastifyRequest
}

/** `context` has the cookies that were set on the way. */
export interface MadePage {
  kind: 'page'
  rendered: RenderedPage
  context: RequestContext
}

type Made = MadePage | { kind: 'redirect'; to: string; status: number }

/** The page, or the shop's 404 in its place, or where the visitor should be instead. */
export async function makePage(work: PageWork, options: MakingOptions): Promise<Made> {
  const context = contextFor(options.parts, work.request, work.locale, options.now())
  const { ctx } = context
  const setting = beginSetting(work, ctx, options)
  // The frame is rendered while the database answers the page's questions.
  const [loaded, frame] = await Promise.all([
    work.page.load(ctx, work.params, work.query),
    afterSending(() => setting.frame()),
  ])
  if (loaded.kind === 'redirect') return { kind: 'redirect', to: loaded.to, status: loaded.status }
  if (loaded.kind === 'missing') {
    const instead = await options.site.notFound.load(ctx, {}, new URLSearchParams())
    const missing = { ...work, page: options.site.notFound }
    return {
      kind: 'page',
      rendered: render(missing, ctx, instead, loaded.status, frame, setting, options),
      context,
    }
  }
  return {
    kind: 'page',
    rendered: render(work, ctx, loaded, loaded.status ?? 200, frame, setting, options),
    context,
  }
}

/** The page whatever was asked for: it loads without params and query, and is answered with `status`. */
export async function makeFixed(
  page: AnyPage,
  status: number,
  locale: Locale,
  request: FastifyRequest,
  options: MakingOptions,
): Promise<MadePage> {
  const context = contextFor(options.parts, request, locale, options.now())
  // The address that was asked for is not repeated anywhere in the answer.
  const work: PageWork = { page, params: {}, path: '/', query: new URLSearchParams(), locale, request }
  const setting = beginSetting(work, context.ctx, options)
  const loaded = await page.load(context.ctx, {}, new URLSearchParams())
  const rendered = render(work, context.ctx, loaded, status, await setting.frame(), setting, options)
  return { kind: 'page', rendered, context }
}

/** Lets what has been asked of the database go out first. */
async function afterSending<T>(task: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate)
  return task()
}

/** What the page and the frame around it are rendered with. */
interface Setting {
  rendering: Rendering
  mode: string
  frame(): Promise<Frame>
}

function beginSetting({ path, query, request }: PageWork, ctx: Ctx, options: MakingOptions): Setting {
  const mode = modeOf(request)
  const rendering: Rendering = {
    lang: ctx.lang,
    islands: options.site.islands,
    cache: options.uncached ? null : options.cache,
    tags: new Set(['config']),
    used: new Set(),
    lowData: isLowData(mode),
  }
  const search = query.size > 0 ? `?${query}` : ''
  const where: FrameRequest = {
    path,
    query: search,
    mode,
    languages: locales.map((locale) => ({
      locale,
      href: `${langPath(locale)}${path === '/' && locale !== defaultLocale ? '' : path}${search}`,
    })),
  }
  return {
    rendering,
    mode,
    frame: () => options.site.frame(ctx, where, (element) => renderView(element, rendering)),
  }
}

function render(
  { page, path, query }: PageWork,
  ctx: Ctx,
  loaded: Loaded<unknown>,
  status: number,
  frame: Frame,
  { rendering, mode }: Setting,
  { site }: MakingOptions,
): RenderedPage {
  if (loaded.kind !== 'page') throw new Error(`the page ${page.name} has nothing to show`)
  for (const tag of loaded.tags) rendering.tags.add(tag)
  const html = renderView(createElement(page.View, { data: loaded.data, ctx }), rendering)
  const document = {
    ctx,
    page,
    path,
    query,
    status,
    html,
    frame,
    mode,
    head: page.meta(loaded.data, ctx),
    pageData: page.pageData(loaded.data),
    assets: site.assets,
    themeHref: site.themeHref(),
    themeHead: site.themeHead(mode),
    islands: rendering.used,
    skipText: site.skipText(ctx),
    texts: site.runtimeTexts(ctx),
  }
  return assemble(document, rendering.tags)
}

/** How the visitor wants every page, as in `data-mode`. */
export function modeOf({ cookies, headers }: FastifyRequest): string {
  return readingMode(cookies[cookieNames.mode], headers['save-data'])
}
