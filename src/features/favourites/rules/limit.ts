import { minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isPrivate, mayGoOn, networkOf } from '#platform/server/rate.ts'

/** Of one network, which may be an office or a whole mobile carrier: far more than its people press hearts. */
const writing = { name: 'favorite.write', most: 600, within: 10 * minute }

/** Each change is a row, or the loss of one: whoever keeps no cookies would make any number. */
export async function mayChange({ db, now, shop, visitor }: Ctx): Promise<boolean> {
  if (shop.sales.perNetwork === null || isPrivate(visitor.ip)) return true
  return mayGoOn(db, writing, networkOf(visitor.ip), now)
}
