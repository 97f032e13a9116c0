import { isOffline } from '../present-payment.ts'
import type { OrderRow } from '../queries/read.ts'

/** No provider can send its money back: the shop does, by hand, and has to ask where to. */
export function isPaidByHand({ payments }: Pick<OrderRow, 'payments'>): boolean {
  const paid = payments.filter(({ captured }) => captured > 0)
  return paid.length > 0 && paid.every(({ provider }) => isOffline(provider))
}
