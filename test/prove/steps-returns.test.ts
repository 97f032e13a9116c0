import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hour } from '#domain/time.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import type { ReturnWork } from '#features/returns/rules/announce.ts'
import { approveReturn, completeReturn, receiveReturn } from '#features/returns/shop/decide.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { paymentWorld, type PaymentWorld } from '#test/payment-world.ts'
import { faults } from './faulty-driver.ts'
import { fillShop, workAt } from './history/history-load.ts'
import { arrivedOrder, askedReturn, type ReturnWish } from './history/history-returns-load.ts'
import { readHistory, type SkuStock } from './history/history-rows.ts'
import { failEach, type Work } from './steps.ts'

/* The same of returns as steps.test.ts of orders: a sample, of which `npm run prove -- steps` does all. */

const isWhole = process.env['VIOLET_PROVE'] === 'whole'

let database: TestDatabase
let world: PaymentWorld
let work: ReturnWork & PayWork
let before: readonly SkuStock[]

beforeEach(async () => {
  database = await createDatabase()
  await fillShop(database.db, 100_000)
  world = paymentWorld(database.db)
  work = workAt(database.db, world.clock.now)
  before = (await readHistory(database.db.pool)).skus
})
afterEach(() => database.drop())

/** One customer asks for all of these returns, which are more than an hour's. */
async function nextHour(): Promise<void> {
  await database.db.pool.query('delete from rate_counts')
}

interface Applicant {
  ctx: Ctx
  order: string
  wish: Parameters<typeof applyForReturn>[1]
}

const applying: Work<Applicant> = {
  name: 'asking for an exchange',
  async ready() {
    await nextHour()
    const { ctx, line, order } = await arrivedOrder(database.db, work)
    const wish = {
      order: order.number,
      type: 'exchange' as const,
      reason: 'too_small' as const,
      refundTo: 'original' as const,
      lines: [{ line, quantity: 3, exchangeFor: 'p5' }],
    }
    const preview = await previewReturn(ctx, wish)
    if (!preview.ok) throw new Error(preview.problem.name)
    const sent = { ...wish, description: '', images: [], total: preview.value.total }
    return { ctx, order: order.number, wish: sent }
  },
  async attempt({ ctx, wish }) {
    const made = await applyForReturn(ctx, wish)
    // As if under one key: whoever heard nothing finds that it was done.
    return made.ok || made.problem.name === 'return_too_many'
  },
  wrong: ({ order }) =>
    differs(
      `select count(r.*) as returns, sum(x.exchange_held) as held, sum(l.returned) as units from orders o
       join order_lines l on l.order_id = o.id left join returns r on r.order_id = o.id
       left join return_lines x on x.return_id = r.id where o.number = $1`,
      order,
      { returns: 1, held: 3, units: 3 },
    ),
  tornBefore: /insert into returns/,
}

interface Arrived {
  slug: string
}

async function arrived(wish: ReturnWish): Promise<Arrived> {
  await nextHour()
  const { slug } = await askedReturn(database.db, work, wish)
  await approveReturn(work, slug, null)
  await receiveReturn(work, slug, null, () => true)
  return { slug }
}

async function complete({ slug }: Arrived): Promise<boolean> {
  const done = await completeReturn(work, slug)
  return done.ok || (done.problem.name === 'not_now' && done.problem.status === 'completed')
}

const refunding: Work<Arrived> = {
  name: 'completing a return',
  ready: () => arrived({ type: 'return_and_refund' }),
  async attempt(state, tries) {
    const isDone = await complete(state)
    const now = new Date(work.now.getTime() + (1 + tries) * hour)
    await sendRefunds({ ...work, now }, new Map([[world.demo.name, world.demo]]), () => now)
    const { rows } = await database.db.pool.query(`select from refunds where status = 'pending'`)
    return isDone && rows.length === 0
  },
  wrong: ({ slug }) =>
    differs(
      `select r.status, count(f.*) as refunds, sum(f.amount) - r.refund_amount as "over", sum(c.refunded) - r.refund_amount as bank
       from returns r left join refunds f on f.order_id = r.order_id left join payments p on p.id = f.payment_id
       left join demo_charges c on c.reference = p.reference where r.number = $1 group by r.id`,
      slug,
      { status: 'completed', refunds: 1, over: 0, bank: 0 },
    ),
  tornBefore: /update payments/,
}

const crediting: Work<Arrived> = {
  name: 'giving store credit for a return',
  ready: () => arrived({ type: 'return_and_refund', refundTo: 'credit' }),
  attempt: complete,
  wrong: ({ slug }) =>
    differs(
      `select r.status, count(e.*) as entries, sum(e.amount) - r.refund_amount - r.bonus as "over"
       from returns r left join credit_entries e on e.order_id = r.order_id where r.number = $1 group by r.id`,
      slug,
      { status: 'completed', entries: 2, over: 0 },
    ),
  tornBefore: /insert into credit_entries/,
}

const exchanging: Work<Arrived> = {
  name: 'completing an exchange',
  ready: () => arrived({ type: 'exchange', exchangeFor: 'p5' }),
  attempt: complete,
  wrong: ({ slug }) =>
    differs(
      `select r.status, count(o.*) as orders, sum(l.quantity) as units, sum(x.exchange_held) as held
       from returns r join return_lines x on x.return_id = r.id left join orders o on o.id = r.exchange_order_id
       left join order_lines l on l.order_id = o.id where r.number = $1 group by r.id`,
      slug,
      { status: 'completed', orders: 1, units: 2, held: 0 },
    ),
  tornBefore: /insert into orders/,
}

async function differs(text: string, value: string, shouldBe: object): Promise<string[]> {
  const { rows } = await database.db.pool.query<object>(text, [value])
  const [found, wanted] = [JSON.stringify(rows[0]), JSON.stringify(shouldBe)]
  return found === wanted ? [] : [`it is ${found} and should be ${wanted}`]
}

const works = [applying, refunding, crediting, exchanging].map((one) => one as Work<unknown>)

describe('a statement that fails leaves the books of a return whole, and the second try succeeds', () => {
  it.each(works.map((one, index) => ({ name: one.name, one, index })))(
    '$name',
    async ({ one, index }) => {
      const every = isWhole ? 1 : 4
      const kinds = isWhole ? faults : [faults[index % faults.length]!]
      const { statements, tries, found } = await failEach(database.db, one, { before, kinds, every })
      if (isWhole)
        process.stdout.write(
          `${one.name}: ${tries} failures of ${statements} statements, ${found.length} faults\n`,
        )
      expect(found).toEqual([])
      expect(statements).toBeGreaterThan(8)
      expect(tries).toBeGreaterThanOrEqual(Math.floor(statements / every) * kinds.length)
    },
    120_000,
  )
})

describe('finds a statement of a return that stands outside of its transaction', () => {
  it.each((isWhole ? works : works.slice(0, 2)).map((one) => ({ name: one.name, one })))(
    '$name',
    async ({ one }) => {
      const { found } = await failEach(database.db, one, { before, isTorn: true, kinds: ['refused'] })
      expect(found.length).toBeGreaterThan(0)
    },
    120_000,
  )
})
