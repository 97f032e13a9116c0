import { hour, minute, second } from '#domain/time.ts'
import { listingStore } from '#features/listing/queries/store.ts'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { reconcilePayments } from '#features/orders/work/reconcile.ts'
import { followReturns, tellOfParcels } from '#features/returns/work/timer.ts'
import { completeDelivered, expireUnpaid, remindOfDifferences } from '#features/orders/work/timer.ts'
import { watchHolds } from '#features/orders/work/watch.ts'
import { writeTerms } from '#features/search/actions/terms.ts'
import { indexStale, refreshPopular } from '#features/search/work/keep-index.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { MediaStore } from '#features/media/store.ts'
import type { DemoGateway } from '#features/payments/demo/gateway.ts'
import type { Database } from '#platform/server/db/db.ts'
import { letHeapGrow } from '#platform/server/heap.ts'
import type { Providers } from '#platform/server/pay.ts'
import type { EachNodeLoop, Loop, OneNodeLoop } from '#platform/server/jobs/schedule.ts'
import { followClock, prune } from './housekeeping.ts'
import type { Mails } from './mails.ts'
import { publishDue } from './themes/schedule-theme.ts'

/*
 * Everything that the shop does without being asked. The README's table "What runs by itself" is held against this
 * list by a test, and `/metrics` counts the runs of each.
 */

const eachMinute = '* * * * *'

export interface ScheduledParts {
  db: Database
  media: { store: MediaStore; filmsDir: string }
  mails: Mails
  /** Reads the changes that other nodes committed. */
  catchUp: () => Promise<void>
  /** The pretend bank, where it is open. */
  gateway: DemoGateway | null
  providers: Providers
  /** With the time and the configuration of the moment. */
  orderWork: () => PayWork & OrderWork
  now: () => Date
}

export function loopsOf(parts: ScheduledParts): Loop[] {
  const { db, mails, gateway, orderWork, providers, now } = parts
  return [
    eachNode('listings.fill', 5 * second, () => fillListings(db), { once: true }),
    // A wake-up is sent after the commit, and lost with a node that dies in between: this is how late it is then.
    eachNode('changes.read', second, parts.catchUp),
    eachNode('clock.follow', minute, followClock(db, now)),
    // A change is found by search after a second; of all nodes the one that takes the lock indexes it.
    eachNode('search.index', second, () => indexStale(db)),
    eachNode('search.terms', minute, () => writeTerms(db, now())),
    eachNode('search.popular', hour, () => refreshPopular(db)),
    eachNode('mails.send', 2 * second, () => mails.sender.drain()),
    eachNode('texts.send', 2 * second, () => mails.texts.drain()),
    eachNode('pushes.send', 2 * second, () => mails.pushes.drain()),
    eachNode('mails.orders', 2 * second, () => mails.writeOrders()),
    eachNode('mails.waiting', 5 * minute, () => mails.writeWaiting()),
    eachNode(alertsLoop, 5 * minute, () => mails.writeAlerts()),
    eachNode('rows.prune', 10 * minute, () => prune(db, parts.media, now())),
    ...(gateway === null ? [] : [eachNode('demo-gateway.answer', second, () => gateway.drain())]),
    oneNode('payments.reconcile', eachMinute, () => reconcilePayments(orderWork(), providers, now)),
    oneNode('refunds.send', eachMinute, () => sendRefunds(orderWork(), providers, now)),
    oneNode('orders.expire', eachMinute, () => expireUnpaid(orderWork())),
    oneNode('returns.expire', eachMinute, () => followReturns(orderWork())),
    oneNode('returns.remind', eachMinute, () => tellOfParcels(orderWork())),
    oneNode('holds.watch', eachMinute, () => watchHolds(orderWork())),
    oneNode('reviews.ask', '41 * * * *', () => mails.askForReviews()),
    oneNode('questions.tell', eachMinute, () => mails.tellAskers()),
    oneNode('orders.remind', '29 * * * *', () => remindOfDifferences(orderWork())),
    oneNode('themes.publish', eachMinute, () => publishDue({ db, log: orderWork().log }, now())),
    oneNode('orders.complete', '17 * * * *', () => completeDelivered(orderWork())),
  ]
}

/** Also run shortly after the catalogue has changed: an alert may be due. */
export const alertsLoop = 'mails.alerts'
/** Milliseconds after such a change: an import changes many products, one after the other. */
export const alertsAfter = 2 * second

function eachNode(
  name: string,
  every: number,
  work: () => Promise<unknown>,
  more: Pick<EachNodeLoop, 'once'> = {},
): EachNodeLoop {
  return { name, on: 'each node', every, work, ...more }
}

function oneNode(name: string, every: string, work: () => Promise<unknown>): OneNodeLoop {
  return { name, on: 'one node', every, work }
}

/**
 * A shop of more products has hundreds of megabytes outside the heap (decision 016): there a larger heap adds little,
 * and collecting it each second, as `scripts/bootstrap/served.mjs` wants it, took a third of a core away from requests.
 */
const manyProducts = 100_000
/** Percent: see `letHeapGrow`. */
const growthOfMany = 200

/** A large catalogue takes seconds to read: the first visitor of a listing is not to wait for them. */
async function fillListings(db: Database): Promise<void> {
  const { document } = await loadConfig(db)
  const { index } = await listingStore(db).ready(document.shop.baseCurrency)
  if (index.size > manyProducts) letHeapGrow(growthOfMany)
}
