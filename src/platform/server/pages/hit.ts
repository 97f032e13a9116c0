import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { allowingStyles, policyHeader } from './content-policy.ts'
import type { Dictionaries } from './dictionary.ts'
import type { Body, CachedPage, Encoding, Form } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'

/*
 * The hot path: a cached page is looked up before the framework sees the request, and sent without compressing,
 * hashing or building anything.
 */

export interface HitOptions {
  cache: PageCache
  /** Allowed Host headers, lower case. */
  isAllowedHost(host: string): boolean
  /**
   * The end of a page's cache key, from what changes a public page (cookies, the wish for less data, the country); ``
   * for nothing.
   */
  variantOf(headers: IncomingHttpHeaders): string
  /** Whether a request may be of a visitor who is shown something else than others; absent: nobody is. */
  isApart?: (headers: IncomingHttpHeaders) => boolean
  /** The header that names the country, where one does. */
  countryHeader?: string | null
  /**
   * The header that names what a page shows (its tags), for a CDN that is told what has changed: `surrogate-key` has
   * spaces between them, others have commas. Null for none.
   */
  tagHeader?: string | null
  /** Texts that browsers have, for visits to be compressed with; null for none. */
  dictionaries?: Dictionaries | null
  /** Further headers, in addition to type, length, encoding, ETag and caching. Name, value, name, value. */
  headers: readonly string[]
}

export interface Hits {
  /** True when the request was answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Stores that this raw URL means this cache key. */
  alias(rawQuery: string, key: string): void
  send(
    request: IncomingMessage,
    response: ServerResponse,
    page: CachedPage,
    form: Form,
    isVariant: boolean,
    /** Milliseconds since the page ought to have been rendered again; null while it is in time. */
    overdue?: number | null,
  ): void
}

/** By these browsers fetch documents ahead; they come with public ones in the usual currency and mode. */
export const speculationRules = '/speculation-rules.json'

/** Raw URLs (path and query as sent) are mapped to keys; more than this many and the oldest go. */
const mostAliases = 20_000

export function createHits(options: HitOptions): Hits {
  const { cache, countryHeader = null, tagHeader = null, dictionaries = null } = options
  const tagGap = tagHeader === 'surrogate-key' ? ' ' : ','
  const ofDocument = [
    'accept-encoding',
    'save-data',
    ...(countryHeader === null ? [] : [countryHeader]),
  ].join(', ')
  const varyOf = {
    document: ofDocument,
    visit: dictionaries === null ? ofDocument : `${ofDocument}, available-dictionary`,
  }
  const aliases = new Map<string, string>()
  const headersOf = new WeakMap<Body, { link: string | null; usual: string[]; variant: string[] }>()

  function headersFor(
    { tags, langPath, styleSource }: CachedPage,
    body: Body,
    form: Form,
    isVariant: boolean,
  ): string[] {
    const link = form === 'document' ? (dictionaries?.link(langPath) ?? null) : null
    let made = headersOf.get(body)
    if (!made || made.link !== link) {
      const type = form === 'document' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
      const always = [
        'content-type',
        type,
        'content-length',
        String(body.bytes.length),
        'etag',
        body.etag,
        'vary',
        varyOf[form],
      ]
      if (body.encoding !== null) always.push('content-encoding', body.encoding)
      if (form === 'visit') always.push('x-robots-tag', 'noindex')
      if (link !== null) always.push('link', link)
      always.push(...(form === 'document' ? allowing(options.headers, styleSource) : options.headers))
      if (tagHeader !== null) always.push(tagHeader, tags.filter(isPlain).join(tagGap))
      // A page in another currency or mode has the same URL: no shared cache may store it. What is compressed with
      // a dictionary most browsers cannot read, and not every shared cache heeds `vary`.
      const isForOne = body.encoding === 'dcz'
      const variant = [...always, 'cache-control', 'private, max-age=0, must-revalidate']
      made = {
        link,
        usual: isForOne
          ? variant
          : [
              ...always,
              ...(form === 'document' ? ['speculation-rules', `"${speculationRules}"`] : []),
              'cache-control',
              'public, max-age=0, must-revalidate',
            ],
        variant,
      }
      headersOf.set(body, made)
    }
    return isVariant ? made.variant : made.usual
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    page: CachedPage,
    form: Form,
    isVariant: boolean,
    overdue: number | null = null,
  ): void {
    if (overdue !== null)
      response.setHeader('cache-status', `violet; hit; ttl=-${Math.ceil(overdue / 1_000)}; detail=fault`)
    const dictionary = form === 'visit' ? (dictionaries?.named(request.headers, page.langPath) ?? null) : null
    const body =
      dictionary === null
        ? page.body(form, encodingFor(request.headers['accept-encoding']))
        : page.visitBy(dictionary)
    const headers = headersFor(page, body, form, isVariant)
    if (
      page.status === 200 &&
      request.headers['if-none-match'] !== undefined &&
      matches(request.headers['if-none-match'], body.etag)
    ) {
      response.writeHead(304, ['etag', body.etag, 'vary', varyOf[form], 'cache-control', headers.at(-1)!])
      response.end()
      return
    }
    response.writeHead(page.status, headers)
    if (request.method === 'HEAD') response.end()
    else response.end(body.bytes)
  }

  return {
    send,
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const { form, rest } = readAddress(request.url ?? '/')
      const key = aliases.get(rest)
      if (key === undefined || options.isApart?.(request.headers) === true) return false
      const variant = options.variantOf(request.headers)
      const page = cache.fresh(key + variant)
      if (page === null || !options.isAllowedHost(request.headers.host ?? '')) return false
      send(request, response, page, form, variant !== '')
      return true
    },
    alias(rest, key) {
      if (aliases.size >= mostAliases) aliases.delete(aliases.keys().next().value!)
      aliases.set(rest, key)
    },
  }
}

/** The headers with the styles allowed that stand in the document. */
function allowing(headers: readonly string[], styleSource: string | null): string[] {
  return headers.map((text, at) =>
    headers[at - 1] === policyHeader ? allowingStyles(text, styleSource) : text,
  )
}

/** A tag as a header can say it. All are made by this program; a header that is split in two would be another's. */
function isPlain(tag: string): boolean {
  return /^[\w:.-]+$/.test(tag)
}

/** The URL without the page protocol's own parameters, and which of the two answers it asks for. */
export function readAddress(url: string): { form: Form; rest: string } {
  const question = url.indexOf('?')
  if (question === -1) return { form: 'document', rest: url }
  if (!url.includes('request=route', question)) return { form: 'document', rest: url }
  let form: Form = 'document'
  const kept: string[] = []
  for (const part of url.slice(question + 1).split('&')) {
    if (part === 'request=route') form = 'visit'
    else if (!/^(userAgent|referer|cookies)=/.test(part)) kept.push(part)
  }
  if (form === 'document') return { form, rest: url }
  return {
    form,
    rest: kept.length === 0 ? url.slice(0, question) : `${url.slice(0, question)}?${kept.join('&')}`,
  }
}

function matches(header: string, etag: string): boolean {
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  )
}

export function encodingFor(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return null
  if (header.includes('br') && isAccepted(header, 'br')) return 'br'
  if (header.includes('gzip') && isAccepted(header, 'gzip')) return 'gzip'
  return null
}

function isAccepted(header: string, name: string): boolean {
  return !header.includes('q=0') || accepts(header, name)
}

/** Whether a request takes an encoding, by its `accept-encoding`: `;q=0` refuses it. */
export function accepts(header: string | string[] | undefined, name: string): boolean {
  if (typeof header !== 'string') return false
  const part = header.split(',').find((item) => item.trim().split(';')[0]!.trim() === name)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
}
