import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { minute } from '#domain/time.ts'
import { showOrder } from '#features/orders/actions/show.ts'
import { addOrderEvent } from '#features/orders/queries/events.ts'
import { announceOrder, tellShopper } from '#features/orders/rules/announce.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import { signOutAll } from '#features/account/actions/sign-out.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { LiveTeller } from '#platform/server/live-bus.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import { startSchedule } from '#platform/server/jobs/schedule.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'
import { testCtx } from '#test/test-ctx.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { liveTicket, openLive } from './live.ts'
import { loopsOf, type ScheduledParts } from './schedule.ts'

const begin = new Date('2026-11-21T12:00:00Z')
let now: Date
let database: TestDatabase

beforeEach(async () => {
  now = begin
  database = await freshDatabase()
})

function ticketFor(ip: string) {
  return liveTicket(testCtx(database.db, { now, visitor: { ip } }), {})
}

const log = pino({ level: 'silent' })

/**
 * The channel of one node, which reads changes when it is woken and as often as the schedule says; `enter` resolves with
 * the status of the answer, 101 when the page is in.
 */
async function channel() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const live = await openLive({
    db: database.db,
    url: database.url,
    log,
    origin: () => `http://${host}`,
    isAllowedHost: () => true,
    kept: (_key, _tags, read) => read(),
    shop: () => shopConfig.parse({}).shop,
    now: () => now,
  })
  server.on('upgrade', live.upgrade)
  const changes = await followChanges({ db: database.db, url: database.url, log, apply: live.changed })
  const loops = loopsOf({ catchUp: changes.catchUp, gateway: null, now: () => now } as ScheduledParts)
  const schedule = startSchedule({
    loops: loops.filter(({ name }) => name === 'changes.read'),
    log,
    now: () => now,
    jobsUrl: null,
  })
  const sockets: WebSocket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.terminate()
    await schedule.stop()
    await changes.close()
    await live.close()
    server.close()
  })
  const connect = (ticket: Awaited<ReturnType<typeof ticketFor>>): WebSocket => {
    if (!ticket.ok) throw new Error(ticket.problem.name)
    const query = new URLSearchParams({ session: ticket.value.session, format: 'json' })
    const socket = new WebSocket(`ws://${host}/ws/message?${query}`, { origin: `http://${host}` })
    sockets.push(socket)
    return socket
  }
  const status = (ticket: Awaited<ReturnType<typeof ticketFor>>): Promise<number> => {
    const socket = connect(ticket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (request, { statusCode = 0 }) => {
        request.destroy()
        resolve(statusCode)
      })
      // An answer that is no socket ends in an error, too, after the promise is settled.
      socket.on('error', reject)
    })
  }
  return {
    live,
    status,
    enter: async (ip: string): Promise<number> => status(await ticketFor(ip)),
    /** The page of a visitor, connected. */
    open: async (ctx: Ctx): Promise<WebSocket> => {
      const socket = connect(await liveTicket(ctx, {}))
      await once(socket, 'open')
      return socket
    },
  }
}

it('gives one subscriber of IPv6 a limited number of tickets, whichever addresses it takes', async () => {
  const names: string[] = []
  for (let n = 1; n <= 70; n++) {
    const ticket = await ticketFor(`2001:db8:5:1::${n.toString(16)}`)
    names.push(ticket.ok ? 'ok' : ticket.problem.name)
  }
  expect(names.filter((name) => name === 'ok')).toHaveLength(60)
  expect(new Set(names.slice(60))).toEqual(new Set(['too_many_requests']))
  expect((await ticketFor('2001:db8:5:2::1')).ok).toBe(true)
  const { rows } = await database.db.pool.query('select distinct length(network) from live_tickets')
  expect(rows).toEqual([{ length: 16 }])
})

it('opens a hundred sockets for one network, and the channel stays open for every other', async () => {
  const { enter } = await channel()
  const statuses: number[] = []
  for (let n = 0; n < 105; n++) {
    now = new Date(begin.getTime() + n * 1_000)
    statuses.push(await enter(`2001:db8:6:1::${(n + 1).toString(16)}`))
  }
  expect(statuses).toEqual([...Array<number>(100).fill(101), ...Array<number>(5).fill(429)])
  expect(await enter('2001:db8:6:2::1')).toBe(101)
  expect(await enter('203.0.113.7')).toBe(101)
})

/** Resolves with the code that a socket is closed with; null when it stays open. */
function closing(socket: WebSocket): Promise<number | null> {
  return new Promise((resolve) => {
    socket.on('close', resolve)
    setTimeout(() => resolve(null), 1_000)
  })
}

it('closes the sockets of a customer whose session has ended, on another node too, and no others', async () => {
  const [here, there] = [await channel(), await channel()]
  const ada = await signedIn(database.db, { now })
  const eve = await signedIn(database.db, { now })
  const own = await there.open(ada.context())
  // It may follow what is Ada's later, and does not do so yet.
  const others = await there.open(eve.context())
  const waiting = await liveTicket(ada.context(), {})
  const ends = [closing(own), closing(others)]
  const began = performance.now()
  await ada.does((ctx) => signOutAll({ ...ctx, live: here.live }, {}), {})
  expect(await ends[0]).toBe(4001)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(await ends[1]).toBeNull()
  // What was issued before the end is worth nothing afterwards.
  expect(await there.status(waiting)).toBe(401)
})

it('closes them two seconds later at the latest when the node dies that ended the session', async () => {
  const there = await channel()
  const ada = await signedIn(database.db, { now })
  const own = await there.open(ada.context())
  const end = once(own, 'close')
  // Dead right after the commit: nobody is woken.
  const wakeUps = vi.spyOn(database.db.notifier, 'notify').mockReturnValue()
  const began = performance.now()
  await ada.does(signOutAll, {})
  expect(await end).toMatchObject({ 0: 4001 })
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(wakeUps).toHaveBeenCalled()
})

it('says to pages that follow a product that its price has changed when a promotion begins, and when it ends', async () => {
  const { pool } = database.db
  await pool.query(cartCatalogue)
  const begins = new Date(begin.getTime() + minute)
  const ends = new Date(begin.getTime() + 2 * minute)
  await pool.query(
    'insert into promotions (slug, starts_at, ends_at, conditions, benefit) values ($1, $2, $3, $4, $5)',
    [
      'glow',
      begins,
      ends,
      { products: ['stool'], categories: [], collections: [], firstOrder: false },
      { kind: 'percent', percent: 10 },
    ],
  )
  const { rows } = await pool.query<{ slug: string; id: number }>('select slug, id from products')
  const idOf = (slug: string): number => rows.find((row) => row.slug === slug)!.id
  const { live, open } = await channel()
  const page = await open(testCtx(database.db, { now, visitor: { ip: '192.0.2.7' } }))
  const heard: unknown[] = []
  page.on('message', (bytes: Buffer) => heard.push((JSON.parse(bytes.toString()) as { data: unknown }).data))
  const ofStool = { type: 'price.changed', product: idOf('stool') }
  const ofVase = { type: 'price.changed', product: idOf('vase') }
  const watch = { products: [idOf('stool'), idOf('vase')], cart: false, key: null }
  page.send(JSON.stringify({ code: 200, msg: 'watch', data: watch }))
  // Both are followed from the same moment on.
  await expect
    .poll(async () => {
      await pool.query(`update sku_prices set amount = amount + 1 where sku_id in (
        select id from skus where sku like 'vase-%')`)
      live.changed({ tags: [`product:${ofVase.product}`] })
      return heard
    })
    .toContainEqual(ofVase)
  for (const [turn, times] of [
    [begins, 1],
    [ends, 2],
  ] as const) {
    now = turn
    live.changed({ tags: ['promotions'] })
    await expect.poll(() => heard.filter((message) => isDeepStrictEqual(message, ofStool)).length).toBe(times)
  }
})

/** All that a page hears. */
function hearing(page: WebSocket): unknown[] {
  const heard: unknown[] = []
  page.on('message', (bytes: Buffer) => heard.push((JSON.parse(bytes.toString()) as { data: unknown }).data))
  return heard
}

/** It follows what is its visitor's, and nothing that it shows; resolves when the channel has taken that in. */
async function watchNothing(page: WebSocket): Promise<void> {
  page.send(JSON.stringify({ code: 200, msg: 'watch', data: { products: [], cart: false, key: null } }))
  page.send(JSON.stringify({ code: 200, msg: 'ping' }))
  await once(page, 'message')
}

it('tells every open page of a shopper within a second of an order and a return, on every node, and nobody else', async () => {
  await database.db.pool.query(cartCatalogue)
  const [here, there] = [await channel(), await channel()]
  const ada = await signedIn(database.db, { now })
  const eve = await signedIn(database.db, { now })
  const order = await placeTestOrder(database.db)
  await database.db.pool.query('update orders set customer_id = $1 where id = $2', [ada.customer, order.id])
  const guest = testCtx(database.db, { now, visitor: { cookies: { violet_cart: order.token } } })
  guest.who = async () => ({
    browser: hashToken(order.token),
    owner: hashToken(order.token),
    customer: null,
    session: null,
    over: null,
    opened: [],
  })
  const pages = [
    await here.open(ada.context()),
    await there.open(ada.context()),
    // The browser that placed it as a guest.
    await there.open(guest),
    await there.open(eve.context()),
  ]
  const heard = pages.map(hearing)
  for (const page of pages) await watchNothing(page)
  const changed = { type: 'order.changed', order: order.number }
  const returned = { type: 'return.changed', return: 'r-1', order: order.number } as const
  const began = performance.now()
  await change(here.live, (tx, work) => announceOrder(tx, work, order))
  await change(here.live, (tx, work) => tellShopper(tx, work, order.id, returned))
  const news = (index: number): unknown[] => heard[index]!.filter((message) => message !== null)
  for (const index of [0, 1, 2]) await expect.poll(() => news(index)).toEqual([changed, returned])
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(news(3)).toEqual([])
})

it('tells a page that begins to follow an order what happened since the page was made, and nothing else', async () => {
  await database.db.pool.query(cartCatalogue)
  const { open } = await channel()
  const ada = await signedIn(database.db, { now })
  const order = await placeTestOrder(database.db)
  await database.db.pool.query('update orders set customer_id = $1 where id = $2', [ada.customer, order.id])
  const keyNow = async (): Promise<string> => (await showOrder(ada.context(), order.number))!.watchKey
  const old = await keyNow()
  const event = { orderId: order.id, kind: 'address_changed', actor: 'customer', at: now } as const
  await database.db.transact((tx) => addOrderEvent(tx, event))
  const page = await open(ada.context())
  const heard = hearing(page)
  for (const key of [await keyNow(), old])
    page.send(JSON.stringify({ code: 200, msg: 'watch', data: { products: [], cart: false, key } }))
  await expect.poll(() => heard).not.toEqual([])
  expect(heard).toEqual([{ type: 'order.changed', order: order.number }])
})

it('tells nobody of a change that was rolled back', async () => {
  await database.db.pool.query(cartCatalogue)
  const { live, open } = await channel()
  const ada = await signedIn(database.db, { now })
  const order = await placeTestOrder(database.db)
  await database.db.pool.query('update orders set customer_id = $1 where id = $2', [ada.customer, order.id])
  const page = await open(ada.context())
  const heard = hearing(page)
  await watchNothing(page)
  await database.db
    .transact(async (tx) => {
      announceOrder(tx, { db: database.db, live }, order)
      throw new Error('no')
    })
    .catch(() => {})
  await change(live, (tx, work) =>
    tellShopper(tx, work, order.id, { type: 'return.changed', return: 'r-2', order: order.number }),
  )
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard[1]).toMatchObject({ return: 'r-2' })
})

type Telling = (tx: Tx, work: { db: Db; live: LiveTeller }) => void

function change(live: LiveTeller, tell: Telling): Promise<void> {
  const { db } = database
  return db.transact(async (tx) => tell(tx, { db, live }))
}

it('counts no private address, behind which every visitor may be', async () => {
  const { enter } = await channel()
  const statuses = new Set<number>()
  for (let n = 0; n < 105; n++) {
    now = new Date(begin.getTime() + n * 1_000)
    statuses.add(await enter('10.0.0.7'))
  }
  expect([...statuses]).toEqual([101])
})
