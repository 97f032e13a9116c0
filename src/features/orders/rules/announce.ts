import { cartTopic } from '#features/cart/actions/token.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { LiveMessage } from '#wire/live-messages.ts'
import { shopperOf } from '../queries/shopper.ts'

/** The parts of a context that changing an order needs: a request has them, and so have jobs and commands. */
export type OrderWork = Pick<Ctx, 'db' | 'transact' | 'now' | 'live' | 'shop'>

/** The live topics that the order's pages follow. */
export function orderTopic(orderId: number): string {
  return `order:${orderId}`
}

/** Tells the shopper's open pages, after the commit, that the order has changed. */
export function announceOrder(
  tx: Tx,
  work: Pick<OrderWork, 'db' | 'live'>,
  { id, number }: { id: number; number: string },
): void {
  tellShopper(tx, work, id, { type: 'order.changed', order: number })
}

/**
 * Tells, after the commit, every open page of the shopper whose order it is, on all devices, and the pages that a link
 * has opened for this order alone.
 */
export function tellShopper(
  tx: Tx,
  { db, live }: Pick<OrderWork, 'db' | 'live'>,
  orderId: number,
  message: LiveMessage,
): void {
  tx.afterCommit(async () => {
    const shopper = await shopperOf(db, orderId)
    const owners = shopper === null ? [] : [shopper.owner, ...customersOwner(shopper.customer)]
    live.tell([orderTopic(orderId), ...owners.map(cartTopic)], message)
  })
}

// A guest's order belongs to the browser that placed it, and to the customer who has proven its e-mail address.
function customersOwner(customer: number | null): Buffer[] {
  return customer === null ? [] : [ownerHash(customer)]
}
