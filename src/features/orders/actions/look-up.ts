import { z } from 'zod'
import { linkLife } from '#features/session/rules/opened.ts'
import { no, ok } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import { mayGoOn, networkOf } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { lookUpLetter } from '../mails/order-letters.ts'
import { orderHref } from '../rules/order-href.ts'
import { findOrderOf } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'

const validEmail = z.email()

/** Rate limits: requests of a network, and mails about one order. */
const asking = { name: 'order.lookup', most: 20, within: hour }
const mailing = { name: 'order.lookup.mail', most: 5, within: hour }

/** Mails a link to the order to its e-mail address. The answer is the same whether there is such an order or not. */
export async function lookUpOrder(
  ctx: Ctx,
  { number, account }: Input<typeof contract.lookUpOrder>,
): Answer<typeof contract.lookUpOrder> {
  const email = validEmail.safeParse(account)
  if (!email.success)
    return no({ name: 'invalid_email', fields: { account: ctx.t('problem.invalid_email') } })
  if (!(await mayGoOn(ctx.db, asking, networkOf(ctx.visitor.ip), ctx.now)))
    return no({ name: 'too_many_requests' })
  const mayMail = await mayGoOn(ctx.db, mailing, email.data.toLowerCase(), ctx.now)
  return ctx.transact(async (tx) => {
    const order = await findOrderOf(tx, tidyNumber(number), email.data)
    if (order !== null && mayMail) {
      const key = await signLink(tx, 'order.open', order.id, new Date(ctx.now.getTime() + linkLife))
      // In the visitor's language, to the e-mail address of the order.
      const letter = lookUpLetter(order.number, orderHref(order.number, key, ctx), ctx)
      await queueMail(tx, { kind: 'order.lookup', to: order.email, letter }, ctx.origin, ctx.now)
    }
    return ok({})
  })
}
