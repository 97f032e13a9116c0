import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { langPath, defaultLocale, type Locale } from '#i18n/locales.ts'
import { codes, type Code } from '#wire/envelope.ts'
import type { Posted } from '../context.ts'
import type { Dictionaries } from './dictionary.ts'
import { allowingStyles, policyHeader } from './content-policy.ts'
import { readAddress, type Hits } from './hit.ts'
import {
  makeFixed,
  makePage,
  type MadePage,
  type MakingOptions,
  type PageWork,
  type Unanswered,
} from './make-page.ts'
import { canonicalQuery, type AnyPage } from './page.ts'
import type { CachedPage, Form, RenderedPage } from './cached-page.ts'
import { freeWords } from './page-cache.ts'
import { variantOf } from '../choices.ts'
import { contextFor, cookieNames, splitLocale, writeCookies } from '../request.ts'

/*
 * Answers requests for pages: matches the path, takes the page from the cache or has it rendered, and sends it.
 */

export interface PagesOptions extends MakingOptions {
  hits: Hits
  /** Null where visits are not compressed with what browsers have. */
  dictionaries: Dictionaries | null
  /** How pages are made for a visitor who is shown something else than others; null for everybody else. */
  apart?: (request: FastifyRequest) => Promise<Apart | null>
}

export type Apart = Pick<MakingOptions, 'parts' | 'site'>

/** Of one request. */
interface Answering extends PagesOptions {
  /** Every answer is for this visitor alone, whatever the page. */
  isApart: boolean
}

async function answeringTo(request: FastifyRequest, options: PagesOptions): Promise<Answering> {
  const apart = (await options.apart?.(request)) ?? null
  return apart === null
    ? { ...options, isApart: false }
    : { ...options, ...apart, uncached: true, isApart: true }
}

/**
 * A page with more choices than this is rendered for each request: its URL would fill the cache and hardly be
 * requested again.
 */
const mostCachedChoices = 3

export function servePages(
  app: FastifyInstance,
  options: PagesOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  app.get('/*', (request, reply) => answerPage(request, reply, options))
  return async (request, reply) => {
    const answering = await answeringTo(request, options)
    return answerFixed(answering.site.notFound, 404, request, reply, answering)
  }
}

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  given: PagesOptions,
): Promise<unknown> {
  const options = await answeringTo(request, given)
  const { form, rest } = readAddress(request.url)
  const url = urlOf(rest)
  const { locale, rest: path } = splitLocale(url.pathname)
  const tidy = tidyPath(path)
  if (tidy !== path)
    return redirect(
      reply,
      form,
      {
        to: `${langPath(locale)}${tidy === '/' && locale !== defaultLocale ? '' : tidy}${url.search}`,
        status: 308,
      },
      options,
      locale,
    )

  const match = options.site.router().match(path)
  if (!match) {
    const asked = { path, search: url.search, page: null, params: {} }
    return answerUnmatched(asked, locale, request, reply, options)
  }
  const page = match.target
  if (page.visitsOnly && form === 'document')
    return answerFixed(options.site.notFound, 404, request, reply, options)
  if (page.begins && (form === 'visit' || isAhead(request))) return refuseAhead(reply, form)
  const named = options.site.named({ page, params: match.params, path }, langPath(locale))
  if ('to' in named)
    return redirect(
      reply,
      form,
      { to: `${langPath(locale)}${named.to}${url.search}`, status: 308 },
      options,
      locale,
    )
  const query = canonicalQuery(page, url.searchParams)
  const detour =
    url.search === '' ? null : options.site.detour(page, { locale, path, query: url.searchParams })
  if (detour !== null) return redirect(reply, form, { to: detour, status: 303 }, options, locale)
  const work: PageWork = { page, params: named.params, path, query, search: url.search, locale, request }

  if (page.visibility === 'private' || options.uncached || [...query.keys()].length > mostCachedChoices) {
    const made = await makePage(work, options)
    if (made.kind === 'redirect') {
      writeCookies(reply, made.context.cookies, options.parts.secure)
      return redirect(reply, form, made, options, locale)
    }
    return sendPrivate(reply, form, made, page, options)
  }

  const key = `${page.hasFreeWords?.(query) ? freeWords : ''}${langPath(locale)}${path}${query.size > 0 ? `?${query}` : ''}`
  const variant = variantOf(request.headers, options.parts)
  // Somebody waits for a page already: what may never be looked at is not rendered before it.
  const isBusy = options.parts.db.pool.waitingCount > 0
  if (isBusy && isPrefetch(request) && options.cache.fresh(key + variant) === null)
    return refuseAhead(reply, form)
  try {
    const cached = await options.cache.get(key + variant, async () => {
      const made = await makePage(work, options)
      if (made.kind === 'redirect') throw new Redirected(made.to, made.status)
      // What a visitor has filtered is seldom what the next one asks for.
      if (variant === '' && query.size === 0) learn(page, made.rendered, options)
      return made.rendered
    })
    // One alias serves both forms.
    if (cached.status < 400 && rest.length <= 300 && !page.visitsOnly) options.hits.alias(rest, key)
    return hijackAndSend(request, reply, cached, form, variant !== '', options)
  } catch (error) {
    if (error instanceof Redirected) return redirect(reply, form, error, options, locale)
    throw error
  }
}

function learn(page: AnyPage, rendered: RenderedPage, { site, parts, dictionaries }: PagesOptions): void {
  if (rendered.status !== 200) return
  dictionaries?.learn({
    langPath: rendered.langPath,
    page: page.name,
    edition: `${site.assets.build} ${site.look().themeHref} ${parts.words().version}`,
    visit: () => visitOf(rendered),
  })
}

function visitOf({ visit, main }: RenderedPage): string {
  return visit.join(JSON.stringify(main))
}

function documentOf({ main, around }: RenderedPage, reply: FastifyReply): string {
  const { before, after, styleSource } = around()
  const policy = reply.getHeader(policyHeader)
  if (policy !== undefined) reply.header(policyHeader, allowingStyles(String(policy), styleSource))
  return before + main + after
}

/** Whether a browser or a program fetches what nobody has asked for yet. */
function isAhead(request: FastifyRequest): boolean {
  return request.method === 'HEAD' || isPrefetch(request)
}

function isPrefetch({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  return String(purpose).includes('prefetch')
}

/** Not one of 500 and more, which the log counts as faults. A visit that gets no page loads the document. */
function refuseAhead(reply: FastifyReply, form: Form): FastifyReply {
  return reply
    .code(form === 'visit' ? 400 : 403)
    .header('cache-control', 'private, no-store')
    .send({ code: codes.fail, msg: '', data: null })
}

/** No route matches; a past route may have. */
async function answerUnmatched(
  asked: Unanswered,
  locale: Locale,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Answering,
): Promise<unknown> {
  const { ctx } = contextFor(options.parts, request, locale, options.now())
  const elsewhere = await options.site.elsewhere(ctx, asked)
  if (elsewhere?.kind === 'redirect') {
    const { form } = readAddress(request.url)
    return redirect(reply, form, elsewhere, options, locale)
  }
  return answerFixed(options.site.notFound, elsewhere?.status ?? 404, request, reply, options)
}

class Redirected extends Error {
  readonly to: string
  readonly status: number

  constructor(to: string, status: number) {
    super('redirected')
    this.to = to
    this.status = status
  }
}

/** A path that begins with two slashes would name a host to `new URL` with a base; here it is a path. */
function urlOf(asked: string): URL {
  const base = 'http://shop.invalid'
  return asked.startsWith('/') ? new URL(`${base}${asked}`) : new URL(asked, base)
}

async function answerFixed(
  page: AnyPage,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Answering,
): Promise<unknown> {
  const { form, rest } = readAddress(request.url)
  const { locale } = splitLocale(urlOf(rest).pathname)
  return sendPrivate(reply, form, await makeFixed(page, status, locale, request, options), page, options)
}

/** The shop's own page for an unexpected failure. Throws if even that cannot be rendered. */
export function answerFailure(
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<unknown> {
  // As everybody sees it: what is shown to some may be what failed.
  return answerFixed(options.site.failed, status, request, reply, { ...options, isApart: false })
}

/** The page at a path, with a refused form that it shows again; its status says that nothing was done. */
export async function answerPosted(
  path: string,
  posted: Posted,
  request: FastifyRequest,
  reply: FastifyReply,
  given: PagesOptions,
): Promise<unknown> {
  const options = await answeringTo(request, given)
  const url = urlOf(path)
  const { locale, rest } = splitLocale(url.pathname)
  const match = options.site.router().match(rest)
  if (!match) return answerFixed(options.site.notFound, 404, request, reply, options)
  const { target: page } = match
  const named = options.site.named({ page, params: match.params, path: rest }, langPath(locale))
  const params = 'to' in named ? match.params : named.params
  const query = canonicalQuery(page, url.searchParams)
  const work = { page, params, path: rest, query, locale, request, posted }
  const made = await makePage(work, options)
  if (made.kind === 'redirect')
    return redirect(reply, 'document', { to: made.to, status: 303 }, options, locale)
  const rendered = { ...made.rendered, status: made.rendered.status === 200 ? 422 : made.rendered.status }
  return sendPrivate(reply, 'document', { ...made, rendered }, page, options)
}

function sendPrivate(
  reply: FastifyReply,
  form: Form,
  made: MadePage,
  page: AnyPage,
  options: Answering,
): unknown {
  const { rendered, context } = made
  if (context.ctx.visitor.notice && page.visibility === 'private')
    context.cookies.push({ name: cookieNames.notice, value: null, httpOnly: true })
  writeCookies(reply, context.cookies, options.parts.secure)
  const text = form === 'document' ? documentOf(rendered, reply) : visitOf(rendered)
  if (form === 'visit' || options.isApart) reply.header('x-robots-tag', 'noindex')
  return reply
    .code(rendered.status)
    .type(form === 'document' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .header(
      'cache-control',
      options.isApart || page.visibility === 'private' || rendered.status >= 400
        ? 'private, no-store'
        : 'private, no-cache',
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
  options.hits.send(request.raw, reply.raw, page, form, isVariant, options.cache.overdue(page))
  return reply
}

function redirect(
  reply: FastifyReply,
  form: Form,
  { to, status, code = codes.success }: { to: string; status: number; code?: Code },
  options: PagesOptions,
  locale: Locale,
): unknown {
  // A cached redirect could not be taken back when the URL is in use again.
  if (form === 'document') return reply.header('cache-control', 'no-cache').redirect(to, status)
  // A visit cannot follow a redirect by itself: it is sent the target, and shows that URL.
  const meta = { redirect: to, build: options.site.assets.build, lang: langPath(locale), status }
  return reply
    .header('cache-control', 'no-cache')
    .send({ code, msg: '', data: { data: null, theme: null, html: '', meta } })
}

/**
 * One spelling for each path, since each spelling would be cached by itself: no doubled and no trailing slashes, and
 * characters as they are that need no percent sign (RFC 3986, section 6.2.2).
 */
function tidyPath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      return /[a-z0-9\-._~]/i.test(character) ? character : escape.toUpperCase()
    })
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}
