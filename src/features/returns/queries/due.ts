import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Returns that something is due for, by ascending id after `after`. */

export interface DueReturn {
  id: number
  orderId: number
}

/** Parcels that should have been sent by now. */
export async function dueParcels(db: Db, now: Date, after: number, limit: number): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select id, order_id as "orderId"
    from returns
    where status = 'pending_approval'
      and send_by <= ${now}
      and sent_at is null
      and received_at is null
      and id > ${after}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/** Parcels that have to be sent soon, and nobody was reminded of. */
export async function dueReminders(
  db: Db,
  now: Date,
  until: Date,
  after: number,
  limit: number,
): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select id, order_id as "orderId"
    from returns
    where status = 'pending_approval'
      and send_by > ${now}
      and send_by <= ${until}
      and sent_at is null
      and received_at is null
      and reminded_at is null
      and id > ${after}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

const untold = sql`awaits_address and status = 'pending_approval' and received_at is null`

/** Withdrawals whose shoppers were told no address for the parcel. */
export async function dueAddresses(db: Db, after: number, limit: number): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select id, order_id as "orderId"
    from returns
    where ${untold} and id > ${after}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/** How many of them there are. */
export async function countUntoldAddresses(db: Db): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from returns where ${untold}`.execute(rows(db))
  return found[0]!.count
}

/** Exchanges asked for at this moment or before, that still hold units and whose parcel has not arrived. */
export async function longHeld(db: Db, until: Date, after: number, limit: number): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select id, order_id as "orderId"
    from returns
    where status = 'pending_approval'
      and received_at is null
      and created_at <= ${until}
      and id in (select return_id from return_lines where exchange_held > 0)
      and id > ${after}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/** Exchanges whose order was cancelled, and whose value has not been given back. */
export async function cancelledExchanges(db: Db, after: number, limit: number): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select r.id, r.order_id as "orderId"
    from returns r
    join orders o on o.id = r.exchange_order_id
    where o.status = 'cancelled' and r.settled_at is null and r.id > ${after}
    order by r.id limit ${limit}`.execute(rows(db))
  return found
}

/** Exchanges whose difference has been paid, and which the books do not know of. */
export async function paidExchanges(db: Db, after: number, limit: number): Promise<DueReturn[]> {
  const { rows: found } = await sql<DueReturn>`
    select r.id, r.order_id as "orderId"
    from refunds f
    join returns r on f.cause = 'exchange:' || r.number
    join orders o on o.id = r.exchange_order_id
    where f.status = 'pending' and f.payment_id is null and o.pay_status = 'paid' and r.id > ${after}
    order by r.id limit ${limit}`.execute(rows(db))
  return found
}
