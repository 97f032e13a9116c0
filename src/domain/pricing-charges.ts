import type { PromotedGoods } from './pricing-goods.ts'
import { sum } from './pricing-rounding.ts'
import type { PricingFacts } from './quote.ts'
import { listedAmount, shippingAmount } from './delivery/shipping.ts'
import { taxOf, type Tax } from './tax.ts'

/** Shipping and payment fee, in minor units. Coupons on goods do not change them. */
export interface Services {
  /** By the method's rows; null if no method is chosen, no row fits, or there is nothing to send. */
  readonly listed: number | null
  /** After free shipping. */
  readonly shipping: number | null
  /** The offer that makes it free; null while it is not. */
  readonly freeBy: 'method' | 'promotion' | 'coupon' | null
  /** A promotion or coupon pays for shipping, once its price is known. */
  readonly isPromisedFree: boolean
  readonly paymentFee: number
  /** Of shipping and the payment fee, as one amount. */
  readonly tax: Tax | null
}

/** @param hasFreeShippingCoupon only used if nothing else gives free shipping */
export function servicesFor(
  facts: PricingFacts,
  { qualifying, freeShipping }: PromotedGoods,
  hasFreeShippingCoupon: boolean,
): Services {
  const isEmpty = facts.lines.length === 0
  const method = isEmpty ? null : facts.shipping
  const weight = weightOf(facts)
  const listed = method && listedAmount(method, weight, sum(qualifying))
  const own = method && shippingAmount(method, weight, sum(qualifying))
  const freeBy = freeShippingBy(listed, own, freeShipping !== null, hasFreeShippingCoupon)
  const shipping = freeBy === null ? own : 0
  const paymentFee = isEmpty ? 0 : facts.paymentFee
  const taxClass = facts.tax?.shippingClass ?? null
  const tax = facts.tax && taxClass !== null ? taxOf((shipping ?? 0) + paymentFee, taxClass, facts.tax) : null
  const isPromisedFree = freeShipping !== null || hasFreeShippingCoupon
  return { listed, shipping, freeBy, isPromisedFree, paymentFee, tax }
}

/** Grams of all units. */
export function weightOf({ lines }: PricingFacts): number {
  return sum(lines.map(({ weight, quantity }) => weight * quantity))
}

function freeShippingBy(
  listed: number | null,
  own: number | null,
  hasPromotion: boolean,
  hasCoupon: boolean,
): Services['freeBy'] {
  if (listed === null || listed === 0) return null
  if (own === 0) return 'method'
  if (hasPromotion) return 'promotion'
  return hasCoupon ? 'coupon' : null
}

/** By line, null where there is no tax. */
export function lineTaxes({ lines, tax }: PricingFacts, nets: readonly number[]): (Tax | null)[] {
  return lines.map((line, index) => tax && taxOf(nets[index]!, line.taxClass, tax))
}

/** All taxes of an order. */
export function taxTotal(services: Services, taxes: readonly (Tax | null)[]): number {
  return sum(taxes.map((tax) => tax?.amount ?? 0)) + (services.tax?.amount ?? 0)
}

/** What the order costs before store credit. */
export function orderTotal(facts: PricingFacts, services: Services, nets: readonly number[]): number {
  const added = facts.tax?.mode === 'added' ? taxTotal(services, lineTaxes(facts, nets)) : 0
  return sum(nets) + (services.shipping ?? 0) + services.paymentFee + added
}
