import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

export interface IdempotencyRow {
  path: string
  requestHash: Buffer
  answer: unknown
  cookies: Buffer | null
}

/**
 * Claims a key inside the transaction that does the work. False: somebody has it already. A transaction that
 * is still at work with the same key is waited for (until the lock timeout).
 */
export async function claimKey(
  tx: Tx,
  keyHash: Buffer,
  path: string,
  requestHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await rows(tx)
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, path, request_hash: requestHash, created_at: now })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function keepAnswer(
  tx: Tx,
  keyHash: Buffer,
  answer: unknown,
  cookies: Buffer | null,
): Promise<void> {
  await rows(tx)
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer), cookies })
    .where('key_hash', '=', keyHash)
    .execute()
}

export async function releaseKey(tx: Tx, keyHash: Buffer): Promise<void> {
  await rows(tx).deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute()
}

export async function findKey(db: Db, keyHash: Buffer): Promise<IdempotencyRow | null> {
  const row = await rows(db)
    .selectFrom('idempotency_keys')
    .select(['path', 'request_hash as requestHash', 'answer', 'cookies'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ?? null
}

/** Keys are kept for a day. Returns how many went. */
export async function pruneKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await rows(db)
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
