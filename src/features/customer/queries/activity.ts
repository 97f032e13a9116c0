import { sql } from 'kysely'
import type { EventKind } from '#features/account/queries/events.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What happened to an account: the feature `account` writes it. */

export interface EventRow {
  id: number
  kind: EventKind
  at: Date
  ip: string
  agent: string
  data: Readonly<Record<string, string | number>>
}

/** The last first. */
export async function listEvents(
  db: Db,
  customer: number,
  { offset, most }: { offset: number; most: number },
): Promise<EventRow[]> {
  const { rows: found } = await sql<EventRow>`
    select id, kind, at, ip, agent, data
    from security_events
    where customer_id = ${customer}
    order by id desc offset ${offset} limit ${most}`.execute(rows(db))
  return found
}

export async function countEvents(db: Db, customer: number): Promise<number> {
  const { rows: found } = await sql<{ total: number }>`
    select count(*)::int as total from security_events where customer_id = ${customer}`.execute(rows(db))
  return found[0]!.total
}
