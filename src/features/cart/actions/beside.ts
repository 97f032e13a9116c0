import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { updateCart } from '../queries/lines.ts'
import { changeCart } from './change.ts'
import { isSoldTo } from '#features/sales/rules/markets-and-methods.ts'

/* Data of a cart other than its lines and coupons. */

type Estimate = typeof contract.estimateShipping

/** Stores the destination country; with it the answer includes the cost of shipping. */
export async function estimateShipping(ctx: Ctx, { country }: Input<Estimate>): Answer<Estimate> {
  if (country !== '' && !isSoldTo(ctx.shop.sales, country)) return no({ name: 'shipping_unavailable' })
  return changeCart<Estimate>(ctx, 'cart_empty', async (tx, cartId) => {
    await updateCart(tx, cartId, { country: country === '' ? null : country })
    return ok({})
  })
}

type Note = typeof contract.writeCartNote

export function writeCartNote(ctx: Ctx, { note }: Input<Note>): Answer<Note> {
  return changeCart<Note>(ctx, 'cart_empty', async (tx, cartId) => {
    await updateCart(tx, cartId, { note })
    return ok({})
  })
}
