import type { Tx } from '#platform/server/db/db.ts'
import { otherWays } from '../queries/passkeys.ts'

/**
 * Whether a customer can still sign in when the last passkey is gone. The last way in is never deleted: nobody could
 * give the account back to its owner. A proven e-mail address is a way in by itself, for a code is mailed to it; a
 * password is one where there is an address or number to type it with. A number alone is none: text messages may not
 * be on.
 */
export async function hasOtherWayIn(tx: Tx, customer: number): Promise<boolean> {
  const { hasProvenEmail, hasPassword } = await otherWays(tx, customer)
  return hasProvenEmail || hasPassword
}
