import { deliveryStatus } from '#domain/order.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { takeOutUnits } from '../queries/edit.ts'
import { lockSkusOf } from '../queries/release.ts'
import { countWithdrawn } from '../queries/returned.ts'
import { linesToShip, parcelsOf, setDelivery } from '../queries/ship.ts'
import { announceStock } from './release.ts'

/**
 * Takes units out of what is to be sent of an order of which other units have left: they go back on the shelf, those
 * that were waited for are free, and no parcel can have them any more. The order is locked, and has so many to send.
 */
export async function neverSend(
  tx: Tx,
  order: { id: number },
  units: readonly { line: number; quantity: number }[],
  now: Date,
): Promise<void> {
  const products = await lockSkusOf(tx, order.id)
  const lines = await linesToShip(tx, order.id)
  for (const { line: id, quantity } of units) {
    const line = lines.find((one) => one.id === id)
    if (line === undefined || line.skuId === null) continue
    // Units that are still waited for go first: the shelf has none of them.
    const held = Math.min(line.held, quantity)
    await takeOutUnits(tx, order.id, { id, skuId: line.skuId }, { held, sold: quantity - held }, now)
  }
  await countWithdrawn(tx, order.id, units)
  await setDelivery(
    tx,
    order.id,
    deliveryStatus(await linesToShip(tx, order.id), await parcelsOf(tx, order.id)),
  )
  await announceStock(tx, products)
}
