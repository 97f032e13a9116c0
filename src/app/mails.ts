import type { Logger } from 'pino'
import { tellDueAlerts } from '#features/alerts/jobs.ts'
import { tellOrderEvents } from '#features/orders/jobs.ts'
import { htmlLang, isLocale, langPath, defaultLocale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { openTransport } from '#platform/server/mail.ts'
import { startMailSender } from '#platform/server/outbox.ts'
import type { ContextParts } from '#platform/server/request.ts'

/** Poll interval for alerts in milliseconds, when no change is known. */
const lookEvery = 5 * 60_000
/** Milliseconds to wait after a change: an import changes many products, one after the other. */
const lookAfter = 2_000
/** Poll interval for order events in milliseconds. */
const lookAtOrdersEvery = 2_000

export interface Mails {
  /** Something of the catalogue has changed: alerts may be due. */
  catalogueChanged(): void
  stop(): Promise<void>
}

/** Sends the outbox, and writes mails for due alerts and order events. */
export function startMails(options: {
  config: Config
  db: Database
  parts: ContextParts
  log: Logger
  now: () => Date
}): Mails {
  const { config, db, parts, log, now } = options
  if (config.smtp === null && config.mode === 'production')
    log.warn({ folder: config.mailDir }, 'SMTP_URL is not set: mails are written to files and not sent')
  const sender = startMailSender({ db, log, now, transport: openTransport(config) })

  let under: Promise<unknown> | null = null
  let soon: NodeJS.Timeout | null = null
  const look = (): void => {
    // A running evaluation may have missed the change: another one follows.
    if (under !== null) return later()
    under = tellDueAlerts({ db, ctxFor: (locale) => mailCtx(parts, locale), now })
      .catch((error: unknown) => log.warn({ err: error }, 'alerts could not be written; trying again later'))
      .finally(() => (under = null))
  }
  const later = (): void => {
    soon ??= setTimeout(() => {
      soon = null
      look()
    }, lookAfter).unref()
  }
  const timer = setInterval(look, lookEvery)
  timer.unref()

  let orders: Promise<unknown> | null = null
  const ordersTimer = setInterval(() => {
    orders ??= tellOrderEvents({
      db,
      ctxFor: (locale) => mailCtx(parts, locale),
      shopLocale: parts.shop().shop.languages[0] ?? defaultLocale,
      now,
    })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'mails about orders could not be written; trying again'),
      )
      .finally(() => (orders = null))
  }, lookAtOrdersEvery)
  ordersTimer.unref()
  return {
    catalogueChanged: later,
    async stop() {
      clearInterval(timer)
      clearInterval(ordersTimer)
      if (soon !== null) clearTimeout(soon)
      await Promise.all([under, orders])
      await sender.stop()
    },
  }
}

/** What a job needs to write mails in a recipient's language. */
function mailCtx(parts: ContextParts, wanted: string) {
  const locale = isLocale(wanted) ? wanted : defaultLocale
  const lang = htmlLang(locale)
  return {
    lang,
    locale,
    langPath: langPath(locale),
    origin: parts.origin(),
    shop: parts.shop(),
    t: translator(parts.dictionaries(locale), lang),
  }
}
