import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement, type ComponentType } from 'react'
import { langPath, locales, defaultLocale, type Locale } from '#i18n/locales.ts'
import { codes } from '#wire/envelope.ts'
import type { RuntimeTexts } from '#wire/page.ts'
import { isLowData, readingMode } from '#wire/reading-mode.ts'
import type { Ctx } from './context.ts'
import { assemble, type Assets, type Frame } from './document.ts'
import { readAddress, type Hits } from './hit.ts'
import { canonicalQuery, type AnyPage, type Loaded } from './page.ts'
import { type CachedPage, type Form, type PageCache, type RenderedPage } from './page-cache.ts'
import { renderView, type Rendering } from './render.tsx'
import {
  chosenCurrency,
  contextFor,
  cookieNames,
  splitLocale,
  writeCookies,
  type ContextParts,
  type RequestContext,
} from './request.ts'
import type { Router } from './router.ts'
import type { ShopConfig } from '#wire/shop-config.ts'

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

export interface PagesOptions {
  parts: ContextParts
  site: Site
  cache: PageCache
  hits: Hits
  now: () => Date
  /** Development: every page is made anew. */
  uncached: boolean
}

/** A page with more choices than this is made for each request: its address would fill the cache and never be asked again. */
const mostCachedChoices = 3

export function servePages(
  app: FastifyInstance,
  options: PagesOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  app.get('/*', (request, reply) => answerPage(request, reply, options))
  return (request, reply) => answerFixed(options.site.notFound, 404, request, reply, options)
}

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<unknown> {
  const { form, rest } = readAddress(request.url)
  const url = new URL(rest, 'http://shop.invalid')
  const { locale, rest: path } = splitLocale(url.pathname)
  const tidy = tidyPath(path)
  if (tidy !== path)
    return redirect(
      reply,
      form,
      `${langPath(locale)}${tidy === '/' && locale !== defaultLocale ? '' : tidy}${url.search}`,
      308,
      options,
      locale,
    )

  const match = options.site.router().match(path)
  if (!match) return answerFixed(options.site.notFound, 404, request, reply, options)
  const page = match.target
  const query = canonicalQuery(page, url.searchParams)
  const work: PageWork = { page, params: match.params, path, query, locale, request }

  if (page.visibility === 'private' || options.uncached || [...query.keys()].length > mostCachedChoices) {
    const made = await make(work, options)
    if (made.kind === 'redirect') return redirect(reply, form, made.to, made.status, options, locale)
    return sendPrivate(reply, form, made, page, options)
  }

  const key = `${langPath(locale)}${path}${query.size > 0 ? `?${query}` : ''}`
  const variant = variantOf(options.parts.shop(), request)
  try {
    const cached = await options.cache.get(key + variant, async () => {
      const made = await make(work, options)
      if (made.kind === 'redirect') throw new Redirected(made.to, made.status)
      return made.rendered
    })
    if (cached.status < 400 && rest.length <= 300) options.hits.alias(rest, key)
    return hijackAndSend(request, reply, cached, form, variant !== '', options)
  } catch (error) {
    if (error instanceof Redirected) return redirect(reply, form, error.to, error.status, options, locale)
    throw error
  }
}

/** The end of a public page's key: what the visitor chose that changes the page for everyone who chose the same. */
function variantOf(shop: ShopConfig, request: FastifyRequest): string {
  const currency = chosenCurrency(shop, request.cookies[cookieNames.currency])
  const mode = modeOf(request)
  return currency === shop.shop.baseCurrency && mode === '' ? '' : `|${currency}|${mode}`
}

function modeOf({ cookies, headers }: FastifyRequest): string {
  return readingMode(cookies[cookieNames.mode], headers['save-data'])
}

interface PageWork {
  page: AnyPage
  params: Readonly<Record<string, string>>
  path: string
  query: URLSearchParams
  locale: Locale
  request: FastifyRequest
}

type Made =
  | { kind: 'page'; rendered: RenderedPage; context: RequestContext }
  | { kind: 'redirect'; to: string; status: number }

class Redirected extends Error {
  readonly to: string
  readonly status: number

  constructor(to: string, status: number) {
    super('redirected')
    this.to = to
    this.status = status
  }
}

async function make(work: PageWork, options: PagesOptions): Promise<Made> {
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

function beginSetting({ path, query, request }: PageWork, ctx: Ctx, options: PagesOptions): Setting {
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
  { site }: PagesOptions,
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

async function answerFixed(
  page: AnyPage,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<unknown> {
  const { form, rest } = readAddress(request.url)
  const { locale } = splitLocale(new URL(rest, 'http://shop.invalid').pathname)
  const context = contextFor(options.parts, request, locale, options.now())
  // The address that was asked for is not repeated anywhere in the answer.
  const work: PageWork = { page, params: {}, path: '/', query: new URLSearchParams(), locale, request }
  const setting = beginSetting(work, context.ctx, options)
  const loaded = await page.load(context.ctx, {}, new URLSearchParams())
  const rendered = render(work, context.ctx, loaded, status, await setting.frame(), setting, options)
  return sendPrivate(reply, form, { kind: 'page', rendered, context }, page, options)
}

/** The shop's own page for an unexpected failure. Throws when even that cannot be made. */
export function answerFailure(
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<unknown> {
  return answerFixed(options.site.failed, status, request, reply, options)
}

function sendPrivate(
  reply: FastifyReply,
  form: Form,
  made: Made & { kind: 'page' },
  page: AnyPage,
  options: PagesOptions,
): unknown {
  const { rendered, context } = made
  if (context.ctx.visitor.notice && page.visibility === 'private')
    context.cookies.push({ name: cookieNames.notice, value: null, httpOnly: true })
  writeCookies(reply, context.cookies, options.parts.secure)
  const text =
    form === 'document'
      ? rendered.document.join('')
      : rendered.visit.join(JSON.stringify(rendered.document[1]))
  if (form === 'visit') reply.header('x-robots-tag', 'noindex')
  return reply
    .code(rendered.status)
    .type(form === 'document' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .header(
      'cache-control',
      page.visibility === 'private' || rendered.status >= 400 ? 'private, no-store' : 'private, no-cache',
    )
    .send(text)
}

function hijackAndSend(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  form: Form,
  isVariant: boolean,
  options: PagesOptions,
): FastifyReply {
  reply.hijack()
  options.hits.send(request.raw, reply.raw, page, form, isVariant)
  return reply
}

function redirect(
  reply: FastifyReply,
  form: Form,
  to: string,
  status: number,
  options: PagesOptions,
  locale: Locale,
): unknown {
  if (form === 'document') return reply.redirect(to, status)
  // A visit cannot follow a redirect by itself: it is told where to go, and shows that address.
  const meta = { redirect: to, build: options.site.assets.build, lang: langPath(locale), status }
  return reply
    .header('cache-control', 'no-cache')
    .send({ code: codes.success, msg: '', data: { data: null, theme: null, html: '', meta } })
}

/** One spelling for each address: no doubled and no trailing slashes. */
function tidyPath(path: string): string {
  const tidy = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return tidy
}
