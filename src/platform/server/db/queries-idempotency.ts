import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

export interface IdempotencyRow {
  path: string
  requestHash: Buffer
  answer: unknown
  cookies: Buffer | null
}

export interface KeptAnswer {
  keyHash: Buffer
  path: string
  requestHash: Buffer
  /** JSON. */
  answer: string
  /** Sealed. */
  cookies: Buffer | null
}

/**
 * Stores an answer in the transaction that did the work. Waits for another transaction that has just written the same
 * key (until the lock timeout). {@link isKeyTaken} recognises the error if that one was committed.
 */
export async function keepAnswer(
  tx: Tx,
  { keyHash, path, requestHash, answer, cookies }: KeptAnswer,
  now: Date,
): Promise<void> {
  await sql`
    insert into idempotency_keys (key_hash, path, request_hash, answer, cookies, created_at)
    values (${keyHash}, ${path}, ${requestHash}, ${answer}, ${cookies}, ${now})`.execute(rows(tx))
}

/** Stores an answer after the work; false, and nothing written, if the key has one already. */
export async function keepFirstAnswer(
  db: Db,
  { keyHash, path, requestHash, answer, cookies }: KeptAnswer,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (key_hash, path, request_hash, answer, cookies, created_at)
    values (${keyHash}, ${path}, ${requestHash}, ${answer}, ${cookies}, ${now})
    on conflict do nothing`.execute(rows(db))
  return numAffectedRows === 1n
}

/** Whether a transaction failed because its key has an answer already. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey'
}

export async function findKey(db: Db, keyHash: Buffer): Promise<IdempotencyRow | null> {
  const row = await rows(db)
    .selectFrom('idempotency_keys')
    .select(['path', 'request_hash as requestHash', 'answer', 'cookies'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes keys after a day. Returns how many. */
export async function pruneKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await rows(db)
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
