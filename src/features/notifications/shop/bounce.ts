import { no, ok, type Result } from '#domain/result.ts'
import type { Database } from '#platform/server/db/db.ts'
import { markBounced } from '#platform/server/db/queries-outbox.ts'
import { bouncesOf, countBounce, type Bounces } from '../queries/bounces.ts'
import { isHardBounce } from '../rules/bounces.ts'
import { readDeliveryReport } from '../rules/delivery-report.ts'
import { emailHash, emailHashes } from '../rules/email-hash.ts'

export interface Returned extends Bounces {
  recipient: string
  /** False: it was counted before. */
  isNew: boolean
}

/** Recipients of one report that are looked at: a mail of the shop goes to one. */
const mostRecipients = 10

export type ReturnedFault = { name: 'no_report' | 'nothing_failed' | 'not_ours' }

/**
 * Counts a mail that came back. Only one that the shop has sent to that recipient, by its Message-ID, which nobody else
 * can know: otherwise anybody could write such a report, and silence the shop for somebody. Once for each mail.
 */
export async function takeReturned(
  db: Database,
  text: string,
  now: Date,
): Promise<Result<Returned[], ReturnedFault>> {
  const report = readDeliveryReport(text)
  if (report === null) return no({ name: 'no_report' })
  if (report.failed.length === 0) return no({ name: 'nothing_failed' })
  const returned: Returned[] = []
  for (const { recipient, status } of report.failed.slice(0, mostRecipients)) {
    const hash = await emailHash(db, recipient)
    const counted = await db.transact(async (tx) => {
      const mail = { messageId: report.messageId, recipient }
      const marked = await markBounced(tx, mail, `returned: ${status}`, now)
      if (marked !== 'new') return marked
      return countBounce(tx, { hash, isHard: isHardBounce(status), status }, now)
    })
    if (counted === 'unknown') continue
    if (counted !== 'known') returned.push({ recipient, isNew: true, ...counted })
    else {
      const known = (await bouncesOf(db, [hash])).get(hash.toString('hex'))
      returned.push({ recipient, isNew: false, ...(known ?? { hard: 0, soft: 0, status }) })
    }
  }
  return returned.length === 0 ? no({ name: 'not_ours' }) : ok(returned)
}

/** How often these e-mail addresses refused mails, in their order; null: never. */
export async function bouncesByEmail(db: Database, emails: readonly string[]): Promise<(Bounces | null)[]> {
  if (emails.length === 0) return []
  const hashes = await emailHashes(db, emails)
  const found = await bouncesOf(db, hashes)
  return hashes.map((hash) => found.get(hash.toString('hex')) ?? null)
}
