import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { tidyForwarded, warnOfForwarded } from './forwarded.ts'

interface Warning {
  forwardedFor?: string
  from?: string
}

/** A server that answers with the address of its visitor. @param proxies that are believed */
function server(proxies = ['127.0.0.1', '10.0.0.2']): { app: FastifyInstance; warnings: Warning[] } {
  const warnings: Warning[] = []
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'warn' },
    { write: (line) => void warnings.push(JSON.parse(line)) },
  )
  const app = Fastify({ loggerInstance, trustProxy: proxies.length > 0 ? proxies : false })
  onTestFinished(() => app.close())
  if (proxies.length > 0) tidyForwarded(app)
  else warnOfForwarded(app)
  app.get('/', (request) => request.ip)
  return { app, warnings }
}

it.each([
  ['203.0.113.5:5000', '203.0.113.5'],
  ['[2001:db8::1]:5000', '2001:db8::1'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['garbage, 203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:5000, 10.0.0.2:443', '203.0.113.5'],
])('reads %s as a visitor at %s', async (header, ip) => {
  const { app, warnings } = server()
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': header } })
  expect(answer.body).toBe(ip)
  expect(warnings).toEqual([])
})

it('leaves a request without the header alone', async () => {
  expect((await server().app.inject('/')).body).toBe('127.0.0.1')
})

it('warns once of a proxy that names no address', async () => {
  const { app, warnings } = server()
  for (let n = 0; n < 3; n++)
    await app.inject({ url: '/', headers: { 'x-forwarded-for': `hidden-${n}, 10.0.0.2:443` } })
  expect(warnings).toMatchObject([{ forwardedFor: 'hidden-0, 10.0.0.2' }])
})

it('warns once of a proxy that is not believed, by the address that would be written into TRUST_PROXY', async () => {
  const { app, warnings } = server([])
  expect((await app.inject({ url: '/', remoteAddress: '172.18.0.1' })).body).toBe('172.18.0.1')
  expect(warnings).toEqual([])
  for (let n = 1; n < 4; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}` }
    expect((await app.inject({ url: '/', headers, remoteAddress: '172.18.0.1' })).body).toBe('172.18.0.1')
  }
  expect(warnings).toMatchObject([{ from: '172.18.0.1', msg: expect.stringContaining('TRUST_PROXY') }])
})
