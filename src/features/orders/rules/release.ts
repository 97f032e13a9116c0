import { giveCreditBack } from '#features/credit/rules/order-credit.ts'
import { bumpVersions, refreshStock } from '#features/catalog/queries/derived.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import {
  giveCouponsBack,
  giveUnitsBack,
  giveWaitingBack,
  lockSkusOf,
  writeUnitsOff,
} from '../queries/release.ts'

/**
 * Releases everything that an order holds and of which nothing has left: units, uses of coupons, store credit. The
 * order is locked; repeating it changes nothing. Money is returned by `refundOrder`.
 * @param units `written_off`: those that were sold do not come back on the shelf, as if the operator had counted them off
 */
export async function releaseOrder(
  tx: Tx,
  order: { id: number },
  now: Date,
  units: 'to_stock' | 'written_off' = 'to_stock',
): Promise<void> {
  const products = await lockSkusOf(tx, order.id)
  if (!(await giveUnitsBack(tx, order.id, now))) return
  if (units === 'written_off') await writeUnitsOff(tx, order.id, now)
  // Announces products and coupons that are available again.
  if (await giveCouponsBack(tx, order.id)) await announceChanges(tx, ['promotions'], false)
  await giveCreditBack(tx, order.id, now)
  await announceStock(tx, products)
}

/**
 * Releases units that an order waits for and never gets: its money went back before they were on hand. Units that were
 * taken for it from the shelf stay as they are; the operator adds those that are there. The order is locked.
 */
export async function releaseWaiting(tx: Tx, order: { id: number }, now: Date): Promise<void> {
  const products = await lockSkusOf(tx, order.id)
  if (await giveWaitingBack(tx, order.id, now)) await announceStock(tx, products)
}

/** Announces products whose stock has changed: listings, product pages and open pages follow. */
export async function announceStock(tx: Tx, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  // First: it locks the SKUs, in the order that all code uses.
  await bumpVersions(tx, products)
  const turned = await refreshStock(tx, products)
  await announceChanges(
    tx,
    products.map((id) => `product:${id}`),
    true,
  )
  if (turned.length > 0) await announceChanges(tx, ['list'], false)
}
