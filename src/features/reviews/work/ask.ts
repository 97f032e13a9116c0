import { day } from '#domain/time.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { eachDue } from '#platform/server/jobs/each.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import type { ReviewSettings } from '#wire/shop-config.ts'
import { askLetter } from '../mails/review-letters.ts'
import { askedOrder, claimAsk, dueToAsk, noteAsked, wasAskedSince } from '../queries/ask.ts'
import { mayAsk } from '../rules/may-ask.ts'

export interface AskWork {
  db: Database
  ctxFor(locale: string): MailCtx
  settings: () => ReviewSettings
  now: () => Date
}

/** Days after the right one on which it is still asked: the shop was closed, or the setting is new. */
const lateDays = 14
/** Milliseconds in which one address gets one such mail, however often it orders. */
const pause = 7 * day
const batch = 200

/**
 * Asks buyers for reviews when their orders have arrived long enough ago: each order once, whichever node does it, and
 * in a transaction of its own. Returns how many mails were written.
 */
export async function askForReviews(work: AskWork): Promise<number> {
  const { askAfterDays, shippedDays } = work.settings()
  if (askAfterDays === null) return 0
  const now = work.now()
  const ago = (days: number): Date => new Date(now.getTime() - days * day)
  const moments = {
    arrivedBefore: ago(askAfterDays),
    leftBefore: ago(Math.max(shippedDays, askAfterDays)),
    notBefore: ago(Math.max(shippedDays, askAfterDays) + lateDays),
  }
  return eachDue(
    'order',
    (after) => dueToAsk(work.db, moments, after, batch),
    ({ id }) => work.db.transact((tx) => ask(tx, work, id, moments.leftBefore, now)),
  )
}

async function ask(tx: Tx, { ctxFor }: AskWork, id: number, leftBefore: Date, now: Date): Promise<boolean> {
  if (!(await claimAsk(tx, id, now))) return false
  const order = await askedOrder(tx, id, leftBefore)
  if (order === null || order.lines.length === 0) return false
  if (!(await mayAsk(tx, order.email))) return false
  if (await wasAskedSince(tx, order.email, new Date(now.getTime() - pause))) return false
  const ctx = ctxFor(order.locale)
  const open = await signOrderLink(tx, order.id, now)
  // It always works: a link that unsubscribes must.
  const stop = await signLink(tx, 'review.unsubscribe', order.id, null)
  const who = { customer: null, email: order.email }
  await notify(tx, ctx, { event: 'review.ask', who, mail: askLetter(order, { open, stop }, ctx) }, now)
  await noteAsked(tx, id, now)
  return true
}
