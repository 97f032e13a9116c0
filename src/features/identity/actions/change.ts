import { no, ok, type Result } from '#domain/result.ts'
import { judgeCode } from '#features/account/actions/judge-code.ts'
import { writeUnchecked } from '#features/account/actions/send-code.ts'
import { forgetBrowsers } from '#features/account/queries/browsers.ts'
import { findByAccount, lockCustomer, putIdentity } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import {
  identitiesOf,
  removeIdentity as remove,
  type Identity,
} from '#features/account/queries/identities.ts'
import { veil, type AccountKind, type AccountName } from '#features/account/rules/account-name.ts'
import { deviceOf, rememberDevice } from '#features/account/rules/browser.ts'
import { endAccess } from '#features/account/rules/end-access.ts'
import { newAccountProblem, readNewAccount } from '#features/account/rules/new-account.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { mayTry, tooManyTries } from '#features/account/rules/limits.ts'
import { sendTo } from '#features/account/rules/send-to.ts'
import { hasWayIn } from '#features/account/rules/ways-in.ts'
import { adoptOrders } from '#features/orders/queries/adopt.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx, Session } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { changedMessage } from '../mails/change-messages.ts'
import { insertChange, seniorOf } from '../queries.ts'
import { undoneSince } from '../rules/undo.ts'

type Send = typeof contract.sendChangeCode

/**
 * Sends a code to the e-mail address or number that is to become the customer's. If somebody else has it, its owner is
 * told so instead: the answer and its time are the same.
 */
export async function sendChangeCode(ctx: Ctx, input: Input<Send>): Answer<Send> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const name = readNewAccount(input.account, input.countryCode)
  if (name === null) return no(newAccountProblem(ctx, input))
  const device = rememberDevice(ctx)
  const found = await findByAccount(ctx.db, name)
  if (found?.id === fresh.value.customer)
    return no({ name: 'account_unchanged', fields: { account: ctx.t('problem.account_unchanged') } })
  // A customer could name anybody's address: it counts like a browser that was never signed in to that account.
  const wanted = { purpose: 'change' as const, found, device, isKnown: false, next: '' }
  const sent = await writeUnchecked(ctx, name, wanted)
  return sent.ok
    ? sent
    : no({ ...sent.problem, fields: { account: ctx.t('limit.wait', sent.problem.details) } })
}

type Edit = typeof contract.editEmail

export function editEmail(ctx: Ctx, input: Input<Edit>): Answer<Edit> {
  return edit(ctx, 'email', { ...input, countryCode: '' })
}

export function editMobile(
  ctx: Ctx,
  input: Input<typeof contract.editMobile>,
): Answer<typeof contract.editMobile> {
  return edit(ctx, 'mobile', input)
}

async function edit(
  ctx: Ctx,
  kind: AccountKind,
  input: Input<typeof contract.editMobile>,
): Promise<Result<Output<Edit>, Problem<Edit>>> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { t } = ctx
  const name = readNewAccount(input.account, input.countryCode)
  if (name === null) return no(newAccountProblem(ctx, input))
  if (name.kind !== kind)
    return no({ name: 'account_format', fields: { account: t('problem.account_format') } })
  if (input.code === '') return no({ name: 'code_required', fields: { code: t('problem.code_required') } })
  if (!(await mayTry(ctx, name, null))) return no(tooManyTries(ctx, 'code'))
  const judged = await judgeCode(ctx, name, 'change', input.code, deviceOf(ctx))
  if (!judged.ok) return judged
  return ctx.transact(async (tx) => {
    const over = no({ name: 'code_over' as const, fields: { code: t('problem.code_over') } })
    const { customer } = fresh.value
    if (!(await lockCustomer(tx, customer))) return over
    const before = await identitiesOf(tx, customer)
    await remove(tx, customer, kind)
    // Somebody else proved it first.
    if (!(await putIdentity(tx, customer, name, ctx.now))) return over
    const ended = await settle(ctx, tx, fresh.value, { kind, before, next: name })
    if (kind === 'email') await adoptOrders(tx, customer)
    return ok({ account: name.account, ended })
  })
}

/** The last one stays, for proofs and mails go there; and so does one without which nobody could sign in again. */
export async function removeIdentity(
  ctx: Ctx,
  { kind }: Input<typeof contract.removeIdentity>,
): Answer<typeof contract.removeIdentity> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  return ctx.transact(async (tx) => {
    const { customer } = fresh.value
    if (!(await lockCustomer(tx, customer))) return no({ name: 'last_identity' })
    const before = await identitiesOf(tx, customer)
    const old = before.find((one) => one.kind === kind) ?? null
    // Pressed twice, it is one change.
    if (old === null) return ok({ account: null, ended: 0 })
    await remove(tx, customer, kind)
    if (before.length === 1 || !(await hasWayIn(ctx, tx, customer))) return no({ name: 'last_identity' })
    return ok({ account: null, ended: await settle(ctx, tx, fresh.value, { kind, before, next: null }) })
  })
}

interface Settled {
  kind: AccountKind
  before: readonly Identity[]
  next: AccountName | null
}

/** What follows every change: other browsers are signed out, and the owner can undo it. Returns the sessions ended. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  { id, customer }: Session,
  { kind, before, next }: Settled,
): Promise<number> {
  const { now } = ctx
  const token = newToken()
  const old = before.find((one) => one.kind === kind) ?? null
  const owner = await undoerOf(tx, customer, { kind, before, next }, now)
  await insertChange(tx, {
    customer,
    kind,
    oldAccount: old?.account ?? null,
    oldVerifiedAt: old?.verifiedAt ?? null,
    newAccount: next?.account ?? null,
    undoHash: hashToken(token),
    now,
  })
  const ended = await endAccess(ctx, tx, customer, id)
  await forgetBrowsers(tx, customer, deviceOf(ctx))
  await addEvent(tx, ctx, customer, id, next === null ? 'identity_removed' : 'identity_changed', {
    account: veil(next ?? old!),
  })
  const said = { kind, next: next?.account ?? null }
  if (owner !== null) await sendTo(ctx, tx, owner, changedMessage(ctx, { ...said, token }))
  if (old !== null && old.account !== owner?.account)
    await sendTo(ctx, tx, old, changedMessage(ctx, { ...said, token: null }))
  return ended
}

/**
 * Whom the link goes to that undoes a change: the old one, or where there was none, the other. An address or number that
 * came by a change which can itself be undone is told without a link, and the one before it has the link: a thief's
 * address would take the account again from the owner who has just changed it back. Null: nobody has one.
 */
async function undoerOf(
  tx: Tx,
  customer: number,
  { kind, before, next }: Settled,
  now: Date,
): Promise<AccountName | null> {
  const old = before.find((one) => one.kind === kind) ?? null
  const other = before.find((one) => one.kind !== kind) ?? null
  const senior = await seniorOf(tx, customer, kind, undoneSince(now))
  if (senior === null) return old ?? other
  if (senior.account === null) return other
  return senior.account === next?.account ? null : { kind, account: senior.account }
}
