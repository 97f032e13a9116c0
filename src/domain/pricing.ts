import { applyCoupons } from './coupon.ts'
import { lineTaxes, orderTotal, taxTotal, weightOf, type Services } from './pricing-charges.ts'
import { promoteGoods } from './pricing-goods.ts'
import { sum } from './pricing-rounding.ts'
import type { Adjustment, CouponFacts, PricingFacts, Quote, QuotedLine } from './quote.ts'
import type { Tax } from './tax.ts'

/**
 * The one calculation of an order's price: tiers, promotions on lines, promotions on the order, coupons, shipping,
 * payment fee, tax, store credit. Pure and exact. Each step records its reason: subtotal + Σ adjustments, without
 * included taxes, is the amount to pay. Specified in docs/prices.md.
 */
export function quote(facts: PricingFacts): Quote {
  const goods = promoteGoods(facts)
  const coupons = applyCoupons(facts, goods, facts.coupons)
  const { services } = coupons
  const taxes = lineTaxes(facts, coupons.nets)
  const total = orderTotal(facts, services, coupons.nets)
  const lines = facts.lines.map(({ key, quantity, amount }, index): QuotedLine => {
    const gross = amount * quantity
    const net = coupons.nets[index]!
    const tax = taxes[index]?.amount ?? 0
    return { key, quantity, amount, gross, discount: gross - net, net, tax }
  })
  const credit = Math.min(facts.credit, total)
  return {
    currency: facts.currency,
    lines,
    adjustments: [
      ...goods.adjustments,
      ...coupons.adjustments,
      ...shippingAdjustments(facts, services, goods.freeShipping, coupons.freeShipping),
      ...entry({ kind: 'payment_fee' }, services.paymentFee),
      ...taxAdjustments(facts, services, taxes),
      ...entry({ kind: 'store_credit' }, -credit),
    ],
    subtotal: sum(lines.map(({ gross }) => gross)),
    discount: sum(lines.map(({ discount }) => discount)),
    qualifying: sum(goods.qualifying),
    shipping: services.shipping,
    paymentFee: services.paymentFee,
    tax: taxTotal(services, taxes),
    taxMode: facts.tax?.mode ?? 'none',
    credit,
    total,
    toPay: total - credit,
    weight: weightOf(facts),
    coupons: coupons.outcomes,
  }
}

function shippingAdjustments(
  { shipping }: PricingFacts,
  { listed, freeBy }: Services,
  promotion: string | null,
  coupon: CouponFacts | null,
): Adjustment[] {
  if (shipping === null || listed === null) return []
  const because = {
    kind: 'free_shipping',
    promotion: freeBy === 'promotion' ? promotion : null,
    coupon: freeBy === 'coupon' ? (coupon?.code ?? null) : null,
  } as const
  return [
    ...entry({ kind: 'shipping', method: shipping.code }, listed),
    ...(freeBy === null ? [] : entry(because, -listed)),
  ]
}

function taxAdjustments(
  { lines, tax }: PricingFacts,
  services: Services,
  taxes: readonly (Tax | null)[],
): Adjustment[] {
  const included = tax?.mode === 'included'
  const because = ({ taxClass, rate }: Tax) => ({ kind: 'tax', taxClass, rate, included }) as const
  return [
    ...taxes.flatMap((found, index) =>
      found ? entry(because(found), found.amount).map((one) => ({ ...one, line: lines[index]!.key })) : [],
    ),
    ...(services.tax ? entry(because(services.tax), services.tax.amount) : []),
  ]
}

/** A step that changes nothing leaves no adjustment. */
function entry(because: Adjustment['because'], amount: number): Adjustment[] {
  return amount === 0 ? [] : [{ because, amount }]
}
