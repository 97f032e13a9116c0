import { no, ok, type No, type Result } from '#domain/result.ts'
import { linkedCode, withLinked } from '#features/sales/rules/linked-coupon.ts'
import { linesOf } from '#features/sales/rules/price-lines.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { Problem as AnyProblem } from '#wire/problems.ts'
import { assess, shopFacts, type Assessment, type ShopFacts } from '../assess.ts'
import type { CheckoutView } from '../contract.ts'
import { followCart, type CartChange } from '../follow.ts'
import { presentCheckout } from '../present.ts'
import {
  cartBehind,
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
  if (hash === null) return null
  const [row, inCart, linked] = await Promise.all([
    findCheckout(ctx.db, slug, hash),
    cartBehind(ctx.db, slug),
    linkedCode(ctx),
  ])
  if (row === null) return null
  if (row.orderNumber !== null) return view(ctx, ctx.db, row, await shopFacts(ctx))
  if (row.currency === ctx.currency && followCart(row, inCart).changes.length === 0)
    return view(ctx, ctx.db, withLinkedCode(row, linked), await shopFacts(ctx))
  // The visitor has changed the currency or the cart, so the checkout changes, too.
  const followed = await changeCheckout(ctx, slug, async () => ok({}))
  return followed.ok ? followed.value : null
}

/** A checkout with the coupon that its shopper followed a link for, before it began or since. */
export function withLinkedCode(row: CheckoutRow, linked: string | null): CheckoutRow {
  return { ...row, couponCodes: [...withLinked(row.couponCodes, linked)] }
}

export async function view(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
  changes: readonly CartChange[] = [],
): Promise<CheckoutView> {
  const own = inCurrencyOf(ctx, row)
  return viewAssessed(own, db, row, facts, await assess(own, db, row, facts), changes)
}

/** @param ctx in the checkout's own currency */
export async function viewAssessed(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
  assessment: Assessment,
  changes: readonly CartChange[] = [],
): Promise<CheckoutView> {
  const view = presentCheckout(row, assessment, facts, assessment.candidates, ctx)
  return changes.length === 0 ? view : { ...view, changes: await presentChanges(ctx, db, changes) }
}

/** A sentence for each. */
async function presentChanges(ctx: Ctx, db: Db, changes: readonly CartChange[]): Promise<string[]> {
  const lines = await linesOf(ctx, db, changes)
  return lines.map(({ title, choice, quantity }) => {
    const name = choice === '' ? title : `${title}, ${choice}`
    return quantity === 0
      ? ctx.t('checkout.call.cart_removed', { title: name })
      : ctx.t('checkout.call.cart_quantity', { title: name, quantity })
  })
}

/**
 * Changes a checkout under its lock, and returns its new view. It is priced once, as it is after the change, while that
 * is being written: three round trips, the commit included.
 * @param judge refuses what the prices of the changed checkout show; then nothing was changed
 */
export async function changeCheckout<P extends AnyProblem>(
  ctx: Ctx,
  slug: string,
  change: (tx: Tx, row: CheckoutRow) => Promise<Result<CheckoutChange, P>>,
  judge: (assessment: Assessment) => No<P> | null = () => null,
): Promise<Result<CheckoutView, P | { name: 'unknown_checkout' } | { name: 'checkout_done' }>> {
  const hash = (await ctx.who()).owner
  if (hash === null) return no({ name: 'unknown_checkout' })
  const [facts, linked] = await Promise.all([shopFacts(ctx), linkedCode(ctx)])
  return ctx.transact(async (tx) => {
    const [found, inCart] = await Promise.all([lockCheckout(tx, slug, hash), cartBehind(tx, slug)])
    if (found === null) return no({ name: 'unknown_checkout' })
    if (found.orderNumber !== null) return no({ name: 'checkout_done' })
    const { lines, changes } = followCart(found, inCart)
    const row = { ...withLinkedCode(found, linked), currency: ctx.currency, lines }
    const result = await change(tx, row)
    if (!result.ok) return result
    const all = {
      // A row has at least one line: a checkout without any is shown as such, and stored as it was.
      ...(lines.length > 0 ? { lines } : {}),
      ...(linked === null ? {} : { couponCodes: row.couponCodes }),
      currency: ctx.currency,
      locale: ctx.locale,
      ...result.value,
    }
    await tx.along(updateCheckout(tx, row.id, all, ctx.now))
    // Priced as written: the buyer's identity may have been typed just now.
    const written = changedRow({ ...row, currency: found.currency }, all)
    const assessment = await assess(ctx, tx, written, facts)
    const refused = judge(assessment)
    if (refused !== null) return refused
    return ok(await viewAssessed(ctx, tx, written, facts, assessment, changes))
  })
}

/** A checkout as `updateCheckout` writes it. */
function changedRow(row: CheckoutRow, { locale: _, ...change }: CheckoutChange): CheckoutRow {
  const { currency = row.currency, lines = row.lines, couponCodes = row.couponCodes } = change
  const creditWanted = currency === row.currency ? row.creditWanted : null
  return { ...row, creditWanted, ...change, currency, lines: [...lines], couponCodes: [...couponCodes] }
}
