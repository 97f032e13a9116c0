import { hash } from 'node:crypto'
import { hour } from '#domain/time.ts'
import { no, ok } from '#domain/result.ts'
import { undoChangesOf } from '#features/identity/rules/give-back.ts'
import { newToken } from '#features/session/rules/cookies.ts'
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
import { credentialRemovers, type AddedSince } from '../rules/credential-removers.ts'
import { endAccess } from '../rules/end-access.ts'
import { askFresh } from '../rules/fresh.ts'
import { readNotMe } from '../rules/not-me-link.ts'

/** Milliseconds for which the link of the mail sets a new password. */
const securedLife = hour
/**
 * Milliseconds for which the link removes a second factor that was added since its event: as long as a change of the
 * address can be undone. Later whoever reads the mailbox would be let past the factor by the mail that told of it.
 */
const factorLife = 72 * hour

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
    const { since } = found
    const ended = await secure(ctx, tx, { customer, event, since, factorSince: since, but: own ? null : id })
    if (ended === null) return no({ name: 'unknown_event' as const })
    return ok({ ended, own })
  })
  if (!answer.ok) return answer
  if (answer.value.own) forgetSession(ctx)
  return ok({ ended: answer.value.ended })
}

/**
 * By the link of a mail, which its mailbox proves. Whoever is signed in here goes on, but for the event's own session.
 * The link is read again when the customer is locked: its address may be given up at the same moment.
 */
export async function notMeByMail(
  ctx: Ctx,
  { token }: Input<typeof contract.notMeByMail>,
): Answer<typeof contract.notMeByMail> {
  const stale = no({ name: 'stale_link' as const })
  const named = await readNotMe(ctx.db, token, ctx.now)
  const here = (await ctx.who()).session
  if (named === null) return stale
  const answer = await ctx.transact(async (tx) => {
    if (!(await lockCustomer(tx, named.customer))) return stale
    const found = await readNotMe(tx, token, ctx.now)
    if (found === null) return stale
    const { customer, event, session, since } = found
    const stays = here !== null && here.customer === customer && here.id !== session
    const factorSince = new Date(Math.max(since.getTime(), ctx.now.getTime() - factorLife))
    const ended = await secure(ctx, tx, { customer, event, since, factorSince, but: stays ? here.id : null })
    if (ended === null) return stale
    return ok({ ended, own: here !== null && here.customer === customer && !stays })
  })
  if (!answer.ok) return answer
  if (answer.value.own) forgetSession(ctx)
  return ok({ ended: answer.value.ended })
}

/** What was added since the event may be the stranger's, by whichever session: one begins others. */
interface Disowned extends AddedSince {
  customer: number
  event: number
}

/**
 * Done once for an event: whoever finds an old mail cannot throw the owner out again. Returns how many sessions ended;
 * null when the account is closed.
 */
async function secure(ctx: Ctx, tx: Tx, { customer, event, ...added }: Disowned): Promise<number | null> {
  if (!(await lockCustomer(tx, customer))) return null
  if (await isDisowned(tx, customer, event)) return 0
  const ended = await endAccess(ctx, tx, customer, added.but)
  await forgetBrowsers(tx, customer, null)
  // First of all: the link for a new password goes to the address that is left.
  await undoChangesOf(ctx, tx, customer, added)
  for (const remove of credentialRemovers) await remove(tx, customer, added)
  // Whoever came in may know it: only a new one works, or a code.
  await deletePassword(tx, customer)
  await addEvent(tx, ctx, customer, added.but, 'not_me', { event, ended })
  await mailNewPassword(ctx, tx, customer)
  return ended
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
  const found = await readNotMe(ctx.db, token, ctx.now)
  if (found === null) return 'stale'
  return (await isDisowned(ctx.db, found.customer, found.event)) ? 'done' : 'ready'
}
