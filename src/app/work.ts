import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Media } from '#features/media/rules/open-media.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import type { Payments } from '#features/payments/rules/providers.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { startSchedule, type LoopRuns } from '#platform/server/jobs/schedule.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { openMails } from './mails.ts'
import { alertsAfter, alertsLoop, loopsOf } from './schedule.ts'

export interface WorkOptions {
  config: Config
  db: Database
  databaseUrl: string
  /** Whether work that is done at its time is done by this node. */
  jobs?: boolean
  parts: ContextParts
  media: Media
  payments: Payments
  payWork: () => PayWork
  /** Reads the changes that other nodes committed. */
  catchUp: () => Promise<void>
  log: Logger
  now: () => Date
}

export interface Work {
  runs(): LoopRuns[]
  /** Products or stock changed: alerts may be due. */
  alertsMayBeDue(): void
  /** Resolves when what was under way has ended. */
  stop(): Promise<void>
}

/** Starts everything that the shop does without being asked, and the mails. */
export function startWork(options: WorkOptions): Work {
  const { config, db, parts, media, payments, payWork, log, now } = options
  const mails = openMails({ config, db, parts, log, now })
  const schedule = startSchedule({
    loops: loopsOf({
      db,
      media: { store: media.store, filmsDir: join(config.mediaDir, 'films') },
      mails,
      catchUp: options.catchUp,
      // Tests answer for the bank themselves.
      gateway: config.demoGateway && config.mode !== 'test' ? payments.gateway : null,
      providers: payments.providers,
      orderWork: () => ({ ...payWork(), shop: parts.shop() }),
      now,
    }),
    log,
    now,
    jobsUrl: options.jobs === true ? options.databaseUrl : null,
  })
  return {
    runs: () => schedule.runs(),
    alertsMayBeDue: () => schedule.soon(alertsLoop, alertsAfter),
    async stop() {
      const loops = schedule.stop()
      await payments.stop()
      await Promise.all([mails.sender.stop(), mails.texts.stop(), mails.pushes.stop()])
      await loops
    },
  }
}
