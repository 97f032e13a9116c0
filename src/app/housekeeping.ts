import { pruneAlerts } from '#features/alerts/queries.ts'
import { pruneCarts } from '#features/cart/queries/prune.ts'
import { hasDayTurned } from '#domain/delivery/delivery-day.ts'
import { day, minute, second } from '#domain/time.ts'
import { deliveryTag } from '#features/catalog/parts/delivery-estimate.tsx'
import { filmPaths } from '#features/catalog/queries/films.ts'
import { prunePrices } from '#features/catalog/queries/prices.ts'
import { pruneCheckouts } from '#features/checkout/queries/checkouts.ts'
import { pruneLists } from '#features/favourites/queries/lists.ts'
import { forgetNetworks } from '#features/orders/queries/networks.ts'
import { announcementTurns } from '#features/content/actions/announcement.ts'
import { pruneRefused } from '#features/content/queries/comments.ts'
import { publishedBetween } from '#features/content/queries/read.ts'
import { pruneInquiries } from '#features/inquiries/work/prune.ts'
import { pruneDrafts } from '#features/returns/queries/drafts.ts'
import { turnsBetween } from '#features/promotions/queries/read.ts'
import { forgetEmails } from '#features/questions/queries/write.ts'
import { forgetVoteNetworks } from '#features/reviews/queries/votes.ts'
import { pruneBrowsers } from '#features/account/queries/browsers.ts'
import { pruneEvents, pruneEventsOfClosed } from '#features/account/queries/prune-events.ts'
import { pruneChanges as pruneIdentityChanges } from '#features/identity/queries.ts'
import { pruneCodes } from '#features/account/queries/codes.ts'
import { pruneChallenges } from '#features/passkeys/queries/challenges.ts'
import { pruneFlows } from '#features/oauth/queries/flows.ts'
import { pruneSessions } from '#features/session/queries/sessions.ts'
import { browserMaxAge } from '#features/session/rules/who.ts'
import { pruneQrTickets } from '#features/qr/queries.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { prunePending as pruneSignIns } from '#features/second-factor/queries/pending.ts'
import { pruneVerifications } from '#features/verify/queries.ts'
import { pruneVisits } from '#features/visitor/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { announceChanges, pruneChanges } from '#platform/server/db/queries-changes.ts'
import { removeFilms } from '#features/media/shop/films.ts'
import { pruneUploads } from '#features/media/rules/uploads.ts'
import type { MediaStore } from '#features/media/store.ts'
import { prunePending } from '#features/newsletter/queries.ts'
import { pruneBounces } from '#features/notifications/queries/bounces.ts'
import { pruneSubscriptions } from '#features/notifications/queries/pushes.ts'
import { pruneSettings } from '#features/notifications/queries/settings.ts'
import { pruneMails } from '#platform/server/db/queries-outbox.ts'
import { pruneRates } from '#platform/server/db/queries-signing.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import { pruneKeys } from '#platform/server/db/queries-idempotency.ts'
import { pruneTickets } from '#platform/server/db/queries-live-channel.ts'

/** How long each kind of row is stored, in milliseconds. */
const keep = {
  changes: 60 * minute,
  idempotencyKeys: day,
  prices: 400 * day,
  mails: 30 * day,
  failedMails: 90 * day,
  /** How often e-mail addresses refused mails, after the last time: a full mailbox, or an address, may be mended. */
  bounces: 180 * day,
  /** Of guests who have chosen nothing: as long as the link of a mail may be followed. */
  unchosen: 400 * day,
  rates: 2 * day,
  /** Checkouts that became no order: as long as their typed values may be wanted again. */
  checkouts: 60 * day,
  /** Applications for returns that were not sent. */
  returnDrafts: 60 * day,
  /** After their last change: their cookie has ended, too. */
  carts: browserMaxAge * second + day,
  emptyCarts: 7 * day,
  /** Of guests, after the last change of one; each keeps the cart that its browser is known by. */
  favourites: browserMaxAge * second + day,
  /** From where votes for reviews came, and orders: of those that are paid or over, and of those that wait. */
  networks: day,
  networksUnpaid: 30 * day,
  /** After their last use. */
  sessions: 200 * day,
  codes: day,
  browsers: 400 * day,
  uploads: day,
  /** That no product names. */
  films: 7 * day,
  /** Unconfirmed e-mail addresses, and finished alerts. */
  unconfirmed: 30 * day,
  /** What visitors wrote to the shop, with their pictures: as long as somebody may come back to it. */
  inquiries: 730 * day,
  /** Comments that the merchant has refused, after that. */
  refusedComments: 30 * day,
  /** Where answers to questions would have gone. */
  askers: 90 * day,
  /** Expired puzzles, and passes that were used. */
  verifications: day,
  alertsOver: 90 * day,
  /** From where somebody asked to be signed in. */
  qrTickets: 60 * minute,
  /** Of e-mail addresses and numbers: they can be undone for three days. */
  identityChanges: 30 * day,
  /** The log of an account, after it was closed. */
  eventsOfClosed: 30 * day,
  /** The log of an account that is open. */
  events: 400 * day,
}

/** Events of one customer, the newest. */
const mostEvents = 1_000

/** Reads whole tables: one node does it, once a day. */
const daily = { name: 'rows.prune.daily', most: 1, within: day }

/** Removes the rows and files that are past their time. Any number of nodes may do it at once. */
export async function prune(
  db: Database,
  { store, filmsDir }: { store: MediaStore; filmsDir: string },
  now: Date,
): Promise<void> {
  const at = now.getTime()
  await pruneChanges(db, new Date(at - keep.changes))
  await pruneVisits(db, now)
  await pruneSignIns(db, now)
  await pruneTickets(db, now)
  await pruneMails(db, new Date(at - keep.mails), new Date(at - keep.failedMails))
  await pruneBounces(db, new Date(at - keep.bounces))
  await pruneSubscriptions(db)
  await pruneRates(db, new Date(at - keep.rates))
  await pruneAlerts(db, new Date(at - keep.unconfirmed), new Date(at - keep.alertsOver))
  await prunePending(db, new Date(at - keep.unconfirmed))
  await pruneUploads(db, store, new Date(at - keep.uploads))
  await removeFilms(filmsDir, await filmPaths(db), new Date(at - keep.films))
  await pruneCheckouts(db, new Date(at - keep.checkouts))
  await pruneDrafts(db, new Date(at - keep.returnDrafts))
  await forgetNetworks(db, new Date(at - keep.networks), new Date(at - keep.networksUnpaid))
  await forgetVoteNetworks(db, new Date(at - keep.networks))
  await forgetEmails(db, new Date(at - keep.askers))
  await pruneSessions(db, new Date(at - keep.sessions))
  await pruneCodes(db, new Date(at - keep.codes))
  await pruneBrowsers(db, new Date(at - keep.browsers))
  await pruneIdentityChanges(db, new Date(at - keep.identityChanges))
  await pruneEventsOfClosed(db, new Date(at - keep.eventsOfClosed))
  await pruneVerifications(db, new Date(at - keep.verifications))
  await pruneChallenges(db, now)
  await pruneFlows(db, now)
  await pruneQrTickets(db, new Date(at - keep.qrTickets))
  await pruneKeys(db, new Date(at - keep.idempotencyKeys))
  await prunePrices(db, new Date(at - keep.prices))
  if (await mayGoOn(db, daily, '', now)) {
    await pruneCarts(db, new Date(at - keep.carts), new Date(at - keep.emptyCarts))
    await pruneLists(db, new Date(at - keep.favourites))
    await pruneEvents(db, new Date(at - keep.events), mostEvents)
    await pruneRefused(db, new Date(at - keep.refusedComments))
    await pruneInquiries(db, new Date(at - keep.inquiries))
    await pruneSettings(db, new Date(at - keep.unchosen))
  }
}

/** Announces what time changes, from one call to the next. */
export function followClock(db: Database, now: () => Date): () => Promise<void> {
  let seen = now()
  return async () => {
    const at = now()
    await announceTimed(db, seen, at)
    seen = at
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
