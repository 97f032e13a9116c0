import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { Problem as AnyProblem } from '#wire/problems.ts'
import { assess, candidatesFor, shopFacts, type Assessment, type ShopFacts } from '../assess.ts'
import type { CheckoutView } from '../contract.ts'
import { presentCheckout } from '../present.ts'
import {
  findCheckout,
  lockCheckout,
  updateCheckout,
  type CheckoutChange,
  type CheckoutRow,
} from '../queries/checkouts.ts'

/* A checkout is its owner's alone: the browser with the cart cookie that it was begun with. */

/** In the checkout's own currency: the order will have those prices. */
export function inCurrencyOf(ctx: Ctx, { currency }: Pick<CheckoutRow, 'currency'>): Ctx {
  return ctx.currency === currency ? ctx : { ...ctx, currency }
}

/** The view of a checkout; null if the visitor has no such checkout. */
export async function viewCheckout(ctx: Ctx, slug: string): Promise<CheckoutView | null> {
  const hash = (await ctx.who()).owner
  const row = hash === null ? null : await findCheckout(ctx.db, slug, hash)
  if (row === null) return null
  if (row.orderNumber !== null || row.currency === ctx.currency)
    return view(ctx, ctx.db, row, await shopFacts(ctx))
  // The visitor has changed the currency, so the checkout changes it, too.
  const followed = await changeCheckout(ctx, slug, async () => ok({}))
  return followed.ok ? followed.value : null
}

export async function view(ctx: Ctx, db: Db, row: CheckoutRow, facts: ShopFacts): Promise<CheckoutView> {
  const own = inCurrencyOf(ctx, row)
  return viewAssessed(own, db, row, facts, await assess(own, db, row, facts))
}

/** @param ctx in the checkout's own currency */
export async function viewAssessed(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
  assessment: Assessment,
): Promise<CheckoutView> {
  return presentCheckout(
    row,
    assessment,
    facts,
    await candidatesFor(db, facts, assessment, row.customerId),
    ctx,
  )
}

/** Changes a checkout under its lock, and returns its new view. */
export async function changeCheckout<P extends AnyProblem>(
  ctx: Ctx,
  slug: string,
  change: (tx: Tx, row: CheckoutRow, facts: ShopFacts) => Promise<Result<CheckoutChange, P>>,
): Promise<Result<CheckoutView, P | { name: 'unknown_checkout' } | { name: 'checkout_done' }>> {
  const hash = (await ctx.who()).owner
  if (hash === null) return no({ name: 'unknown_checkout' })
  const facts = await shopFacts(ctx)
  return ctx.transact(async (tx) => {
    const found = await lockCheckout(tx, slug, hash)
    if (found === null) return no({ name: 'unknown_checkout' })
    if (found.orderNumber !== null) return no({ name: 'checkout_done' })
    const row = { ...found, currency: ctx.currency }
    const result = await change(tx, row, facts)
    if (!result.ok) return result
    await updateCheckout(tx, row.id, { ...result.value, currency: ctx.currency, locale: ctx.locale }, ctx.now)
    // By the row as written: the buyer's identity may have been typed just now.
    const written = await findCheckout(tx, slug, hash)
    return ok(await view(ctx, tx, written ?? row, facts))
  })
}
