import { hash } from 'node:crypto'
import { hour } from '#domain/time.ts'
import { no, ok } from '#domain/result.ts'
import { dropPending } from '#features/second-factor/queries/pending.ts'
import { newToken } from '#features/session/rules/cookies.ts'
import { endSessions } from '#features/session/queries/sessions.ts'
import { forgetSession } from '#features/session/rules/sessions.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { LinkState } from '#platform/server/mail/mail-link-page.tsx'
import { signLink } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/not-me.ts'
import { securedLetter } from '../mails/notice-letters.ts'
import { forgetBrowsers } from '../queries/browsers.ts'
import { insertCode } from '../queries/codes.ts'
import { deletePassword, findCustomer, lockCustomer } from '../queries/customers.ts'
import { addEvent, findEvent, isDisowned } from '../queries/events.ts'
import { tellEnded } from '../rules/announce.ts'
import { credentialRemovers } from '../rules/credential-removers.ts'
import { askFresh } from '../rules/fresh.ts'
import { readNotMe } from '../rules/not-me-link.ts'

/** Milliseconds for which the link of the mail sets a new password. */
const securedLife = hour

/**
 * An event of the customer's own account was somebody else. It asks for a fresh proof, since it removes credentials:
 * a stolen session alone must not turn off what keeps it out.
 */
export async function notMe(
  ctx: Ctx,
  { event }: Input<typeof contract.notMe>,
): Answer<typeof contract.notMe> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer, id } = fresh.value
  const answer = await ctx.transact(async (tx) => {
    const found = await findEvent(tx, event)
    if (found?.customer !== customer) return no({ name: 'unknown_event' as const })
    const own = found.session === id
    const ended = await secure(ctx, tx, { customer, event, session: found.session, but: own ? null : id })
    return ok({ ended, own })
  })
  if (!answer.ok) return answer
  if (answer.value.own) forgetSession(ctx)
  return ok({ ended: answer.value.ended })
}

/** By the link of a mail, which its mailbox proves. Whoever is signed in here goes on, but for the event's own session. */
export async function notMeByMail(
  ctx: Ctx,
  { token }: Input<typeof contract.notMeByMail>,
): Answer<typeof contract.notMeByMail> {
  const event = await readNotMe(ctx, token)
  const here = (await ctx.who()).session
  const answer = await ctx.transact(async (tx) => {
    const found = event === null ? null : await findEvent(tx, event)
    if (event === null || found === null) return no({ name: 'stale_link' as const })
    const { customer, session } = found
    const stays = here !== null && here.customer === customer && here.id !== session
    const ended = await secure(ctx, tx, { customer, event, session, but: stays ? here.id : null })
    return ok({ ended, own: here !== null && here.customer === customer && !stays })
  })
  if (!answer.ok) return answer
  if (answer.value.own) forgetSession(ctx)
  return ok({ ended: answer.value.ended })
}

interface Disowned {
  customer: number
  event: number
  /** The event's; null when it had none, or that is long gone. */
  session: number | null
  /** The session that stays; null for none. */
  but: number | null
}

/** Done once for an event: whoever finds an old mail cannot throw the owner out again. Returns how many sessions ended. */
async function secure(ctx: Ctx, tx: Tx, { customer, event, session, but }: Disowned): Promise<number> {
  await lockCustomer(tx, customer)
  if (await isDisowned(tx, customer, event)) return 0
  const ended = await endSessions(tx, customer, but, 'elsewhere', ctx.now)
  await forgetBrowsers(tx, customer, null)
  await dropPending(tx, customer)
  if (session !== null) for (const remove of credentialRemovers) await remove(tx, customer, session)
  // Whoever came in may know it: only a new one works, or a code.
  await deletePassword(tx, customer)
  await addEvent(tx, ctx, customer, but, 'not_me', { event, ended: ended.length })
  await mailNewPassword(ctx, tx, customer)
  await tellEnded(ctx, tx, customer)
  return ended.length
}

async function mailNewPassword(ctx: Ctx, tx: Tx, customer: number): Promise<void> {
  const email = (await findCustomer(tx, customer))?.email ?? null
  if (email === null) return
  const { now, origin } = ctx
  const expiresAt = new Date(now.getTime() + securedLife)
  // Only the link is mailed: the code behind it is known to nobody, and belongs to no browser.
  const unknown = hash('sha256', newToken(), 'buffer')
  const account = { kind: 'email' as const, account: email }
  const code = { purpose: 'reset', account, browser: unknown, codeHash: unknown, now, expiresAt }
  const token = await signLink(tx, 'account.reset', await insertCode(tx, code), expiresAt)
  await queueMail(tx, { kind: 'account.secured', to: email, letter: securedLetter(ctx, token) }, origin, now)
}

/** What the page behind a mail's link shows. */
export async function disownState(ctx: Ctx, token: string): Promise<LinkState> {
  const event = await readNotMe(ctx, token)
  const found = event === null ? null : await findEvent(ctx.db, event)
  if (event === null || found === null) return 'stale'
  return (await isDisowned(ctx.db, found.customer, event)) ? 'done' : 'ready'
}
