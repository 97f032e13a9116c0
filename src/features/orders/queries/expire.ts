import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Unpaid orders after `after` whose hold is over, without a payment that a provider may still capture. */
export async function dueToExpire(db: Db, now: Date, after: number, limit: number): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
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
  return found.map(({ id }) => id)
}

/** Paid orders after `after` that count as completed: all parcels arrived, or left, before these moments. */
export async function dueToComplete(
  db: Db,
  deliveredBefore: Date,
  shippedBefore: Date,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id
    from orders
    where status = 'in_progress'
      and pay_status = 'paid'
      and id > ${after}
      and (
        (delivery_status = 'delivered' and delivered_at <= ${deliveredBefore})
        or (delivery_status in ('shipped', 'delivered') and shipped_at <= ${shippedBefore})
      )
    order by id limit ${limit}`.execute(rows(db))
  return found.map(({ id }) => id)
}
