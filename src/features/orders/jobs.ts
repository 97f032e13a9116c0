import { offersOf } from '#features/cart/actions/explain-quote.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import { linkLife } from './actions/own.ts'
import { merchantMail, orderHref, shopperMail, type LetterCtx } from './mails/order-letters.ts'
import { claimOrderEvent, settleOrderEvent, type OpenEvent } from './queries/events.ts'
import { findOrderById } from './queries/read.ts'

export interface OrderMailJob {
  db: Database
  ctxFor(locale: string): LetterCtx
  /** The language that the shop itself is written to in. */
  shopLocale: string
  now: () => Date
}

/**
 * Writes the mails about what happened to orders, each event in a transaction of its own with the note that it is
 * done: once, in the order in which it happened, however many nodes look. Returns how many events.
 */
export async function tellOrderEvents(job: OrderMailJob): Promise<number> {
  for (let count = 0; ; count += 1) {
    const told = await job.db.transact(async (tx) => {
      const event = await claimOrderEvent(tx)
      if (event === null) return false
      await tell(tx, job, event)
      await settleOrderEvent(tx, event.id, job.now())
      return true
    })
    if (!told) return count
  }
}

async function tell(tx: Tx, job: OrderMailJob, event: OpenEvent): Promise<void> {
  const order = await findOrderById(tx, event.orderId)
  if (order === null) throw new Error(`event ${event.id} is of no order`)
  const { promotions, coupons } = offersOf(order.quote)
  const now = job.now()
  const key = await signLink(tx, 'order.open', order.id, new Date(order.placedAt.getTime() + linkLife))
  const names = await offerNames(tx, promotions, coupons)
  for (const [locale, write] of [
    [order.locale, shopperMail],
    [job.shopLocale, merchantMail],
  ] as const) {
    const ctx = job.ctxFor(locale)
    const mail = write(event.kind, { order, event, names, href: orderHref(order.number, key, ctx) }, ctx)
    if (mail !== null) await queueMail(tx, mail, ctx.origin, now)
  }
}
