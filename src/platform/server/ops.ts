import { timingSafeEqual } from 'node:crypto'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { isLoopback, isLoopbackName } from './network/loopback.ts'
import type { PageCache } from './pages/page-cache.ts'
import type { LoopRuns } from './jobs/schedule.ts'

/*
 * Endpoints for operators and platforms: alive, ready, metrics, version.
 */

export interface OpsOptions {
  config: Config
  cache: PageCache
  hitCount: () => number
  /** Orders that a limit on networks has refused, by the problem. */
  refusedOrders: () => Readonly<Record<string, number>>
  version: string
  build: string
  /** The loops of `schedule.ts` on this node, and what they have done. */
  loops: () => readonly LoopRuns[]
  /** Throws, or returns the reason why the shop is not ready yet. */
  ready: () => Promise<string[]>
  /** True once the shutdown began. */
  closing: () => boolean
}

export function serveOps(app: FastifyInstance, options: OpsOptions): void {
  const { cache, config } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'violet_' })
  const requests = new Counter({
    name: 'violet_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'violet_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'violet_page_cache',
    help: 'The page cache: pages, fragments, bytes, hits, misses',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, value] of Object.entries(cache.stats())) this.set({ what }, value)
    },
  })
  new Gauge({
    name: 'violet_fast_hits',
    help: 'Pages sent ahead of the framework',
    registers: [registry],
    collect() {
      this.set(options.hitCount())
    },
  })
  new Gauge({
    name: 'violet_loop_runs',
    help: 'Runs of the work that the shop does by itself, on this node, by outcome',
    labelNames: ['loop', 'outcome'],
    registers: [registry],
    collect() {
      for (const { name, succeeded, failed } of options.loops()) {
        this.set({ loop: name, outcome: 'succeeded' }, succeeded)
        this.set({ loop: name, outcome: 'failed' }, failed)
      }
    },
  })
  new Gauge({
    name: 'violet_loop_ended_seconds',
    help: 'When the last run of a loop ended on this node, in seconds since the epoch',
    labelNames: ['loop'],
    registers: [registry],
    collect() {
      for (const { name, endedAt } of options.loops())
        if (endedAt !== null) this.set({ loop: name }, endedAt / 1000)
    },
  })
  new Gauge({
    name: 'violet_network_refusals',
    help: 'Orders refused because their network had reached a limit, by the problem: somebody may be taking the stock',
    labelNames: ['problem'],
    registers: [registry],
    collect() {
      for (const [problem, value] of Object.entries(options.refusedOrders())) this.set({ problem }, value)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, never the URL: labels must be few.
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  // Polled until it is ready: not being ready is no error.
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const faults = options.closing()
      ? ['shutting down']
      : await options.ready().catch(() => ['the database does not answer'])
    return reply
      .header('cache-control', 'no-store')
      .code(faults.length === 0 ? 200 : 503)
      .send({ status: faults.length === 0 ? 'ready' : 'not ready', faults })
  })
  app.get('/version', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ version: options.version, build: options.build }),
  )
  app.get('/metrics', async (request, reply) => {
    if (config.metricsToken === null && !isFromHere(request))
      return reply
        .code(403)
        .type('text/plain')
        .send('METRICS_TOKEN is not set: only this machine is answered.\n')
    if (config.metricsToken !== null && !isToken(request.headers.authorization, config.metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').send('')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** What proxies write into the requests of strangers, which come from here as well where the proxy runs here. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function isFromHere(request: FastifyRequest): boolean {
  const isForwarded = proxyHeaders.some((name) => request.headers[name] !== undefined)
  return !isForwarded && isLoopback(request.ip) && isLoopbackName(request.hostname)
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
