import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ReturnEventKind } from '../events.ts'

export interface OpenReturnEvent {
  id: number
  returnId: number
  kind: ReturnEventKind
  data: Readonly<Record<string, unknown>>
}

/**
 * The oldest unprocessed event of a return, with a lock on it; null if no return is free. Events of one return are
 * processed in sequence: one that another node processes hides the later ones.
 * @param except ids of returns to skip
 */
export async function claimReturnEvent(tx: Tx, except: readonly number[]): Promise<OpenReturnEvent | null> {
  const { rows: found } = await sql<OpenReturnEvent>`
    select e.id, e.return_id as "returnId", e.kind, e.data
    from return_events e
    where e.handled_at is null
      and e.return_id <> all(${except}::bigint[])
      and not exists (
        select from return_events before
        where before.return_id = e.return_id and before.id < e.id and before.handled_at is null
      )
    order by e.id limit 1 for update skip locked`.execute(rows(tx))
  return found[0] ?? null
}

export async function settleReturnEvent(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update return_events set handled_at = ${now} where id = ${id}`.execute(rows(tx))
}
