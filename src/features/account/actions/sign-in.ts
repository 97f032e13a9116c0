import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import { hashPassword, verifyNobody, verifyPassword } from '#platform/server/passwords/passwords.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/auth.ts'
import { isKnownBrowser } from '../queries/browsers.ts'
import { findByAccount, putIdentity, renewHash, type Credentials } from '../queries/customers.ts'
import { accountProblem, readAccount, type AccountName } from '../rules/account-name.ts'
import { deviceOf, rememberDevice } from '../rules/browser.ts'
import { mayTry } from '../rules/limits.ts'
import { beginSession } from './begin-session.ts'
import { judgeCode } from './judge-code.ts'
import { writeCode } from './send-code.ts'

type SignIn = typeof contract.signIn

/**
 * Signs in. Every answer to a wrong try is the same, and takes the same time, whether the account exists or not: a
 * password is hashed in any case.
 */
export async function signIn(ctx: Ctx, input: Input<SignIn>): Answer<SignIn> {
  const name = readAccount(input.account, input.countryCode)
  if (name === null) return no(accountProblem(ctx, input.account))
  if (input.code === '' && input.password === '')
    return no({ name: 'password_required', fields: { password: ctx.t('problem.password_required') } })
  const found = await findByAccount(ctx.db, name)
  const device = deviceOf(ctx)
  // Asked in any case: the time of the answer must not say whether somebody has this account.
  const isKnown = device !== null && (await isKnownBrowser(ctx.db, found?.id ?? 0, device))
  if (!(await mayTry(ctx, name, isKnown ? device : null))) return no({ name: 'too_many_tries' })
  return input.code === '' ? byPassword(ctx, input, name, found, isKnown) : byCode(ctx, input, name, device)
}

async function byPassword(
  ctx: Ctx,
  input: Input<SignIn>,
  name: AccountName,
  found: Credentials | null,
  isKnown: boolean,
): Answer<SignIn> {
  const stored = found?.passwordHash ?? null
  const verified =
    stored === null ? await verifyNobody(input.password) : await verifyPassword(input.password, stored)
  if (found === null || stored === null || !verified.ok)
    return no({ name: 'wrong_credentials', fields: { password: ctx.t('problem.wrong_credentials') } })
  if (verified.isStale) await renewHash(ctx.db, found.id, stored, await hashPassword(input.password))
  if (found.checksEmail && !isKnown) {
    const device = rememberDevice(ctx)
    const { next } = input
    const wanted = { purpose: 'signIn' as const, found, device, isKnown: true, proof: null, next }
    // Where it is too soon for another one, the one before is still good.
    await writeCode(ctx, name, wanted)
    return no({ name: 'code_wanted' })
  }
  return ctx.transact(async (tx) =>
    ok(
      await beginSession(ctx, tx, found.id, {
        method: 'password',
        isKept: input.keep === 'on',
        next: input.next,
      }),
    ),
  )
}

async function byCode(
  ctx: Ctx,
  input: Input<SignIn>,
  name: AccountName,
  device: Buffer | null,
): Answer<SignIn> {
  const judged = await judgeCode(ctx, name, 'signIn', input.code, device)
  if (!judged.ok) return judged
  return ctx.transact(async (tx) => {
    const found = await findByAccount(tx, name)
    // The account was closed, or its address given up, while the code was on its way.
    if (found === null || !(await putIdentity(tx, found.id, name, ctx.now))) return no({ name: 'code_over' })
    const session = { method: 'code' as const, isKept: input.keep === 'on', next: input.next }
    return ok(await beginSession(ctx, tx, found.id, session))
  })
}
