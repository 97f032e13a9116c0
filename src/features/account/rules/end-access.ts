import { dropLinkFlows } from '#features/oauth/queries/flows.ts'
import { dropChallenges } from '#features/passkeys/queries/challenges.ts'
import { dropTickets } from '#features/qr/queries.ts'
import { dropPending } from '#features/second-factor/queries/pending.ts'
import { endSessions } from '#features/session/queries/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { dropCodes } from '../queries/codes.ts'
import { takeLinksBack } from '../queries/customers.ts'
import { tellEnded } from './announce.ts'

/**
 * What somebody waits with who has shown a part of what signs in, or was about to change how: every kind has its line
 * here. Codes for a new e-mail address or number are not among them, for they take a fresh session as well.
 */
const waiting: readonly ((tx: Tx, customer: number) => Promise<void>)[] = [
  dropPending,
  dropTickets,
  dropCodes,
  dropChallenges,
  dropLinkFlows,
]

/** Ends all that waits for a customer, who is locked: whatever is proven afterwards is proven anew. */
export async function endWaiting(tx: Tx, customer: number): Promise<void> {
  for (const drop of waiting) await drop(tx, customer)
}

/**
 * Signs a customer, who is locked, out everywhere but here, also where a sign-in was only begun, and takes the links
 * to orders back that were mailed by now. Returns how many sessions ended.
 * @param but the session that stays; null for none
 */
export async function endAccess(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  customer: number,
  but: number | null,
): Promise<number> {
  const ended = await endSessions(tx, customer, but, 'elsewhere', now)
  await endWaiting(tx, customer)
  await takeLinksBack(tx, customer, now)
  await tellEnded(tx, customer)
  return ended.length
}
