import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { langPath, defaultLocale, type Locale } from '#i18n/locales.ts'
import { codes } from '#wire/envelope.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { readAddress, type Hits } from './hit.ts'
import { makeFixed, makePage, modeOf, type MadePage, type MakingOptions, type PageWork } from './make-page.ts'
import { canonicalQuery, type AnyPage } from './page.ts'
import type { CachedPage, Form } from './page-cache.ts'
import { chosenCurrency, cookieNames, splitLocale, writeCookies } from './request.ts'

/*
 * Answers what asks for a page: finds it by its address, takes it from the cache or has it made, and sends it.
 */

export interface PagesOptions extends MakingOptions {
  hits: Hits
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
    const made = await makePage(work, options)
    if (made.kind === 'redirect') return redirect(reply, form, made.to, made.status, options, locale)
    return sendPrivate(reply, form, made, page, options)
  }

  const key = `${langPath(locale)}${path}${query.size > 0 ? `?${query}` : ''}`
  const variant = variantOf(options.parts.shop(), request)
  try {
    const cached = await options.cache.get(key + variant, async () => {
      const made = await makePage(work, options)
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

class Redirected extends Error {
  readonly to: string
  readonly status: number

  constructor(to: string, status: number) {
    super('redirected')
    this.to = to
    this.status = status
  }
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
  return sendPrivate(reply, form, await makeFixed(page, status, locale, request, options), page, options)
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
  made: MadePage,
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
