import { offersOf } from '#features/sales/rules/explain-quote.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { own } from '#domain/by-word.ts'
import type { NotificationEvent } from '#features/notifications/rules/events.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { eachClaimed } from '#platform/server/jobs/each.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { LetterCtx, LetterFacts } from '../mails/letter-parts.ts'
import { merchantMail, shopperMail } from '../mails/order-letters.ts'
import { claimOrderEvent, settleOrderEvent, unknownOrderEvents, type OpenEvent } from '../queries/events.ts'
import { findOrderById } from '../queries/read.ts'
import { orderHref } from '../rules/order-href.ts'
import { shopperOf } from '../queries/shopper.ts'
import { linksFor } from '#wire/links.ts'

export interface OrderMailJob {
  db: Database
  ctxFor(locale: string): LetterCtx
  /** The language of mails to the shop itself. */
  shopLocale: string
  now: () => Date
  /** Orders whose events are told at once, each with a connection to the database; one where absent. */
  claimers?: number
}

/**
 * Turns order events into mails, each in a transaction of its own together with the note that it is done: once, and
 * in sequence, however many nodes run this. Returns how many events. An event that fails holds up those of its own
 * order only. Those of kinds that this version does not know are named when all others are done.
 */
export async function tellOrderEvents(job: OrderMailJob): Promise<number> {
  const count = await eachClaimed(
    job.db,
    {
      claim: claimOrderEvent,
      keyOf: ({ orderId }) => orderId,
      nameOf,
      work: async (tx, event) => {
        await tell(tx, job, event)
        await settleOrderEvent(tx, event.id, job.now())
      },
    },
    job.claimers,
  )
  const unknown = await unknownOrderEvents(job.db, mostNamed)
  if (unknown.length > 0)
    throw new Error(
      `left to nodes of a newer version, which know these kinds: ${unknown.map(nameOf).join('; ')}`,
    )
  return count
}

/** Events of unknown kinds that one run names. */
const mostNamed = 5

function nameOf({ id, orderId, kind }: { id: number; orderId: number; kind: string }): string {
  return `no mail about ${kind} (event ${id}) of order ${orderId}`
}

async function tell(tx: Tx, job: OrderMailJob, event: OpenEvent): Promise<void> {
  const order = await findOrderById(tx, event.orderId)
  if (order === null) throw new Error(`event ${event.id} is of no order`)
  const { promotions, coupons } = offersOf(order.quote)
  const now = job.now()
  const key = await signOrderLink(tx, order.id, now)
  const names = await offerNames(tx, promotions, coupons)
  const facts = (ctx: LetterCtx): LetterFacts => ({
    order,
    event,
    names,
    href: orderHref(order.number, key, ctx),
  })
  const ctx = job.ctxFor(order.locale)
  const mail = shopperMail(event.kind, facts(ctx), ctx)
  if (mail !== null) {
    const customer = (await shopperOf(tx, order.id))?.customer ?? null
    const notification = {
      event: orderNotification(event.kind),
      who: { customer, email: order.email },
      mail,
      path: linksFor(ctx.shop.router, ctx.langPath).order(order.number),
      about: `order:${order.number}`,
    }
    await notify(tx, ctx, notification, now)
  }
  const shops = job.ctxFor(job.shopLocale)
  const toShop = merchantMail(event.kind, facts(shops), shops)
  if (toShop !== null) await queueMail(tx, toShop, shops.origin, now)
}

/** Under which name a shopper knows an event of an order: whether its mail can be switched off goes by it. */
export function orderNotification(kind: OpenEvent['kind']): NotificationEvent {
  return own<NotificationEvent>(toldAs, kind) ?? 'order.changed'
}

/** All others are changes of it. */
const toldAs = {
  placed: 'order.placed',
  // How it is to be paid now.
  method_changed: 'order.placed',
  due_reminded: 'order.placed',
  paid: 'order.paid',
  shipped: 'order.shipped',
  delivered: 'order.delivered',
  cancelled: 'order.cancelled',
  cancelled_paid: 'order.cancelled',
  expired: 'order.cancelled',
  cancellation_requested: 'order.cancelled',
  cancellation_approved: 'order.cancelled',
  cancellation_refused: 'order.cancelled',
  refunded: 'order.refunded',
  paid_late: 'order.refunded',
} as const satisfies Partial<Record<OpenEvent['kind'], NotificationEvent>>
