import { isTrustedBrowser } from '#features/account/queries/browsers.ts'
import { rememberDevice } from '#features/account/rules/browser.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { safePath } from '#platform/server/serve.ts'
import { findFactor } from '../queries/factors.ts'
import { insertPending } from '../queries/pending.ts'
import { pendingLife, writePending } from './pending.ts'

/** What a session would begin with. */
interface Waiting {
  method: string
  isTwoFactors?: boolean
  isKept: boolean
  next: string
}

/**
 * Whether a sign-in has to wait for the second factor; then it does, in this browser. A passkey that asked for a finger
 * or a code is two factors by itself.
 */
export async function holdsBack(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  { method, isTwoFactors = false, isKept, next }: Waiting,
): Promise<boolean> {
  if (isTwoFactors) return false
  const factor = await findFactor(tx, customer)
  if (factor === null || !factor.isConfirmed) return false
  const browser = rememberDevice(ctx)
  if (await isTrustedBrowser(tx, customer, browser, ctx.now)) return false
  const expiresAt = new Date(ctx.now.getTime() + pendingLife)
  const tokenHash = writePending(ctx)
  const path = safePath(next) ?? ''
  await insertPending(tx, { tokenHash, customer, browser, method, isKept, next: path, expiresAt })
  return true
}
