import { no, type No } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { isPrivate, mayGoOn, networkOf, tooMany, type TooMany } from '#platform/server/rate.ts'

/**
 * Counts a cart that the transaction makes, and refuses it where its network has made too many: decision 041. Any
 * refusal rolls the count back with the cart: only carts that stay are counted.
 */
export async function refuseNewCart({ now, shop, visitor }: Ctx, tx: Tx): Promise<No<TooMany> | null> {
  const most = shop.sales.perNetwork?.cartsPerHour ?? null
  if (most === null || isPrivate(visitor.ip)) return null
  const making = { name: 'cart.make', most, within: hour }
  return (await mayGoOn(tx, making, networkOf(visitor.ip), now)) ? null : no(tooMany(making, now))
}
