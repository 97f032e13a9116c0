import type { OrderRow } from '#features/orders/shop/read.ts'
import { settleExchangeOf } from '#features/returns/work/timer.ts'
import { amountOf, refundLines, type OrderShop, type ShownRefund } from './order-shop.ts'

/* The order of an exchange was paid with goods that came back: once it is cancelled, their value goes home. */

/** What is owed besides the order's own money, for a question before it is cancelled; empty for an order somebody bought. */
export function exchangeOwed({ source, credit, currency }: OrderRow): string {
  return source === 'exchange' && credit > 0
    ? `, and give back the ${amountOf(credit, currency)} that its exchanged goods are worth`
    : ''
}

/**
 * Gives back at once what a cancelled order was an exchange for, instead of leaving it to the timer: the operator reads
 * what to send, and by which command it is noted.
 */
export async function giveExchangeHome(
  work: OrderShop,
  order: OrderRow,
): Promise<{ refunds: ShownRefund[]; lines: string[] }> {
  if (order.source !== 'exchange') return { refunds: [], lines: [] }
  const settled = await settleExchangeOf({ ...work, now: new Date() }, order.id)
  const { currency, email } = order
  const made = (settled?.payouts ?? []).filter(({ status }) => status === 'pending')
  const shown = made.map(({ order: number, id, amount, isByHand }) => ({
    number,
    refund: { refund: id, amount, waits: isByHand },
  }))
  const value = `${order.number}: it was the exchange of ${settled?.number ?? 'a return'}, whose ${amountOf(order.credit, currency)} go back`
  return {
    refunds: shown.map(({ refund }) => refund),
    lines: [
      value,
      ...shown.flatMap(({ number, refund }) => refundLines({ number, currency, email }, [refund])),
    ],
  }
}
