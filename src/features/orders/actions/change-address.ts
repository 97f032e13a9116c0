import { byWord } from '#domain/by-word.ts'
import { mayChangeAddress } from '#domain/order.ts'
import { no, ok } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { missingOf, missingPhone } from '#features/postal/rules/missing.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOwnOrder } from '../queries/lock.ts'
import { findOwnOrder } from '../queries/read.ts'
import { updateAddress } from '../queries/receipt-facts.ts'
import { announceOrder } from '../rules/announce.ts'
import { tidyNumber } from '../rules/number.ts'
import { mayMailAgain, repeatedMails } from '../rules/repeated-mails.ts'
import { costsTheSame } from '../rules/same-delivery.ts'
import { viewOrder } from './view.ts'

/** A rate limit for each order: each change is mailed to the shopper and to the shop. */
const changes = { name: 'order.address', most: 10, within: day }

/**
 * Sends the visitor's order elsewhere, as long as nothing of it has left and it costs the same there: a stored total is
 * not calculated again. Where the billing address was the same one, it stays the same one.
 */
export async function changeOrderAddress(
  ctx: Ctx,
  { slug, address: typed }: Input<typeof contract.changeOrderAddress>,
): Answer<typeof contract.changeOrderAddress> {
  const access = await ctx.who()
  const number = tidyNumber(slug)
  const address = tidyPhone(typed)
  const fields = byWord<string>()
  Object.assign(fields, missingOf('address', address, ctx), missingPhone('address', address, ctx))
  const known = await findOwnOrder(ctx.db, number, access)
  if (known === null) return no({ name: 'unknown_order' })
  if (!mayChangeAddress(known)) return no({ name: 'already_packed' })
  if (Object.keys(fields).length > 0) return no({ name: 'address_incomplete', fields })
  if (isDeepStrictEqual(address, known.address)) return ok(await viewOrder(ctx.db, known, ctx))
  // Refused before it is counted: nothing is mailed of it.
  if (!costsTheSame(known, address, ctx.shop.sales)) return no({ name: 'costs_differently' })
  if (!(await mayGoOn(ctx.db, changes, String(known.id), ctx.now))) return no(tooMany(changes, ctx.now))
  if (!(await mayMailAgain(ctx, known))) return no(tooMany(repeatedMails, ctx.now))
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, number, access)
    if (order === null) return no({ name: 'unknown_order' })
    if (!mayChangeAddress(order)) return no({ name: 'already_packed' })
    const before = (await findOwnOrder(tx, number, access))!
    if (!costsTheSame(before, address, ctx.shop.sales)) return no({ name: 'costs_differently' })
    const billing = isDeepStrictEqual(before.billing, before.address) ? address : before.billing
    if (!(await updateAddress(tx, order.id, { address, billing }))) return no({ name: 'already_packed' })
    await addOrderEvent(tx, { orderId: order.id, kind: 'address_changed', actor: 'customer', at: ctx.now })
    announceOrder(tx, ctx, order)
    return ok(await viewOrder(tx, (await findOwnOrder(tx, number, access))!, ctx))
  })
}
