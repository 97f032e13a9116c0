import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { EventKind } from './events.ts'

/** The log of accounts that were closed before a moment. */
export async function pruneEventsOfClosed(db: Db, before: Date): Promise<void> {
  await sql`
    delete from security_events e
    using customers c
    where c.id = e.customer_id and c.closed_at < ${before}`.execute(rows(db))
}

/** What "This was not me" reads: nobody pushes it out of the log by changing a name a thousand times. */
const lasting: readonly EventKind[] = [
  'not_me',
  'identity_changed',
  'identity_removed',
  'recovery_codes_made',
]

/** Rows of one statement: a large deletion ends within the time that statements have. */
const batch = 5_000

/**
 * Shortens the logs of accounts: events from before a moment go, and of a customer with more than `most` the oldest.
 * Reads the whole table, by its index on the customers.
 */
export async function pruneEvents(db: Db, before: Date, most: number): Promise<void> {
  const old = sql`
    delete from security_events
    where id in (select id from security_events where at < ${before} limit ${batch})`
  const tooMany = sql`
    with long as (select customer_id from security_events group by customer_id having count(*) > ${most}),
    ranked as (
      select e.id,
        row_number() over (
          partition by e.customer_id order by (e.kind = any(${lasting}::text[])) desc, e.id desc
        ) as rank
      from security_events e
      join long on long.customer_id = e.customer_id
    )
    delete from security_events
    where id in (select id from ranked where rank > ${most} limit ${batch})`
  for (const deletion of [old, tooMany]) {
    let deleted = batch
    while (deleted >= batch) deleted = Number((await deletion.execute(rows(db))).numAffectedRows ?? 0n)
  }
}
