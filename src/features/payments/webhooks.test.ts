import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPayment } from './rules/open.ts'
import { signNotice } from './demo/signature.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { orderFacts, paymentWorld, type PlacedForTest } from '#test/payment-world.ts'

/* Through the front door: the whole server, an order, and what comes to `/webhooks`. */

let shop: WholeShop
let key: Buffer
let order: PlacedForTest

beforeAll(async () => {
  shop = await openWholeShop(undefined, { DEMO_GATEWAY: 'on' })
  key = await keyFor(shop.database.db, 'demo-gateway', randomBytes(32))
  order = await paymentWorld(shop.database.db).placed()
  await shop.database.db.pool.query("update payments set reference = 'dg_front_door' where order_id = $1", [
    order.id,
  ])
})
afterAll(() => shop.close())

function notice(id: string, more: object = {}): Buffer {
  const charge = { reference: 'dg_front_door', status: 'captured', amount: 4850, currency: 'USD', ...more }
  return Buffer.from(JSON.stringify({ id, type: 'charge.captured', charge }))
}

async function post(provider: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const all = { 'content-type': 'application/json', ...headers }
  return (await shop.postBytes(`/webhooks/${provider}`, body, all)).status
}

it('takes a signed webhook, and acts on it before it answers', async () => {
  const body = notice('door-1')
  expect(await post('demo', body, { 'demo-signature': signNotice(key, body, new Date()) })).toBe(200)
  expect(await orderFacts(shop.database.db, order)).toMatchObject({ pay_status: 'paid', captured: 4850 })
  // Told again it is taken again, and nothing happens.
  expect(await post('demo', body, { 'demo-signature': signNotice(key, body, new Date()) })).toBe(200)
  expect(await orderFacts(shop.database.db, order)).toMatchObject({ captured: 4850 })
})

it('refuses what is not signed, signed by somebody else, old, or not what was signed', async () => {
  const before = await shop.database.db.pool.query('select count(*)::int as n from payment_events')
  const body = notice('door-2')
  const now = new Date()
  const refused = [
    {},
    { 'demo-signature': '' },
    { 'demo-signature': signNotice(randomBytes(32), body, now) },
    { 'demo-signature': signNotice(key, body, new Date(now.getTime() - 301_000)) },
    { 'demo-signature': signNotice(key, body, new Date(now.getTime() + 320_000)) },
    { 'demo-signature': signNotice(key, notice('door-3'), now) },
    { 'stripe-signature': signNotice(key, body, now) },
  ]
  for (const headers of refused) expect(await post('demo', body, headers)).toBe(400)
  const unreadable = Buffer.from('{"id":')
  expect(await post('demo', unreadable, { 'demo-signature': signNotice(key, unreadable, now) })).toBe(400)
  const after = await shop.database.db.pool.query('select count(*)::int as n from payment_events')
  expect(after.rows).toEqual(before.rows)
  const metrics = await shop.get('/metrics', { host: 'localhost' })
  expect(metrics.body).toMatch(/violet_requests_total\{route="\/webhooks\/:provider",status="400"\} 8/)
})

it('knows providers that are ready only, and bodies of a sane size', async () => {
  for (const provider of ['stripe', 'manual', 'cod', 'nobody'])
    expect(await post(provider, notice('x'), {})).toBe(404)
  const huge = Buffer.alloc(257 * 1024, 0x20)
  expect(await post('demo', huge, { 'demo-signature': signNotice(key, huge, new Date()) })).toBe(413)
})

it('shows the bank’s page in the language that the shopper came in, and takes one answer', async () => {
  const { db } = shop.database
  const world = paymentWorld(db)
  const other = await world.placed()
  await db.pool.query(
    `insert into demo_charges (reference, amount, currency, return_url, notify_url, created_at, updated_at)
     values ('dg_page', 4850, 'USD', 'https://shop.example/zh/payment/X/return', 'https://shop.example/webhooks/demo', now(), now())`,
  )
  const page = await shop.get('/demo-gateway/dg_page')
  expect(page.status).toBe(200)
  expect(page.body).toContain('<html lang="zh-Hans">')
  expect(page.body).toContain('US$48.50')
  const second = await shop.get('/demo-gateway/dg_page?step=2')
  expect(second.body).toContain('是你本人吗')
  const answered = await shop.post('/demo-gateway/dg_page', new URLSearchParams({ answer: 'decline' }))
  expect([answered.status, answered.headers['location']]).toEqual([
    303,
    'https://shop.example/zh/payment/X/return',
  ])
  await shop.post('/demo-gateway/dg_page', new URLSearchParams({ answer: 'approve' }))
  const { rows } = await db.pool.query("select status from demo_charges where reference = 'dg_page'")
  expect(rows).toEqual([{ status: 'declined' }])
  expect((await shop.get('/demo-gateway/dg_page')).body).toContain('卡被拒绝')
  expect((await shop.post('/demo-gateway/dg_page', new URLSearchParams({ answer: 'steal' }))).status).toBe(
    400,
  )
  expect((await shop.get('/demo-gateway/dg_nobody')).status).toBe(404)
  expect(await orderFacts(db, other)).toMatchObject({ pay_status: 'unpaid' })
})

it('opens one payment of an order at a time', async () => {
  const other = await paymentWorld(shop.database.db).placed()
  const again = {
    orderId: other.id,
    method: 'card',
    provider: 'demo',
    amount: 1,
    currency: 'USD',
    now: new Date(),
  }
  await expect(shop.database.db.transact((tx) => openPayment(tx, again))).rejects.toThrow(/payments_one_open/)
})
