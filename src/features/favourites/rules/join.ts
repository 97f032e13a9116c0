import { mergeFavourites } from '#domain/favourites-merge.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mostFavourites } from '../contract.ts'
import { moveFavourites, storedIn } from '../queries/join.ts'
import { lockList, openList } from '../queries/lists.ts'

/** How many of a guest's favourites came into the customer's list, and how many found no room there. */
export interface Joined {
  joined: number
  left: number
}

/**
 * Joins a browser's favourites to a customer's, in the transaction of the sign-in. Those that find no room stay with
 * the browser.
 */
export async function joinFavourites(tx: Tx, browser: Buffer, customer: number, now: Date): Promise<Joined> {
  // The guest's list first, always: two sign-ins of one customer cannot deadlock.
  const from = await lockList(tx, { browser }, now)
  if (from === null) return { joined: 0, left: 0 }
  const to = await openList(tx, { customer }, now)
  const [account, guest] = [await storedIn(tx, to), await storedIn(tx, from)]
  const { joined, left } = mergeFavourites(account, guest, mostFavourites)
  const idsOf = (favourites: typeof joined): number[] => favourites.map(({ favouriteId }) => favouriteId)
  await moveFavourites(tx, { from, to, moving: idsOf(joined), staying: idsOf(left) })
  return { joined: joined.length, left: left.length }
}
