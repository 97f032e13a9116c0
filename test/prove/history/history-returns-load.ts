import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import { cancelReturn, sendParcel } from '#features/returns/actions/change.ts'
import { returnReasons } from '#features/returns/contract.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import type { ReturnWork } from '#features/returns/rules/announce.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from '#features/returns/shop/decide.ts'
import { recountReturn } from '#features/returns/shop/recount.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { payTestOrder, placeTestOrder, type TestOrder } from '../../placed-orders.ts'
import { testCtx } from '../../test-ctx.ts'

/*
 * What becomes of goods that arrived, made up by chance: they are asked back in two tabs, approved while they are taken
 * back, arrive in part, and are completed by two people at once.
 */

type Chance = (count: number) => number

/** Two customers, to whom some orders belong: they may take store credit. */
export async function addCustomers(db: Database): Promise<void> {
  await db.pool.query(
    `insert into customers (number, locale, created_at) select 'CUST000' || n, 'en', '2026-11-01' from generate_series(1, 2) n`,
  )
}

export async function giveToCustomer(db: Database, { id }: TestOrder, pick: Chance): Promise<void> {
  await db.pool.query(
    `update orders set customer_id = (select id from customers order by id offset $2 limit 1) where id = $1`,
    [id, pick(2)],
  )
}

export interface ReturnWish {
  type: 'return_and_refund' | 'exchange' | 'refund_only'
  refundTo?: 'original' | 'credit'
  /** Of three. */
  units?: number
  exchangeFor?: string
}

/** An order of three units of one SKU that were paid, and have arrived at a customer's. */
export async function arrivedOrder(
  db: Database,
  work: ReturnWork & PayWork,
): Promise<{ order: TestOrder; line: number; ctx: Ctx }> {
  const order = await placeTestOrder(db, { units: { p4: 3 }, now: work.now })
  await giveToCustomer(db, order, () => 0)
  await payTestOrder(work, order.id)
  await noteAtBank(db)
  const parcel = { carrier: 'Post', trackingNumber: '1', trackingUrl: null, units: null }
  await shipOrder(work, order.number, parcel, () => false)
  await deliverOrder(work, order.number, null)
  const { rows } = await db.pool.query<{ id: number }>('select id from order_lines where order_id = $1', [
    order.id,
  ])
  return { order, line: rows[0]!.id, ctx: shopperOf(db, work, order, () => 1) }
}

/** A return of such an order. */
export async function askedReturn(
  db: Database,
  work: ReturnWork & PayWork,
  { type, refundTo = 'original', units = 2, exchangeFor }: ReturnWish,
): Promise<{ slug: string; order: TestOrder }> {
  const { order, line, ctx } = await arrivedOrder(db, work)
  const lines = [{ line, quantity: units, exchangeFor: exchangeFor ?? null }]
  const wish = { order: order.number, type, reason: 'damaged' as const, refundTo, lines }
  const preview = await previewReturn(ctx, wish)
  if (!preview.ok) throw new Error(preview.problem.name)
  const total = preview.value.total
  const made = await applyForReturn(ctx, { ...wish, description: 'Torn', images: [], total })
  if (!made.ok) throw new Error(made.problem.name)
  return { slug: made.value.slug, order }
}

/** The bank knows of the payments that tests say were captured: refunds go through its books. */
export async function noteAtBank(db: Pick<Database, 'pool'>): Promise<void> {
  await db.pool.query(
    `insert into demo_charges (reference, amount, currency, status, return_url, notify_url, created_at, updated_at)
     select reference, amount, currency, 'captured', '', '', created_at, updated_at
     from payments where provider = 'demo' and status = 'captured' and reference like 'test-%' on conflict do nothing`,
  )
}

/** @returns the fate of the return, by name */
export async function askBack(
  db: Database,
  work: ReturnWork & PayWork,
  order: TestOrder,
  pick: Chance,
): Promise<string> {
  const ctx = shopperOf(db, work, order, pick)
  const { rows: lines } = await db.pool.query<{ id: number; quantity: number; isCustomers: boolean }>(
    `select l.id, quantity, o.customer_id is not null as "isCustomers" from order_lines l join orders o on o.id = l.order_id
     where o.id = $1 order by l.id`,
    [order.id],
  )
  const chosen = lines.filter((_, at) => at === 0 || pick(3) > 0)
  const toCredit = lines.some(({ isCustomers }) => isCustomers) && pick(2) === 0
  const type = (['return_and_refund', 'return_and_refund', 'exchange', 'refund_only'] as const)[pick(4)]!
  const wish = {
    order: order.number,
    type,
    reason: returnReasons[pick(returnReasons.length)]!,
    refundTo: toCredit ? ('credit' as const) : ('original' as const),
    lines: chosen.map(({ id, quantity }) => ({
      line: id,
      quantity: 1 + pick(quantity),
      exchangeFor: type === 'exchange' ? `p${1 + pick(8)}` : null,
    })),
  }
  const preview = await previewReturn(ctx, wish)
  if (!preview.ok) return preview.problem.name
  const application = {
    ...wish,
    description: 'It is not what I hoped for.',
    images: [],
    total: preview.value.total,
  }
  // Two tabs, and each click counts.
  const applied = await Promise.all([1, 2].map(() => applyForReturn(ctx, application)))
  const made = applied.flatMap((answer) => (answer.ok ? [answer.value.slug] : []))
  const [fate = 'nothing'] = await Promise.all(made.map((slug) => decide(ctx, work, slug, pick)))
  return `${type} ${fate}`
}

function shopperOf(db: Database, work: ReturnWork, { token }: TestOrder, pick: Chance): Ctx {
  const hash = hashToken(token)
  return testCtx(db, {
    ...work,
    db,
    who: () =>
      Promise.resolve({ browser: hash, owner: hash, customer: null, session: null, over: null, opened: [] }),
    visitor: { ip: `198.51.100.${pick(250)}` },
  })
}

async function decide(ctx: Ctx, work: ReturnWork & PayWork, slug: string, pick: Chance): Promise<string> {
  const fate = pick(10)
  if (fate === 0) return 'waits'
  if (fate === 1) {
    await Promise.all([refuseReturn(work, slug, 'It was worn.'), cancelReturn(ctx, { slug })])
    return 'refused or taken back'
  }
  const isPart = pick(4) === 0
  const units = isPart ? await someOf(work, slug, pick) : null
  if (fate === 2) {
    await Promise.all([approveReturn(work, slug, null), cancelReturn(ctx, { slug })])
    return 'approved or taken back'
  }
  await Promise.all([1, 2].map(() => approveReturn(work, slug, units, 'It was worn.')))
  if (fate === 3) return 'never sent'
  const parcel = { slug, company: 'Post', trackingNumber: '1' }
  const isTakenBack = fate === 4
  await Promise.all([sendParcel(ctx, parcel), ...(isTakenBack ? [cancelReturn(ctx, { slug })] : [])])
  const came = pick(4) === 0 ? await someOf(work, slug, pick) : null
  const restocks = () => pick(2) === 0
  await Promise.all([1, 2].map(() => receiveReturn(work, slug, came, restocks)))
  if (fate === 5) return lookedAt(work, slug, pick)
  await Promise.all([1, 2].map(() => completeReturn(work, slug)))
  const { rows } = await (work.db as Database).pool.query<{ id: number }>(
    `select o.id from returns r join orders o on o.id = r.exchange_order_id and o.pay_status = 'unpaid' where r.number = $1`,
    [slug],
  )
  // A difference is paid, or is not.
  for (const { id } of rows) if (pick(2) === 0) await payTestOrder(work, id)
  return 'completed'
}

/** What has come is counted again, found to be worn, or neither, by two people at once. */
async function lookedAt(work: ReturnWork, slug: string, pick: Chance): Promise<string> {
  const fate = pick(4)
  if (fate === 0) return 'received'
  const units = pick(2) === 0 ? null : await someOf(work, slug, pick)
  const recount = () => recountReturn(work, slug, units, () => pick(2) === 0)
  if (fate === 1) await Promise.all([recount(), recount()])
  else if (fate === 2) await Promise.all([recount(), refuseReturn(work, slug, 'It was worn.')])
  else {
    const worn = { amount: 100, reason: 'It was worn.' }
    await Promise.all([recount(), completeReturn(work, slug, worn)])
  }
  return 'looked at'
}

/** Some units of each line, at least one in all. */
async function someOf({ db }: ReturnWork, slug: string, pick: Chance): Promise<Record<string, number>> {
  const { rows } = await (db as Database).pool.query<{ sku: string; most: number }>(
    `select l.sku, coalesce(x.approved, x.quantity) as most from return_lines x join returns r on r.id = x.return_id
     join order_lines l on l.id = x.order_line_id where r.number = $1 order by x.id`,
    [slug],
  )
  const units = rows.map(({ sku, most }, at): [string, number] => [
    sku,
    at === 0 ? Math.min(1, most) : pick(most + 1),
  ])
  return Object.fromEntries(units)
}
