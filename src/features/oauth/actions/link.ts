import { no, ok, type Result } from '#domain/result.ts'
import { findCustomer } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { veil } from '#features/account/rules/account-name.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { lockOwn } from '#features/account/rules/own-customer.ts'
import { hasWayIn } from '#features/account/rules/ways-in.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { ProvidedIdentity } from '#platform/server/sign-in-providers.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/oauth.ts'
import { linkLetter, type LinkLetter } from '../mails/link-letter.ts'
import { deleteAccount, insertAccount, listAccounts } from '../queries/accounts.ts'
import { titleOf } from '../rules/title.ts'

/**
 * Links an account at a provider to a customer, who is told by mail whoever did it. Linked before, nothing happens.
 * @param customer locked, or just made
 * @param session in which it happens; null when it is only just begun
 */
export async function link(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  session: number | null,
  { name }: { name: string },
  { issuer, subject, email }: Pick<ProvidedIdentity, 'issuer' | 'subject' | 'email'>,
): Promise<Result<null, { name: 'oauth_taken' }>> {
  const about = { provider: name, issuer, subject }
  const outcome = await insertAccount(tx, customer, about, email, ctx.now)
  if (outcome === 'taken') return no({ name: 'oauth_taken' })
  if (outcome === 'linked') await tell(ctx, tx, customer, session, 'linked', name)
  return ok(null)
}

type Unlink = typeof contract.oauthUnlink

/** Takes a linked account away, unless nothing would be left to sign in by. */
export async function oauthUnlink(ctx: Ctx, { id }: Input<Unlink>): Answer<Unlink> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id: session } = fresh.value
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    const provider = await deleteAccount(tx, customer, id)
    if (provider === null) return no({ name: 'unknown_linked_account' })
    if (!(await hasWayIn(ctx, tx, customer))) return no({ name: 'last_way_in' })
    await tell(ctx, tx, customer, session, 'unlinked', provider)
    return ok({})
  })
}

async function tell(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  session: number | null,
  kind: LinkLetter,
  name: string,
): Promise<void> {
  await addEvent(tx, ctx, customer, session, `oauth_${kind}`, { provider: name })
  const email = (await findCustomer(tx, customer))?.email ?? null
  if (email === null) return
  const letter = linkLetter(ctx, kind, titleOf(ctx, name))
  await queueMail(tx, { kind: `account.oauth_${kind}`, to: email, letter }, ctx.origin, ctx.now)
}

/** The accounts that are linked to the customer, and what else there is to link. */
export async function oauthAccounts(
  ctx: Ctx,
  _: Input<typeof contract.oauthAccounts>,
): Answer<typeof contract.oauthAccounts> {
  const { customer } = (await ctx.who()).session!
  const accounts = await listAccounts(ctx.db, customer)
  return ok({
    accounts: accounts.map(({ id, provider, email, linkedAt, usedAt }) => ({
      id,
      provider,
      title: titleOf(ctx, provider),
      email: email === null ? null : veil({ kind: 'email', account: email }),
      linkedAt: linkedAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    providers: [...ctx.signInBy.keys()].map((name) => ({ name, title: titleOf(ctx, name) })),
  })
}
