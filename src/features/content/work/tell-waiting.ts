import { hour } from '#domain/time.ts'
import type { Database } from '#platform/server/db/db.ts'
import { queueMail, type MailCtx } from '#platform/server/jobs/outbox.ts'
import { waitingLetter } from '../mails/waiting-letter.ts'
import { noteTold, waiting } from '../queries/waiting.ts'

export interface WaitingMailJob {
  db: Database
  ctxFor(locale: string): MailCtx
  /** The language of mails to the shop itself. */
  shopLocale: string
  now: () => Date
}

/** Milliseconds between two mails. */
const pause = hour

/**
 * Mails the shop that comments, articles, reviews and questions wait: at most once an hour, and only when something has
 * come since the last mail. However many nodes run this, one of them writes it.
 */
export function tellWaiting({ db, ctxFor, shopLocale, now }: WaitingMailJob): Promise<boolean> {
  const at = now()
  const ctx = ctxFor(shopLocale)
  const { email } = ctx.shop.shop
  if (email === null) return Promise.resolve(false)
  return db.transact(async (tx) => {
    const { isNews, ...counts } = await waiting(tx)
    if (!isNews || !(await noteTold(tx, at, new Date(at.getTime() - pause)))) return false
    const letter = waitingLetter(counts, ctx)
    await queueMail(tx, { kind: 'content.waiting', to: email, letter }, ctx.origin, at)
    return true
  })
}
