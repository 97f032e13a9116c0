import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { serveOps } from '../ops.ts'
import { createPageCache } from '../pages/page-cache.ts'

/** Asks for the metrics of a shop with these variables. @param from an IP address */
async function ask(
  env: Record<string, string>,
  headers: Record<string, string> = {},
  from = '127.0.0.1',
): Promise<{ status: number; body: string }> {
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const app = Fastify({ trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false })
  onTestFinished(() => app.close())
  serveOps(app, {
    config,
    cache: createPageCache({ maxBytes: 1_000 }),
    hitCount: () => 0,
    refusedOrders: () => ({}),
    version: '0.0.0',
    build: 'test',
    loops: () => [],
    ready: async () => [],
    closing: () => false,
  })
  const answer = await app.inject({
    url: '/metrics',
    remoteAddress: from,
    headers: { host: 'localhost:3000', ...headers },
  })
  return { status: answer.statusCode, body: answer.body }
}

it.each([
  ['127.0.0.1', 'localhost:3000'],
  ['::1', '[::1]:3000'],
  ['::ffff:127.0.0.1', '127.0.0.1:3000'],
])('shows the metrics to %s without a token', async (from, host) => {
  const { status, body } = await ask({}, { host }, from)
  expect(status).toBe(200)
  expect(body).toContain('violet_fast_hits 0')
})

it.each([
  ['another machine', {}, '203.0.113.5'],
  ['a neighbour', {}, '192.168.1.20'],
  ['a stranger by a proxy on this machine', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
  ['a stranger who says to be here', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['a stranger by a proxy that names nobody', { via: '1.1 proxy' }, '127.0.0.1'],
  ['a stranger by a proxy that adds nothing', { host: 'shop.example' }, '127.0.0.1'],
])('does not show them to %s without a token', async (_, headers, from) => {
  for (const env of [{}, { TRUST_PROXY: '127.0.0.1' }]) {
    const { status, body } = await ask(env, headers as Record<string, string>, from)
    expect(status).toBe(403)
    expect(body).toBe('METRICS_TOKEN is not set: only this machine is answered.\n')
  }
})

it('shows them to whoever has the token, and to nobody else', async () => {
  const token = { METRICS_TOKEN: 'sesame' }
  const stranger = '203.0.113.5'
  expect((await ask(token, { authorization: 'Bearer sesame' }, stranger)).status).toBe(200)
  expect((await ask(token, { authorization: 'Bearer open' }, stranger)).status).toBe(401)
  expect((await ask(token)).status).toBe(401)
})
