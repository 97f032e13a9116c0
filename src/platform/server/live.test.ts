import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { FromPage, ToPage } from '#wire/live-messages.ts'
import { createLive, type Live, type LiveOptions, type LiveSocket, type LiveTicket } from './live.ts'

const ticket = 'a'.repeat(43)

let server: Server
let live: Live<LiveTicket>
let tickets: Set<string>
let watched: number[][]
let abandoned: string[]
let open: WebSocket[]

beforeEach(() => start({}))

afterEach(async () => {
  for (const socket of open) socket.terminate()
  await live.close()
  server.close()
})

async function start(options: {
  most?: number
  mostOfNetwork?: number
  pingEvery?: number
  network?: (session: string) => string | null
  heard?: LiveOptions<LiveTicket>['heard']
}): Promise<void> {
  tickets = new Set(['a', 'b', 'c', 'd'].map((letter) => letter.repeat(43)))
  watched = []
  abandoned = []
  open = []
  const { network = () => null, ...others } = options
  live = createLive({
    log: pino({ level: 'silent' }),
    redeem: async (session) => (tickets.delete(session) ? { locale: 'en', network: network(session) } : null),
    abandoned: (topic) => abandoned.push(topic),
    isAllowedOrigin: ({ headers }) => headers.origin === 'https://shop.example',
    heard: (socket, { products }) => {
      watched.push(products)
      socket.follow(products.map((id) => `product:${id}`))
    },
    ...others,
  })
  server = createServer((_request, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket, head) => {
    if (!live.upgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

interface Page {
  socket: WebSocket
  heard: ToPage[]
  says(message: unknown): void
  closed: Promise<number>
}

/** The page, or the status that the door was shut with. */
async function knock({
  session = ticket,
  format = 'json',
  origin = 'https://shop.example' as string | null,
  path = '/ws/message',
} = {}): Promise<Page | number> {
  const { port } = server.address() as AddressInfo
  const query = new URLSearchParams({ session, format })
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?${query}`, origin === null ? {} : { origin })
  open.push(socket)
  const heard: ToPage[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as ToPage))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy()
      resolve(statusCode)
    })
    socket.on('error', () => resolve(0))
    socket.on('open', () =>
      resolve({
        socket,
        heard,
        closed,
        says: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      }),
    )
  })
}

/** What a page says that shows these products. */
function watching(products: number[]): Extract<FromPage, { msg: 'watch' }> {
  return { code: 200, msg: 'watch', data: { products, cart: false, key: null } }
}

async function enter(session = ticket): Promise<Page> {
  const page = await knock({ session })
  if (typeof page === 'number') throw new Error(`refused with ${page}`)
  return page
}

describe('the door', () => {
  it('opens once for a ticket', async () => {
    expect(typeof (await knock())).toBe('object')
    expect(await knock()).toBe(401)
  })

  it.each([
    ['a foreign origin', { origin: 'https://elsewhere.example' }, 403],
    ['no origin', { origin: null }, 403],
    ['a ticket of another shape', { session: `${ticket}x` }, 403],
    ['an unknown ticket', { session: 'z'.repeat(43) }, 401],
    ['another format', { format: 'xml' }, 400],
    ['another path', { path: '/ws/other' }, 0],
  ])('is shut for %s, and the ticket stays good', async (_why, how, status) => {
    expect(await knock(how)).toBe(status)
    expect(tickets.has(ticket)).toBe(true)
  })

  it('lets in as many as there is room for, and the next when one has left', async () => {
    await live.close()
    server.close()
    await start({ most: 1 })
    const first = await enter()
    expect(await knock({ session: 'b'.repeat(43) })).toBe(503)
    first.socket.close()
    await first.closed
    await expect.poll(() => [...live.sockets()].length).toBe(0)
    expect(typeof (await knock({ session: 'c'.repeat(43) }))).toBe('object')
  })
})

describe('one network', () => {
  const letters = (letter: string): string => letter.repeat(43)

  it('has no more than its share of the sockets, and the next when one has left', async () => {
    await live.close()
    server.close()
    await start({ mostOfNetwork: 1, network: (session) => (session.startsWith('d') ? 'another' : 'one') })
    const first = await enter()
    expect(await knock({ session: letters('b') })).toBe(429)
    expect(typeof (await knock({ session: letters('d') }))).toBe('object')
    first.socket.close()
    await first.closed
    await expect.poll(() => [...live.sockets()].length).toBe(1)
    expect(typeof (await knock({ session: letters('c') }))).toBe('object')
  })

  it('is not counted where every visitor may be behind it', async () => {
    await live.close()
    server.close()
    await start({ mostOfNetwork: 1 })
    for (const letter of ['a', 'b', 'c'])
      expect(typeof (await knock({ session: letters(letter) }))).toBe('object')
  })
})

describe('an open page', () => {
  it('abandons a topic that it alone followed, and none that it follows still', async () => {
    const [page, other] = [await enter(), await enter('b'.repeat(43))]
    other.says(watching([1]))
    await expect.poll(() => watched).toEqual([[1]])
    page.says(watching([1, 2, 3]))
    page.says(watching([3]))
    await expect.poll(() => watched.length).toBe(3)
    expect(abandoned).toEqual(['product:2'])
    page.socket.close()
    other.socket.close()
    await expect.poll(() => [...abandoned].sort()).toEqual(['product:1', 'product:2', 'product:3'])
  })

  it('follows nothing once it has closed', async () => {
    await live.close()
    server.close()
    const heard = Promise.withResolvers<LiveSocket<LiveTicket>>()
    await start({ heard: (socket) => heard.resolve(socket) })
    const page = await enter()
    page.says(watching([1]))
    const socket = await heard.promise
    page.socket.close()
    await expect.poll(() => [...live.sockets()].length).toBe(0)
    socket.follow(['product:1'])
    expect([...live.followers('product:1')]).toEqual([])
    expect(socket.topics.size).toBe(0)
  })

  it('is answered each ping', async () => {
    const page = await enter()
    page.says({ code: 200, msg: 'ping' })
    await expect.poll(() => page.heard).toEqual([{ code: 200, msg: 'pong', data: null }])
  })

  it('hears of what it watches, and of nothing that it watched before', async () => {
    const page = await enter()
    page.says(watching([1, 2]))
    await expect.poll(() => watched).toEqual([[1, 2]])
    page.says(watching([2, 3]))
    await expect.poll(() => [...live.followers('product:3')].length).toBe(1)
    expect([...live.followers('product:1')]).toEqual([])
    for (const socket of live.followers('product:2')) socket.send({ type: 'price.changed', product: 2 })
    await expect
      .poll(() => page.heard)
      .toEqual([{ code: 0, msg: '', data: { type: 'price.changed', product: 2 } }])
    page.socket.close()
    await expect.poll(() => [...live.followers('product:2')].length).toBe(0)
  })

  it.each([
    ['what is no JSON', '{', 1007],
    ['an unknown message', { code: 200, msg: 'buy' }, 1007],
    ['a message outside of a frame', { type: 'watch', ...watching([1]).data }, 1007],
    ['too many products', watching(Array.from({ length: 121 }, (_, n) => n + 1)), 1007],
    ['a product that cannot be', watching([-1]), 1007],
    ['more than 4 kB', 'x'.repeat(5_000), 1009],
  ])('is closed for %s', async (_what, message, code) => {
    const page = await enter()
    page.says(message)
    expect(await page.closed).toBe(code)
    expect(watched).toEqual([])
  })

  it('is closed for talking without end', async () => {
    const page = await enter()
    for (let n = 0; n < 40; n++) page.says({ code: 200, msg: 'ping' })
    expect(await page.closed).toBe(1008)
    expect(page.heard.length).toBeLessThanOrEqual(20)
  })

  it('is let go when it does not read', async () => {
    const page = await enter()
    page.socket.pause()
    const [socket] = live.sockets()
    const text = 'x'.repeat(60_000)
    for (let n = 0; n < 400; n++) socket!.send({ type: 'notice', text })
    await expect.poll(() => [...live.sockets()].length).toBe(0)
  })

  it('is let go when it does not answer', async () => {
    await live.close()
    server.close()
    // Both ends of the other page run in this process, too: it is let go, as well, when that stands still for so long.
    await start({ pingEvery: 1_000 })
    await enter()
    const { port } = server.address() as AddressInfo
    const deaf = new WebSocket(`ws://127.0.0.1:${port}/ws/message?session=${'b'.repeat(43)}&format=json`, {
      origin: 'https://shop.example',
      autoPong: false,
    })
    open.push(deaf)
    const [code] = (await once(deaf, 'close')) as [number]
    expect(code).toBe(1006)
    await expect.poll(() => [...live.sockets()].length).toBe(1)
  })

  it('is told that the shop restarts', async () => {
    const page = await enter()
    await live.close()
    expect(await page.closed).toBe(1012)
    expect(await knock({ session: 'b'.repeat(43) })).toBe(503)
  })
})
