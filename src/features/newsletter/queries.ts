import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on subscribers of the newsletter. */

export type SubscriberState = 'pending' | 'subscribed' | 'unsubscribed'

export interface Subscriber {
  email: string
  locale: string
  state: SubscriberState
  createdAt: Date
}

/**
 * Takes an email in. One that waits or is subscribed stays as it is, for anybody may type it; one that had
 * unsubscribed waits again.
 */
export async function putSubscriber(
  tx: Tx,
  email: string,
  locale: string,
  now: Date,
): Promise<{ id: number; state: SubscriberState }> {
  await sql`
    insert into newsletter_subscribers as n (email, locale, created_at, changed_at)
    values (${email}, ${locale}, ${now}, ${now})
    on conflict (lower(email)) do update set state = 'pending', locale = excluded.locale,
      changed_at = excluded.changed_at
    where n.state = 'unsubscribed'`.execute(rows(tx))
  const { rows: found } = await sql<{ id: number; state: SubscriberState }>`
    select id, state
    from newsletter_subscribers
    where lower(email) = lower(${email})
    for update`.execute(rows(tx))
  return found[0]!
}

export async function subscriberState(db: Db, id: number): Promise<SubscriberState | null> {
  const { rows: found } = await sql<{ state: SubscriberState }>`
    select state from newsletter_subscribers where id = ${id}`.execute(rows(db))
  return found[0]?.state ?? null
}

/** From one of these states to another; false when it was in none of them. */
export async function moveSubscriber(
  tx: Tx,
  id: number,
  from: readonly SubscriberState[],
  to: SubscriberState,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_subscribers
    set state = ${to}, changed_at = ${now}
    where id = ${id} and state = any(${from})`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Deletes the subscription of an email. One that had unsubscribed stays: so no list of addresses takes it in again. */
export async function deleteSubscription(tx: Tx, email: string): Promise<void> {
  await sql`
    delete from newsletter_subscribers
    where lower(email) = lower(${email}) and state <> 'unsubscribed'`.execute(rows(tx))
}

/** Deletes emails that never confirmed. */
export async function prunePending(db: Db, before: Date): Promise<void> {
  await sql`
    delete from newsletter_subscribers where state = 'pending' and changed_at < ${before}`.execute(rows(db))
}

/** Subscribers after the id `after`, in the order they came. */
export async function subscriberRows(
  db: Db,
  after: number,
  limit: number,
): Promise<(Subscriber & { id: number })[]> {
  const { rows: found } = await sql<Subscriber & { id: number }>`
    select id, email, locale, state, created_at as "createdAt"
    from newsletter_subscribers
    where id > ${after}
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/**
 * Takes over subscribers who have confirmed to another shop. Whoever is known here stays as they are: one who has
 * unsubscribed stays so. Returns how many are new.
 */
export async function takeOverSubscribers(
  tx: Tx,
  subscribers: readonly { email: string; locale: string }[],
  now: Date,
): Promise<number> {
  if (subscribers.length === 0) return 0
  const emails = subscribers.map(({ email }) => email)
  const locales = subscribers.map(({ locale }) => locale)
  const { numAffectedRows } = await sql`
    insert into newsletter_subscribers (email, locale, state, created_at, changed_at)
    select email, locale, 'subscribed', ${now}, ${now}
    from unnest(${emails}::text[], ${locales}::text[]) s(email, locale)
    on conflict (lower(email)) do nothing`.execute(rows(tx))
  return Number(numAffectedRows ?? 0n)
}

export async function stateOfEmail(
  db: Db,
  email: string,
): Promise<{ id: number; state: SubscriberState } | null> {
  const { rows: found } = await sql<{ id: number; state: SubscriberState }>`
    select id, state from newsletter_subscribers where lower(email) = lower(${email})`.execute(rows(db))
  return found[0] ?? null
}
