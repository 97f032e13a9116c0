import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { byWord } from '#domain/by-word.ts'
import { refusal, problemOf, Refusal } from './answers.ts'
import { variantOf } from './choices.ts'
import { compressTexts } from './compress.ts'
import type { Config } from './config.ts'
import { contentPolicy, policyHeader } from './pages/content-policy.ts'
import {
  closeIfUnread,
  readRest,
  keepDeadlines,
  type Deadlines,
  type Lateness,
  type Stopgap,
} from './deadline.ts'
import { filePatience, leastPace } from './form-fields.ts'
import { tidyForwarded, warnOfForwarded } from './forwarded.ts'
import { guarded } from './guarded.ts'
import { endStillConnections, type StillnessOptions } from './network/still-connections.ts'
import type { Dictionaries } from './pages/dictionary.ts'
import { createHits, type Hits } from './pages/hit.ts'
import type { PageCache } from './pages/page-cache.ts'
import { wantsLive } from './live.ts'
import { callLocale, type ContextParts } from './request.ts'
import { apiBase } from './serve.ts'
import { translator, type Translate } from '#i18n/t.ts'

/*
 * The HTTP server: limits, hosts, headers, errors. Only this folder knows Fastify.
 */

/** Bytes: no call of the shop carries more; pictures have a limit of their own. */
const bodyLimit = 64 * 1024

/** Nothing may move for as long as a phone may be in a tunnel. */
const stillness: StillnessOptions = { most: 60_000, every: 5_000 }

/** Statements end after five seconds, waiting for a connection too: mostly the handler itself says what is wrong. */
const deadlines: Deadlines = { answer: 6_000, body: 10_000, files: filePatience, pace: leastPace }

export interface HttpOptions {
  config: Config
  log: Logger
  cache: PageCache
  dictionaries?: Dictionaries | null
  parts: ContextParts
  /** Whether a request may be of a visitor who is shown something else than others. */
  isApart?: (headers: IncomingHttpHeaders) => boolean
  /** Scripts that stand in the pages themselves, letter by letter. */
  inlineScripts?: readonly string[]
  /** Origins of foreign pages that a form of ours may lead to, besides those of payments. */
  formTargets?: readonly string[]
  /** Answers a failed page; the call itself answers failed calls. */
  failedPage: (status: number, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  missingPage: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** The last answer, when not even the failure page can be made: a document that needs nothing. */
  lastResort: (lang: string, text?: string) => string
  /** For tests: a minute is too long for them. */
  stillness?: StillnessOptions
}

export interface HttpServer {
  app: FastifyInstance
  hits: Hits
  /** Whether the shop answers to the name in a `Host` header. */
  isAllowedHost(host: string): boolean
  /** Requests answered from the page cache ahead of the framework. */
  hitCount(): number
}

export async function createHttp(options: HttpOptions): Promise<HttpServer> {
  const { config, cache } = options
  const isAllowedHost = hostGuard(config)
  const headers = securityHeaders(config, options.inlineScripts ?? [], options.formTargets ?? [])
  const headerList = Object.entries(headers).flat()
  const hits = createHits({
    cache,
    isAllowedHost,
    headers: headerList,
    variantOf: (asked) => variantOf(asked, options.parts),
    ...(options.isApart === undefined ? {} : { isApart: options.isApart }),
    countryHeader: options.parts.countryHeader,
    tagHeader: config.cdnTagHeader,
    dictionaries: options.dictionaries ?? null,
  })
  let hitCount = 0

  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    bodyLimit,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => decodable(url),
    serverFactory: (handler) => {
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        if (hits.answer(request, response)) hitCount += 1
        else handler(request, response)
      }
      const server = createServer(
        // Milliseconds. Node looks for connections that are over their time only so often.
        { shouldUpgradeCallback: wantsLive, connectionsCheckingInterval: 1_000 },
        guarded(options.log, 'a request', answer, (_, response) => response.destroy()),
      )
      // Milliseconds. A client that dribbles its request may not hold a connection for ever. Files take longest; all
      // else has to be in much sooner, which `keepDeadlines` looks after.
      server.requestTimeout = filePatience
      server.headersTimeout = 10_000
      endStillConnections(server, options.log, options.stillness ?? stillness)
      server.keepAliveTimeout = 72_000
      server.maxRequestsPerSocket = 0
      return server
    },
  })
  if (config.trustProxy.length > 0) tidyForwarded(app)
  else warnOfForwarded(app)
  keepDeadlines(app, {
    ...deadlines,
    headers,
    stopgap: (request, problem) => stopgapFor(request, problem, options),
  })
  app.removeContentTypeParser('text/plain')
  readEmptyJson(app)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!isAllowedHost(request.headers.host ?? '')) throw new Refusal('unknown_host')
    if (request.headers['content-encoding'] !== undefined) throw new Refusal('unsupported_body')
  })
  app.addHook('onRequest', (request, reply, done) => {
    // PostgreSQL takes no NUL: nothing in the shop has such an address.
    if (!request.url.includes('%00') || request.is404) done()
    else if (request.url.startsWith(apiBase)) done(new Refusal('unknown_call'))
    else reply.callNotFound()
  })
  compressTexts(app)
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    // 503 is told on purpose: a place, a provider or the database is not free. Its cause has a line of its own.
    if (reply.statusCode === 503) request.log.warn(line, 'request')
    else if (reply.statusCode >= 500) request.log.error(line, 'request')
    else request.log.debug(line, 'request')
  })

  app.setErrorHandler(async (error, request, reply) => {
    const problem = problemOf(error, request.method)
    if (problem.name === 'unexpected') request.log.error({ err: error }, 'a request failed')
    else if (problem.name === 'unavailable' || problem.name === 'too_slow')
      request.log.warn({ err: error }, 'a request could not be answered')
    else request.log.debug({ err: error }, 'a request was refused')
    if (request.raw.complete === false) await readRest(request)
    closeIfUnread(request, reply)
    const { t, lang } = speakerOf(request, options.parts)
    const answer = refusal(problem, t)
    reply.header('cache-control', 'no-store').code(answer.status)
    if (wantsEnvelope(request)) return reply.send(answer.envelope)
    try {
      return await options.failedPage(answer.status, request, reply)
    } catch (second) {
      request.log.error({ err: second }, 'the failure page failed')
      return reply.type('text/html; charset=utf-8').send(options.lastResort(lang))
    }
  })
  app.setNotFoundHandler((request, reply) => options.missingPage(request, reply))

  return { app, hits, isAllowedHost, hitCount: () => hitCount }
}

/** A body of JSON without a single byte is a call without input: clients name the type of what they do not send, too. */
function readEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

/** A URL whose path is no text in UTF-8 is looked up as it is written: there is no such page, and the shop says so. */
function decodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** A call, or a visit of the page protocol: its answer is read by a program. */
function wantsEnvelope({ url }: FastifyRequest): boolean {
  return url.startsWith(apiBase) || url.includes('request=route')
}

function stopgapFor(request: FastifyRequest, name: Lateness, { parts, lastResort }: HttpOptions): Stopgap {
  const { t, lang } = speakerOf(request, parts)
  const { status, envelope } = refusal({ name }, t)
  return wantsEnvelope(request)
    ? { status, type: 'application/json; charset=utf-8', body: JSON.stringify(envelope) }
    : { status, type: 'text/html; charset=utf-8', body: lastResort(lang, envelope.msg) }
}

/** The words of who asks, where no page or call is under way. */
function speakerOf(request: FastifyRequest, parts: ContextParts): { t: Translate; lang: string } {
  const words = parts.words()
  const locale = callLocale(request)
  const lang = words.lang(locale)
  return { t: translator(words.texts(locale), lang), lang }
}

/** The shop answers to its own names only: a foreign Host header must not reach links, caches or mails. */
function hostGuard(config: Config): (host: string) => boolean {
  const names = new Set(['localhost', ...config.allowedHosts])
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname)
  const known = new Map<string, boolean>()
  return (host) => {
    let allowed = known.get(host)
    if (allowed === undefined) {
      const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
      // An IP cannot be pointed elsewhere by a hostile DNS answer.
      allowed = names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
      if (known.size < 1_000) known.set(host, allowed)
    }
    return allowed
  }
}

function securityHeaders(
  config: Config,
  inlineScripts: readonly string[],
  formTargets: readonly string[],
): Record<string, string> {
  const headers: Record<string, string> = byWord({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
  // Hot reload writes scripts into the page, which the policy forbids.
  if (config.mode !== 'development')
    headers[policyHeader] = contentPolicy(inlineScripts, [...payPages(config), ...formTargets])
  if (config.publicUrl?.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

/** Where a form of ours may lead in the end: the pages of payment providers. */
function payPages({ stripe }: Config): string[] {
  if (stripe === null) return []
  return [stripe.apiUrl === null ? 'https://checkout.stripe.com' : new URL(stripe.apiUrl).origin]
}
