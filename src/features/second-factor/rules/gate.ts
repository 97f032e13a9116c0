import { isTrustedBrowser } from '#features/account/queries/browsers.ts'
import { rememberDevice } from '#features/account/rules/browser.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { hasFactor } from '../queries/factors.ts'
import { insertPending } from '../queries/pending.ts'
import { pendingLife, writePending } from './pending.ts'
import { safePath } from '#wire/safe-path.ts'

/** What a session would begin with. */
interface Waiting {
  method: string
  isTwoFactors?: boolean
  isKept: boolean
  next: string
}

/**
 * What becomes of a sign-in. `waits`: for the second factor, in this browser; `trusted`: it begins, but nobody has given
 * the factor, for this browser is not asked; `open`: it begins. A passkey that asked for a finger or a code is two
 * factors by itself.
 */
export async function passGate(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  { method, isTwoFactors = false, isKept, next }: Waiting,
): Promise<'open' | 'trusted' | 'waits'> {
  if (isTwoFactors || !(await hasFactor(tx, customer))) return 'open'
  const browser = rememberDevice(ctx)
  if (await isTrustedBrowser(tx, customer, browser, ctx.now)) return 'trusted'
  const expiresAt = new Date(ctx.now.getTime() + pendingLife)
  const tokenHash = writePending(ctx)
  const path = safePath(next) ?? ''
  await insertPending(tx, { tokenHash, customer, browser, method, isKept, next: path, expiresAt })
  return 'waits'
}
