import { sql } from 'kysely'
import type { DeliveryStatus } from '#domain/order.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** The facts of a line that parcels depend on. */
export interface LineToShip {
  id: number
  sku: string
  skuId: number | null
  /** Units that were bought and are not withdrawn. */
  quantity: number
  shipped: number
  /** Units in `skus.held`: not sold yet, or backordered. */
  held: number
}

/** Nothing more of a locked order is sent. */
export async function endSending(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders set sending_ended = true, version = version + 1 where id = ${orderId}`.execute(rows(tx))
}

/** The lines of a locked order. */
export async function linesToShip(tx: Tx, orderId: number): Promise<LineToShip[]> {
  const { rows: found } = await sql<LineToShip>`
    select id, sku, sku_id as "skuId", quantity - withdrawn as quantity, shipped, held
    from order_lines
    where order_id = ${orderId}
    order by position`.execute(rows(tx))
  return found
}

/**
 * Takes waiting units of a line from the stock on hand, now that they leave: a backorder that has arrived. False, and
 * nothing written, if there are not enough.
 */
export async function takeHeldUnits(
  tx: Tx,
  orderId: number,
  line: { id: number; skuId: number },
  units: number,
  now: Date,
): Promise<boolean> {
  const { rows: found } = await sql<{ id: number }>`
    with moved as (
      update skus
      set on_hand = on_hand - ${units}, held = held - ${units}
      where id = ${line.skuId} and on_hand >= ${units} and held >= ${units}
      returning id
    ),
    emptied as (
      update order_lines
      set held = held - ${units}
      where id = ${line.id} and exists (select from moved)
    ),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select id, ${orderId}::bigint, 'sale', -${units}::int, -${units}::int, ${now}::timestamptz
      from moved
    )
    select id
    from moved`.execute(rows(tx))
  return found.length === 1
}

/** Counts units of a line as sent; false if that would be more than were bought. */
export async function countShipped(tx: Tx, lineId: number, units: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update order_lines
    set shipped = shipped + ${units}
    where id = ${lineId} and shipped + ${units} <= quantity - withdrawn`.execute(rows(tx))
  return numAffectedRows === 1n
}

export interface NewShipment {
  orderId: number
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
  lines: readonly { lineId: number; quantity: number }[]
}

/** Returns the parcel's id. */
export async function addShipment(tx: Tx, shipment: NewShipment, now: Date): Promise<number> {
  const { orderId, carrier, trackingNumber, trackingUrl, lines } = shipment
  const { rows: found } = await sql<{ id: number }>`
    insert into shipments (order_id, carrier, tracking_number, tracking_url, shipped_at)
    values (${orderId}, ${carrier}, ${trackingNumber}, ${trackingUrl}, ${now})
    returning id`.execute(rows(tx))
  const { id } = found[0]!
  await sql`
    insert into shipment_lines (shipment_id, order_line_id, quantity)
    select ${id}::bigint, line, quantity
    from unnest(
      ${lines.map(({ lineId }) => lineId)}::bigint[], ${lines.map(({ quantity }) => quantity)}::int[]
    ) l(line, quantity)`.execute(rows(tx))
  return id
}

/**
 * Marks parcels of an order that are on their way as arrived: one, or all. Returns how many.
 * @param confirmed by the shopper, who says that they are there and not since when
 */
export async function arriveShipments(
  tx: Tx,
  orderId: number,
  id: number | null,
  now: Date,
  confirmed = false,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update shipments
    set delivered_at = ${now}, confirmed = ${confirmed}
    where order_id = ${orderId}
      and delivered_at is null
      and (${id}::bigint is null or id = ${id}::bigint)`.execute(rows(tx))
  return Number(numAffectedRows ?? 0n)
}

export async function parcelsOf(tx: Tx, orderId: number): Promise<{ isDelivered: boolean }[]> {
  const { rows: found } = await sql<{ isDelivered: boolean }>`
    select delivered_at is not null as "isDelivered"
    from shipments
    where order_id = ${orderId}`.execute(rows(tx))
  return found
}

export async function parcelIds(tx: Tx, orderId: number): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id from shipments where order_id = ${orderId} order by id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** The state of the parcels of a locked order. The last parcel's moments are the order's. */
export async function setDelivery(tx: Tx, orderId: number, to: DeliveryStatus): Promise<void> {
  await sql`
    update orders o
    set delivery_status = ${to}, version = version + 1,
      shipped_at = case
        when ${to} in ('shipped', 'delivered') then (
          select max(shipped_at) from shipments where order_id = o.id
        )
      end,
      delivered_at = case
        when ${to} = 'delivered' then (select max(delivered_at) from shipments where order_id = o.id)
      end
    where id = ${orderId}`.execute(rows(tx))
}

/** A parcel of a locked order; null if it has none of this number. */
export async function shipmentOf(
  tx: Tx,
  orderId: number,
  id: number,
): Promise<{ carrier: string; trackingNumber: string; isDelivered: boolean } | null> {
  const { rows: found } = await sql<{ carrier: string; trackingNumber: string; isDelivered: boolean }>`
    select carrier, tracking_number as "trackingNumber", delivered_at is not null as "isDelivered"
    from shipments
    where order_id = ${orderId} and id = ${id}`.execute(rows(tx))
  return found[0] ?? null
}

/** More units of a line are in returns than the other parcels have. */
export async function isReturned(tx: Tx, shipment: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from shipment_lines x
    join order_lines l on l.id = x.order_line_id
    where x.shipment_id = ${shipment} and l.shipped + l.withdrawn - x.quantity < l.returned`.execute(rows(tx))
  return found.length > 0
}

/** Units of an order were withdrawn from before they were sent. */
export async function hasWithdrawn(tx: Tx, orderId: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from order_lines where order_id = ${orderId} and withdrawn > 0`.execute(rows(tx))
  return found.length > 0
}

/** Deletes a parcel that has not left, or that came back; its units are not sent. */
export async function removeShipment(tx: Tx, id: number): Promise<void> {
  await sql`
    update order_lines l
    set shipped = l.shipped - x.quantity
    from shipment_lines x
    where x.shipment_id = ${id} and l.id = x.order_line_id`.execute(rows(tx))
  await sql`delete from shipments where id = ${id}`.execute(rows(tx))
}
