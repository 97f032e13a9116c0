import { z } from 'zod'
import { isPhoneOf, mayBeNumber } from '#features/postal/rules/phone.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import { no, ok } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { evenOut, lookStep } from '#platform/server/passwords/even-out.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { lookUpLetter } from '../mails/order-letters.ts'
import { orderHref } from '../rules/order-href.ts'
import { findForLookUp, type FoundOrder } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'

const validEmail = z.email()

/** Rate limits: requests of a network, whatever comes of them, and links that one e-mail address is sent. */
const asking = { name: 'order.lookup', most: 20, within: hour }
const mailing = { name: 'order.lookup.mail', most: 5, within: hour }

/**
 * Mails a link to the order to its e-mail address, for who knows that address or a phone number of the order. The answer
 * is the same whether there is such an order or not.
 */
export async function lookUpOrder(
  ctx: Ctx,
  { number, account }: Input<typeof contract.lookUpOrder>,
): Answer<typeof contract.lookUpOrder> {
  const email = validEmail.safeParse(account)
  if (!email.success && !mayBeNumber(account))
    return no({ name: 'invalid_email', fields: { account: ctx.t('problem.invalid_email') } })
  if (!(await mayGoOn(ctx.db, asking, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(asking, ctx.now))
  const began = performance.now()
  const answer = await ctx.transact(async (tx) => {
    const found = await findForLookUp(tx, tidyNumber(number))
    const isOwn =
      found !== null && (email.success ? sameEmail(found, email.data) : isPhoneOf(account, found.phones))
    const order = isOwn ? found : null
    // Only mails count: with invented numbers, a stranger could use up what the owner is sent.
    if (order !== null && (await mayGoOn(tx, mailing, order.email.toLowerCase(), ctx.now)))
      await mailLink(ctx, tx, order)
    return ok({})
  })
  // A hit counts and writes a mail, a miss does neither.
  await evenOut(began, lookStep)
  return answer
}

function sameEmail(order: FoundOrder, email: string): boolean {
  return order.email.toLowerCase() === email.toLowerCase()
}

/** In the visitor's language, to the e-mail address of the order. */
async function mailLink(ctx: Ctx, tx: Tx, { id, number, email }: FoundOrder): Promise<void> {
  const key = await signOrderLink(tx, id, ctx.now)
  const letter = lookUpLetter(number, orderHref(number, key, ctx), ctx)
  await queueMail(tx, { kind: 'order.lookup', to: email, letter }, ctx.origin, ctx.now)
}
