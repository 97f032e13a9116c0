import { deliveryStatus, isSendingOver, waitsForDifference } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOrderByNumber, type LockedOrder } from '../queries/lock.ts'
import { sellStock } from '../queries/pay.ts'
import { lockSkusOf } from '../queries/release.ts'
import {
  addShipment,
  arriveShipments,
  countShipped,
  linesToShip,
  parcelsOf,
  setDelivery,
  takeHeldUnits,
  type LineToShip,
} from '../queries/ship.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { announceStock } from '../rules/release.ts'

export interface Parcel {
  carrier: string
  trackingNumber: string
  /** `https://…`, or null. */
  trackingUrl: string | null
  /** SKU → units; null for all that have not left. */
  units: Readonly<Record<string, number>> | null
}

export type ShipFault =
  | Named<'unknown_order'>
  /** Cancelled, or its cancellation is asked for, or completed. */
  | (Named<'not_now'> & { status: string })
  /** Nothing leaves before it is paid, except cash on delivery. */
  | { name: 'unpaid' }
  /** It became dearer after it was paid. */
  | (Named<'difference_due'> & { due: number })
  /** All of its money has been given back or promised: goods and money do not both stay with the shopper. */
  | { name: 'refunded' }
  | (Named<'unknown_sku'> & { sku: string })
  | { name: 'too_many'; sku: string; left: number }
  /** A backorder whose goods have not arrived. */
  | { name: 'not_on_hand'; sku: string }
  | { name: 'nothing_left' }

/** Records that a parcel has left. Units that were only held are sold with it. */
export function shipOrder(
  work: OrderWork,
  number: string,
  parcel: Parcel,
  isPaidOnDelivery: (method: string) => boolean,
): Promise<Result<{ parcel: number; deliveryStatus: string }, ShipFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    if (order.status !== 'in_progress') return no({ name: 'not_now', status: order.status })
    if (order.payStatus === 'unpaid' && !isPaidOnDelivery(order.paymentMethod)) return no({ name: 'unpaid' })
    if (waitsForDifference(order)) return no({ name: 'difference_due', due: order.due })
    if (isSendingOver(order)) return no({ name: 'refunded' })
    return ship(tx, work, order, parcel)
  })
}

async function ship(
  tx: Tx,
  work: OrderWork,
  order: LockedOrder,
  { units, ...parcel }: Parcel,
): Promise<Result<{ parcel: number; deliveryStatus: string }, ShipFault>> {
  const products = await lockSkusOf(tx, order.id)
  await sellStock(tx, order.id, work.now)
  const lines = await linesToShip(tx, order.id)
  const wanted = wantedUnits(lines, units)
  if (!wanted.ok) return wanted
  for (const { line, quantity } of wanted.value) {
    // Units that were not on hand when they were sold are taken now.
    const waiting = quantity - (line.quantity - line.shipped - line.held)
    if (waiting > 0 && line.skuId !== null) {
      const taken = await takeHeldUnits(tx, order.id, { id: line.id, skuId: line.skuId }, waiting, work.now)
      if (!taken) return no({ name: 'not_on_hand', sku: line.sku })
    }
    if (!(await countShipped(tx, line.id, quantity)))
      return no({ name: 'too_many', sku: line.sku, left: line.quantity - line.shipped })
  }
  const id = await addShipment(
    tx,
    {
      ...parcel,
      orderId: order.id,
      lines: wanted.value.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
    },
    work.now,
  )
  const status = await deriveDelivery(tx, order.id)
  const data = { shipment: id, carrier: parcel.carrier, trackingNumber: parcel.trackingNumber }
  await addOrderEvent(tx, { orderId: order.id, kind: 'shipped', actor: 'operator', data, at: work.now })
  await announceStock(tx, products)
  announceOrder(tx, work, order)
  return ok({ parcel: id, deliveryStatus: status })
}

function wantedUnits(
  lines: readonly LineToShip[],
  units: Parcel['units'],
): Result<{ line: LineToShip; quantity: number }[], ShipFault> {
  if (units === null) {
    const all = lines.flatMap((line) => {
      const quantity = line.quantity - line.shipped
      return quantity > 0 ? [{ line, quantity }] : []
    })
    return all.length === 0 ? no({ name: 'nothing_left' }) : ok(all)
  }
  const wanted: { line: LineToShip; quantity: number }[] = []
  for (const [sku, quantity] of Object.entries(units)) {
    const line = lines.find((candidate) => candidate.sku === sku)
    if (line === undefined) return no({ name: 'unknown_sku', sku })
    const left = line.quantity - line.shipped
    if (quantity > left) return no({ name: 'too_many', sku, left })
    wanted.push({ line, quantity })
  }
  return ok(wanted)
}

async function deriveDelivery(tx: Tx, orderId: number): Promise<string> {
  const status = deliveryStatus(await linesToShip(tx, orderId), await parcelsOf(tx, orderId))
  await setDelivery(tx, orderId, status)
  return status
}

export type DeliverFault = Named<'unknown_order'> | { name: 'nothing_on_its_way' }

/** Records that a parcel has arrived, or all that are on their way. @param parcel its number, or null */
export function deliverOrder(
  work: OrderWork,
  number: string,
  parcel: number | null,
): Promise<Result<{ deliveryStatus: string }, DeliverFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const arrived = await arriveShipments(tx, order.id, parcel, work.now)
    if (arrived === 0) return no({ name: 'nothing_on_its_way' })
    const status = await deriveDelivery(tx, order.id)
    // Of several parcels, only the arrival of the last is reported to the shopper.
    if (status === 'delivered')
      await addOrderEvent(tx, { orderId: order.id, kind: 'delivered', actor: 'operator', at: work.now })
    announceOrder(tx, work, order)
    return ok({ deliveryStatus: status })
  })
}
