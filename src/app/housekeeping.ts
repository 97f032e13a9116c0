import type { Logger } from 'pino'
import { pruneAlerts } from '#features/alerts/queries.ts'
import { hasDayTurned } from '#domain/delivery-day.ts'
import { deliveryTag } from '#features/catalog/parts/delivery-estimate.tsx'
import { filmPaths } from '#features/catalog/queries/films.ts'
import { listingStore } from '#features/catalog/queries/listing-store.ts'
import { prunePrices } from '#features/catalog/queries/prices.ts'
import { pruneCheckouts } from '#features/checkout/queries/checkouts.ts'
import { announcementTurns } from '#features/content/actions/announcement.ts'
import { publishedBetween } from '#features/content/queries/read.ts'
import { turnsBetween } from '#features/promotions/queries/read.ts'
import { startSearchJobs } from '#features/search/jobs.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { pruneVisits } from '#features/visitor/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { letHeapGrow } from '#platform/server/heap.ts'
import { announceChanges, pruneChanges } from '#platform/server/db/queries-changes.ts'
import { removeFilms } from '#features/media/actions/films.ts'
import { pruneUploads } from '#features/media/actions/uploads.ts'
import type { MediaStore } from '#features/media/store.ts'
import { prunePending } from '#features/newsletter/queries.ts'
import { pruneMails } from '#platform/server/db/queries-outbox.ts'
import { pruneRates } from '#platform/server/db/queries-signing.ts'
import { pruneKeys } from '#platform/server/db/queries-idempotency.ts'
import { pruneTickets } from '#platform/server/db/queries-live-channel.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How long each kind of row is stored, in milliseconds. */
const keep = {
  changes: 60 * minute,
  idempotencyKeys: day,
  prices: 400 * day,
  mails: 30 * day,
  failedMails: 90 * day,
  rates: 2 * day,
  /** Checkouts that became no order: as long as their typed values may be wanted again. */
  checkouts: 60 * day,
  uploads: day,
  /** That no product names. */
  films: 7 * day,
  /** Unconfirmed e-mail addresses, and finished alerts. */
  unconfirmed: 30 * day,
  alertsOver: 90 * day,
}

/**
 * A shop with more products has hundreds of megabytes outside of the heap (decision 016), so a larger heap matters
 * little. With the growth that `scripts/start.mjs` sets, a major GC every second took a third of a core.
 */
const manyProducts = 100_000
/** Percent: see `letHeapGrow`. */
const growthOfMany = 200

/**
 * Deletes old rows every ten minutes, and invalidates pages each minute whose contents depend on the time. Any number
 * of nodes may do so at once.
 */
export function startHousekeeping(
  db: Database,
  { store, filmsDir }: { store: MediaStore; filmsDir: string },
  log: Logger,
  now: () => Date,
): { stop: () => void } {
  const clean = async (): Promise<void> => {
    const at = now().getTime()
    await pruneChanges(db, new Date(at - keep.changes))
    await pruneVisits(db, now())
    await pruneTickets(db, now())
    await pruneMails(db, new Date(at - keep.mails), new Date(at - keep.failedMails))
    await pruneRates(db, new Date(at - keep.rates))
    await pruneAlerts(db, new Date(at - keep.unconfirmed), new Date(at - keep.alertsOver))
    await prunePending(db, new Date(at - keep.unconfirmed))
    await pruneUploads(db, store, new Date(at - keep.uploads))
    await removeFilms(filmsDir, await filmPaths(db), new Date(at - keep.films))
    await pruneCheckouts(db, new Date(at - keep.checkouts))
    await pruneKeys(db, new Date(at - keep.idempotencyKeys))
    await prunePrices(db, new Date(at - keep.prices))
  }
  const timer = setInterval(() => {
    clean().catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be removed; trying again later'),
    )
  }, 10 * minute)
  timer.unref()

  // Loads the listing index: a large catalogue takes seconds, for which the first visitor should not wait.
  let stopped = false
  const fillListings = (): void => {
    loadConfig(db)
      .then(({ document }) => listingStore(db).ready(document.shop.baseCurrency))
      .then(({ index }) => {
        if (index.size > manyProducts) letHeapGrow(growthOfMany)
      })
      .catch((error: unknown) => {
        if (stopped) return
        log.warn({ err: error }, 'the products could not be read for the listings; trying again')
        setTimeout(fillListings, 5_000).unref()
      })
  }
  fillListings()

  let seen = now()
  const clock = setInterval(() => {
    const at = now()
    announceTimed(db, seen, at).then(
      () => (seen = at),
      (error: unknown) => log.warn({ err: error }, 'what time has changed is not known; trying again later'),
    )
  }, minute)
  clock.unref()
  const search = startSearchJobs(db, log, now)
  return {
    stop: () => {
      stopped = true
      search.stop()
      clearInterval(timer)
      clearInterval(clock)
    },
  }
}

/**
 * Announces what began or ended between two moments: articles, offers, the announcement bar, and the shop's own day.
 */
export async function announceTimed(db: Database, after: Date, until: Date): Promise<void> {
  const [published, turned, { document }] = await Promise.all([
    publishedBetween(db, after, until),
    turnsBetween(db, after, until),
    loadConfig(db),
  ])
  const announced = announcementTurns(document.shop, after, until)
  const isOtherDay = hasDayTurned(document.shop.delivery, after, until)
  if (!published && !turned && !announced && !isOtherDay) return
  await db.transact(async (tx) => {
    if (published) await announceChanges(tx, ['content'], false)
    if (turned) await announceChanges(tx, ['promotions'], true)
    if (announced) await announceChanges(tx, ['config'], true)
    if (isOtherDay) await announceChanges(tx, [deliveryTag], true)
  })
}
