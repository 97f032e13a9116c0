import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { customerOf, readWhen } from '#features/notifications/rules/may-notify.ts'
import { eachDue } from '#platform/server/jobs/each.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import { linksFor } from '#wire/links.ts'
import { newsMail } from './mails/alert-letters.ts'
import { claimDue, dueAlerts, markTold, type DueAlert } from './queries.ts'

/** Finding them reads all that are due. */
const batch = 1_000

export interface AlertJob {
  db: Database
  ctxFor(locale: string): MailCtx & { locale: Locale }
  now: () => Date
}

/**
 * Writes a mail for each e-mail address with due alerts, about all of its alerts together. The mail and its records are
 * written in one transaction: each change is sent once, however many nodes run this. Returns how many mails.
 */
export function tellDueAlerts(job: AlertJob): Promise<number> {
  return eachDue(
    'alert',
    (after) => dueAlerts(job.db, after, batch),
    ({ id }) =>
      job.db.transact(async (tx) => {
        const due = await claimDue(tx, id)
        if (due.length === 0) return false
        await tellAlerts(tx, job, due)
        await markTold(tx, due, job.now())
        return true
      }),
  )
}

/** Of those that the e-mail address still wants to hear of. */
async function tellAlerts(tx: Tx, { ctxFor, now }: AlertJob, alerts: readonly DueAlert[]): Promise<void> {
  const { email, locale } = alerts[0]!
  const who = { customer: await customerOf(tx, email), email }
  const when = await readWhen(tx, who)
  const [first, ...others] = alerts.filter(({ kind }) => when(events[kind], 'mail') !== null)
  if (first === undefined) return
  const ctx = ctxFor(locale)
  const token = await signLink(tx, 'alert.unsubscribe', first.id, null)
  const mail = newsMail(ctx, [first, ...others], token)
  const path = linksFor(ctx.shop.router, ctx.langPath).product(first.slug, first.sku)
  await notify(tx, ctx, { event: events[first.kind], who, mail, path, about: `product:${first.slug}` }, now())
}

const events = { stock: 'back_in_stock', price: 'price.drop' } as const
