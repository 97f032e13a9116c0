import { no, ok } from '#domain/result.ts'
import { finishSignIn } from '#features/account/actions/finish-sign-in.ts'
import { isKnownBrowser } from '#features/account/queries/browsers.ts'
import { lockCustomer } from '#features/account/queries/customers.ts'
import { deviceOf } from '#features/account/rules/browser.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findPasskey, markUsed } from '../queries/passkeys.ts'
import { challengeLife, newChallenge, spendChallenge } from '../rules/challenge.ts'
import { mayAskOptions, mayTryPasskey, tooManyTries } from '../rules/limits.ts'
import { rpIdOf } from '../rules/relying-party.ts'
import { verifySigned } from '../rules/verify.ts'

/** What to sign. No account is named: the browser shows the passkeys that it has for this shop. */
export async function passkeyOptions(
  ctx: Ctx,
  _: Input<typeof contract.passkeyOptions>,
): Answer<typeof contract.passkeyOptions> {
  if (!(await mayAskOptions(ctx, deviceOf(ctx)))) return no(tooManyTries(ctx))
  const challenge = await newChallenge(ctx, 'sign_in', null)
  return ok({
    options: { challenge, rpId: rpIdOf(ctx), timeout: challengeLife, userVerification: 'preferred' },
  })
}

/**
 * Signs in by a passkey. One of a closed account is as unknown as one that was deleted. A signature that is not right
 * is another refusal than an unknown passkey: at the latter, browsers take it out of their keychains.
 */
export async function passkeyFinish(
  ctx: Ctx,
  { credential, keep, next }: Input<typeof contract.passkeyFinish>,
): Answer<typeof contract.passkeyFinish> {
  const found = await findPasskey(ctx.db, Buffer.from(credential.id, 'base64url'))
  const device = deviceOf(ctx)
  // Asked in any case: the time of the answer says nothing.
  const isKnown = device !== null && (await isKnownBrowser(ctx.db, found?.customer ?? 0, device))
  if (!(await mayTryPasskey(ctx, isKnown ? device : null))) return no(tooManyTries(ctx))
  const spent = await spendChallenge(ctx, credential.clientDataJSON, null)
  if (spent === null) return no({ name: 'passkey_over' })
  if (found === null) return no({ name: 'unknown_passkey' })
  const signed = await verifySigned(ctx, credential, found, spent.challenge)
  if (signed === null) return no({ name: 'passkey_refused' })
  return ctx.transact(async (tx) => {
    if (!(await lockCustomer(tx, found.customer))) return no({ name: 'unknown_passkey' })
    if (!(await markUsed(tx, found.id, { ...signed, now: ctx.now }))) return no({ name: 'passkey_refused' })
    return finishSignIn(ctx, tx, found.customer, {
      method: 'passkey',
      // A key that only had to be touched is one thing that somebody has.
      isTwoFactors: signed.isUserVerified,
      isKept: keep === 'on',
      next,
    })
  })
}
