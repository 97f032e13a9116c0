import { sql } from 'kysely'
import { givenOf } from '#features/orders/queries/given.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { mayBeJudged } from './own.ts'

/* Asking buyers for reviews, once for each order. */

export interface AskMoments {
  /** The last parcel arrived before this moment. */
  arrivedBefore: Date
  /** Of parcels of which nobody said that they arrived: the last one left before this moment. */
  leftBefore: Date
  /** Orders from before this moment are not asked about: the shop was closed, or has begun to ask. */
  notBefore: Date
}

/** Orders whose buyers are to be asked now, by ascending id after the given one. */
export async function dueToAsk(
  db: Db,
  { arrivedBefore, leftBefore, notBefore }: AskMoments,
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  const given = givenOf(sql`o.id`)
  const { rows: found } = await sql<{ id: number }>`
    select o.id
    from orders o
    where o.id > ${after}
      and o.status in ('in_progress', 'completed')
      and (
        o.delivered_at between ${notBefore} and ${arrivedBefore}
        or (o.delivered_at is null and o.shipped_at between ${notBefore} and ${leftBefore})
      )
      -- Whoever has got everything back, in any way, is not asked how it was.
      and not (o.refunded + ${given} > 0 and o.refunded + ${given} >= o.captured + o.credit)
      and not exists (select from review_asks a where a.order_id = o.id)
    order by o.id limit ${limit}`.execute(rows(db))
  return found
}

/** Notes that an order is asked about; false when it was before. */
export async function claimAsk(tx: Tx, order: number, now: Date): Promise<boolean> {
  const { rows: put } = await sql`
    insert into review_asks (order_id, asked_at)
    values (${order}, ${now})
    on conflict do nothing
    returning 1`.execute(rows(tx))
  return put.length > 0
}

export async function noteAsked(tx: Tx, order: number, now: Date): Promise<void> {
  await sql`update review_asks set mailed_at = ${now} where order_id = ${order}`.execute(rows(tx))
}

export interface AskedOrder {
  id: number
  number: string
  email: string
  locale: string
  placedAt: Date
  /** Those without a review that have arrived and that the shop still shows. */
  lines: { id: number; title: string; choice: string }[]
}

export async function askedOrder(tx: Tx, id: number, leftBefore: Date): Promise<AskedOrder | null> {
  const { rows: found } = await sql<AskedOrder>`
    select o.id, o.number, o.email, o.locale, o.placed_at as "placedAt",
      (
        select coalesce(
          json_agg(json_build_object('id', l.id, 'title', l.title, 'choice', l.choice) order by l.position),
          '[]'
        )
        from order_lines l
        left join products p on p.id = l.product_id
        where l.order_id = o.id and ${mayBeJudged(leftBefore)}
      ) as lines
    from orders o
    where o.id = ${id}`.execute(rows(tx))
  return found[0] ?? null
}

/** Whether a mail that asks was written to the address of this order after a moment. */
export async function wasAskedSince(tx: Tx, email: string, since: Date): Promise<boolean> {
  const { rows: found } = await sql`
    select from review_asks a
    join orders o on o.id = a.order_id
    where lower(o.email) = lower(${email}) and a.mailed_at > ${since}
    limit 1`.execute(rows(tx))
  return found.length > 0
}

/** The e-mail address of an order; null where there is no such order. */
export async function emailOfOrder(db: Db, order: number): Promise<string | null> {
  const { rows: found } = await sql<{ email: string }>`
    select email from orders where id = ${order}`.execute(rows(db))
  return found[0]?.email ?? null
}

export async function isStopped(db: Db, emailHash: Buffer): Promise<boolean> {
  const { rows: found } = await sql`
    select from review_stops where email_hash = ${emailHash}`.execute(rows(db))
  return found.length > 0
}

export async function stopAsking(tx: Tx, emailHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into review_stops (email_hash, stopped_at)
    values (${emailHash}, ${now})
    on conflict do nothing`.execute(rows(tx))
}
