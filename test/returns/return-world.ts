import { lockBalance, moveCredit } from '#features/credit/queries/ledger.ts'
import { claimReasons } from '#features/returns/contract.ts'
import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import type { returnDetail } from '#features/returns/contract.ts'
import { returnDetail as detail } from '#features/returns/actions/show.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Input, Output } from '#wire/endpoint.ts'
import type { previewReturn as previewContract } from '#features/returns/contract.ts'
import { returns } from '#wire/settings/returns.ts'
import { days, now, onDelivery, parcel, stockedShop } from '../order-changes.ts'
import { orderVisitor } from '../order-visitor.ts'
import { payTestOrder, placeTestOrder, type OrderOptions, type TestOrder } from '../placed-orders.ts'
import { signedIn } from '../signed-in.ts'

/* For tests of returns: an order that was paid, sent and delivered, and whoever has a browser to it. */

export const merchant = {
  consignee: 'Oak & Linen, returns',
  phone: '+49 30 1234',
  lines: ['Lagerstraße 4', '10119 Berlin', 'Germany'],
}

/** Settings as a merchant writes them, with an address unless they say otherwise. */
export function returnSales(settings: object = {}): Partial<Ctx['shop']['sales']> {
  return { returns: returns.parse({ address: merchant, ...settings }) }
}

export interface ReturnWorldOptions extends OrderOptions {
  settings?: object
  /** What of it was sent; null for all. */
  sent?: Record<string, number> | null
  /** Its parcel has arrived. */
  arrived?: boolean
  db?: Database
}

export async function returnWorld({
  settings = {},
  sent = null,
  arrived = true,
  ...options
}: ReturnWorldOptions = {}) {
  const db = options.db ?? (await stockedShop())
  const order = await placeTestOrder(db, { ...options, now })
  const sales = returnSales(settings)
  /** Who placed it, days after the order. */
  const owner = (after = 1, locale: Locale = 'en'): Ctx =>
    orderVisitor(db, order.token, { now: days(after), locale, sales }).ctx
  await payTestOrder(owner(0), order.id)
  const shipped = await shipOrder(owner(0), order.number, { ...parcel, units: sent }, onDelivery)
  if (!shipped.ok) throw new Error(shipped.problem.name)
  if (arrived) await deliverOrder(owner(0), order.number, null)
  return { db, order, owner, sales, ...ofOrder(db, order, owner) }
}

type Choice = Omit<Input<typeof previewContract>, 'order' | 'lines'>
/** SKU → units, or units and the SKU that is wanted for them. */
type Chosen = Readonly<Record<string, number | readonly [quantity: number, sku: string]>>

/** Asking for returns of one order. */
export function ofOrder(
  db: Database,
  order: Pick<TestOrder, 'id' | 'number'>,
  owner: (after?: number) => Ctx,
) {
  const lineOf = async (sku: string): Promise<number> => {
    const { rows } = await db.pool.query<{ id: number }>(
      'select id from order_lines where order_id = $1 and sku = $2',
      [order.id, sku],
    )
    return rows[0]!.id
  }
  let count = 0
  const wish = async (units: Chosen, choice: Partial<Choice> = {}) => ({
    order: order.number,
    type: 'return_and_refund' as const,
    reason: 'changed_mind' as const,
    refundTo: 'original' as const,
    ...choice,
    lines: await Promise.all(
      Object.entries(units).map(async ([sku, wanted]) => ({
        line: await lineOf(sku),
        quantity: typeof wanted === 'number' ? wanted : wanted[0],
        exchangeFor: typeof wanted === 'number' ? null : wanted[1],
      })),
    ),
  })
  const preview = async (units: Chosen, choice: Partial<Choice> = {}, ctx = owner()) =>
    previewReturn(ctx, await wish(units, choice))
  /** Asks for the return as its preview shows it; the number, or the problem's name. */
  const apply = async (
    units: Chosen,
    choice: Partial<Choice> & { description?: string; images?: string[] } = {},
    ctx = owner(),
  ): Promise<string> => {
    count += 1
    // Two of the same would be one that was sent twice.
    const isClaim = choice.reason !== undefined && claimReasons.includes(choice.reason)
    const { description = isClaim ? '' : `no. ${count}`, images = [], ...rest } = choice
    const input = await wish(units, rest)
    const shown = await previewReturn(ctx, input)
    if (!shown.ok) return shown.problem.name
    const made = await applyForReturn(ctx, { ...input, description, images, total: shown.value.total })
    return made.ok ? made.value.slug : made.problem.name
  }
  const view = async (slug: string, ctx = owner()): Promise<Output<typeof returnDetail>> => {
    const found = await detail(ctx, { slug })
    if (!found.ok) throw new Error(found.problem.name)
    return found.value
  }
  return { lineOf, wish, preview, apply, view }
}

/** Refunds of an order in the order in which they were made: what, why, and whether money. */
export async function refundsOf(db: Database, orderId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select amount || ' ' || cause || case when payment_id is null then ' as goods or credit' else '' end as text
     from refunds where order_id = $1 order by id`,
    [orderId],
  )
  return rows.map(({ text }) => text)
}

export async function orderIs(db: Database, orderId: number): Promise<string> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', status, pay_status, delivery_status, 'refunded', refunded) as text from orders where id = $1`,
    [orderId],
  )
  return rows[0]!.text
}

/** A customer who has so much store credit, minor units, and pays an order with it. */
export async function creditOf(db: Database, amount: number) {
  const { customer } = await signedIn(db, { now })
  await db.transact(async (tx) => {
    await lockBalance(tx, customer, 'USD')
    const entry = { customer, currency: 'USD', amount, order: null, reason: '' } as const
    await moveCredit(tx, { ...entry, kind: 'adjusted', cause: 'test', now })
  })
  return {
    credit: { amount, customer },
    balance: async (): Promise<number> => {
      const { rows } = await db.pool.query<{ balance: number }>(
        'select balance::int from credit_balances where customer_id = $1',
        [customer],
      )
      return rows[0]!.balance
    },
  }
}

/** As if money of the order had gone back by a way that knows nothing of returns. */
export async function giveBehind(db: Database, orderId: number, amount: number): Promise<void> {
  await db.pool.query('update orders set refunded = refunded + $2 where id = $1', [orderId, amount])
  await db.pool.query('update payments set refunded = refunded + $2 where order_id = $1', [orderId, amount])
}
