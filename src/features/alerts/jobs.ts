import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { customerOf, readWhen } from '#features/notifications/rules/may-notify.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import { linksFor } from '#wire/links.ts'
import { newsMail } from './mails/alert-letters.ts'
import { claimDue, markTold, type DueAlert } from './queries.ts'

/** Alerts of one transaction. */
const atOnce = 200

export interface AlertJob {
  db: Database
  ctxFor(locale: string): MailCtx & { locale: Locale }
  now: () => Date
}

/**
 * Writes a mail for each e-mail address with due alerts, about all of its alerts together. Mails and their records
 * are written in one transaction: each change is sent once, however many nodes run this. Returns how many mails.
 */
export async function tellDueAlerts(job: AlertJob): Promise<number> {
  for (let mails = 0; ;) {
    const told = await job.db.transact(async (tx) => {
      const due = await claimDue(tx, atOnce)
      const groups = Map.groupBy(due, ({ email, locale }) => `${locale} ${email.toLowerCase()}`)
      for (const alerts of groups.values()) {
        await tellAlerts(tx, job, alerts)
      }
      if (due.length > 0) await markTold(tx, due, job.now())
      return { alerts: due.length, mails: groups.size }
    })
    mails += told.mails
    if (told.alerts < atOnce) return mails
  }
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
