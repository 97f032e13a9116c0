import type { Tx } from '#platform/server/db/db.ts'
import { isStopped } from '../queries/ask.ts'
import { emailHash } from './email-hash.ts'

/**
 * Whether the mail that asks for reviews may go to this address. The seam to preferences of notifications:
 * `mayNotify(email, 'review.ask')` is to be asked here, beside the mail's own unsubscribing.
 */
export async function mayAsk(tx: Tx, email: string): Promise<boolean> {
  return !(await isStopped(tx, emailHash(email)))
}
