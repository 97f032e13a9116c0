import { no, ok } from '#domain/result.ts'
import { finishSignIn } from '#features/account/actions/finish-sign-in.ts'
import { agentOf } from '#features/account/queries/events.ts'
import { lockCustomer } from '#features/account/queries/customers.ts'
import { deviceOf, rememberDevice } from '#features/account/rules/browser.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tooFast } from '#platform/server/pace.ts'
import { signLink } from '#platform/server/signing.ts'
import { renderSVG } from 'uqr'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract.ts'
import { findOwnTicket, insertTicket, spendTicket, type TicketRow } from '../queries.ts'
import { mayPoll, refuseCode, ticketLife } from '../rules/tickets.ts'

/*
 * The browser that shows the code and waits. Everybody may see the code, so its ticket signs nobody in by itself: that
 * takes the cookie of the browser which asked for it, too.
 */

export async function qrCreate(
  ctx: Ctx,
  _: Input<typeof contract.qrCreate>,
): Answer<typeof contract.qrCreate> {
  const { db, now, visitor } = ctx
  const browser = rememberDevice(ctx)
  const refused = await refuseCode(ctx, browser)
  if (refused !== null) return refused
  const ticket = newToken()
  const expiresAt = new Date(now.getTime() + ticketLife)
  // oxlint-disable-next-line house/bare-ip -- shown to who is asked to confirm; it limits nothing
  const { ip } = visitor
  const made = { ticket: hashToken(ticket), browser, ip, agent: agentOf(visitor), now, expiresAt }
  const id = await insertTicket(db, made)
  const url = `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).qr(ticket)}`
  return ok({
    ticket,
    url,
    svg: renderSVG(url, { ecc: 'M', border: 3 }),
    seconds: ticketLife / 1000,
    watch: await signLink(db, 'qr.watch', id, expiresAt),
  })
}

type Status = Output<typeof contract.qrStatus>

/**
 * What became of the code. A confirmed one is used up in the transaction that signs in: of any number of questions at
 * once one does so, and an answer that is lost on its way takes a new code.
 */
export async function qrStatus(
  ctx: Ctx,
  { ticket, keep, next }: Input<typeof contract.qrStatus>,
): Answer<typeof contract.qrStatus> {
  const over = (state: Status['state']): Status => ({ state, seconds: 0, signedIn: null })
  const key = hashToken(ticket)
  const browser = deviceOf(ctx)
  if (browser === null) return ok(over('over'))
  if (!mayPoll(ctx, key)) return no(tooFast())
  const row = await findOwnTicket(ctx.db, key, browser)
  if (row === null || row.expiresAt <= ctx.now || row.state === 'used') return ok(over('over'))
  if (row.state === 'refused') return ok(over('refused'))
  if (row.state !== 'confirmed') return ok({ ...over(row.state), seconds: secondsLeft(row, ctx.now) })
  const { customer } = row
  return ctx.transact(async (tx) => {
    // Its account was closed, or the phone signed out meanwhile.
    if (customer === null || !(await lockCustomer(tx, customer))) return ok(over('over'))
    if ((await spendTicket(tx, key, browser, ctx.now)) !== customer) return ok(over('over'))
    const answer = await finishSignIn(ctx, tx, customer, { method: 'qr', isKept: keep === 'on', next })
    return answer.ok ? ok({ ...over('used'), signedIn: answer.value }) : answer
  })
}

function secondsLeft({ expiresAt }: TicketRow, now: Date): number {
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
}
