import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from '#domain/result.ts'
import { readConfig } from '#platform/server/config.ts'
import { createHttp } from '#platform/server/http.ts'
import { openApiDocument } from '#platform/server/openapi.ts'
import { testParts } from '#platform/server/calls/parts-for-tests.ts'
import { createPageCache } from '#platform/server/pages/page-cache.ts'
import { serveCalls, type Served } from '#platform/server/serve.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { endpoints } from '../endpoints.ts'

/*
 * Every call that writes, as its contract says, behind the shop's own door: what it does is replaced by a counter.
 */

/** Calls that change nothing; a new call stands here, or takes a key. */
const reading = new Set([
  '/product/list',
  '/product/detail',
  '/product/related',
  '/product/recent',
  '/search/suggest',
  '/search/query',
  '/article/list',
  '/article/mine',
  '/article/preview',
  '/comment/list',
  '/comment/mine',
  '/coupon/list',
  '/coupon/mine',
  '/coupon/usable',
  '/review/list',
  '/review/mine',
  '/question/list',
  '/cart/list',
  '/cart/count',
  '/cart/variants',
  '/favorite/list',
  '/favorite/count',
  '/favorite/whishList',
  '/address/list',
  '/address/regions',
  '/address/split',
  '/checkout/detail',
  '/checkout/shippingMethods',
  '/checkout/paymentMethods',
  '/order/count',
  '/notification/preferences',
  '/order/detail',
  '/return/options',
  '/return/preview',
  '/return/list',
  '/return/detail',
  '/order/list',
  '/payment/status',
  '/user/info',
  '/user/statistics',
  '/user/credit',
  '/user/security',
  '/user/sessions',
  '/user/activity',
  '/user/export',
  '/user/passkeys',
  '/user/oauthAccounts',
  // What these write shows nowhere and expires by itself: a count of open pages, a puzzle, a ticket for one socket.
  '/visitor/track',
  '/verify/create',
  '/live/ticket',
])

let database: TestDatabase
let app: FastifyInstance
const done = new Map<string, number>()

/** The contract as it is, but for what it takes and answers; the work is a count of what was committed. */
function counted({ endpoint }: Served): Served {
  const { path, isOnce } = endpoint
  const next = (): number => (done.get(path) ?? 0) + 1
  return {
    endpoint: { ...endpoint, input: z.looseObject({}), output: z.looseObject({}), needs: null },
    action: isOnce
      ? async () => {
          done.set(path, next())
          return ok({ done: done.get(path) })
        }
      : (ctx) =>
          ctx.transact(async (tx) => {
            const times = next()
            tx.afterCommit(() => void done.set(path, times))
            return ok({ done: times })
          }),
    form: null,
  }
}

beforeAll(async () => {
  database = await createDatabase()
  const parts = testParts(database.db)
  const http = await createHttp({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://shop.example' }),
    parts,
    log: pino({ level: 'silent' }),
    cache: createPageCache({ maxBytes: 1_000_000 }),
    lastResort: () => '',
    missingPage: async (_request, reply) => reply.code(404).send(''),
    failedPage: async (status, _request, reply) => reply.code(status).send(''),
  })
  app = http.app
  serveCalls(app, {
    parts,
    table: endpoints.map(counted),
    checkAnswers: true,
    now: () => new Date(),
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function sent(path: string, body: object): Promise<{ status: number; data: unknown }> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/web${path}`,
    headers: {
      host: 'shop.example',
      'content-type': 'application/json',
      'idempotency-key': `key of ${path}`,
    },
    payload: body,
  })
  return { status: answer.statusCode, data: answer.json<{ data: unknown }>().data }
}

const writing = endpoints.flatMap(({ endpoint }) => (endpoint.writes ? [endpoint.path] : []))

it('is every call that is not known to read only', () => {
  const all = endpoints.map(({ endpoint }) => endpoint.path)
  expect(
    all.filter((path) => !reading.has(path) && !writing.includes(path)),
    'neither listed as reading above nor `writes: true` in the contract',
  ).toEqual([])
  expect(
    writing.filter((path) => reading.has(path)),
    'listed as reading above, and `writes: true` in the contract',
  ).toEqual([])
  expect([...reading].filter((path) => !all.includes(path))).toEqual([])
})

it.each(writing)('%s is done once under a key, and the key is refused with another body', async (path) => {
  const first = await sent(path, { a: 1 })
  expect([first.status, first.data]).toEqual([200, { done: 1 }])
  expect(await sent(path, { a: 1 })).toEqual(first)
  expect(await sent(path, { a: 2 })).toMatchObject({
    status: 422,
    data: { problem: 'idempotency_key_reused' },
  })
  expect(done.get(path)).toBe(1)
})

it('stores nothing that a secret could be read from', async () => {
  const once = endpoints.flatMap(({ endpoint }) => (endpoint.isOnce ? [endpoint.path] : []))
  const { rows } = await database.db.pool.query<{ path: string; answer: object }>(
    'select path, answer from idempotency_keys where path = any($1)',
    [once],
  )
  expect(rows.map(({ path }) => path).toSorted()).toEqual(once.toSorted())
  expect(rows.filter(({ answer }) => Object.keys(answer).join() !== 'sealed')).toEqual([])
})

it('is described in the API document', () => {
  const document = openApiDocument(endpoints, { name: 'Violet', version: '1' }) as unknown as {
    paths: Record<string, { post: { parameters?: { name: string }[] } }>
  }
  const described = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post.parameters?.some(({ name }) => name === 'idempotency-key') === true ? [path] : [],
  )
  const called = described.map((path) => path.replace(/^\/api\/web/, ''))
  expect(called.toSorted()).toEqual([...writing, '/upload/image'].toSorted())
})
