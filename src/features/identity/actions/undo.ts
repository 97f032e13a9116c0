import { no, ok } from '#domain/result.ts'
import { forgetBrowsers } from '#features/account/queries/browsers.ts'
import { deletePassword } from '#features/account/queries/customers.ts'
import { credentialRemovers } from '#features/account/rules/credential-removers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { lockCustomer, removeIdentity, restoreIdentity } from '#features/account/queries/identities.ts'
import { veil, type AccountName } from '#features/account/rules/account-name.ts'
import { tellEnded } from '#features/account/rules/announce.ts'
import { sendTo } from '#features/account/rules/send-to.ts'
import { endSessions } from '#features/session/queries/sessions.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { undoneMessage } from '../mails/change-messages.ts'
import { findChange, undoFrom, type ChangeRow, type UndoneRow } from '../queries.ts'
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
    const restored = await giveBack(tx, customer, undone)
    if (restored === null) return no({ name: 'account_taken' })
    const ended = await endSessions(tx, customer, null, 'elsewhere', ctx.now)
    await forgetBrowsers(tx, customer, null)
    await deletePassword(tx, customer)
    // Whoever made the change may have added any of them, and the address alone is enough for the owner.
    for (const remove of credentialRemovers) await remove(tx, customer, null)
    await addEvent(tx, ctx, customer, null, 'identity_undone', restored[0] && { account: veil(restored[0]) })
    for (const name of restored) await sendTo(ctx, tx, name, undoneMessage(ctx, name, true))
    for (const name of lostBy(undone, restored)) await sendTo(ctx, tx, name, undoneMessage(ctx, name, false))
    await tellEnded(ctx, tx, customer)
    return ok({ ended: ended.length })
  })
}

/** Each kind as it was before the first of the changes. Null: somebody else has one of them by now. */
async function giveBack(
  tx: Tx,
  customer: number,
  undone: readonly UndoneRow[],
): Promise<AccountName[] | null> {
  const restored: AccountName[] = []
  for (const kind of ['email', 'mobile'] as const) {
    const first = undone.find((one) => one.kind === kind)
    if (first === undefined) continue
    await removeIdentity(tx, customer, kind)
    if (first.oldAccount === null) continue
    const name = { kind, account: first.oldAccount }
    if (!(await restoreIdentity(tx, customer, { ...name, verifiedAt: first.oldVerifiedAt }))) return null
    restored.push(name)
  }
  return restored
}

/** What the account had in between. */
function lostBy(undone: readonly UndoneRow[], restored: readonly AccountName[]): AccountName[] {
  const kept = new Set(restored.map(({ account }) => account))
  const lost = undone.flatMap(({ kind, newAccount }) =>
    newAccount === null || kept.has(newAccount) ? [] : [{ kind, account: newAccount }],
  )
  return [...new Map(lost.map((name) => [name.account, name])).values()]
}
