import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#platform/server/db/db.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'

/** Stands for an e-mail address where it is not to be stored: whoever has the table alone cannot name anybody. */
export async function emailHash(db: Db, email: string): Promise<Buffer> {
  const [hash] = await emailHashes(db, [email])
  return hash!
}

/** In the order of the e-mail addresses. */
export async function emailHashes(db: Db, emails: readonly string[]): Promise<Buffer[]> {
  const key = await keyFor(db, 'notification-emails', randomBytes(32))
  return emails.map((email) => createHmac('sha256', key).update(email.toLowerCase()).digest())
}
