import { sql } from 'kysely'
import { isOpenSession } from '#features/session/queries/sessions.ts'
import { openSince } from '#features/session/rules/sessions.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The browsers that take push messages, each in a row. */

export interface NewSubscription {
  customer: number
  session: number
  endpoint: string
  p256dh: string
  auth: string
  locale: string
}

export interface Subscription {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * A browser has one subscription for the shop: whoever is signed in there now has it. It is another one than of who was
 * there before: what waits for that goes nowhere.
 */
export async function putSubscription(tx: Tx, row: NewSubscription, now: Date): Promise<void> {
  await sql`
    delete from push_subscriptions
    where endpoint = ${row.endpoint} and customer_id <> ${row.customer}`.execute(rows(tx))
  await sql`
    insert into push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, locale, created_at)
    values (
      ${row.customer}, ${row.session}, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.locale}, ${now}
    )
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, locale = excluded.locale, created_at = excluded.created_at
    where push_subscriptions.customer_id = excluded.customer_id`.execute(rows(tx))
}

/** Ends the oldest of a customer's beyond so many. */
export async function keepNewest(tx: Tx, customer: number, most: number): Promise<void> {
  await sql`
    delete from push_subscriptions
    where id in (
      select id
      from push_subscriptions
      where customer_id = ${customer}
      order by id desc offset ${most}
    )`.execute(rows(tx))
}

/** False when the customer has none at this endpoint. */
export async function deleteSubscription(tx: Tx, customer: number, endpoint: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from push_subscriptions
    where customer_id = ${customer} and endpoint = ${endpoint}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Its push service says that it is over. */
export async function dropSubscription(db: Db, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(rows(db))
}

/** Ids of the subscriptions of a customer whose sessions are open. */
export async function subscriptionsOf(db: Db, customer: number, now: Date): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select p.id
    from push_subscriptions p
    join sessions s on s.id = p.session_id
    where p.customer_id = ${customer} and ${isOpenSession(openSince(now))}
    order by p.id`.execute(rows(db))
  return found.map(({ id }) => id)
}

/** Null when it is gone, or its session is over: what waits for it is not sent any more. */
export async function liveSubscription(db: Db, id: number, now: Date): Promise<Subscription | null> {
  const { rows: found } = await sql<Subscription>`
    select p.id, p.endpoint, p.p256dh, p.auth
    from push_subscriptions p
    join sessions s on s.id = p.session_id
    where p.id = ${id} and ${isOpenSession(openSince(now))}`.execute(rows(db))
  return found[0] ?? null
}

/** Ends all of a customer's. Returns their ids. */
export async function deleteSubscriptions(tx: Tx, customer: number): Promise<number[]> {
  const { rows: gone } = await sql<{ id: number }>`
    delete from push_subscriptions where customer_id = ${customer} returning id`.execute(rows(tx))
  return gone.map(({ id }) => id)
}

/** Deletes those of sessions that have ended. */
export async function pruneSubscriptions(db: Db): Promise<void> {
  await sql`
    delete from push_subscriptions p
    using sessions s
    where s.id = p.session_id and s.ended_at is not null`.execute(rows(db))
}
