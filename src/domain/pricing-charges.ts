import type { PromotedGoods } from './pricing-goods.ts'
import { sum } from './pricing-rounding.ts'
import type { PricingFacts } from './quote.ts'
import { listedAmount, shippingAmount } from './shipping.ts'
import { taxOf, type Tax } from './tax.ts'

/** What comes on top of the goods, in minor units. */
export interface Charges {
  /** By the method's table; null when no method is chosen, none fits, or there is nothing to send. */
  readonly listed: number | null
  /** After free shipping. */
  readonly shipping: number | null
  /** Who made it free; null as long as it is not. */
  readonly freeBy: 'method' | 'promotion' | 'coupon' | null
  readonly paymentFee: number
  readonly lineTaxes: readonly (Tax | null)[]
  /** Of shipping and the payment fee, as one amount. */
  readonly serviceTax: Tax | null
  readonly tax: number
  /** With goods, before store credit. */
  readonly total: number
}

/**
 * @param nets of the lines, after everything that is taken off
 * @param hasFreeShippingCoupon it is asked for free shipping only when nothing else gives it
 */
export function chargesOf(
  facts: PricingFacts,
  { qualifying, freeShipping }: PromotedGoods,
  nets: readonly number[],
  hasFreeShippingCoupon: boolean,
): Charges {
  const { lines, tax: market } = facts
  const isEmpty = lines.length === 0
  const method = isEmpty ? null : facts.shipping
  const weight = weightOf(facts)
  const listed = method && listedAmount(method, weight, sum(qualifying))
  const own = method && shippingAmount(method, weight, sum(qualifying))
  const freeBy = freeShippingBy(listed, own, freeShipping !== null, hasFreeShippingCoupon)
  const shipping = freeBy === null ? own : 0
  const paymentFee = isEmpty ? 0 : facts.paymentFee
  const lineTaxes = lines.map((line, index) => market && taxOf(nets[index]!, line.taxClass, market))
  const services = (shipping ?? 0) + paymentFee
  const serviceClass = market?.shippingClass ?? null
  const serviceTax = market && serviceClass !== null ? taxOf(services, serviceClass, market) : null
  const tax = sum([...lineTaxes, serviceTax].map((found) => found?.amount ?? 0))
  const added = market?.mode === 'added' ? tax : 0
  return {
    listed,
    shipping,
    freeBy,
    paymentFee,
    lineTaxes,
    serviceTax,
    tax,
    total: sum(nets) + services + added,
  }
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
): Charges['freeBy'] {
  if (listed === null || listed === 0) return null
  if (own === 0) return 'method'
  if (hasPromotion) return 'promotion'
  return hasCoupon ? 'coupon' : null
}
