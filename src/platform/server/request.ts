import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dictionaries } from '#i18n/dictionaries.ts'
import { defaultLocale, htmlLang, isLocale, langPath, type Locale } from '#i18n/locales.ts'
import { translator, type Translate } from '#i18n/t.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { choiceCookies, choicesOf } from './choices.ts'
import type { Ctx, Notice, Visitor, Who } from './context.ts'
import type { Database } from './db/db.ts'
import type { OutgoingCookie } from './idempotency.ts'
import { wordsIn } from './mail/words-in.ts'

/*
 * From a request to the context that pages and calls are given.
 */

export interface ContextParts {
  db: Database
  kept: Ctx['kept']
  dictionaries: Dictionaries
  shop: () => ShopConfig
  origin: () => string
  live: Ctx['live']
  pay: Ctx['pay']
  signInBy: Ctx['signInBy']
  isBreached: Ctx['isBreached']
  /** Who is asking: the shop knows by which cookies. */
  who: (asking: Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>) => Promise<Who>
  /** Takes the cookies of a session away that is over. */
  forgetSession: (ctx: Pick<Ctx, 'origin' | 'visitor'>) => void
  /** The secret that tells this visitor from every other, for idempotency keys; null when there is none yet. */
  scopeOf: (cookies: Ctx['visitor']['cookies'], origin: string) => string | null
  passkeyDomain: string | null
  /** Small letters; null if no proxy names the country of a request. */
  countryHeader: string | null
  /** Cookies carry `Secure` when the shop is served over https. */
  secure: boolean
}

export interface RequestContext {
  ctx: Ctx
  /** Set during this request, to be written with the answer. */
  cookies: OutgoingCookie[]
}

export const cookieNames = { ...choiceCookies, notice: 'violet_notice' } as const

export function contextFor(
  parts: ContextParts,
  request: FastifyRequest,
  locale: Locale,
  now: Date,
  isCall = false,
): RequestContext {
  const shop = parts.shop()
  const cookies: OutgoingCookie[] = []
  const texts = parts.dictionaries(locale)
  const lang = htmlLang(locale)
  const origin = parts.origin()
  const visitor: Visitor = {
    cookies: request.cookies,
    setCookie: (name, value, options) => void cookies.push({ name, value, ...options }),
    notice: readNotice(request.cookies[cookieNames.notice]),
    posted: null,
    isCall,
    ip: request.ip,
    headers: request.headers,
  }
  let who: Promise<Who> | null = null
  return {
    cookies,
    ctx: {
      db: parts.db,
      transact: parts.db.transact,
      kept: parts.kept,
      now,
      locale,
      lang,
      langPath: langPath(locale),
      currency: choicesOf(request.headers, parts).currency,
      shop,
      t: translator(texts, lang),
      wordsIn: (wanted) => wordsIn(parts.dictionaries, wanted),
      texts,
      origin,
      passkeyDomain: parts.passkeyDomain,
      log: request.log,
      visitor,
      who: () => (who ??= parts.who({ db: parts.db, now, origin, visitor })),
      live: parts.live,
      pay: parts.pay,
      signInBy: parts.signInBy,
      isBreached: parts.isBreached,
    },
  }
}

/** `/zh/product/x` → zh and `/product/x`. `/en/…` is not a URL of its own: English has no prefix. */
export function splitLocale(path: string): { locale: Locale; rest: string } {
  const end = path.indexOf('/', 1)
  const first = path.slice(1, end === -1 ? undefined : end)
  if (first === defaultLocale || !isLocale(first)) return { locale: defaultLocale, rest: path }
  return { locale: first, rest: end === -1 ? '/' : path.slice(end) }
}

/** The path of a page of this shop that a request was sent from. Where forms are sent to is none. */
export function ownPath(referer: string | undefined, origin: string): string | undefined {
  const url = referer === undefined ? null : URL.parse(referer)
  if (url?.origin !== origin || splitLocale(url.pathname).rest.startsWith('/form/')) return undefined
  return `${url.pathname}${url.search}`
}

/** The language of a call: that of the page that makes it, from a header or the path. */
export function callLocale(request: FastifyRequest): Locale {
  const named = request.headers['x-lang']
  if (typeof named === 'string' && isLocale(named)) return named
  const referer = request.headers.referer
  const path = referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname : '/'
  return splitLocale(path).locale
}

export function writeCookies(reply: FastifyReply, cookies: readonly OutgoingCookie[], secure: boolean): void {
  for (const { name, value, httpOnly, maxAge } of cookies) {
    const options = { path: '/', httpOnly, secure, sameSite: 'lax' as const }
    if (value === null) reply.clearCookie(name, options)
    else reply.setCookie(name, value, maxAge === undefined ? options : { ...options, maxAge })
  }
}

/**
 * A request that changes something must come from the shop's own pages. Browsers say so in Sec-Fetch-Site;
 * older ones in Origin; programs that send neither carry no cookies of a browser.
 */
export function isForeign(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const from = request.headers.origin
  if (from === undefined) return false
  if (from === origin) return false
  const page = URL.parse(from)
  // A page without encryption is anybody's who is on the way to it.
  const isWeaker = page?.protocol !== 'https:' && origin.startsWith('https:')
  return page === null || isWeaker || page.host !== request.headers.host
}

/** A message for the next private page. */
export function noticeCookie(kind: Notice['kind'], text: string): OutgoingCookie {
  return { name: cookieNames.notice, value: `${kind}:${text}`, httpOnly: true, maxAge: 60 }
}

/** For the sign-in page, to which a visitor is sent whose session was ended elsewhere. */
export function noticeOver(cookies: OutgoingCookie[], over: Who['over'], t: Translate): void {
  if (over === 'elsewhere') cookies.push(noticeCookie('refused', t('problem.signed_out_elsewhere')))
}

function readNotice(cookie: string | undefined): Notice | null {
  if (cookie === undefined || cookie.length > 1_000) return null
  const separator = cookie.indexOf(':')
  const kind = cookie.slice(0, separator)
  return kind === 'done' || kind === 'refused' ? { kind, text: cookie.slice(separator + 1) } : null
}
