import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buyer, type Buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { paymentWorld, type PaymentWorld } from '#test/payment-world.ts'
import { hour } from '#domain/time.ts'
import type { CheckoutView } from '#features/checkout/contract.ts'
import { startPayment } from '#features/orders/actions/start-payment.ts'
import { applyPayment } from '#features/orders/rules/pay.ts'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import type { Ctx } from '#platform/server/context.ts'
import { faults } from './faulty-driver.ts'
import { readHistory, type SkuStock } from './history/history-rows.ts'
import { failEach, type Work } from './steps.ts'

/* A sample: each third statement, in one of the four ways. `npm run prove -- steps` does all; see steps.ts. */

const isWhole = process.env['VIOLET_PROVE'] === 'whole'

let database: TestDatabase
let world: PaymentWorld
let before: readonly SkuStock[]
let turn = 0

// Each in a shop of its own: what a planted bug breaks stays broken.
beforeEach(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
  // What the catalogue's tests hold of the lamp, no order does.
  await database.db.pool.query('update skus set on_hand = 100000, held = 0')
  await database.db.pool.query(`
    insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
    values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
      '{"kind": "percent", "percent": 10}', true, 100000, 1, false)`)
  world = paymentWorld(database.db)
  world.clock.now = new Date()
  before = (await readHistory(database.db.pool)).skus
})
afterEach(() => database.drop())

interface Shopper {
  who: Buyer
  view: CheckoutView
  /** What the browser holds before it sends: an answer that does not come sets no cookie. */
  jar: Record<string, string>
}

async function withCheckout(): Promise<Shopper> {
  const who = buyer(database.db, {
    email: `buyer-${turn++}@example.org`,
    pay: new Map([[world.demo.name, world.demo]]),
    sales: { payment: [{ code: 'card', provider: 'demo', name: { en: 'Card' } }] },
  })
  const { slug } = await who.ready({ 'stool-sage': 2, 'vase-sage': 1 }, 'card')
  await query(`update checkouts set coupon_codes = '{TEN}' where slug = $1`, [slug])
  const view = await who.detail(slug)
  return { who, view, jar: { ...who.cookies } }
}

interface Ordered extends Shopper {
  number: string
  ctx: Ctx
}

async function ordered(): Promise<Ordered> {
  const shopper = await withCheckout()
  const placed = await shopper.who.submit(shopper.view)
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  return { ...shopper, number: placed.value.order, ctx: shopper.who.context() }
}

async function atTheBank(): Promise<Ordered & { reference: string }> {
  const order = await ordered()
  const started = await startPayment(order.ctx, { order: order.number })
  const reference = started.ok ? /demo-gateway\/([\w-]+)$/.exec(started.value.redirect ?? '')?.[1] : undefined
  if (reference === undefined) throw new Error(JSON.stringify(started))
  return { ...order, reference }
}

async function paid(): Promise<Ordered> {
  const order = await atTheBank()
  const { toPay } = await fact<{ toPay: number }>(
    'select to_pay as "toPay" from orders where number = $1',
    order.number,
  )
  await world.gateway.answer(order.reference, 'approve')
  await applyPayment(order.ctx, 'demo', captured(order.reference, toPay), 'webhook')
  return order
}

const captured = (reference: string, amount: number) => ({
  eventId: `event-${reference}`,
  reference,
  status: 'captured' as const,
  amount,
  currency: 'USD',
  failure: null,
})

const placing: Work<Shopper> = {
  name: 'placing an order',
  ready: withCheckout,
  async attempt({ who, view, jar }) {
    for (const name of Object.keys(who.cookies)) delete who.cookies[name]
    Object.assign(who.cookies, jar)
    const outcome = await who.submitUnder(view.slug, view)
    return outcome.kind === 'replayed' || (outcome.kind === 'answered' && outcome.result.ok)
  },
  wrong: ({ view }) =>
    differs(
      `select (select count(*) from orders o join checkouts c on c.id = o.checkout_id where c.slug = $1) as orders,
         (select count(*) from payments p join orders o on o.id = p.order_id join checkouts c on c.id = o.checkout_id
          where c.slug = $1) as payments,
         (select count(*) from coupon_uses u join orders o on o.id = u.order_id join checkouts c on c.id = o.checkout_id
          where c.slug = $1) as uses`,
      view.slug,
      { orders: 1, payments: 1, uses: 1 },
    ),
  tornBefore: /insert into orders/,
}

const starting: Work<Ordered> = {
  name: 'beginning to pay',
  ready: ordered,
  async attempt({ ctx, number }) {
    const started = await startPayment(ctx, { order: number })
    return started.ok && started.value.redirect !== null
  },
  wrong: ({ number }) =>
    differs(
      `select count(*) as payments, count(c.*) as charges from orders o join payments p on p.order_id = o.id
       left join demo_charges c on c.reference = p.reference where o.number = $1`,
      number,
      { payments: 1, charges: 1 },
    ),
  tornBefore: null,
}

const paying: Work<Ordered & { reference: string; toPay: number }> = {
  name: 'being paid',
  async ready() {
    const order = await atTheBank()
    await world.gateway.answer(order.reference, 'approve')
    const { toPay } = await fact<{ toPay: number }>(
      'select to_pay as "toPay" from orders where number = $1',
      order.number,
    )
    return { ...order, toPay }
  },
  async attempt({ ctx, reference, toPay }) {
    const outcome = await applyPayment(ctx, 'demo', captured(reference, toPay), 'webhook')
    return outcome === 'applied' || outcome === 'ignored'
  },
  wrong: ({ number }) =>
    differs(
      `select pay_status as status, captured - to_pay as kept, (select count(*) from order_events e
         where e.order_id = o.id and e.kind = 'paid') as told from orders o where number = $1`,
      number,
      { status: 'paid', kept: 0, told: 1 },
    ),
  tornBefore: /update payments/,
}

const refunding: Work<Ordered> = {
  name: 'giving money back',
  ready: paid,
  async attempt({ ctx, number }, tries) {
    const now = new Date(ctx.now.getTime() + (1 + tries) * hour)
    const later = { ...ctx, now }
    const refund = { amount: null, reason: 'broken', key: number } as const
    const made = await refundByShop(later, number, { ...refund, choice: { kind: 'end', restock: true } })
    await sendRefunds(later, ctx.pay, () => now)
    const { open } = await fact<{ open: number }>(
      `select count(*)::int as open from refunds r join orders o on o.id = r.order_id
       where o.number = $1 and r.status = 'pending'`,
      number,
    )
    return made.ok && open === 0
  },
  wrong: ({ number }) =>
    differs(
      `select o.status, captured - refunded as kept, (select count(*) from refunds r where r.order_id = o.id) as refunds,
         (select sum(c.amount - c.refunded) from demo_charges c join payments p on p.reference = c.reference
          where p.order_id = o.id)::int as bank
       from orders o where number = $1`,
      number,
      { status: 'cancelled', kept: 0, refunds: 1, bank: 0 },
    ),
  tornBefore: /update skus/,
}

async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  return (await database.db.pool.query<Row>(text, values)).rows
}

async function fact<Row extends object>(text: string, value: string): Promise<Row> {
  return (await query<Row>(text, [value]))[0]!
}

async function differs(text: string, value: string, shouldBe: object): Promise<string[]> {
  const [is] = await query<Record<string, unknown>>(text, [value])
  const [found, wanted] = [JSON.stringify(is), JSON.stringify(shouldBe)]
  return found === wanted ? [] : [`it is ${found} and should be ${wanted}`]
}

describe('a statement that fails leaves the books whole, and the second try succeeds', () => {
  const works = [placing, starting, paying, refunding] as const
  it.each(works.map((work, index) => ({ name: work.name, work: work as Work<unknown>, index })))(
    '$name',
    async ({ work, index }) => {
      const every = isWhole ? 1 : 3
      const kinds = isWhole ? faults : [faults[index % faults.length]!]
      const { statements, tries, found } = await failEach(database.db, work, { before, kinds, every })
      if (isWhole)
        process.stdout.write(
          `${work.name}: ${tries} failures of ${statements} statements, ${found.length} faults\n`,
        )
      expect(found).toEqual([])
      expect(statements).toBeGreaterThan(4)
      expect(tries).toBeGreaterThanOrEqual(Math.floor(statements / every) * kinds.length)
    },
    120_000,
  )
})

describe('finds a statement that stands outside of its transaction', () => {
  it.each([placing, paying, refunding].map((work) => ({ name: work.name, work: work as Work<unknown> })))(
    '$name',
    async ({ work }) => {
      const { found } = await failEach(database.db, work, { before, isTorn: true, kinds: ['refused'] })
      expect(found.length).toBeGreaterThan(0)
    },
    120_000,
  )
})
