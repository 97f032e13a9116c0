import { mayNotify } from '#features/notifications/rules/may-notify.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { isStopped } from '../queries/ask.ts'
import { emailHash } from './email-hash.ts'

/** Whether the mail that asks for reviews may go to this address: by its own link, and by the account's page. */
export async function mayAsk(tx: Tx, email: string): Promise<boolean> {
  return (
    !(await isStopped(tx, emailHash(email))) &&
    (await mayNotify(tx, { customer: null, email }, 'review.ask', 'mail'))
  )
}
