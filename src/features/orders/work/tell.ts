import { offersOf } from '#features/sales/rules/explain-quote.ts'
import { linkLife } from '#features/session/rules/opened.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { own } from '#domain/by-word.ts'
import type { NotificationEvent } from '#features/notifications/rules/events.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import type { LetterCtx, LetterFacts } from '../mails/letter-parts.ts'
import { merchantMail, shopperMail } from '../mails/order-letters.ts'
import { claimOrderEvent, settleOrderEvent, type OpenEvent } from '../queries/events.ts'
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
}

/** An event that could not be turned into a mail now. */
class Untold extends Error {
  readonly orderId: number

  constructor({ id, orderId, kind }: OpenEvent, cause: unknown) {
    super(`no mail could be written about ${kind} (event ${id}) of order ${orderId}`, { cause })
    this.orderId = orderId
  }
}

/**
 * Turns order events into mails, each in a transaction of its own together with the note that it is done: once, and
 * in sequence, however many nodes run this. Returns how many events. An event that fails holds up those of its own
 * order only; its error is thrown after all others are done.
 */
export async function tellOrderEvents(job: OrderMailJob): Promise<number> {
  const failed: Untold[] = []
  for (let count = 0; ; count += 1) {
    const except = failed.map(({ orderId }) => orderId)
    const told = await tellNext(job, except).catch((error: unknown) => {
      if (!(error instanceof Untold)) throw error
      failed.push(error)
      return true
    })
    if (told) continue
    if (failed[0]) throw failed[0]
    return count
  }
}

function tellNext(job: OrderMailJob, except: readonly number[]): Promise<boolean> {
  return job.db.transact(async (tx) => {
    const event = await claimOrderEvent(tx, except)
    if (event === null) return false
    try {
      await tell(tx, job, event)
    } catch (error) {
      // Errors of the database are retried, or concern everything.
      if (error instanceof Error && 'code' in error) throw error
      throw new Untold(event, error)
    }
    await settleOrderEvent(tx, event.id, job.now())
    return true
  })
}

async function tell(tx: Tx, job: OrderMailJob, event: OpenEvent): Promise<void> {
  const order = await findOrderById(tx, event.orderId)
  if (order === null) throw new Error(`event ${event.id} is of no order`)
  const { promotions, coupons } = offersOf(order.quote)
  const now = job.now()
  const key = await signLink(tx, 'order.open', order.id, new Date(order.placedAt.getTime() + linkLife))
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
      event: own<NotificationEvent>(toldAs, event.kind) ?? 'order.changed',
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

/** Under which names shoppers know the events of an order; all others are changes of it. */
const toldAs = {
  placed: 'order.placed',
  // How it is to be paid now.
  method_changed: 'order.placed',
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
