import type { Database } from '#platform/server/db/db.ts'
import { countBounce, type Bounces } from '../queries/bounces.ts'
import { emailHash } from './email-hash.ts'

/**
 * Whether mails to the address are pointless: there is no such mailbox or domain (5.1.x), it is closed (5.2.1), or
 * nothing takes mails there (5.4.4). A full mailbox (5.2.2) and words that are refused (5.7.x) are no fault of the
 * address, and 5.1.7 and 5.1.8 are about the sender's. (RFC 3463; 5.1.10 is RFC 7505.)
 * @param status null: the server said 5yz to the recipient and nothing more
 */
export function isHardBounce(status: string | null): boolean {
  return status === null || /^5\.(?:1\.(?:[0-6]|9|10)|2\.1|4\.4)$/.test(status)
}

/** An e-mail address has refused a mail for good. */
export async function noteBounce(
  db: Database,
  email: string,
  status: string | null,
  now: Date,
): Promise<Bounces> {
  const hash = await emailHash(db, email)
  return countBounce(db, { hash, isHard: isHardBounce(status), status: status ?? '5.0.0' }, now)
}
