import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { returnEventKinds, type ReturnActor, type ReturnEventKind } from '../events.ts'

export interface NewReturnEvent {
  returnId: number
  kind: ReturnEventKind
  actor: ReturnActor
  data?: Readonly<Record<string, string | number | null>>
}

/** Writes an event; mails about it are made from the row, later and once. */
export async function addReturnEvent(
  tx: Tx,
  { returnId, kind, actor, data = {} }: NewReturnEvent,
  now: Date,
): Promise<void> {
  await sql`
    insert into return_events (return_id, kind, actor, data, at)
    values (${returnId}, ${kind}, ${actor}, ${JSON.stringify(data)}::jsonb, ${now})`.execute(rows(tx))
}

export interface OpenReturnEvent {
  id: number
  returnId: number
  kind: ReturnEventKind
  data: Readonly<Record<string, unknown>>
}

/**
 * The oldest unprocessed event of a return, with a lock on it; null if no return is free. Events of one return are
 * processed in sequence: one that another node processes hides the later ones. Kinds that only a newer version knows
 * are left to its nodes, and hide nothing (decision 132).
 * @param except ids of returns to skip
 */
export async function claimReturnEvent(tx: Tx, except: readonly number[]): Promise<OpenReturnEvent | null> {
  const { rows: found } = await sql<OpenReturnEvent>`
    select e.id, e.return_id as "returnId", e.kind, e.data
    from return_events e
    where e.handled_at is null
      and e.kind = any(${returnEventKinds}::text[])
      and e.return_id <> all(${except}::bigint[])
      and not exists (
        select from return_events before
        where before.return_id = e.return_id
          and before.id < e.id
          and before.handled_at is null
          and before.kind = any(${returnEventKinds}::text[])
      )
    order by e.id limit 1 for update skip locked`.execute(rows(tx))
  return found[0] ?? null
}

/** Unprocessed events of kinds that this version does not know, the oldest first. */
export async function unknownReturnEvents(
  db: Db,
  limit: number,
): Promise<{ id: number; returnId: number; kind: string }[]> {
  const { rows: found } = await sql<{ id: number; returnId: number; kind: string }>`
    select id, return_id as "returnId", kind
    from return_events
    where handled_at is null and kind <> all(${returnEventKinds}::text[])
    order by id limit ${limit}`.execute(rows(db))
  return found
}

export async function settleReturnEvent(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update return_events set handled_at = ${now} where id = ${id}`.execute(rows(tx))
}
