import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { books, home } from '#test/buyer.ts'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { payTestOrder, testMethods } from '#test/placed-orders.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { networkRefusals, raiseAlarm, refuseOrder, refuseUnits } from '#features/orders/rules/networks.ts'
import { forgetNetworks } from '#features/orders/queries/networks.ts'

/*
 * Nobody can take the stock of a shop by ordering and not paying: decision 034.
 */

const begin = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number): Date => new Date(begin.getTime() + count * 60_000)
let now = begin
let shop: WholeShop

beforeEach(async () => {
  now = begin
  shop = await openWholeShop(() => now, { TRUST_PROXY: '127.0.0.1' })
  await shop.database.db.pool.query(cartCatalogue)
  await shop.database.db.pool.query(`update skus set on_hand = 57 where sku = 'stool-sage'`)
  await shop.configure({ sales: { payment: testMethods } })
})
afterEach(() => shop.close())

interface Envelope {
  code: number
  msg: string
  data: { problem?: string; slug: string; total: number; order: string; details?: object }
}

/** A browser at an address. */
function visitor(address: string) {
  let cookie = ''
  const headers = () => ({ 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin', cookie })
  const hear = (answer: Answer): Answer => {
    const set = [answer.headers['set-cookie'] ?? []].flat().map(String)
    cookie = set.find((one) => one.startsWith('__Host-violet_cart='))?.split(';')[0] ?? cookie
    return answer
  }
  const call = async (path: string, body: object): Promise<Envelope> =>
    JSON.parse(hear(await shop.post(`/api/web${path}`, body, headers())).body) as Envelope
  return {
    call,
    form: async (path: string, fields: Record<string, string>) =>
      hear(await shop.post(`/form${path}`, new URLSearchParams(fields), headers())),
    get: (path: string) => shop.get(path, headers()),
  }
}

/** A checkout that only has to be submitted. */
async function ready(address: string, email: string, quantity = 1) {
  const { call, ...rest } = visitor(address)
  await call('/cart/add', { sku: 'stool-sage', quantity })
  const { slug } = (await call('/checkout/create', {})).data
  const contact = { email, marketing: false }
  await call('/checkout/information', { slug, contact, address: home, billing: null, note: '' })
  const { total } = (await call('/checkout/payment', { slug, method: 'transfer' })).data
  const input = { slug, paymentMethod: 'transfer', total, terms: true }
  return { ...rest, call, slug, input, submit: () => call('/checkout/submit', input) }
}

type Ready = Awaited<ReturnType<typeof ready>>

/** `ok`, or the problem, and how often. */
function tally(answers: readonly Envelope[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code, data } of answers) {
    const name = code === 0 ? 'ok' : String(data.problem)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const onShelf = async (): Promise<string> => {
  const { rows } = await shop.database.db.pool.query<{ units: string }>(
    `select on_hand || '/' || held as units from skus where sku = 'stool-sage'`,
  )
  return rows[0]!.units
}

it('holds no more units for one network than are allowed, whatever addresses it makes up', async () => {
  const all: Ready[] = []
  for (let n = 0; n < 60; n++) all.push(await ready('203.0.113.7', `made-up-${n}@example.org`))
  const first = await Promise.all(all.map(({ submit }) => submit()))
  expect(tally(first)).toEqual({ ok: 10, too_many_orders: 50 })
  expect(await onShelf()).toBe('57/10')

  const refused = all.filter((_, n) => first[n]!.code !== 0)
  now = minutes(11)
  const second = await Promise.all(refused.map(({ submit }) => submit()))
  // A quarter of 57.
  expect(tally(second)).toEqual({ ok: 4, too_many_unpaid: 46 })
  expect(await books(shop.database.db)).toMatchObject({ orders: 14, payments: 14, held: 16, lineUnits: 14 })
  expect(await onShelf()).toBe('57/14')
  // The others still have all that they began with.
  const left = refused.find((_, n) => second[n]!.code !== 0)!
  expect((await left.call('/checkout/detail', { slug: left.slug })).data).toMatchObject({
    slug: left.slug,
    total: 4850,
  })

  const neighbour = await ready('203.0.113.8', 'mei@example.org')
  expect((await neighbour.submit()).code).toBe(0)
  expect(await onShelf()).toBe('57/15')
})

it('tells a first visitor what one order may hold, on the page that was filled in, and moves nothing', async () => {
  const greedy = await ready('203.0.113.7', 'ada@example.org', 15)
  const before = await books(shop.database.db)
  const answer = await greedy.submit()
  expect(answer).toMatchObject({
    code: 40,
    data: { problem: 'too_many_at_once', details: { title: 'Stool', most: 14 } },
  })
  // Nothing of this network waits to be paid.
  expect(answer.msg).toContain('At most 14 of “Stool” can be ordered at once')
  expect(answer.msg).not.toContain('Pay for what you have ordered')
  const { slug, paymentMethod, total } = greedy.input
  const page = await greedy.form('/checkout/submit', {
    slug,
    paymentMethod,
    total: String(total),
    terms: 'on',
  })
  expect(page.status).toBe(422)
  expect(page.body).toContain('At most 14 of “Stool” can be ordered at once')
  expect(await books(shop.database.db)).toEqual(before)
  expect(await onShelf()).toBe('57/0')
})

it('does not count what is paid, and answers an order that was placed again', async () => {
  const placed: Ready[] = []
  for (let n = 0; n < 2; n++) {
    const buyer = await ready('203.0.113.7', `ada-${n}@example.org`, 7)
    placed.push(buyer)
    expect((await buyer.submit()).code).toBe(0)
  }
  const third = await ready('203.0.113.7', 'ada@example.org', 7)
  const refused = await third.submit()
  expect(refused.data.problem).toBe('too_many_unpaid')
  expect(refused.msg).toContain('Pay for what you have ordered')
  const again = await placed[0]!.submit()
  expect(again.code).toBe(0)

  const { ctx } = orderVisitor(shop.database.db, null, { now })
  const { rows } = await shop.database.db.pool.query<{ id: number }>(
    'select id from orders where number = $1',
    [again.data.order],
  )
  await payTestOrder(ctx, rows[0]!.id)
  expect(await onShelf()).toBe('50/7')
  // A quarter of the fifty that are left is twelve, and seven wait.
  expect((await third.submit()).data).toMatchObject({ details: { most: 12 } })
  const fourth = await ready('203.0.113.7', 'ada@example.org', 5)
  expect((await fourth.submit()).code).toBe(0)
  expect(await onShelf()).toBe('50/12')
})

it('counts no private address, behind which every visitor may be', async () => {
  const all: Ready[] = []
  for (let n = 0; n < 12; n++) all.push(await ready('10.0.0.7', `ada-${n}@example.org`, 2))
  expect(tally(await Promise.all(all.map(({ submit }) => submit())))).toEqual({ ok: 12 })
  const { rows } = await shop.database.db.pool.query('select from orders where network is not null')
  expect(rows).toEqual([])
})

it('begins no more checkouts for one network than are allowed', async () => {
  await shop.configure({ sales: { payment: testMethods, perNetwork: { checkoutsIn10Minutes: 3 } } })
  const create = (address: string) =>
    visitor(address).call('/checkout/create', { sku: 'stool-sage', quantity: 1 })
  const count = async () =>
    (
      await shop.database.db.pool.query<{ carts: number; checkouts: number }>(
        `select (select count(*)::int from carts) as carts, (select count(*)::int from checkouts) as checkouts`,
      )
    ).rows[0]
  const answers: Envelope[] = []
  for (let n = 0; n < 5; n++) answers.push(await create('2001:db8:1:2::7'))
  expect(tally(answers)).toEqual({ ok: 3, too_many_requests: 2 })
  expect(await count()).toEqual({ carts: 3, checkouts: 3 })
  expect((await create('2001:db8:1:2::8')).data.problem).toBe('too_many_requests')
  expect((await create('2001:db8:1:3::7')).code).toBe(0)
})

it.each([
  ['ports', (n: number) => `203.0.113.7:${5000 + n}`],
  ['spellings', (n: number) => ['203.0.113.7', '::ffff:cb00:7107', '[::ffff:203.0.113.7]:80'][n % 3]!],
  ['words that are no address', (n: number) => `garbage-${n}`],
])('places no more orders for one network by different %s', async (_, address) => {
  const all: Ready[] = []
  for (let n = 0; n < 13; n++) all.push(await ready(address(n), `made-up-${n}@example.org`))
  const answers: Envelope[] = []
  for (const { submit } of all) answers.push(await submit())
  expect(tally(answers)).toEqual({ ok: 10, too_many_orders: 3 })
  expect((await books(shop.database.db)).orders).toBe(10)
})

it('makes no more carts for one network in an hour than are allowed, and adds to those that are there', async () => {
  await shop.configure({ sales: { payment: testMethods, perNetwork: { cartsPerHour: 3 } } })
  const unit = { sku: 'stool-sage', quantity: 1 }
  const carts = async () =>
    (await shop.database.db.pool.query<{ count: number }>('select count(*)::int from carts')).rows[0]!.count
  const [first, second, third] = [1, 2, 3].map((n) => visitor(`2001:db8:1:2::${n}`))
  expect((await first!.call('/cart/add', unit)).code).toBe(0)
  expect((await second!.call('/cart/addAll', { skus: ['stool-sage', 'vase-ink'] })).code).toBe(0)
  // A refusal makes no cart, and takes none of the three away.
  expect((await third!.call('/cart/add', { ...unit, quantity: 999 })).code).not.toBe(0)
  expect((await third!.call('/checkout/create', unit)).code).toBe(0)
  expect(await carts()).toBe(3)

  const late = (n: number) => visitor(`2001:db8:1:2::f${n}`)
  const refused = [
    await late(1).call('/cart/add', unit),
    await late(2).call('/cart/addAll', { skus: ['stool-sage'] }),
    await late(3).call('/cart/addItems', { items: 'stool-sage:1' }),
    await late(4).call('/checkout/create', unit),
  ]
  expect(tally(refused)).toEqual({ too_many_requests: 4 })
  const invented = { 'x-forwarded-for': '2001:db8:1:2::7', 'sec-fetch-site': 'same-origin' }
  const cookie = `__Host-violet_cart=${'a'.repeat(43)}`
  const answer = await shop.post('/api/web/cart/add', unit, { ...invented, cookie })
  expect(JSON.parse(answer.body)).toMatchObject({ data: { problem: 'too_many_requests' } })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await carts()).toBe(3)

  expect((await first!.call('/cart/add', unit)).code).toBe(0)
  expect((await visitor('2001:db8:1:3::1').call('/cart/add', unit)).code).toBe(0)
  now = minutes(60)
  expect((await late(1).call('/cart/add', unit)).code).toBe(0)
  expect(await carts()).toBe(5)
})

it('counts each of the carts that one network makes at the same time', async () => {
  await shop.configure({ sales: { payment: testMethods, perNetwork: { cartsPerHour: 5 } } })
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      visitor('203.0.113.7').call('/cart/add', { sku: 'stool-sage', quantity: 1 }),
    ),
  )
  expect(tally(answers)).toEqual({ ok: 5, too_many_requests: 25 })
})

it('forgets from where an order came after a day, and after thirty where it waits', async () => {
  const { db } = shop.database
  const waits = await ready('203.0.113.7', 'ada@example.org')
  const { order } = (await waits.submit()).data
  const known = async (): Promise<string[]> =>
    (await db.pool.query<{ number: string }>('select number from orders where network is not null')).rows.map(
      ({ number }) => number,
    )
  const forgetAfter = (days: number): Promise<void> =>
    forgetNetworks(db, minutes((days - 1) * 1440), minutes((days - 30) * 1440))
  await forgetAfter(29)
  expect(await known()).toEqual([order])
  await forgetAfter(31)
  expect(await known()).toEqual([])

  await db.pool.query(`update orders set network = '\\x00', status = 'cancelled'`)
  await forgetAfter(0.5)
  expect(await known()).toEqual([order])
  await forgetAfter(1.5)
  expect(await known()).toEqual([])
})

it('raises an alarm for each network once in ten minutes, and counts each refusal', async () => {
  const { db } = await freshDatabase()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const ctx = { ...cartVisitor(db).context(), now: begin, log }
  const before = networkRefusals.too_many_orders
  for (let n = 0; n < 3; n++) await raiseAlarm(ctx, { name: 'too_many_orders' })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { network: '192.0.2.1', name: 'too_many_orders' },
  ])
  await raiseAlarm({ ...ctx, now: minutes(10) }, { name: 'too_many_orders' })
  expect(lines).toHaveLength(2)
  expect(networkRefusals.too_many_orders - before).toBe(4)
  expect((await shop.get('/metrics', { host: 'localhost' })).body).toMatch(
    new RegExp(
      `violet_network_refusals\\{problem="too_many_orders"\\} ${networkRefusals.too_many_orders}\\n`,
    ),
  )
})

const limits = {
  ordersIn10Minutes: 10,
  ordersPerDay: 40,
  checkoutsIn10Minutes: 120,
  cartsPerHour: 240,
  units: 10,
  percent: 25,
}

it.each([
  [9, 39, null],
  [10, 10, { name: 'too_many_orders' }],
  [0, 40, { name: 'too_many_orders' }],
])('after %i orders in ten minutes and %i in a day answers %o', (recent, today, expected) => {
  expect(refuseOrder({ recent, today, units: {} }, limits)).toEqual(expected)
})

it.each([
  ['all of a few', 8, 0, 8, null],
  ['ten of forty', 40, 9, 1, null],
  ['not eleven of forty', 40, 10, 1, 10],
  ['a quarter of many', 1_000, 249, 1, null],
  ['no more than a quarter of many', 1_000, 0, 251, 250],
])('lets one network hold %s', (_, onHand, held, quantity, most) => {
  const use = { recent: 0, today: 0, units: { 7: held } }
  const line = { skuId: 7, sku: 'stool', title: 'Stool', quantity, onHand, backorder: false, minQuantity: 1 }
  expect(refuseUnits(use, [line], limits)).toEqual(
    most === null
      ? null
      : { name: held === 0 ? 'too_many_at_once' : 'too_many_unpaid', sku: 'stool', title: 'Stool', most },
  )
  expect(refuseUnits(use, [{ ...line, backorder: true }], limits)).toBeNull()
})

it('lets everybody hold as few as are sold at once, and no more of them', () => {
  const dozen = { skuId: 7, sku: 'glass', title: 'Glass', onHand: 24, backorder: false, minQuantity: 12 }
  const free = { recent: 0, today: 0, units: {} }
  expect(refuseUnits(free, [{ ...dozen, quantity: 12 }], limits)).toBeNull()
  const more = { sku: 'glass', title: 'Glass', most: 12 }
  expect(refuseUnits(free, [{ ...dozen, quantity: 24 }], limits)).toEqual({
    name: 'too_many_at_once',
    ...more,
  })
  expect(refuseUnits({ ...free, units: { 7: 12 } }, [{ ...dozen, quantity: 12 }], limits)).toEqual({
    name: 'too_many_unpaid',
    ...more,
  })
})
