import { deliveryStatus } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Named } from '#wire/problems.ts'
import { addOrderEvent, isEventTold } from '../queries/events.ts'
import { lockOrderByNumber } from '../queries/lock.ts'
import { holdUntil } from '../queries/pay.ts'
import {
  hasWithdrawn,
  isReturned,
  linesToShip,
  parcelsOf,
  removeShipment,
  setDelivery,
  shipmentOf,
} from '../queries/ship.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'

export type UnshipFault =
  | Named<'unknown_order'>
  | { name: 'unknown_parcel' }
  /** Something says that it arrived, so it has left. */
  | { name: 'arrived' }
  /** Units of it are in a return: its shopper has it. */
  | { name: 'returned' }
  /** Its other units are withdrawn from, and their money is back: without a parcel it could be cancelled, too. */
  | { name: 'withdrawn' }
  | (Named<'not_now'> & { status: string })

/**
 * Takes back the note that a parcel has left. Its units are to be sent again; they stay sold. An order that the courier
 * is paid for is kept until it is paid or cancelled: its hold may be over by now.
 */
export function unshipOrder(
  work: OrderWork,
  number: string,
  parcel: number,
): Promise<Result<{ parcel: number; deliveryStatus: string }, UnshipFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const { id, status } = order
    const found = await shipmentOf(tx, id, parcel)
    if (found === null) return no({ name: 'unknown_parcel' })
    if (found.isDelivered) return no({ name: 'arrived' })
    if (status !== 'in_progress') return no({ name: 'not_now', status })
    if (await isReturned(tx, parcel)) return no({ name: 'returned' })
    const told = await isEventTold(tx, id, parcel)
    await removeShipment(tx, parcel)
    const delivery = deliveryStatus(await linesToShip(tx, id), await parcelsOf(tx, id))
    if (delivery === 'unshipped' && (await hasWithdrawn(tx, id))) return no({ name: 'withdrawn' })
    await setDelivery(tx, id, delivery)
    if (delivery === 'unshipped') await holdUntil(tx, id, null)
    const { carrier, trackingNumber } = found
    const data = { shipment: parcel, carrier, trackingNumber, told }
    await addOrderEvent(tx, { orderId: id, kind: 'unshipped', actor: 'operator', data, at: work.now })
    announceOrder(tx, work, order)
    return ok({ parcel, deliveryStatus: delivery })
  })
}
