import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on subscribers of the newsletter. */

export interface Subscriber {
  email: string
  locale: string
  state: 'pending' | 'subscribed' | 'unsubscribed'
  createdAt: Date
}

/**
 * Takes an address in. One that waits or is subscribed stays as it is, for anybody may type it; one that had
 * unsubscribed waits again.
 */
export async function putSubscriber(tx: Tx, email: string, locale: string, now: Date): Promise<void> {
  await sql`
    insert into newsletter_subscribers as n (email, locale, created_at, changed_at)
    values (${email}, ${locale}, ${now}, ${now})
    on conflict (lower(email)) do update
      set state = 'pending', locale = excluded.locale, token_hash = null, changed_at = excluded.changed_at
      where n.state = 'unsubscribed'`.execute(rows(tx))
}

/** Subscribers after the id `after`, in the order they came. */
export async function subscriberRows(
  db: Db,
  after: number,
  limit: number,
): Promise<(Subscriber & { id: number })[]> {
  const { rows: found } = await sql<Subscriber & { id: number }>`
    select id, email, locale, state, created_at as "createdAt"
    from newsletter_subscribers where id > ${after} order by id limit ${limit}`.execute(rows(db))
  return found
}
