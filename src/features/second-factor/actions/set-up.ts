import { no, ok } from '#domain/result.ts'
import { distrustBrowsers } from '#features/account/queries/browsers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { lockOwn } from '#features/account/rules/own-customer.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { mailNews } from '../mails/letters.ts'
import {
  confirmFactor as confirmRow,
  deleteFactor,
  findFactor,
  putFactor,
  putRecoveryCodes,
} from '../queries/factors.ts'
import { newSecret, openSecret, sealSecret, stepOf } from '../rules/authenticator.ts'
import { newRecoveryCode, readTyped, recoveryCount, recoveryHash } from '../rules/codes.ts'
import { hideCodes, showCodes } from '../rules/shown-codes.ts'

/* Setting the second factor up and turning it off: each asks for a fresh proof, is written down, and mailed. */

/** Makes a secret for an app. Nothing is asked for at sign-in before its first code has come. */
export async function beginFactor(
  ctx: Ctx,
  _: Input<typeof contract.beginFactor>,
): Answer<typeof contract.beginFactor> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id } = fresh.value
  const secret = await sealSecret(ctx.db, customer, newSecret())
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    const isPut = await putFactor(tx, customer, { secret, session: id, now: ctx.now })
    return isPut ? ok({}) : no({ name: 'factor_in_use' })
  })
}

type Confirm = typeof contract.confirmFactor

/** The app's first code shows that it has the secret: from now on the second factor is asked for. */
export async function confirmFactor(ctx: Ctx, input: Input<Confirm>): Answer<Confirm> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id } = fresh.value
  const refused = (name: 'code_required' | 'wrong_code') =>
    no({ name, fields: { code: ctx.t(`problem.${name}`) } })
  if (input.code.trim() === '') return refused('code_required')
  const typed = readTyped(input.code)
  const factor = await findFactor(ctx.db, customer)
  if (factor === null) return no({ name: 'no_factor' })
  if (factor.isConfirmed) return no({ name: 'factor_in_use' })
  const secret = await openSecret(ctx.db, customer, factor.secret)
  const step = typed?.kind === 'app' ? stepOf(secret, typed.code, ctx.now) : null
  if (step === null) return refused('wrong_code')
  const codes = newCodes()
  const answer = await ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    // Confirmed in another tab, or begun anew there.
    if (!(await confirmRow(tx, customer, { secret: factor.secret, step, now: ctx.now })))
      return no({ name: 'factor_in_use' as const })
    await putRecoveryCodes(tx, customer, hashesOf(customer, codes))
    await mailNews(ctx, tx, customer, 'on', await addEvent(tx, ctx, customer, id, 'factor_on'))
    return ok({ codes })
  })
  if (answer.ok) await showCodes(ctx, customer, codes)
  return answer
}

type Renew = typeof contract.renewRecoveryCodes

/** Ten new recovery codes; none of those before works any more. */
export async function renewRecoveryCodes(ctx: Ctx, _: Input<Renew>): Answer<Renew> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id } = fresh.value
  const codes = newCodes()
  const answer = await ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    if (!(await putRecoveryCodes(tx, customer, hashesOf(customer, codes))))
      return no({ name: 'no_factor' as const })
    const event = await addEvent(tx, ctx, customer, id, 'recovery_codes_made')
    await mailNews(ctx, tx, customer, 'codes_made', event)
    return ok({ codes })
  })
  if (answer.ok) await showCodes(ctx, customer, codes)
  return answer
}

/** The customer has stored the new codes: this browser shows them no more. */
export async function hideRecoveryCodes(
  ctx: Ctx,
  _: Input<typeof contract.hideRecoveryCodes>,
): Answer<typeof contract.hideRecoveryCodes> {
  hideCodes(ctx)
  return ok({})
}

type End = typeof contract.endFactor

/** Turns the second factor off: the app, its recovery codes and the browsers that it trusts. */
export async function endFactor(ctx: Ctx, _: Input<End>): Answer<End> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id } = fresh.value
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    if (!(await deleteFactor(tx, customer, null))) return keepDeleted(tx)
    await distrustBrowsers(tx, customer)
    await mailNews(ctx, tx, customer, 'off', await addEvent(tx, ctx, customer, id, 'factor_off'))
    hideCodes(ctx)
    return ok({})
  })
}

/** There was none in use; one whose first code never came is gone all the same. */
function keepDeleted(tx: Tx): ReturnType<typeof no<{ name: 'no_factor' }>> {
  tx.keepAnyway()
  return no({ name: 'no_factor' })
}

function newCodes(): string[] {
  return Array.from({ length: recoveryCount }, newRecoveryCode)
}

function hashesOf(customer: number, codes: readonly string[]): Buffer[] {
  return codes.map((code) => recoveryHash(customer, code.replaceAll('-', '')))
}
