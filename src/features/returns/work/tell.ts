import type { NotificationEvent } from '#features/notifications/rules/events.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { findOrderById } from '#features/orders/queries/read.ts'
import { orderHref } from '#features/orders/rules/order-href.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { eachClaimed } from '#platform/server/jobs/each.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import type { ReturnEventKind } from '../events.ts'
import { merchantReturnMail, returnMail, type LetterCtx } from '../mails/return-letters.ts'
import {
  claimReturnEvent,
  settleReturnEvent,
  unknownReturnEvents,
  type OpenReturnEvent,
} from '../queries/events.ts'
import { findReturnById } from '../queries/read.ts'
import { exchangeNow } from '../rules/units.ts'

export interface ReturnMailJob {
  db: Database
  ctxFor(locale: string): LetterCtx
  /** The language of mails to the shop itself. */
  shopLocale: string
  now: () => Date
  /** Returns whose events are told at once, each with a connection to the database; one where absent. */
  claimers?: number
}

/**
 * Turns events of returns into mails, each in a transaction of its own together with the note that it is done: once,
 * and in sequence, however many nodes run this. Returns how many events. An event that fails holds up those of its own
 * return only. Those of kinds that this version does not know are named when all others are done.
 */
export async function tellReturnEvents(job: ReturnMailJob): Promise<number> {
  const count = await eachClaimed(
    job.db,
    {
      claim: claimReturnEvent,
      keyOf: ({ returnId }) => returnId,
      nameOf,
      work: async (tx, event) => {
        await tell(tx, job, event)
        await settleReturnEvent(tx, event.id, job.now())
      },
    },
    job.claimers,
  )
  const unknown = await unknownReturnEvents(job.db, mostNamed)
  if (unknown.length > 0)
    throw new Error(
      `left to nodes of a newer version, which know these kinds: ${unknown.map(nameOf).join('; ')}`,
    )
  return count
}

/** Events of unknown kinds that one run names. */
const mostNamed = 5

function nameOf({ id, returnId, kind }: { id: number; returnId: number; kind: string }): string {
  return `no mail about ${kind} (event ${id}) of return ${returnId}`
}

async function tell(tx: Tx, job: ReturnMailJob, event: OpenReturnEvent): Promise<void> {
  const row = await findReturnById(tx, event.returnId)
  const order = row === null ? null : await findOrderById(tx, row.orderId)
  if (row === null || order === null) throw new Error(`event ${event.id} is of no return`)
  const key = await signOrderLink(tx, order.id, job.now())
  const factsFor = (ctx: LetterCtx) => ({
    row,
    event,
    order,
    exchange: exchangeNow(order, row, ctx.shop),
    href: orderHref(order.number, key, ctx),
  })
  const ctx = job.ctxFor(row.locale)
  const mail = returnMail(factsFor(ctx), ctx)
  const name = returnNotification(event.kind)
  if (mail !== null && name !== null) {
    const told = {
      event: name,
      who: { customer: row.customerId, email: row.email },
      mail,
      path: linksFor(ctx.shop.router, ctx.langPath).returnDetail(row.number),
      about: `return:${row.number}`,
    }
    await notify(tx, ctx, told, job.now())
  }
  const shops = job.ctxFor(job.shopLocale)
  const toShop = merchantReturnMail(factsFor(shops), shops)
  if (toShop !== null) await queueMail(tx, toShop, shops.origin, job.now())
}

/**
 * Under which name a shopper knows an event of a return: whether its mail can be switched off goes by it. Null: a
 * withdrawal has its receipt, which the law wants at once.
 */
export function returnNotification(kind: ReturnEventKind): NotificationEvent | null {
  return kind === 'withdrawn' ? null : toldAs[kind]
}

const toldAs = {
  applied: 'return.applied',
  approved: 'return.approved',
  refused: 'return.refused',
  cancelled: 'return.ended',
  // What they did themselves is confirmed.
  sent: 'return.applied',
  addressed: 'return.approved',
  // By when the parcel must be on its way.
  reminded: 'return.approved',
  received: 'return.received',
  recounted: 'return.received',
  completed: 'return.completed',
  expired: 'return.ended',
  // The hold, not the return.
  unheld: 'return.ended',
  // Money goes back.
  settled: 'return.completed',
} as const satisfies Record<Exclude<ReturnEventKind, 'withdrawn'>, NotificationEvent>
