import { no, ok, type Result } from '#domain/result.ts'
import { finishSignIn } from '#features/account/actions/finish-sign-in.ts'
import { makeCustomer } from '#features/account/actions/sign-up.ts'
import { findByAccount, lockCustomer } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { readAccount } from '#features/account/rules/account-name.ts'
import { deviceOf } from '#features/account/rules/browser.ts'
import { lockOwn } from '#features/account/rules/own-customer.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ProvidedIdentity, SignInProvider } from '#platform/server/sign-in-providers.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/oauth.ts'
import { findLinked, markUsed } from '../queries/accounts.ts'
import { putArrival, takeFlow } from '../queries/flows.ts'
import { arrivalLife, redirectUri } from '../rules/flow.ts'
import { link } from './link.ts'

type Finish = typeof contract.oauthFinish

/**
 * Ends what was begun at a provider. Whatever comes of it, its state is used up: by the browser that began it, for the
 * provider that it was begun with. Nobody else can use it, nor use it up.
 */
export async function oauthFinish(ctx: Ctx, input: Input<Finish>): Answer<Finish> {
  const provider = ctx.signInBy.get(input.provider)
  if (provider === undefined) return no({ name: 'unknown_provider' })
  const browser = deviceOf(ctx)
  if (browser === null) return no({ name: 'oauth_over' })
  const { state } = input
  const key = { stateHash: hashToken(state), browser, provider: provider.name }
  const flow = await takeFlow(ctx.db, key, ctx.now)
  if (flow === null) return no({ name: 'oauth_over' })
  const { nonce, verifier, customer, next } = flow
  // Who began to link an account may have signed out meanwhile, or be somebody else now.
  const session = customer === null ? null : (await ctx.who()).session
  if (customer !== null && session?.customer !== customer) return no({ name: 'oauth_over' })
  const way = { state, nonce, verifier, redirectUri: redirectUri(ctx.origin, provider.name) }
  const said = await provider.finish(input, way)
  if (!said.ok) return no({ name: `oauth_${said.problem}` })
  if (session !== null) {
    const linked = await ctx.transact(async (tx) => {
      await lockOwn(tx, session.customer)
      return link(ctx, tx, session.customer, session.id, provider, said.value)
    })
    return linked.ok ? ok({ signedIn: null, next }) : linked
  }
  return signInAs(ctx, provider, said.value, browser, next)
}

async function signInAs(
  ctx: Ctx,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  browser: Buffer,
  next: string,
): Answer<Finish> {
  const { issuer, subject, email, firstName, lastName } = identity
  const about = { provider: provider.name, issuer, subject }
  const customer = (await findLinked(ctx.db, about)) ?? (await makeByEmail(ctx, provider, identity))
  if (customer === null) {
    const expiresAt = new Date(ctx.now.getTime() + arrivalLife)
    await putArrival(ctx.db, browser, { ...about, email, firstName, lastName, next, expiresAt })
    return no({ name: 'oauth_proof_wanted' })
  }
  return ctx.transact(async (tx) => {
    // Closed or unlinked since: begun anew, it is an account that nobody has yet.
    if (!(await lockCustomer(tx, customer)) || (await markUsed(tx, about, ctx.now)) !== customer)
      return no({ name: 'oauth_over' })
    const signedIn = await finishSignIn(ctx, tx, customer, { method: 'oauth', isKept: true, next })
    return signedIn.ok ? ok({ signedIn: signedIn.value, next: signedIn.value.next }) : signedIn
  })
}

/**
 * A new account, with the address that the provider vouches for. Null where it vouches for none, or a customer has it:
 * nobody gets into an account by what another server says of an address.
 */
async function makeByEmail(
  ctx: Ctx,
  provider: SignInProvider,
  identity: ProvidedIdentity,
): Promise<number | null> {
  const name = identity.isEmailVerified ? readAccount(identity.email ?? '', '') : null
  if (name?.kind !== 'email' || (await findByAccount(ctx.db, name)) !== null) return null
  const made = await ctx.transact(async (tx): Promise<Result<number, 'taken'>> => {
    const customer = await makeCustomer(ctx, tx, identity, name)
    // Somebody was quicker with the same address.
    if (customer === null) return no('taken')
    await addEvent(tx, ctx, customer, null, 'signed_up')
    const linked = await link(ctx, tx, customer, null, provider, identity)
    return linked.ok ? ok(customer) : no('taken')
  })
  return made.ok ? made.value : null
}
