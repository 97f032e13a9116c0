import { addEvent } from '#features/account/queries/events.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mailNews } from '../mails/letters.ts'
import {
  countRecoveryCodes,
  findFactor,
  hasRecoveryCode,
  spendRecoveryCode,
  spendStep,
} from '../queries/factors.ts'
import { openSecret, stepOf } from './authenticator.ts'
import { recoveryHash, type TypedCode } from './codes.ts'

/** Uses the code up within the transaction. False when it was used already. */
export type SpendCode = (tx: Tx) => Promise<boolean>

/**
 * How a code is used up that is right, as far as can be seen before the transaction; null for a wrong one.
 * @param session in which it proves anew who is there; null for a sign-in
 */
export async function judgeFactor(
  ctx: Ctx,
  customer: number,
  { kind, code }: TypedCode,
  session: number | null,
): Promise<SpendCode | null> {
  if (kind === 'recovery') {
    const hash = recoveryHash(customer, code)
    if (!(await hasRecoveryCode(ctx.db, customer, hash))) return null
    return (tx) => spendRecovery(ctx, tx, customer, hash, session)
  }
  const factor = await findFactor(ctx.db, customer)
  if (factor === null || !factor.isConfirmed) return null
  const { secret } = factor
  const step = stepOf(await openSecret(ctx.db, customer, secret), code, ctx.now)
  return step === null ? null : (tx) => spendStep(tx, customer, { secret, step })
}

async function spendRecovery(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  hash: Buffer,
  session: number | null,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, customer, hash, ctx.now))) return false
  const count = await countRecoveryCodes(tx, customer)
  const event = await addEvent(tx, ctx, customer, session, 'recovery_code_used', { count })
  await mailNews(ctx, tx, customer, session === null ? 'code_used' : 'code_confirmed', event)
  return true
}
