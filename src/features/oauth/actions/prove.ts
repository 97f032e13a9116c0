import { no, type Result } from '#domain/result.ts'
import { finishSignIn } from '#features/account/actions/finish-sign-in.ts'
import { judgeCode } from '#features/account/actions/judge-code.ts'
import { writeUnchecked } from '#features/account/actions/send-code.ts'
import { makeCustomer } from '#features/account/actions/sign-up.ts'
import { isKnownBrowser } from '#features/account/queries/browsers.ts'
import { deletePassword, findByAccount, lockByProven } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { accountProblem, readAccount, type AccountName } from '#features/account/rules/account-name.ts'
import { deviceOf } from '#features/account/rules/browser.ts'
import { asksForTwo } from '#features/account/rules/fresh.ts'
import { mayTry, tooManyTries } from '#features/account/rules/limits.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract/oauth.ts'
import { countCode, findArrival, takeArrival, type Arrival } from '../queries/flows.ts'
import { mostCodes } from '../rules/flow.ts'
import { link } from './link.ts'

type SendCode = typeof contract.oauthSendCode

/**
 * Sends the code that proves an address after the first sign-in by a provider. The answer is the same whether a
 * customer has it or not, and so is the code: it signs in, or makes the account. Who comes from a provider has shown
 * there that it is no program.
 */
export async function oauthSendCode(ctx: Ctx, input: Input<SendCode>): Answer<SendCode> {
  const name = readAccount(input.account, input.countryCode)
  if (name === null) return no(accountProblem(ctx, input))
  const device = deviceOf(ctx)
  if (device === null || (await findArrival(ctx.db, device, ctx.now)) === null)
    return no({ name: 'oauth_over' })
  if (!(await countCode(ctx.db, device, name.account, mostCodes))) return no({ name: 'too_many_codes' })
  const found = await findByAccount(ctx.db, name)
  const isKnown = await isKnownBrowser(ctx.db, found?.id ?? 0, device)
  const wanted = { purpose: 'oauth' as const, found, device, isKnown, next: '' }
  return writeUnchecked(ctx, name, wanted)
}

type Prove = typeof contract.oauthProve

/**
 * Links the account at the provider to whose address was proven; who has none yet gets an account with it. Whoever has a
 * second factor is asked for it, and links on the security page.
 */
export async function oauthProve(ctx: Ctx, input: Input<Prove>): Answer<Prove> {
  const name = readAccount(input.account, input.countryCode)
  if (name === null) return no(accountProblem(ctx, input))
  if (input.code === '')
    return no({ name: 'code_required', fields: { code: ctx.t('problem.code_required') } })
  const device = deviceOf(ctx)
  if (device === null || (await findArrival(ctx.db, device, ctx.now)) === null)
    return no({ name: 'oauth_over' })
  if (!(await mayTry(ctx, name, null))) return no(tooManyTries(ctx, 'code'))
  const judged = await judgeCode(ctx, name, 'oauth', input.code, device)
  if (!judged.ok) return judged
  return ctx.transact(async (tx): Promise<Result<Output<Prove>, Problem<Prove>>> => {
    const arrival = await takeArrival(tx, device, ctx.now)
    if (arrival === null) return no({ name: 'oauth_over' })
    const customer = await ownerOf(ctx, tx, name, arrival)
    if (customer === null) return no({ name: 'code_over', fields: { code: ctx.t('problem.code_over') } })
    const beginning = { method: 'oauth' as const, isKept: input.keep === 'on', next: arrival.next }
    const signedIn = await finishSignIn(ctx, tx, customer, beginning)
    // Nothing is linked without the second factor, which a trusted browser is not asked for: a mailbox alone would
    // leave a way in behind it.
    if (!signedIn.ok || (await asksForTwo(tx, customer))) return signedIn
    const linked = await link(ctx, tx, customer, null, { name: arrival.provider }, arrival)
    return linked.ok ? signedIn : linked
  })
}

/**
 * The customer with the proven address, locked; a new one where nobody has it. Null when somebody else was quicker, or
 * the account was closed at the same moment.
 */
async function ownerOf(ctx: Ctx, tx: Tx, name: AccountName, arrival: Arrival): Promise<number | null> {
  if ((await findByAccount(tx, name)) !== null) {
    const found = await lockByProven(tx, name, ctx.now)
    // Of an import: whoever opened the account at the former shop may have set it, with an address not theirs.
    if (found !== null && !found.isVerified) await deletePassword(tx, found.id)
    return found?.id ?? null
  }
  const made = await makeCustomer(ctx, tx, arrival, name)
  if (made !== null) await addEvent(tx, ctx, made, null, 'signed_up')
  return made
}
