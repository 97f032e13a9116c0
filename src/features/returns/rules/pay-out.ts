import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { lockBalance } from '#features/credit/queries/ledger.ts'
import { addCredit } from '#features/credit/rules/order-credit.ts'
import { lockPayable } from '#features/orders/queries/pay.ts'
import { findOrderById, type OrderRow } from '#features/orders/queries/read.ts'
import { refundablePayments } from '#features/orders/queries/refund.ts'
import { addGiven } from '#features/orders/queries/returned.ts'
import { takeEarnedBack } from '#features/orders/rules/earn.ts'
import { refundOrder } from '#features/orders/rules/refund.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { exchangeParent, ownerOfOrder } from '../queries/facts.ts'
import type { ReturnRow } from '../queries/read.ts'

/* The ways of a return's money. The order is locked; balances of store credit are locked last. */

type Money = Pick<RefundQuote, 'total' | 'toPayment' | 'toCredit'>

/** Its payments have less left than is due: they were given back otherwise. In minor units. */
export interface MoneyGoneFault {
  name: 'money_gone'
  due: number
  left: number
  currency: string
}

/**
 * Gives a refund back as its shopper chose: by the way of payment, or as store credit with what the shop adds. The
 * caller rolls back what is refused.
 */
export async function payOut(
  tx: Tx,
  order: OrderRow,
  row: Pick<ReturnRow, 'number' | 'refundTo' | 'customerId'>,
  money: Money,
  bonus: number,
  now: Date,
): Promise<Result<null, MoneyGoneFault>> {
  const cause = `return:${row.number}`
  const reason = `return ${row.number}`
  if (money.total === 0) return ok(null)
  if (row.refundTo === 'credit' && row.customerId !== null) {
    await toLedger(tx, order, row.customerId, money.total, cause, now)
    if (bonus > 0) {
      const entry = { customer: row.customerId, currency: order.currency, amount: bonus, order: order.id }
      await addCredit(tx, { ...entry, kind: 'bonus', cause: `bonus:${row.number}`, reason: '', now })
    }
    return ok(null)
  }
  if (money.toPayment > 0) {
    const made = await refundOrder(tx, { orderId: order.id, amount: money.toPayment, reason, cause, now })
    if (!made.ok) {
      const left = await leftOfPayments(tx, order.id)
      return no({ name: 'money_gone', due: money.toPayment, left, currency: order.currency })
    }
  }
  if (money.toCredit > 0) await giveCreditHome(tx, order, money.toCredit, `${cause}:credit`, reason, now)
  return ok(null)
}

/**
 * The refund by what there is of either kind: what the payments do not have, though the order has it all the same, is
 * its store credit. So it is of an order that nobody has paid, and where money went back that was to be given as
 * credit, to an account that is closed now. The order is locked.
 */
export function byWhatIsLeft(
  order: Pick<OrderRow, 'captured' | 'refunded' | 'credit' | 'given'>,
  row: Pick<ReturnRow, 'refundTo' | 'customerId'>,
  quote: RefundQuote,
): RefundQuote {
  if (row.refundTo === 'credit' && row.customerId !== null) return quote
  // By the order's sums: its payments are locked after the orders that it is an exchange for.
  const left = order.captured - order.refunded
  const missing = quote.toPayment - left
  if (missing <= 0 || quote.total > left + order.credit - order.given) return quote
  return { ...quote, toPayment: left, toCredit: quote.toCredit + missing }
}

async function leftOfPayments(tx: Tx, orderId: number): Promise<number> {
  return (await refundablePayments(tx, orderId)).reduce((sum, payment) => sum + payment.left, 0)
}

/**
 * Gives back what an order was paid with that was no money: store credit goes to the ledger. The credit of an exchange
 * is what other goods were worth, so it goes to where those were paid.
 */
export async function giveCreditHome(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'source' | 'currency'>,
  amount: number,
  cause: string,
  reason: string,
  now: Date,
): Promise<void> {
  if (order.source !== 'exchange') {
    const { customerId } = await ownerOfOrder(tx, order.id)
    // A guest has no store credit, and nothing of an order was paid with it.
    if (customerId !== null) await toLedger(tx, order, customerId, amount, cause, now)
    return
  }
  const parent = await exchangeParent(tx, order.id)
  const before = parent === null ? null : await findOrderById(tx, parent.orderId)
  if (parent === null || before === null) throw new Error(`order ${order.id} is an exchange for nothing`)
  await lockPayable(tx, before.id)
  const left = await leftOfPayments(tx, before.id)
  const byPayment = Math.min(amount, parent.quote.toPayment, left)
  const name = cause.replace(/:home$/, '')
  if (byPayment > 0)
    await refundOrder(tx, { orderId: before.id, amount: byPayment, reason, cause: `${name}:home`, now })
  // What was no money there either goes on, under a name of its own.
  if (amount > byPayment)
    await giveCreditHome(tx, before, amount - byPayment, `${name}:credit:home`, reason, now)
}

/** Locks the orders that an order is an exchange for, before any SKU is: money may go home to them, and
 * what they earned may be taken back. */
export async function lockParents(tx: Tx, order: Pick<OrderRow, 'id'>): Promise<void> {
  for (
    let one = await exchangeParent(tx, order.id);
    one !== null;
    one = await exchangeParent(tx, one.orderId)
  )
    await lockPayable(tx, one.orderId)
}

/**
 * Takes back what an order has earned of what was given back of it, and of the orders that it is an exchange for, to
 * which money goes home.
 */
export async function takeAllEarnedBack(
  tx: Tx,
  work: Pick<Ctx, 'now'>,
  orderId: number,
  cause: string,
): Promise<void> {
  for (let id: number | null = orderId; id !== null; id = (await exchangeParent(tx, id))?.orderId ?? null)
    await takeEarnedBack(tx, work, { id }, cause)
}

async function toLedger(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'currency'>,
  customer: number,
  amount: number,
  cause: string,
  now: Date,
): Promise<void> {
  const { currency } = order
  const reason = 'store credit'
  await addGiven(tx, { orderId: order.id, amount, reason, cause }, now)
  await lockBalance(tx, customer, currency)
  const entry = { customer, currency, amount, kind: 'refund', order: order.id } as const
  const isNew = await addCredit(tx, { ...entry, cause, reason: '', now })
  if (!isNew) throw new Error(`store credit because of ${cause} was given before`)
}
