import { no, ok } from '#domain/result.ts'
import { watchKey } from '#features/orders/actions/watch-key.ts'
import { countEvents } from '#features/orders/queries/events.ts'
import { findOrderById } from '#features/orders/queries/read.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { linkSigner } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { listReturns as listContract, returnDetail as detailContract, ReturnView } from '../contract.ts'
import { presentReturn, presentSummary } from '../present.ts'
import { countOwnReturns, findOwnReturn, listOwnReturns, type ReturnRow } from '../queries/read.ts'
import { tidyReturnNumber } from '../rules/number.ts'
import { findRefundAmount } from '../rules/refund-amount.ts'
import { exchangeNow } from '../rules/units.ts'

/** Returns on one page of the list. */
const pageSize = 10

/** A return of the visitor's. */
export async function returnDetail(
  ctx: Ctx,
  { slug }: Input<typeof detailContract>,
): Answer<typeof detailContract> {
  const row = await findOwnReturn(ctx.db, tidyReturnNumber(slug), await ctx.who())
  return row === null ? no({ name: 'unknown_return' }) : ok(await viewReturn(ctx.db, row, ctx))
}

export async function listReturns(
  ctx: Ctx,
  { order, status, page }: Input<typeof listContract>,
): Answer<typeof listContract> {
  const access = await ctx.who()
  const filter = { order: order === null ? null : tidyNumber(order), status }
  const [total, found] = await Promise.all([
    countOwnReturns(ctx.db, filter, access),
    listOwnReturns(ctx.db, filter, access, { offset: (page - 1) * pageSize, most: pageSize }),
  ])
  return ok({
    returns: await Promise.all(
      found.map(async (row) => presentSummary(row, await findRefundAmount(ctx.db, row, ctx.shop), ctx)),
    ),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  })
}

/** A return of the visitor's with the key by which its page follows it; null for one of somebody else, as for none. */
export async function showReturn(
  ctx: Ctx,
  slug: string,
): Promise<{ view: ReturnView; watchKey: string } | null> {
  const number = tidyReturnNumber(slug)
  const [access, known, sign] = await Promise.all([
    ctx.who(),
    countEvents(ctx.db, number),
    linkSigner(ctx.db),
  ])
  const row = known && (await findOwnReturn(ctx.db, number, access))
  if (row === null) return null
  return {
    view: await viewReturn(ctx.db, row, ctx),
    watchKey: watchKey(sign, row.orderId, known!.events, ctx.now),
  }
}

/** The view of a return for its page. */
export async function viewReturn(db: Db, row: ReturnRow, ctx: Ctx): Promise<ReturnView> {
  const order = await findOrderById(db, row.orderId)
  if (order === null) throw new Error(`return ${row.number} is of no order`)
  return presentReturn(row, { order, exchange: exchangeNow(order, row, ctx.shop) }, ctx)
}
