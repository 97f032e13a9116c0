import { sum } from '#domain/pricing-rounding.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { day, hour, minute } from '#domain/time.ts'
import { mayHaveCredit } from '#features/credit/queries/ledger.ts'
import { findUploads } from '#features/media/rules/uploads.ts'
import { addOrderEvent } from '#features/orders/queries/events.ts'
import { findOwnOrderId, lockOwnOrderId } from '#features/orders/queries/lock.ts'
import { holdUnits, lockSkus } from '#features/orders/queries/place.ts'
import { findOrderById, findOwnOrder } from '#features/orders/queries/read.ts'
import { askForUnits } from '#features/orders/queries/returned.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { announceStock } from '#features/orders/rules/release.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { isPrivate, mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type { Problem as ProblemOf } from '#wire/problems.ts'
import {
  claimReasons,
  type applyForReturn as applyContract,
  type previewReturn as previewContract,
} from '../contract.ts'
import { presentPreview } from '../present-preview.ts'
import { deleteDraft } from '../queries/drafts.ts'
import { returnFacts } from '../queries/facts.ts'
import { sameReturn } from '../queries/same-return.ts'
import { noteHeld } from '../queries/stock.ts'
import { addReturnEvent } from '../queries/events.ts'
import { insertReturn, type NewReturn } from '../queries/write.ts'
import { announceReturn } from '../rules/announce.ts'
import { caseOf } from '../rules/case.ts'
import { newReturnNumber } from '../rules/number.ts'
import { planReturn, type ReturnPlan, type ReturnWish } from '../rules/plan.ts'
import { returnHref } from '../rules/return-href.ts'
import { wantedGoods } from '../rules/wanted.ts'

/** Of one network: each application writes to the shop, and may hold units. */
const applying = { name: 'return.apply', most: 40, within: hour }
/** Of one order: units can be asked for, given up, and asked for again. */
const applyingFor = { name: 'return.apply.order', most: 20, within: day }

/** Milliseconds in which the same application, or withdrawal, is the same wish. */
export const pressedTwice = 2 * minute

type ApplyInput = Input<typeof applyContract>
type Refusal = Problem<typeof applyContract>

/** The refund of a return, to the cent, before it is asked for. */
export async function previewReturn(
  ctx: Ctx,
  input: Input<typeof previewContract>,
): Answer<typeof previewContract> {
  const order = await findOwnOrder(ctx.db, tidyNumber(input.order), await ctx.who())
  if (order === null) return no({ name: 'unknown_order' })
  const wish = wishOf(input)
  const known = await caseOf(ctx.db, order, ctx.shop.sales.returns)
  const goods = await wantedGoods(ctx, ctx.db, order, skusOf(wish), await promotionsOf(ctx))
  const plan = planReturn(known, wish, goods, ctx)
  return plan.ok ? ok(presentPreview(order, plan.value, wish, ctx)) : plan
}

/** Asks for a return: its units are counted from this moment, and those wanted instead are held. */
export async function applyForReturn(ctx: Ctx, input: ApplyInput): Answer<typeof applyContract> {
  const access = await ctx.who()
  const number = tidyNumber(input.order)
  // Only who may see the order counts on a limit: a stranger could shut off its returns, or those of a whole network.
  const own = await findOwnOrderId(ctx.db, number, access)
  if (own === null) return no({ name: 'unknown_order' })
  const { visitor } = ctx
  if (!isPrivate(visitor.ip) && !(await mayGoOn(ctx.db, applying, networkOf(visitor.ip), ctx.now)))
    return no(tooMany(applying, ctx.now))
  if (!(await mayGoOn(ctx.db, applyingFor, String(own), ctx.now))) return no(tooMany(applyingFor, ctx.now))
  const images = [...new Set(input.images)]
  const uploads = images.length === 0 ? [] : await findUploads(ctx.db, images)
  if (uploads.length < images.length) return no({ name: 'unknown_picture' })
  if (claimReasons.includes(input.reason) && uploads.length === 0 && input.description === '')
    return no({ name: 'invalid_input', fields: { description: ctx.t('return.why.claim_evidence') } })
  const wish = wishOf(input)
  const promotions = await promotionsOf(ctx)
  return ctx.transact(async (tx): Promise<Result<{ slug: string; href: string }, Refusal>> => {
    const id = await lockOwnOrderId(tx, number, access)
    if (id === null) return no({ name: 'unknown_order' })
    const again = new Date(ctx.now.getTime() - pressedTwice)
    // Sent together: one round trip, after the lock.
    const [same, order, facts] = await Promise.all([
      sameReturn(tx, id, { ...wish, description: input.description }, again),
      findOrderById(tx, id),
      returnFacts(tx, id, ctx.shop.sales.returns.finalSale),
    ])
    if (same !== null) return ok({ slug: same, href: returnHref(same, access, ctx) })
    if (order === null) return no({ name: 'unknown_order' })
    const known = { order, facts }
    const goods = await wantedGoods(ctx, tx, order, skusOf(wish), promotions)
    const plan = planReturn(known, wish, goods, ctx)
    if (!plan.ok) return plan
    if (plan.value.total !== input.total)
      return no({ name: 'refund_changed', dialog: presentPreview(order, plan.value, wish, ctx) })
    const { customerId } = known.facts
    if (wish.refundTo === 'credit' && (customerId === null || !(await mayHaveCredit(tx, customerId))))
      return no({ name: 'credit_needs_account' })
    const written = await writeReturn(tx, ctx, order, plan.value, {
      ...wish,
      description: input.description,
      images: uploads.map(({ pictureId }) => pictureId),
    })
    if (!written.ok) return written
    announceOrder(tx, ctx, order)
    return ok({ slug: written.value, href: returnHref(written.value, access, ctx) })
  })
}

export interface ReturnToWrite extends ReturnWish {
  description: string
  /** Ids of pictures. */
  images: readonly number[]
  /** It is approved with this: a withdrawal is. */
  approved?: { sendBy: Date | null; awaitsAddress: boolean }
}

/** Writes a planned return and holds its units. The order is locked. Returns its number. */
export async function writeReturn(
  tx: Tx,
  ctx: Ctx,
  order: { id: number; number: string },
  plan: ReturnPlan,
  wish: ReturnToWrite,
): Promise<Result<string, ProblemOf<'return_too_many' | 'out_of_stock'>>> {
  const units = plan.lines.map(({ order: line, quantity }) => ({ line: line.id, quantity }))
  const asked = await askForUnits(tx, order.id, units)
  // The order's lock makes sure of it already; this is the last line.
  if (asked.length < units.length) return no({ name: 'return_too_many', details: { left: 0 } })
  const products = await holdWanted(tx, plan)
  if (products === null) return no({ name: 'out_of_stock' })
  const { id, number } = await insertNumbered(tx, ctx, order.id, plan, wish)
  if (products.length > 0) {
    await noteHeld(tx, id, ctx.now)
    await announceStock(tx, products)
  }
  const kind = wish.isWithdrawal ? 'withdrawn' : 'applied'
  const data = { return: number }
  // Nothing is decided by their answers: the commit follows them directly.
  await tx.along(addReturnEvent(tx, { returnId: id, kind, actor: 'customer' }, ctx.now))
  await tx.along(
    addOrderEvent(tx, { orderId: order.id, kind: 'return_applied', actor: 'customer', data, at: ctx.now }),
  )
  await tx.along(deleteDraft(tx, order.id))
  announceReturn(tx, ctx, { number, orderId: order.id, order: order.number })
  return ok(number)
}

/**
 * Holds what is wanted instead, as far as it may be held. The products whose stock that changes; null where something
 * cannot be had.
 */
async function holdWanted(tx: Tx, { lines, exchange }: ReturnPlan): Promise<number[] | null> {
  const wanted = Map.groupBy(
    lines.flatMap(({ wanted: goods, quantity }) => (goods === null ? [] : [{ ...goods, quantity }])),
    ({ skuId }) => skuId,
  )
  const units = [...wanted].map(([skuId, same]) => ({
    skuId,
    quantity: sum(same.map(({ quantity }) => quantity)),
    available: same[0]!.available,
  }))
  if (units.length === 0) return []
  if (exchange?.terms.isHeld === false)
    return units.some(({ available, quantity }) => available !== null && available < quantity) ? null : []
  await lockSkus(tx, [...wanted.keys()])
  const held = await holdUnits(tx, units)
  if (held.length < units.length) return null
  return [...new Set(held.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}

async function insertNumbered(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  plan: ReturnPlan,
  wish: ReturnToWrite,
): Promise<{ id: number; number: string }> {
  const made: Omit<NewReturn, 'number'> = {
    orderId,
    type: wish.type,
    reason: wish.reason,
    isClaim: plan.isClaim,
    isWithdrawal: wish.isWithdrawal,
    description: wish.description,
    refundTo: wish.refundTo,
    auditStatus: wish.approved ? 'audit_successful' : 'pending_approval',
    sendBy: wish.approved?.sendBy ?? null,
    awaitsAddress: wish.approved?.awaitsAddress ?? false,
    quote: plan.refund,
    bonus: plan.bonus,
    exchangeTerms: plan.exchange?.terms ?? null,
    lines: plan.lines.map(({ order: line, quantity, wanted }) => ({
      line: line.id,
      quantity,
      approved: wish.approved ? quantity : null,
      exchange: wanted,
      isHeld: plan.exchange?.terms.isHeld ?? false,
    })),
    images: wish.images,
  }
  for (let tries = 0; tries < 5; tries++) {
    const number = newReturnNumber()
    const id = await insertReturn(tx, { ...made, number }, ctx.now)
    if (id !== null) return { id, number }
  }
  throw new Error('no return number was free in five tries')
}

function wishOf({ type, reason, refundTo, lines }: Input<typeof previewContract>): ReturnWish {
  return { type, reason, refundTo, lines, isWithdrawal: false }
}

function skusOf({ type, lines }: ReturnWish): string[] {
  return type === 'exchange' ? lines.flatMap(({ exchangeFor }) => exchangeFor ?? []) : []
}
