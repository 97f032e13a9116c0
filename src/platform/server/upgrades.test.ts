import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { shopConfig, type ShopConfig } from '#wire/shop-config.ts'
import { readConfig } from './config.ts'
import { guarded } from './guarded.ts'
import { createHttp } from './http.ts'
import { createPageCache } from './pages/page-cache.ts'
import type { ContextParts } from './request.ts'

/*
 * Connections by a bare socket: requests with an `Upgrade` header, of lines that no client would send, and a client
 * that does not read.
 */

let app: FastifyInstance
/** The targets that came as upgrades. */
let upgraded: string[]
let logged: string[]

beforeEach(async () => {
  upgraded = []
  logged = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' })
  const shop = { ...shopConfig.parse({}), theme: {} } as unknown as ShopConfig
  const http = await createHttp({
    config,
    log,
    cache: createPageCache({ maxBytes: 1_000_000 }),
    // No request of these tests comes as far as the database.
    parts: {
      words: () => ({ texts: () => ({}), lang: () => 'en' }),
      shop: () => shop,
      countryHeader: null,
    } as unknown as ContextParts,
    lastResort: () => 'last resort',
    missingPage: async (_request, reply) => reply.code(404).send('nothing here'),
    failedPage: async (status, _request, reply) => reply.code(status).send('a failure page'),
    stillness: { most: 300, every: 50 },
  })
  app = http.app
  app.get('/hello', async () => 'good day')
  app.get('/large', async () => 'a'.repeat(20_000_000))
  app.server.on(
    'upgrade',
    guarded(
      log,
      'an upgrade',
      (request, socket) => {
        upgraded.push(request.url ?? '')
        if (request.url?.includes('fall') === true) throw new Error('fell')
        socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      },
      (_, socket) => socket.destroy(),
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => app.close())

/** The status of the answer; null when the connection was closed without one. */
async function say(line: string, headers: string): Promise<number | null> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  socket.write(
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\n${headers}\r\n\r\n`,
    'latin1',
  )
  await once(socket, 'close')
  return text === '' ? null : Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1])
}

const websocket =
  'Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'

describe('an upgrade', () => {
  it('is made at the address of the live channel, with any query', async () => {
    expect(await say('GET /ws/message?session=x', websocket)).toBe(101)
    expect(await say('GET /ws/message', websocket.replace('websocket', 'WebSocket'))).toBe(101)
    expect(upgraded).toEqual(['/ws/message?session=x', '/ws/message'])
  })

  it.each([
    '//',
    '//[',
    'http:',
    'http://[',
    '*',
    '%',
    '/%00',
    '//ws/message',
    '/ws/message/',
    '/ws/messages',
  ])('to %s is none, and is answered as any request', async (target) => {
    expect(await say(`GET ${target}`, websocket)).toSatisfy((status) => status === 404 || status === 400)
    expect(upgraded).toEqual([])
    expect(logged).toEqual([])
  })

  it('that is not wanted is left unheard, as RFC 9110 allows', async () => {
    expect(await say('GET /hello', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk')).toBe(200)
    expect(await say('GET /ws/message', 'Upgrade: h2c')).toBe(404)
    expect(await say('POST /ws/message', `${websocket}\r\nContent-Length: 0`)).toBe(404)
    expect(upgraded).toEqual([])
  })

  it('that throws closes its own connection, is logged, and no more', async () => {
    expect(await say('GET /ws/message?fall', websocket)).toBeNull()
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['an upgrade failed'])
    expect(await say('GET /hello', '')).toBe(200)
  })
})

describe('a client that does not read its answer', () => {
  /** A connection that has asked, at both ends. */
  async function asking(target: string): Promise<{ client: Socket; socket: Socket }> {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const { port } = app.server.address() as AddressInfo
    const client = connect(port, '127.0.0.1').pause()
    client.on('error', () => {})
    onTestFinished(() => void client.destroy())
    client.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const [socket] = await accepted
    return { client, socket }
  }

  it('is hung up on when nothing has moved for so long, and nobody else is', async () => {
    const idle = await asking('/hello')
    await once(idle.client, 'readable')
    const { socket } = await asking('/large')
    const begun = performance.now()
    await once(socket, 'close')
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(socket.bytesWritten).toBeGreaterThan(0)
    expect(idle.socket.destroyed).toBe(false)
  })

  it('costs the others no clock', () => expect(app.server.timeout).toBe(0))
})
