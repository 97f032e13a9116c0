import { day } from '#domain/time.ts'
import type { Db } from '#platform/server/db/db.ts'
import { readLink, type SignLink } from '#platform/server/signing.ts'

/** Milliseconds for which an open page may follow its order. */
const watchLife = day

export interface WatchedOrder {
  orderId: number
  /** How many events the page knows. */
  events: number
}

/**
 * The key by which a page follows an order and its returns. It says how many events the page knows: a page begins to
 * follow a moment after it was made, and hears then of what happened in between.
 * @param events counted when the order was read or before, so that none is counted that the page does not show
 */
export function watchKey(sign: SignLink, orderId: number, events: number, now: Date): string {
  return `${sign('order.watch', orderId, new Date(now.getTime() + watchLife))}~${events}`
}

/** The order that a page may follow by a key of {@link watchKey}, and the events that it knows; null for any other. */
export async function readWatchKey(db: Db, key: string, now: Date): Promise<WatchedOrder | null> {
  const [link = '', events] = key.split('~')
  const orderId = await readLink(db, 'order.watch', link, now)
  return orderId === null ? null : { orderId, events: Number(events) }
}
