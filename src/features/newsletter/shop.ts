import type { Db } from '#platform/server/db/db.ts'
import { subscriberRows, type Subscriber } from './queries.ts'

export type { Subscriber } from './queries.ts'

/** Calls `each` with every subscriber, in the order they came. */
export async function listSubscribers(
  db: Db,
  each: (subscriber: Subscriber & { id: number }) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await subscriberRows(db, after, 500)
    for (const subscriber of found) await each(subscriber)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
