import { no, ok } from '#domain/result.ts'
import { forgetBrowsers } from '#features/account/queries/browsers.ts'
import { deletePassword, lockCustomer } from '#features/account/queries/customers.ts'
import { credentialRemovers } from '#features/account/rules/credential-removers.ts'
import { endAccess } from '#features/account/rules/end-access.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findChange, undoFrom, type ChangeRow } from '../queries.ts'
import { giveBack } from '../rules/give-back.ts'
import { undoneSince } from '../rules/undo.ts'

/** The change that a mail's link can undo now; null for a link that is used, or too old. For its page. */
export function changeOf(ctx: Ctx, token: string): Promise<ChangeRow | null> {
  return findChange(ctx.db, hashToken(token), undoneSince(ctx.now))
}

type Undo = typeof contract.undoChange

/**
 * Takes an account back for the owner of its old e-mail address or number: this change and all later ones are undone,
 * nobody stays signed in, and the password works no more, since whoever made the change may have set it.
 */
export async function undoChange(ctx: Ctx, { token }: Input<Undo>): Answer<Undo> {
  const change = await changeOf(ctx, token)
  if (change === null) return no({ name: 'stale_link' })
  const { customer } = change
  return ctx.transact(async (tx) => {
    if (!(await lockCustomer(tx, customer))) return no({ name: 'stale_link' })
    const undone = await undoFrom(tx, change.id, ctx.now)
    if (undone.length === 0) return no({ name: 'stale_link' })
    if (!(await giveBack(ctx, tx, customer, undone))) return no({ name: 'account_taken' })
    const ended = await endAccess(ctx, tx, customer, null)
    await forgetBrowsers(tx, customer, null)
    await deletePassword(tx, customer)
    // Whoever made the change may have added any of them. A second factor that was there long before is the owner's,
    // and withstands who has nothing but the old mailbox.
    const added = { since: new Date(0), factorSince: undoneSince(change.at), but: null }
    for (const remove of credentialRemovers) await remove(tx, customer, added)
    return ok({ ended })
  })
}
