import { no, ok } from '#domain/result.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { lockOwn } from '#features/account/rules/own-customer.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { judgeTicket, scanTicket } from '../queries.ts'
import { presentAsking } from '../rules/asking.ts'
import { confirmedLife, qrTopic, refuseJudgement, type QrMessage } from '../rules/tickets.ts'

/*
 * The phone, on which the customer is signed in.
 */

/** The code was read: the browser that waits shows so, and nobody else can confirm it any more. */
export async function qrScan(
  ctx: Ctx,
  { ticket }: Input<typeof contract.qrScan>,
): Answer<typeof contract.qrScan> {
  const { customer } = (await ctx.who()).session!
  const refused = await refuseJudgement(ctx, customer)
  if (refused !== null) return refused
  return ctx.transact(async (tx) => {
    const row = await scanTicket(tx, hashToken(ticket), customer, ctx.now)
    if (row === null) return no({ name: 'qr_over' })
    announce(ctx, tx, row.id, { type: 'qr.scanned' })
    return ok(presentAsking(ctx, row))
  })
}

/** The customer's decision, with the page before it that says who asks. */
export async function qrConfirm(
  ctx: Ctx,
  { ticket, accept }: Input<typeof contract.qrConfirm>,
): Answer<typeof contract.qrConfirm> {
  const { customer, id: session } = (await ctx.who()).session!
  const refused = await refuseJudgement(ctx, customer)
  if (refused !== null) return refused
  const state = accept === 'yes' ? 'confirmed' : 'refused'
  const { now } = ctx
  const until = new Date(now.getTime() + confirmedLife)
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    const row = await judgeTicket(tx, hashToken(ticket), { customer, session, state, now, until })
    if (row === null) return no({ name: 'qr_over' })
    if (state === 'confirmed') announce(ctx, tx, row.id, { type: 'qr.confirmed' })
    else await addEvent(tx, ctx, customer, session, 'qr_refused')
    return ok({ ticket, state })
  })
}

function announce({ live }: Pick<Ctx, 'live'>, tx: Tx, id: number, message: QrMessage): void {
  tx.afterCommit(() => live.tell(qrTopic(id), message))
}
