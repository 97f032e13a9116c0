import { no, ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { lockOwnOrder } from '#features/orders/queries/lock.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { Problem } from '#wire/problems.ts'
import type { cancelReturn as cancelContract, ReturnView, sendParcel as parcelContract } from '../contract.ts'
import { findOwnReturn, findReturnById, type ReturnRow } from '../queries/read.ts'
import { tidyReturnNumber } from '../rules/number.ts'
import { letGo, stepReturn } from '../rules/move.ts'
import { viewReturn } from './show.ts'

/** Of one return: each parcel is mailed, with two free texts. */
const naming = { name: 'return.parcel', most: 5, within: day }

type Refusal = Problem<'unknown_return' | 'return_not_now'>

/** Takes a return back. Its units can be asked for again; those that an exchange held can be bought. */
export function cancelReturn(
  ctx: Ctx,
  { slug }: Input<typeof cancelContract>,
): Answer<typeof cancelContract> {
  return changeOwn(ctx, slug, async (tx, row) => {
    const step = { event: 'cancel', kind: 'cancelled', actor: 'customer' } as const
    if (!(await stepReturn(tx, ctx, row, step))) return false
    await letGo(tx, ctx, row)
    return true
  })
}

/** Says which parcel brings the goods back. */
export async function sendParcel(
  ctx: Ctx,
  { slug, company, trackingNumber }: Input<typeof parcelContract>,
): Answer<typeof parcelContract> {
  const errors = {
    ...(company === ''
      ? { company: ctx.t('address.missing.required', { field: ctx.t('return.company') }) }
      : {}),
    ...(trackingNumber === '' ? { trackingNumber: ctx.t('return.why.tracking') } : {}),
  }
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })
  // The same parcel, named twice, is no other one.
  const isNamed = (row: ReturnRow): boolean =>
    row.company === company && row.trackingNumber === trackingNumber
  const known = await findOwnReturn(ctx.db, tidyReturnNumber(slug), await ctx.who())
  if (known === null) return no({ name: 'unknown_return' })
  if (!isNamed(known) && !(await mayGoOn(ctx.db, naming, String(known.id), ctx.now)))
    return no(tooMany(naming, ctx.now))
  return changeOwn(ctx, slug, (tx, row) => {
    if (isNamed(row)) return Promise.resolve(true)
    return stepReturn(tx, ctx, row, {
      event: 'send_parcel',
      kind: 'sent',
      actor: 'customer',
      data: { company, number: trackingNumber },
      change: { parcel: { company, trackingNumber } },
    })
  })
}

/** Locks the order of the visitor's return, changes the return, and answers with its new view. */
async function changeOwn(
  ctx: Ctx,
  slug: string,
  change: (tx: Tx, row: ReturnRow) => Promise<boolean>,
): Promise<Result<ReturnView, Refusal>> {
  const access = await ctx.who()
  const number = tidyReturnNumber(slug)
  const known = await findOwnReturn(ctx.db, number, access)
  if (known === null) return no({ name: 'unknown_return' })
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, known.order, access)
    const row = order === null ? null : await findOwnReturn(tx, number, access)
    if (order === null || row === null) return no({ name: 'unknown_return' })
    if (!(await change(tx, row))) return no({ name: 'return_not_now' })
    announceOrder(tx, ctx, order)
    const changed = await findReturnById(tx, row.id)
    if (changed === null) throw new Error('a return that is locked is there')
    return ok(await viewReturn(tx, changed, ctx))
  })
}
