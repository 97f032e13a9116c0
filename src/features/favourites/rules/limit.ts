import { no, type No } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isPrivate, mayGoOn, networkOf, tooMany, type TooMany } from '#platform/server/rate.ts'

/** Of one network, which may be an office or a whole mobile carrier: far more than its people press hearts. */
const writing = { name: 'favorite.write', most: 600, within: 10 * minute }

/**
 * Each change is a row, or the loss of one: whoever keeps no cookies would make any number. Null: this one may be made.
 */
export async function refuseChange({ db, now, shop, visitor }: Ctx): Promise<No<TooMany> | null> {
  if (shop.sales.perNetwork === null || isPrivate(visitor.ip)) return null
  return (await mayGoOn(db, writing, networkOf(visitor.ip), now)) ? null : no(tooMany(writing, now))
}
