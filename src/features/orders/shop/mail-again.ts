import { no, ok, type Result } from '#domain/result.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import { offersOf } from '#features/sales/rules/explain-quote.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import type { Ctx } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Named } from '#wire/problems.ts'
import type { OrderEventKind } from '../events.ts'
import type { LetterCtx } from '../mails/letter-parts.ts'
import { shopperMail } from '../mails/order-letters.ts'
import { findOrderByNumber } from '../queries/read.ts'
import { orderHref } from '../rules/order-href.ts'

export type MailFault =
  | Named<'unknown_order'>
  /** That has not happened to the order, or to the parcel. */
  | { name: 'not_happened' }
  /** The shopper gets no mail about it, as the order stands now. */
  | { name: 'no_letter' }

/**
 * Writes a mail about an event of an order once more, from the order as it is now: what it asks for is what is to be
 * done today. The last event of the kind counts, or that of a parcel.
 */
export async function mailAgain(
  work: Pick<Ctx, 'db' | 'transact' | 'now'> & { ctxFor: (locale: string) => LetterCtx },
  number: string,
  kind: OrderEventKind,
  parcel: number | null,
): Promise<Result<{ to: string; subject: string }, MailFault>> {
  const { now } = work
  return work.transact(async (tx) => {
    const order = await findOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const event = order.events.findLast(
      (one) => one.kind === kind && (parcel === null || one.data['shipment'] === parcel),
    )
    if (event === undefined) return no({ name: 'not_happened' })
    const { promotions, coupons } = offersOf(order.quote)
    const names = await offerNames(tx, promotions, coupons)
    const key = await signOrderLink(tx, order.id, now)
    const ctx = work.ctxFor(order.locale)
    const facts = {
      order,
      event: { data: event.data, at: new Date(event.at) },
      names,
      href: orderHref(number, key, ctx),
    }
    const mail = shopperMail(kind, facts, ctx)
    if (mail === null) return no({ name: 'no_letter' })
    await queueMail(tx, mail, ctx.origin, now)
    return ok({ to: mail.to, subject: mail.letter.subject })
  })
}
