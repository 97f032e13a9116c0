import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { givenOf } from './given.ts'

/* Orders that something is due for, by ascending id after `after`. */

export interface DueOrder {
  id: number
}

/** Unpaid orders whose hold is over, without a payment that a provider may still capture. */
export async function dueToExpire(db: Db, now: Date, after: number, limit: number): Promise<DueOrder[]> {
  const { rows: found } = await sql<DueOrder>`
    select id
    from orders o
    where status = 'in_progress'
      and pay_status = 'unpaid'
      and hold_until <= ${now}
      and delivery_status = 'unshipped'
      and id > ${after}
      and not exists (
        select from payments p
        where p.order_id = o.id and p.status = 'pending' and p.provider not in ('manual', 'cod')
      )
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/**
 * Paid orders that became dearer at this moment or before, and have waited for the difference since, without a payment
 * that a provider may still capture. Nobody was reminded of it.
 */
export async function dueToRemind(db: Db, until: Date, after: number, limit: number): Promise<DueOrder[]> {
  const { rows: found } = await sql<DueOrder>`
    select id
    from orders o
    where due > 0
      and due_reminded_at is null
      and status = 'in_progress'
      and id > ${after}
      and ${lastEdited(sql`o.id`)} <= ${until}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

function lastEdited(order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select max(e.at) from order_events e where e.order_id = ${order} and e.kind = 'edited')`
}

/** False, and nothing written, if the order was reminded of before, was edited since, or waits for nothing any more. */
export async function noteDueReminded(tx: Tx, id: number, until: Date, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set due_reminded_at = ${now}, version = version + 1
    where id = ${id}
      and due > 0
      and due_reminded_at is null
      and status = 'in_progress'
      and ${lastEdited(sql`orders.id`)} <= ${until}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/**
 * Paid orders that count as completed: all parcels arrived, or left, before these moments. Those of which
 * a part was sent are among them when their money went back: `isLeftInPart` of `domain/order.ts`.
 */
export async function dueToComplete(
  db: Db,
  deliveredBefore: Date,
  shippedBefore: Date,
  after: number,
  limit: number,
): Promise<DueOrder[]> {
  const { rows: found } = await sql<DueOrder>`
    select id
    from orders o
    where status = 'in_progress'
      and pay_status = 'paid'
      and id > ${after}
      and (
        (delivery_status = 'delivered' and delivered_at <= ${deliveredBefore})
        or (delivery_status in ('shipped', 'delivered') and shipped_at <= ${shippedBefore})
        or (
          delivery_status = 'partly_shipped'
          and (sending_ended or (refunded > 0 and refunded + ${givenOf(sql`o.id`)} >= captured + credit))
          and ${areParcelsOver(deliveredBefore, shippedBefore)}
        )
      )
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/** Whether every parcel of a locked order arrived, or left, before these moments. */
export async function haveParcelsArrived(
  tx: Tx,
  orderId: number,
  deliveredBefore: Date,
  shippedBefore: Date,
): Promise<boolean> {
  const { rows: found } = await sql`
    select from orders o
    where id = ${orderId} and ${areParcelsOver(deliveredBefore, shippedBefore)}`.execute(rows(tx))
  return found.length === 1
}

/** The condition on `orders o`. */
function areParcelsOver(deliveredBefore: Date, shippedBefore: Date): RawBuilder<unknown> {
  return sql`
    not exists (
      select from shipments s
      where s.order_id = o.id
        and s.shipped_at > ${shippedBefore}
        and coalesce(s.delivered_at, 'infinity') > ${deliveredBefore}
    )`
}
