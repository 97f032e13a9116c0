import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { lockOwnOrder } from '../queries/lock.ts'
import { findOwnOrder } from '../queries/read.ts'
import { updateTaxNumber } from '../queries/receipt-facts.ts'
import { announceOrder } from '../rules/announce.ts'
import { tidyNumber } from '../rules/number.ts'
import { viewOrder } from './view.ts'

/** Letters and digits of any country, in the groups in which they are written. */
const form = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,39}$/u

/** Puts the buyer's tax number on the receipt of the visitor's order, or takes it off, until the order is complete. */
export async function setTaxNumber(
  ctx: Ctx,
  { slug, taxNumber }: Input<typeof contract.setTaxNumber>,
): Answer<typeof contract.setTaxNumber> {
  if (taxNumber !== '' && !form.test(taxNumber))
    return no({ name: 'invalid_tax_number', fields: { taxNumber: ctx.t('problem.invalid_tax_number') } })
  const access = await ctx.who()
  const number = tidyNumber(slug)
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, number, access)
    if (order === null) return no({ name: 'unknown_order' })
    if (!(await updateTaxNumber(tx, order.id, taxNumber))) return no({ name: 'not_now' })
    announceOrder(tx, ctx, order)
    return ok(await viewOrder(tx, (await findOwnOrder(tx, number, access))!, ctx))
  })
}
