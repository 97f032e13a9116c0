import { createHmac, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'
import { deleteErased, findErased, insertErased } from '../queries/erased.ts'

/*
 * Who was erased stays out of imports, and no address is stored for it: a hash with a key tells whether an address of a
 * file is one of them, and a list of the hashes alone names nobody. All e-mail addresses here are in small letters.
 */

export async function markErased(tx: Tx, emails: readonly string[], now: Date): Promise<void> {
  if (emails.length === 0) return
  await insertErased(tx, [...(await hashed(tx, emails)).values()], now)
}

/** Which of these e-mail addresses were erased. */
export async function erasedAmong(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const hashes = await hashed(db, emails)
  const found = await findErased(db, [...hashes.values()])
  return new Set(emails.filter((email) => found.has(hashes.get(email)!.toString('hex'))))
}

/** Somebody who was erased is there again, by an own sign-up or because the shop said so. */
export async function unmarkErased(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await deleteErased(tx, [...(await hashed(tx, emails)).values()])
}

async function hashed(db: Db, emails: readonly string[]): Promise<Map<string, Buffer>> {
  const key = await keyFor(db, 'erased-emails', randomBytes(32))
  return new Map(emails.map((email) => [email, createHmac('sha256', key).update(email).digest()]))
}
