import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on sessions. */

export type EndedBy = 'sign_out' | 'elsewhere' | 'change'

export interface SessionRow {
  id: number
  customer: number
  isKept: boolean
  createdAt: Date
  seenAt: Date
  provenAt: Date
  endedBy: EndedBy | null
}

/** By the SHA-256 of its token; ended ones, too. Null when no session has this token. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<SessionRow | null> {
  const { rows: found } = await sql<SessionRow>`
    select id, customer_id as customer, is_kept as "isKept", created_at as "createdAt", seen_at as "seenAt",
      proven_at as "provenAt", ended_by as "endedBy"
    from sessions
    where token_hash = ${tokenHash}`.execute(rows(db))
  return found[0] ?? null
}

export interface NewSession {
  tokenHash: Buffer
  customer: number
  method: string
  isKept: boolean
  ip: string
  agent: string
  now: Date
  /** Begun without a proof: what asks for a fresh one asks for it here. */
  isStale?: boolean
}

/** Returns the id. */
export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const { tokenHash, customer, method, isKept, ip, agent, now, isStale = false } = session
  const provenAt = isStale ? new Date(0) : now
  const { rows: made } = await sql<{ id: number }>`
    insert into sessions (token_hash, customer_id, method, is_kept, created_at, seen_at, proven_at, ip, agent)
    values (${tokenHash}, ${customer}, ${method}, ${isKept}, ${now}, ${now}, ${provenAt}, ${ip}, ${agent})
    returning id`.execute(rows(tx))
  return made[0]!.id
}

export async function touchSession(db: Db, id: number, now: Date): Promise<void> {
  await sql`update sessions set seen_at = ${now} where id = ${id}`.execute(rows(db))
}

/**
 * Gives a session another token. The one before is known as such for a while (`wasRenewed`).
 * @param isProven the customer has proven again who it is, with all that the account asks for
 */
export async function renewSession(
  tx: Tx,
  id: number,
  { tokenHash, isProven, now }: { tokenHash: Buffer; isProven: boolean; now: Date },
): Promise<void> {
  await sql`
    with former as (
      insert into former_tokens (token_hash, renewed_at)
      select token_hash, ${now}
      from sessions
      where id = ${id}
    )
    update sessions
    set token_hash = ${tokenHash}, seen_at = ${now},
      proven_at = case when ${isProven} then ${now}::timestamptz else proven_at end
    where id = ${id}`.execute(rows(tx))
}

/** Ends one session of a customer. False when there is none that could be ended. */
export async function endSession(
  tx: Tx,
  customer: number,
  id: number,
  by: EndedBy,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions
    set ended_at = ${now}, ended_by = ${by}
    where id = ${id} and customer_id = ${customer} and ended_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Ends all sessions of a customer but one. Returns the ids of those that it ended. @param but null for all */
export async function endSessions(
  tx: Tx,
  customer: number,
  but: number | null,
  by: EndedBy,
  now: Date,
): Promise<number[]> {
  const { rows: ended } = await sql<{ id: number }>`
    update sessions
    set ended_at = ${now}, ended_by = ${by}
    where customer_id = ${customer} and ended_at is null and id is distinct from ${but}::bigint
    returning id`.execute(rows(tx))
  return ended.map(({ id }) => id)
}

export interface SessionEntry {
  id: number
  method: string
  ip: string
  agent: string
  createdAt: Date
  seenAt: Date
}

/** A session that is open was begun and used after these moments; one that is not kept has less time. */
export interface OpenSince {
  began: Date
  used: Date
  usedUnkept: Date
}

/** Of sessions under the alias `s`. */
export function isOpenSession({ began, used, usedUnkept }: OpenSince): RawBuilder<boolean> {
  return sql<boolean>`(
      s.ended_at is null
      and s.created_at >= ${began}
      and s.seen_at >= case when s.is_kept then ${used}::timestamptz else ${usedUnkept}::timestamptz end
    )`
}

/** The sessions of a customer that are open, the last used one first. */
export async function openSessions(db: Db, customer: number, since: OpenSince): Promise<SessionEntry[]> {
  const { rows: found } = await sql<SessionEntry>`
    select id, method, ip, agent, created_at as "createdAt", seen_at as "seenAt"
    from sessions s
    where s.customer_id = ${customer} and ${isOpenSession(since)}
    order by seen_at desc, id desc limit 100`.execute(rows(db))
  return found
}

/** Whether this was the token of a session that has got another one since then. */
export async function wasRenewed(db: Db, tokenHash: Buffer, since: Date): Promise<boolean> {
  const { rows: found } = await sql`
    select 1 from former_tokens where token_hash = ${tokenHash} and renewed_at > ${since}`.execute(rows(db))
  return found.length > 0
}

export async function pruneFormerTokens(db: Db, before: Date): Promise<void> {
  await sql`delete from former_tokens where renewed_at < ${before}`.execute(rows(db))
}

export async function pruneSessions(db: Db, before: Date): Promise<void> {
  await sql`delete from sessions where seen_at < ${before}`.execute(rows(db))
}

/** All that is stored about where a customer was signed in: its account is closed. */
export async function deleteSessions(tx: Tx, customer: number): Promise<void> {
  await sql`delete from sessions where customer_id = ${customer}`.execute(rows(tx))
}
