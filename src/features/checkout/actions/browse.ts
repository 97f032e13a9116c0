import { no, ok } from '#domain/result.ts'
import { claimedTerms } from '#features/promotions/queries/claims.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { viewCheckout } from './own.ts'

export async function checkoutDetail(
  ctx: Ctx,
  { slug }: Input<typeof contract.checkoutDetail>,
): Answer<typeof contract.checkoutDetail> {
  const view = await viewCheckout(ctx, slug)
  if (view === null) return no({ name: 'unknown_checkout' })
  return ok({ ...view, countries: countriesFor(ctx.shop.sales, ctx.lang) })
}

/** Entered or not: of the customer's claimed coupons, what each does in this checkout. */
export async function usableCoupons(
  ctx: Ctx,
  { checkout }: Input<typeof contract.usableCoupons>,
): Answer<typeof contract.usableCoupons> {
  const { customer } = (await ctx.who()).session!
  const [view, claimed] = await Promise.all([
    viewCheckout(ctx, checkout),
    claimedTerms(ctx.db, customer, ctx.now),
  ])
  if (view === null) return no({ name: 'unknown_checkout' })
  const isClaimed = (code: string): boolean =>
    claimed.some((one) => one.code.toUpperCase() === code.toUpperCase())
  return ok({ coupons: [...view.coupons, ...view.advice].filter(({ code }) => isClaimed(code)) })
}

export async function listShippingMethods(
  ctx: Ctx,
  { slug }: Input<typeof contract.listShippingMethods>,
): Answer<typeof contract.listShippingMethods> {
  const view = await viewCheckout(ctx, slug)
  if (view === null) return no({ name: 'unknown_checkout' })
  return ok({ methods: view.shippingMethods, chosen: view.shippingMethod })
}

export async function listPaymentMethods(
  ctx: Ctx,
  { slug }: Input<typeof contract.listPaymentMethods>,
): Answer<typeof contract.listPaymentMethods> {
  const view = await viewCheckout(ctx, slug)
  if (view === null) return no({ name: 'unknown_checkout' })
  return ok({ methods: view.paymentMethods, chosen: view.paymentMethod })
}
