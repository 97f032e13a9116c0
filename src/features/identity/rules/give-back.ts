import { addEvent } from '#features/account/queries/events.ts'
import { removeIdentity, restoreIdentity } from '#features/account/queries/identities.ts'
import { veil, type AccountName } from '#features/account/rules/account-name.ts'
import { sendTo } from '#features/account/rules/send-to.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { undoneMessage } from '../mails/change-messages.ts'
import { firstChangeSince, undoFrom, type UndoneRow } from '../queries.ts'
import { undoneSince } from './undo.ts'

/**
 * Undoes what was changed since a moment, and can still be undone by its link. Nothing where somebody else has an old
 * address by now.
 * @param added but what this session changed
 */
export async function undoChangesOf(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  { since, but }: { since: Date; but: number | null },
): Promise<void> {
  const undoable = undoneSince(ctx.now)
  const first = await firstChangeSince(tx, customer, since < undoable ? undoable : since, but)
  if (first !== null) await giveBack(ctx, tx, customer, await undoFrom(tx, first, ctx.now))
}

/**
 * Gives each kind back as it was before the first of the changes, writes it down, and tells the owners of what came
 * back and of what went. False: somebody else has one of them by now, and the caller rolls back.
 */
export async function giveBack(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  undone: readonly UndoneRow[],
): Promise<boolean> {
  const restored: AccountName[] = []
  for (const kind of ['email', 'mobile'] as const) {
    const first = undone.find((one) => one.kind === kind)
    if (first === undefined) continue
    await removeIdentity(tx, customer, kind)
    if (first.oldAccount === null) continue
    const name = { kind, account: first.oldAccount }
    if (!(await restoreIdentity(tx, customer, { ...name, verifiedAt: first.oldVerifiedAt }))) return false
    restored.push(name)
  }
  await addEvent(tx, ctx, customer, null, 'identity_undone', restored[0] && { account: veil(restored[0]) })
  for (const name of restored) await sendTo(ctx, tx, name, undoneMessage(ctx, name, true))
  for (const name of lostBy(undone, restored)) await sendTo(ctx, tx, name, undoneMessage(ctx, name, false))
  return true
}

/** What the account had in between. */
function lostBy(undone: readonly UndoneRow[], restored: readonly AccountName[]): AccountName[] {
  const kept = new Set(restored.map(({ account }) => account))
  const lost = undone.flatMap(({ kind, newAccount }) =>
    newAccount === null || kept.has(newAccount) ? [] : [{ kind, account: newAccount }],
  )
  return [...new Map(lost.map((name) => [name.account, name])).values()]
}
