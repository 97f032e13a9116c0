import type { Page, WebSocketRoute } from '@playwright/test'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon } from './visitor.ts'

/*
 * The browser's end of the live channel; the server's is the test.
 */

interface Opened extends Visitor {
  /** The connections of the page, in order. */
  sockets: WebSocketRoute[]
  /** The frames of the page over all connections. */
  said: unknown[]
}

const watching = { code: 200, msg: 'watch', data: { products: [7], cart: false, key: null } }
const ping = { code: 200, msg: 'ping' }

const test = base.extend<{
  /** `heartbeat`: ms between two pings; none by default, as nobody answers them. */
  open(heartbeat?: number): Promise<Opened>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (heartbeat = 1_000_000_000) => {
      shop.pages.set('/', { html: '<h1>Live</h1>' })
      const visitor = await openVisitor()
      const { page } = visitor
      const sockets: WebSocketRoute[] = []
      const said: unknown[] = []
      await page.routeWebSocket(/\/ws\/message\?session=a-ticket&format=json$/, (socket) => {
        sockets.push(socket)
        socket.onMessage((text) => void said.push(JSON.parse(String(text))))
      })
      await page.clock.install()
      await page.goto('/')
      await page.evaluate((ms) => window.runtime.live(ms), heartbeat)
      await expectSoon(() => said).toEqual([watching])
      return { ...visitor, sockets, said }
    }),
})

const state = (page: Page) => async () => {
  const {
    state: now,
    connected,
    lastMessage,
    reconnectError,
  } = await page.evaluate(() => window.runtime.stores().then(({ live }) => ({ ...live.get(), timer: null })))
  return { state: now, connected, lastMessage, reconnectError }
}

const channel = (page: Page) => page.evaluate(() => window.channel)

test('says what it follows and pings every ten seconds, in frames', async ({ open }) => {
  const { page, said } = await open(10_000)
  await page.clock.runFor(10_000)
  await expectSoon(() => said).toEqual([watching, ping])
})

test('keeps the message of a frame as the last one, and an answered ping is none', async ({ open }) => {
  const { page, sockets } = await open()
  const news = { type: 'price.changed', product: 7 }
  const later = { type: 'of.tomorrow' }
  sockets[0]!.send(JSON.stringify({ code: 0, msg: '', data: news }))
  sockets[0]!.send(JSON.stringify({ code: 0, msg: '', data: later }))
  sockets[0]!.send(JSON.stringify({ code: 200, msg: 'pong', data: null }))
  await expectSoon(state(page)).toEqual({
    state: 'connected',
    connected: true,
    lastMessage: later,
    reconnectError: false,
  })
  expect((await channel(page)).news).toEqual([news])
})

test('comes back after 50 seconds, and asks for what it missed', async ({ open }) => {
  const { page, sockets, said } = await open()
  await sockets[0]!.close({ code: 1012 })
  await expectSoon(state(page)).toMatchObject({ state: 'reconnecting', connected: false })
  await page.clock.runFor(49_000)
  expect((await channel(page)).tickets).toBe(1)
  await page.clock.runFor(1_000)
  await expectSoon(() => said).toEqual([watching, watching])
  expect(await channel(page)).toMatchObject({ tickets: 2, news: ['resync'] })
})

test('after five attempts sets its flag and says so to the log, and to nobody else', async ({ open }) => {
  const { page, sockets, errors } = await open()
  await page.evaluate(() => (window.channel.isShut = true))
  await sockets[0]!.close({ code: 1012 })
  await expectSoon(state(page)).toMatchObject({ connected: false })
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await state(page)()).toMatchObject({ reconnectError: false })
    expect(errors).toEqual([])
    await page.clock.runFor(50_000)
    await expectSoon(async () => (await channel(page)).tickets).toBe(1 + attempt)
  }
  await expectSoon(state(page)).toMatchObject({
    state: 'disconnected',
    connected: false,
    reconnectError: true,
  })
  await expectSoon(() => errors).toHaveLength(1)
  expect(errors.splice(0)).toEqual(['The live channel is closed: all attempts to reconnect have failed.'])
  expect(await page.locator('#toasts').textContent()).toBe('')
  await page.clock.runFor(300_000)
  expect((await channel(page)).tickets).toBe(6)
})

test('rests in a window that was out of sight for five minutes, and is back at once with it', async ({
  open,
}) => {
  const { page, sockets, said } = await open()
  const show = (isHidden: boolean): Promise<void> =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const closed = new Promise<number | undefined>((resolve) => sockets[0]!.onClose(resolve))
  await show(true)
  await page.clock.runFor(299_000)
  expect(await state(page)()).toMatchObject({ connected: true })
  await page.clock.runFor(1_000)
  expect(await closed).toBe(1000)
  await show(false)
  await expectSoon(() => said).toEqual([watching, watching])
  expect((await channel(page)).news).toEqual(['resync'])
})

test('takes another ticket when the visitor is another one', async ({ open }) => {
  const { page, sockets, said } = await open()
  await page.evaluate(() => {
    document.cookie = 'violet_cart_count=1; path=/'
    document.dispatchEvent(new Event('violet:watch'))
  })
  await expectSoon(() => said).toEqual([watching, watching])
  expect(sockets).toHaveLength(2)
  await page.evaluate(() => document.dispatchEvent(new Event('violet:watch')))
  await expectSoon(() => said).toEqual([watching, watching, watching])
  expect(sockets).toHaveLength(2)
})
