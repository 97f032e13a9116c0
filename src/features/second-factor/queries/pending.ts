import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on sign-ins that wait for the second factor. */

export interface PendingRow {
  customer: number
  method: string
  isKept: boolean
  next: string
}

export interface NewPending extends PendingRow {
  tokenHash: Buffer
  /** SHA-256 of the browser's token. */
  browser: Buffer
  expiresAt: Date
}

export async function insertPending(tx: Tx, pending: NewPending): Promise<void> {
  const { tokenHash, customer, browser, method, isKept, next, expiresAt } = pending
  await sql`
    insert into pending_sign_ins (token_hash, customer_id, browser, method, is_kept, next, expires_at)
    values (
      ${tokenHash}, ${customer}, ${browser}, ${method}, ${isKept}, ${next}, ${expiresAt}
    )`.execute(rows(tx))
}

/** The secret and the browser that a pending sign-in belongs to, and the guesses that are judged of it. */
export interface PendingKey {
  tokenHash: Buffer
  browser: Buffer
  most: number
  now: Date
}

const isOpen = ({ tokenHash, browser, most, now }: PendingKey) => sql`
  token_hash = ${tokenHash} and browser = ${browser} and tries < ${most} and expires_at > ${now}`

const columns = sql`customer_id as customer, method, is_kept as "isKept", next`

/** Null when there is none in this browser, it is too old, or its guesses are used up. */
export async function findPending(db: Db, key: PendingKey): Promise<PendingRow | null> {
  const { rows: found } = await sql<PendingRow>`
    select ${columns} from pending_sign_ins where ${isOpen(key)}`.execute(rows(db))
  return found[0] ?? null
}

/**
 * Counts a guess before it is judged, in one guarded statement: of any number at once `most` are. Outside of any
 * transaction, so that a refusal which is rolled back does not give the guess back. Null as of `findPending`.
 */
export async function countGuess(db: Db, key: PendingKey): Promise<PendingRow | null> {
  const { rows: counted } = await sql<PendingRow>`
    update pending_sign_ins set tries = tries + 1 where ${isOpen(key)} returning ${columns}`.execute(rows(db))
  return counted[0] ?? null
}

/** Ends a pending sign-in whose code was right. False when another request has done so. */
export async function takePending(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from pending_sign_ins where token_hash = ${tokenHash}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Ends all of a customer: the first proof is worth nothing any more. */
export async function dropPending(tx: Tx, customer: number): Promise<void> {
  await sql`delete from pending_sign_ins where customer_id = ${customer}`.execute(rows(tx))
}

export async function prunePending(db: Db, now: Date): Promise<void> {
  await sql`delete from pending_sign_ins where expires_at < ${now}`.execute(rows(db))
}
