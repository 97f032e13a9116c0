import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enterCartCoupon } from '#features/cart/actions/coupons.ts'
import { books, buyer, type Buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { enterCoupon } from './actions/fill.ts'
import { createCheckout } from './actions/open.ts'
import type { CheckoutView } from './contract.ts'

/* Many at once, in seconds; `npm run prove -- oversell conserve identical coupons` does it with thousands. */

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())
beforeEach(() =>
  database.db.pool.query(`
    truncate checkouts, orders, order_lines, order_events, stock_moves, payments, coupons, coupon_uses, carts, cart_lines
      restart identity cascade;
    update skus set on_hand = 50, held = 0 where not backorder`),
)

const buyers = (count: number): Buyer[] =>
  Array.from({ length: count }, (_, n) => buyer(database.db, { email: `buyer-${n}@example.org` }))

async function ready(
  all: readonly Buyer[],
  skus: (n: number) => Record<string, number>,
): Promise<CheckoutView[]> {
  const views: CheckoutView[] = []
  for (const [n, one] of all.entries()) views.push(await one.ready(skus(n)))
  return views
}

it('sells the last units once: of 24 buyers the seven for whom there is enough', async () => {
  const all = buyers(24)
  const views = await ready(all, () => ({ 'stool-sage': 2 }))
  await database.db.pool.query(`update skus set on_hand = 15 where sku = 'stool-sage'`)
  const answers = await Promise.all(all.map((one, n) => one.submit(views[n]!)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(7)
  for (const answer of answers) if (!answer.ok) expect(answer.problem.name).toBe('checkout_out_of_stock')
  expect(await books(database.db)).toMatchObject({
    orders: 7,
    payments: 7,
    held: 14,
    lineUnits: 14,
    moved: 14,
  })
})

it('holds mixed carts whole or not at all, in whatever order their lines stand', async () => {
  const skus = ['stool-sage', 'stool-ink', 'vase-sage', 'vase-ink', 'lamp-sage', 'race-sage']
  const all = buyers(30)
  // The same SKUs forwards and backwards: who locks them as they stand would wait for each other for ever.
  const views = await ready(all, (n) =>
    Object.fromEntries((n % 2 ? skus : skus.toReversed()).slice(n % 3).map((sku) => [sku, 1 + (n % 3)])),
  )
  await database.db.pool.query('update skus set on_hand = 20 where not backorder')
  const before = await deadlocks()
  const answers = await Promise.all(all.map((one, n) => one.submit(views[n]!)))
  const orders = answers.filter(({ ok }) => ok).length
  const after = await books(database.db)
  expect(orders).toBeGreaterThan(5)
  expect(after).toMatchObject({ orders, held: after.lineUnits, moved: after.lineUnits })
  const { rows } = await database.db.pool.query('select sku from skus where held > on_hand and not backorder')
  expect(rows).toEqual([])
  expect(await deadlocks()).toBe(before)
})

it('begins a checkout again while its order is placed, and neither waits for the other for ever', async () => {
  await database.db.pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
     values ('spring', 'SPRING', $1, '{"kind": "percent", "percent": 10}', false, 9, false)`,
    [{ products: [], categories: [], collections: [], firstOrder: false }],
  )
  const all = buyers(10)
  const views = await ready(all, () => ({ 'stool-sage': 1 }))
  for (const one of all) await one.does(enterCartCoupon, { code: 'SPRING' })
  const begin = (one: Buyer) => createCheckout(one.context(), {})
  for (const [n, one] of all.entries()) {
    await begin(one)
    views[n] = await one.detail(views[n]!.slug)
  }
  const before = await deadlocks()
  const answers = await Promise.all(all.flatMap((one, n) => [one.submit(views[n]!), begin(one), begin(one)]))
  for (const [n, answer] of answers.entries())
    if (n % 3 === 0) expect(answer).toMatchObject({ ok: true })
    else if (!answer.ok) expect(answer.problem.name).toBe('cart_empty')
  expect(await deadlocks()).toBe(before)
})

it('makes one order and one payment of what is sent thirty times, under one key, many keys and none', async () => {
  const [one] = buyers(1)
  const view = await one!.ready({ 'stool-sage': 1 })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0 ? one!.submit(view) : one!.submitUnder(n % 3 === 1 ? 'same' : `other-${n}`, view),
    ),
  )
  const { rows } = await database.db.pool.query<{ number: string }>('select number from orders')
  expect(rows).toHaveLength(1)
  for (const answer of answers) expect(JSON.stringify(answer)).toContain(rows[0]!.number)
  expect(await books(database.db)).toMatchObject({ orders: 1, payments: 1, held: 1, moved: 1, cartUnits: 0 })
})

it.each([
  { limit: 1, perCustomer: 1, customers: 12, used: 1 },
  { limit: 5, perCustomer: 1, customers: 12, used: 5 },
  { limit: null, perCustomer: 2, customers: 1, used: 2 },
])('uses a coupon exactly as often as it may be: %j', async ({ limit, perCustomer, customers, used }) => {
  await database.db.pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
       '{"kind": "percent", "percent": 10}', true, $1, $2, false)`,
    [limit, perCustomer],
  )
  const all = Array.from({ length: 12 }, (_, n) =>
    buyer(database.db, { email: `buyer-${n % customers}@example.org` }),
  )
  const views = await ready(all, () => ({ 'stool-sage': 1 }))
  await database.db.pool.query(`update checkouts set coupon_codes = '{TEN}'`)
  const answers = await Promise.all(all.map((one, n) => one.submit(views[n]!, { total: 4365 })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(used)
  expect(await books(database.db)).toMatchObject({
    orders: used,
    couponUses: used,
    couponsCounted: used,
    held: used,
  })
})

it('changes the pages when a coupon that they show is used up, and not for a code of one’s own', async () => {
  const { pool } = database.db
  await pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     select code, code, $1::jsonb, '{"kind": "percent", "percent": 10}', code = 'ALL', 1, 1, false
     from unnest(array['OWN', 'ALL']) code`,
    [{ products: [], categories: [], collections: [], firstOrder: false }],
  )
  const changes: [string, unknown[]][] = []
  for (const code of ['OWN', 'ALL']) {
    await pool.query('truncate cache_changes')
    const one = buyer(database.db, { email: `${code}@example.org` })
    const { slug } = await one.ready({ 'stool-sage': 1 })
    await one.does(enterCoupon, { slug, code })
    const view = await one.detail(slug)
    expect([view.total, await one.submit(view)]).toMatchObject([4_365, { ok: true }])
    changes.push([code, (await pool.query('select tags from cache_changes')).rows])
  }
  expect(changes).toEqual([
    ['OWN', []],
    ['ALL', [{ tags: ['promotions'] }]],
  ])
})

async function deadlocks(): Promise<number> {
  const { rows } = await database.db.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.deadlocks
}
