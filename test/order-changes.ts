import type { Database } from '#platform/server/db/db.ts'
import { cartCatalogue } from './cart-visitor.ts'
import { freshDatabase } from './database.ts'

/* For tests of what happens to an order after it was placed. */

export const now = new Date('2026-11-21T12:00:00Z')
export const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000)
export const days = (count: number): Date => minutes(count * 24 * 60)
export const parcel = { carrier: 'DHL', trackingNumber: '00340', trackingUrl: null, units: null }
export const onDelivery = (method: string): boolean => method === 'cod'

/** A shop with goods and without orders. */
export async function stockedShop(): Promise<Database> {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  return db
}
