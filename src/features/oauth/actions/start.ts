import { no, ok } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import { rememberDevice } from '#features/account/rules/browser.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isPrivate, mayGoOn, networkOf, waitOf } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { safePath } from '#wire/safe-path.ts'
import type * as contract from '../contract/oauth.ts'
import { insertFlow, type Flow } from '../queries/flows.ts'
import { flowLife, newState, redirectUri } from '../rules/flow.ts'

/** Flows that one network begins: each is a row. */
const starts = { name: 'oauth.start', most: 60, within: 10 * minute }

/** Begins a sign-in by another provider. */
export function oauthStart(
  ctx: Ctx,
  { provider, next }: Input<typeof contract.oauthStart>,
): Answer<typeof contract.oauthStart> {
  return begin(ctx, provider, { purpose: 'sign_in', customer: null, next: safePath(next) ?? '' })
}

/** Begins to link an account to the customer who is signed in. */
export async function oauthLink(
  ctx: Ctx,
  { provider }: Input<typeof contract.oauthLink>,
): Answer<typeof contract.oauthLink> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const next = linksFor(ctx.shop.router, ctx.langPath).user('security')
  return begin(ctx, provider, { purpose: 'link', customer: fresh.value.customer, next })
}

async function begin(
  ctx: Ctx,
  name: string,
  flow: Pick<Flow, 'purpose' | 'customer' | 'next'>,
): Answer<typeof contract.oauthStart> {
  const { db, now, locale, visitor } = ctx
  const provider = ctx.signInBy.get(name)
  if (provider === undefined) return no({ name: 'unknown_provider' })
  if (!isPrivate(visitor.ip) && !(await mayGoOn(db, starts, networkOf(visitor.ip), now)))
    return no({ name: 'too_many_tries', details: waitOf(starts, now) })
  const state = newState()
  const nonce = newToken()
  const verifier = newToken()
  const way = { state, nonce, verifier, redirectUri: redirectUri(ctx.origin, name) }
  const started = await provider.start(way, ctx.lang)
  if (!started.ok) return no({ name: 'oauth_unavailable' })
  const expiresAt = new Date(now.getTime() + flowLife)
  const key = { stateHash: hashToken(state), browser: rememberDevice(ctx), provider: name }
  await insertFlow(db, key, { ...flow, nonce, verifier, locale, expiresAt })
  return ok({ url: started.value })
}
