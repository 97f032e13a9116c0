import { lockCart, touchCart } from '#features/cart/queries/lines.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { lockList } from '../queries/lists.ts'
import type { Owner } from './owner.ts'

/**
 * Locks the owner's list for a change; null where there is none. A browser is known by its cart, which lasts as long as
 * its list does.
 */
export async function lockOwnList(tx: Tx, owner: Owner | null, now: Date): Promise<number | null> {
  if (owner === null) return null
  if ('browser' in owner) {
    const cartId = await lockCart(tx, owner.browser)
    if (cartId === null) return null
    await touchCart(tx, cartId, now)
  }
  return lockList(tx, owner, now)
}
