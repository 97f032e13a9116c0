import type { Logger } from 'pino'
import { tellDueAlerts } from '#features/alerts/jobs.ts'
import { dropSubscription, liveSubscription } from '#features/notifications/queries/pushes.ts'
import { noteBounce } from '#features/notifications/rules/bounces.ts'
import { subscriptionOf } from '#features/notifications/rules/push-recipient.ts'
import { tellWaiting } from '#features/content/work/tell-waiting.ts'
import { tellOrderEvents } from '#features/orders/work/tell.ts'
import { tellReturnEvents } from '#features/returns/work/tell.ts'
import { tellAskers } from '#features/questions/work/tell.ts'
import { askForReviews } from '#features/reviews/work/ask.ts'
import { defaultLocale } from '#i18n/locales.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { openTransport } from '#platform/server/mail/mail.ts'
import { doTogether } from '#platform/server/jobs/each.ts'
import { openMailSender, type MailSender } from '#platform/server/jobs/outbox.ts'
import type { MailTransport } from '#platform/server/mail/mail.ts'
import { openPush } from '#platform/server/push/open-push.ts'
import { vapidKeys } from '#platform/server/push/vapid.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { openSms } from '#platform/server/sms/open-sms.ts'
import { wordsIn } from '#platform/server/mail/words-in.ts'

/** The mails that the shop writes by itself, and the senders of all that waits: the schedule says when. */
export interface Mails {
  sender: MailSender
  /** Of push messages. */
  pushes: MailSender
  /** Of text messages. */
  texts: MailSender
  /** Writes the mails of alerts whose moment has come. */
  writeAlerts(): Promise<unknown>
  /** Writes the mails about what happened to orders, and to their returns. */
  writeOrders(): Promise<unknown>
  /** Asks buyers for reviews whose day has come. */
  askForReviews(): Promise<unknown>
  /** Mails answers to who asked. */
  tellAskers(): Promise<unknown>
  /** Writes to the merchant that comments and articles wait. */
  writeWaiting(): Promise<unknown>
}

/** Of orders and of returns, each: the other connections are for visitors. */
const claimers = 3

export function openMails(options: {
  config: Config
  db: Database
  parts: ContextParts
  log: Logger
  now: () => Date
}): Mails {
  const { config, db, parts, log, now } = options
  if (config.smtp === null && config.mode === 'production')
    log.warn({ folder: config.mailDir }, 'SMTP_URL is not set: mails are written to files and not sent')
  if (config.sms === null && config.mode === 'production')
    log.info({ folder: config.smsDir }, 'SMS_URL is not set: text messages are written to files and not sent')
  const ctxFor = (locale: string) => mailCtx(parts, locale)
  const shopLocale = (): string => parts.shop().shop.languages[0] ?? defaultLocale
  return {
    sender: openMailSender({
      db,
      channel: 'mail',
      log,
      now,
      transport: openTransport(config),
      refused: ({ recipient }, status) => noteBounce(db, recipient, status, now()),
    }),
    pushes: openMailSender({ db, channel: 'push', log, now, transport: pushTransport(config, db, now) }),
    texts: openMailSender({ db, channel: 'sms', log, now, transport: openSms(config) }),
    writeAlerts: () => tellDueAlerts({ db, ctxFor, now }),
    writeOrders: async () => {
      const facts = { db, ctxFor, shopLocale: shopLocale(), now, claimers }
      // Where orders keep coming, their mails would never let those of returns have their turn.
      await doTogether([() => tellOrderEvents(facts), () => tellReturnEvents(facts)])
    },
    tellAskers: () => tellAskers({ db, ctxFor, now }),
    askForReviews: () => askForReviews({ db, ctxFor, settings: () => parts.shop().shop.reviews, now }),
    writeWaiting: () => tellWaiting({ db, ctxFor, shopLocale: shopLocale(), now }),
  }
}

function pushTransport({ mailFrom }: Config, db: Database, now: () => Date): MailTransport {
  return openPush({
    find: async (recipient) => {
      const id = subscriptionOf(recipient)
      return id === null ? null : liveSubscription(db, id, now())
    },
    gone: async (recipient) => {
      const id = subscriptionOf(recipient)
      if (id !== null) await dropSubscription(db, id)
    },
    keys: () => vapidKeys(db),
    contact: `mailto:${mailFrom.address}`,
  })
}

/** What a job or a command needs to write in a recipient's language. */
export function mailCtx(parts: Pick<ContextParts, 'origin' | 'shop' | 'words'>, wanted: string) {
  return { ...wordsIn(parts.words(), wanted), origin: parts.origin(), shop: parts.shop() }
}
