import { bumpVersions, refreshStock } from '#features/catalog/queries/derived.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { giveCouponsBack, giveCreditBack, giveUnitsBack, lockSkusOf } from '../queries/release.ts'

/**
 * Gives back all that an order holds, of which nothing has left: units, uses of coupons, store credit. The order is
 * locked; done once, however often it is asked for. Money is given back by `refundOrder`.
 */
export async function releaseOrder(tx: Tx, order: { id: number }, now: Date): Promise<void> {
  const products = await lockSkusOf(tx, order.id)
  if (!(await giveUnitsBack(tx, order.id, now))) return
  // What is offered again is shown again.
  if (await giveCouponsBack(tx, order.id)) await announceChanges(tx, ['promotions'], false)
  await giveCreditBack(tx, order.id, now)
  await announceStock(tx, products)
}

/** Says which products have another stock now: listings, pages and who looks at them follow. */
export async function announceStock(tx: Tx, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  // First: it locks the products, in the order in which everybody does.
  await bumpVersions(tx, products)
  const turned = await refreshStock(tx, products)
  await announceChanges(
    tx,
    products.map((id) => `product:${id}`),
    true,
  )
  if (turned.length > 0) await announceChanges(tx, ['list'], false)
}
