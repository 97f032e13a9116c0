import type { Tx } from '#platform/server/db/db.ts'
import { deleteMailsOf } from '#platform/server/db/queries-outbox.ts'
import { deleteBounces } from '../queries/bounces.ts'
import { deleteSubscriptions } from '../queries/pushes.ts'
import { deleteByHash, deleteOfCustomer } from '../queries/settings.ts'
import { emailHashes } from './email-hash.ts'
import { pushRecipient } from './push-recipient.ts'

/** What the shop has of somebody's wishes, devices and refused mails. @param emails proven ones, in small letters */
export async function eraseNotifications(tx: Tx, customer: number, emails: readonly string[]): Promise<void> {
  const hashes = await emailHashes(tx, emails)
  await deleteOfCustomer(tx, customer)
  await deleteByHash(tx, hashes)
  await deleteBounces(tx, hashes)
  const devices = await deleteSubscriptions(tx, customer)
  await deleteMailsOf(tx, devices.map(pushRecipient), 'nothing of theirs stays')
}
