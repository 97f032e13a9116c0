import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { orderEventKinds, type OrderActor, type OrderEventKind } from '../events.ts'

export interface NewOrderEvent {
  orderId: number
  kind: OrderEventKind
  actor: OrderActor
  /** JSON. */
  data?: Readonly<Record<string, unknown>>
  at: Date
}

/** Writes an event; mails about it are made from the row, later and once. */
export async function addOrderEvent(
  tx: Tx,
  { orderId, kind, actor, data = {}, at }: NewOrderEvent,
): Promise<void> {
  await sql`
    insert into order_events (order_id, kind, actor, data, at)
    values (${orderId}, ${kind}, ${actor}, ${JSON.stringify(data)}::jsonb, ${at})`.execute(rows(tx))
}

/**
 * How much has happened to an order and to its returns, and the order's number.
 * @param of its id, or the number of it or of one of its returns
 */
export async function countEvents(
  db: Db,
  of: number | string,
): Promise<{ number: string; events: number } | null> {
  const order =
    typeof of === 'number'
      ? sql`o.id = ${of}`
      : sql`o.number = ${of} or o.id = (select order_id from returns where number = ${of})`
  const { rows: found } = await sql<{ number: string; events: number }>`
    select o.number,
      (select count(*) from order_events e where e.order_id = o.id)
        + (
          select count(*)
          from return_events e
          join returns r on r.id = e.return_id
          where r.order_id = o.id
        ) as events
    from orders o
    where ${order}`.execute(rows(db))
  return found[0] ?? null
}

export interface OpenEvent {
  id: number
  orderId: number
  kind: OrderEventKind
  data: Readonly<Record<string, unknown>>
  at: Date
}

/**
 * The oldest unprocessed event of an order, with a lock on the order's events; null if no order is free. Events of
 * one order are processed in sequence: one that another node processes hides the later ones. Kinds that only a newer
 * version knows are left to its nodes, and hide nothing (decision 151).
 * @param except ids of orders to skip
 */
export async function claimOrderEvent(tx: Tx, except: readonly number[]): Promise<OpenEvent | null> {
  const { rows: found } = await sql<OpenEvent>`
    select e.id, e.order_id as "orderId", e.kind, e.data, e.at
    from order_events e
    where e.handled_at is null
      and e.kind = any(${orderEventKinds}::text[])
      and e.order_id <> all(${except}::bigint[])
      and not exists (
        select from order_events before
        where before.order_id = e.order_id
          and before.id < e.id
          and before.handled_at is null
          and before.kind = any(${orderEventKinds}::text[])
      )
    order by e.id limit 1 for update skip locked`.execute(rows(tx))
  return found[0] ?? null
}

/** Unprocessed events of kinds that this version does not know, the oldest first. */
export async function unknownOrderEvents(
  db: Db,
  limit: number,
): Promise<{ id: number; orderId: number; kind: string }[]> {
  const { rows: found } = await sql<{ id: number; orderId: number; kind: string }>`
    select id, order_id as "orderId", kind
    from order_events
    where handled_at is null and kind <> all(${orderEventKinds}::text[])
    order by id limit ${limit}`.execute(rows(db))
  return found
}

export async function settleOrderEvent(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update order_events set handled_at = ${now} where id = ${id}`.execute(rows(tx))
}

/** Whether the mail about a parcel that left has been written. */
export async function isEventTold(tx: Tx, orderId: number, shipment: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from order_events
    where order_id = ${orderId}
      and kind = 'shipped'
      and data->>'shipment' = ${String(shipment)}
      and handled_at is not null`.execute(rows(tx))
  return found.length > 0
}
