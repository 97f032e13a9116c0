import { pruneAlerts } from '#features/alerts/queries.ts'
import { pruneCarts } from '#features/cart/queries/prune.ts'
import { hasDayTurned } from '#domain/delivery/delivery-day.ts'
import { day, hour, minute, second } from '#domain/time.ts'
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
import { pruneFormerTokens, pruneSessions } from '#features/session/queries/sessions.ts'
import { browserMaxAge } from '#features/session/rules/who.ts'
import { pruneQrTickets } from '#features/qr/queries.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { prunePending as pruneSignIns } from '#features/second-factor/queries/pending.ts'
import { pruneLinks } from '#features/theming/queries/links.ts'
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
import { doAll, eachOf } from '#platform/server/jobs/each.ts'
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
  /** Of sessions that got others. */
  formerTokens: hour,
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
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds)
  const eachTime = [
    () => pruneChanges(db, ago(keep.changes)),
    () => pruneVisits(db, now),
    () => pruneSignIns(db, now),
    () => pruneTickets(db, now),
    () => pruneMails(db, ago(keep.mails), ago(keep.failedMails)),
    () => pruneBounces(db, ago(keep.bounces)),
    () => pruneSubscriptions(db),
    () => pruneRates(db, ago(keep.rates)),
    () => pruneAlerts(db, ago(keep.unconfirmed), ago(keep.alertsOver)),
    () => prunePending(db, ago(keep.unconfirmed)),
    () => pruneUploads(db, store, ago(keep.uploads)),
    async () => removeFilms(filmsDir, await filmPaths(db), ago(keep.films)),
    () => pruneCheckouts(db, ago(keep.checkouts)),
    () => pruneDrafts(db, ago(keep.returnDrafts)),
    () => forgetNetworks(db, ago(keep.networks), ago(keep.networksUnpaid)),
    () => forgetVoteNetworks(db, ago(keep.networks)),
    () => forgetEmails(db, ago(keep.askers)),
    () => pruneSessions(db, ago(keep.sessions)),
    () => pruneFormerTokens(db, ago(keep.formerTokens)),
    () => pruneCodes(db, ago(keep.codes)),
    () => pruneBrowsers(db, ago(keep.browsers)),
    () => pruneIdentityChanges(db, ago(keep.identityChanges)),
    () => pruneEventsOfClosed(db, ago(keep.eventsOfClosed)),
    () => pruneVerifications(db, ago(keep.verifications)),
    () => pruneChallenges(db, now),
    () => pruneFlows(db, now),
    () => pruneQrTickets(db, ago(keep.qrTickets)),
    () => pruneLinks(db, now),
    () => pruneKeys(db, ago(keep.idempotencyKeys)),
    () => prunePrices(db, ago(keep.prices)),
  ]
  const eachDay = [
    () => pruneCarts(db, ago(keep.carts), ago(keep.emptyCarts)),
    () => pruneLists(db, ago(keep.favourites)),
    () => pruneEvents(db, ago(keep.events), mostEvents),
    () => pruneRefused(db, ago(keep.refusedComments)),
    () => pruneInquiries(db, ago(keep.inquiries)),
    () => pruneSettings(db, ago(keep.unchosen)),
  ]
  await doAll([
    ...eachTime,
    async () => {
      if (await mayGoOn(db, daily, '', now)) await doAll(eachDay)
    },
  ])
}

/** Announces what time changes, from one call to the next. */
export function followClock(db: Database, now: () => Date): () => Promise<void> {
  const followed = timed.map((announce) => ({ announce, seen: now() }))
  return () => {
    const at = now()
    return eachOf(followed, null, async (one) => {
      await one.announce(db, one.seen, at)
      one.seen = at
    })
  }
}

/**
 * Announces what began or ended between two moments: articles, offers, the announcement bar, and the shop's own day.
 */
export function announceTimed(db: Database, after: Date, until: Date): Promise<void> {
  return eachOf(timed, null, (announce) => announce(db, after, until))
}

type Timed = (db: Database, after: Date, until: Date) => Promise<void>

const timed: readonly Timed[] = [
  async (db, after, until) => {
    if (await publishedBetween(db, after, until)) await announce(db, 'content', false)
  },
  async (db, after, until) => {
    if (await turnsBetween(db, after, until)) await announce(db, 'promotions', true)
  },
  async (db, after, until) => {
    const { document } = await loadConfig(db)
    if (announcementTurns(document.shop, after, until)) await announce(db, 'config', true)
  },
  async (db, after, until) => {
    const { document } = await loadConfig(db)
    if (hasDayTurned(document.shop.delivery, after, until)) await announce(db, deliveryTag, true)
  },
]

function announce(db: Database, tag: string, hard: boolean): Promise<void> {
  return db.transact((tx) => announceChanges(tx, [tag], hard))
}
