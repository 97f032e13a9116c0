import type { Currency } from './currency.ts'
import type { Benefit, Conditions, Rates } from './promotion.ts'
import type { Tier } from './tiers.ts'

/*
 * Input and result of the price calculation. All amounts are minor units of one currency. Only `quote(facts)` in
 * pricing.ts makes a Quote; an order stores it and nothing calculates it again.
 */

/** One line as it is to be priced. */
export interface LineFacts {
  /** Unique among the lines: the SKU. */
  readonly key: string
  /** Slugs, as the conditions of promotions and coupons name them; the categories with their ancestors. */
  readonly product: string
  readonly categories: readonly string[]
  readonly collections: readonly string[]
  readonly quantity: number
  /** For one, before tiers and promotions. */
  readonly amount: number
  readonly tiers: readonly Tier[]
  /** A key of the market's tax rates; `standard` if the product names none. */
  readonly taxClass: string
  /** Grams, for one; 0 when it is not known. */
  readonly weight: number
}

export interface PromotionFacts {
  readonly slug: string
  readonly conditions: Conditions
  readonly benefit: Benefit
}

/** A coupon whose code was entered, or that is offered; it is known to run now. */
export interface CouponFacts extends PromotionFacts {
  readonly code: string
  /** May be used beside others that say so too. */
  readonly stackable: boolean
}

/** The buyer, as far as conditions depend on it. Null: not known yet, which counts in the shopper's favour. */
export interface BuyerFacts {
  readonly isFirstOrder: boolean | null
}

/** A shipping method's price for these goods: of the first row that fits weight and amount. */
export interface ShippingMethodFacts {
  readonly code: string
  readonly rows: readonly {
    /** Grams, up to and including; null for any weight. */
    readonly maxWeight: number | null
    /** Goods as `Quote.qualifying` counts them, from this amount on. */
    readonly minAmount: number
    readonly amount: number
  }[]
  /** Goods as `Quote.qualifying` counts them, from this amount on it costs nothing; null for never. */
  readonly freeFrom: number | null
}

/** The taxes of the destination. Rates are decimal texts of percent: {"standard": "19", "reduced": "7"}. */
export interface TaxFacts {
  /** `included`: prices hold the tax. `added`: it comes on top. */
  readonly mode: 'included' | 'added'
  readonly rates: Readonly<Record<string, string>>
  /** The class of shipping; null: shipping carries no tax. */
  readonly shippingClass: string | null
}

export interface PricingFacts {
  readonly currency: Currency
  /** For conditions and benefits that name amounts in the base currency only. */
  readonly rates: Rates
  readonly lines: readonly LineFacts[]
  /** Running promotions, in the order in which they are tried. */
  readonly promotions: readonly PromotionFacts[]
  /** In the order in which they were entered. */
  readonly coupons: readonly CouponFacts[]
  readonly buyer: BuyerFacts
  /** Null: not chosen yet; shipping is not part of the total then. */
  readonly shipping: ShippingMethodFacts | null
  /** Null: a market without taxes, or not known yet. */
  readonly tax: TaxFacts | null
  /** The payment method's fee; usually 0. */
  readonly paymentFee: number
  /** Store credit that the shopper wants to spend, at most. */
  readonly credit: number
}

/** The part that promotions depend on. */
export type GoodsFacts = Pick<PricingFacts, 'currency' | 'rates' | 'lines' | 'promotions' | 'buyer'>

/** One reason why a total differs from the plain sum. Negative: the shopper pays less. */
export interface Adjustment {
  readonly because:
    | { readonly kind: 'tier'; readonly from: number }
    | { readonly kind: 'promotion'; readonly slug: string }
    | { readonly kind: 'coupon'; readonly slug: string; readonly code: string }
    /** By the shop, for this order; an empty reason: units of one line were sold at different prices. */
    | { readonly kind: 'adjusted'; readonly reason: string }
    | { readonly kind: 'shipping'; readonly method: string }
    /** By the promotion of this slug or the coupon with this code; both null: by the method's own limit. */
    | { readonly kind: 'free_shipping'; readonly promotion: string | null; readonly coupon: string | null }
    | { readonly kind: 'payment_fee' }
    | { readonly kind: 'tax'; readonly taxClass: string; readonly rate: string; readonly included: boolean }
    | { readonly kind: 'store_credit' }
  readonly amount: number
  /**
   * The line it belongs to; absent if it belongs to the whole. Tax without a line is that of shipping and payment
   * fee.
   */
  readonly line?: string
}

export interface QuotedLine {
  readonly key: string
  readonly quantity: number
  /** For one, before anything. */
  readonly amount: number
  /** amount × quantity. */
  readonly gross: number
  /** Reductions by tiers, promotions, and the line's shares of order promotions and coupons; 0 or more. */
  readonly discount: number
  /** gross − discount: what is really paid for the line's goods (with tax if it is included). */
  readonly net: number
  /** Of the line, included in `net` or added to it. */
  readonly tax: number
}

export interface Quote {
  readonly currency: Currency
  readonly lines: readonly QuotedLine[]
  readonly adjustments: readonly Adjustment[]
  /** Σ gross. */
  readonly subtotal: number
  /** Σ discount of lines. */
  readonly discount: number
  /**
   * Goods after tiers and promotions on lines, before reductions of the order as a whole: the base for minimums of
   * promotions on the order and of coupons, for the rows of shipping and its free limit.
   */
  readonly qualifying: number
  /** The price of shipping after free shipping; null if no method is chosen or none fits. */
  readonly shipping: number | null
  readonly paymentFee: number
  /** All taxes, those of shipping included. */
  readonly tax: number
  readonly taxMode: 'included' | 'added' | 'none'
  /** Store credit spent. */
  readonly credit: number
  /** subtotal − discount + shipping + paymentFee + (tax where it is added). */
  readonly total: number
  /** total − credit: the amount to pay. */
  readonly toPay: number
  readonly weight: number
  /** The result of each entered coupon. */
  readonly coupons: readonly CouponOutcome[]
}

/** Why a coupon gives nothing, with the gap where there is one. */
export type CouponRefusal =
  | { readonly name: 'coupon_minimum_amount'; readonly missing: number }
  | { readonly name: 'coupon_minimum_quantity'; readonly missing: number }
  | { readonly name: 'coupon_nothing_eligible' }
  /** It lacks an amount in this currency. */
  | { readonly name: 'coupon_not_in_currency' }
  | { readonly name: 'coupon_first_order_only' }
  | { readonly name: 'coupon_not_with_others' }
  /** Its benefit is given already: free shipping twice, nothing left to reduce. */
  | { readonly name: 'coupon_no_effect' }

export type CouponOutcome =
  | { readonly code: string; readonly slug: string; readonly applied: true; readonly saved: number }
  | {
      readonly code: string
      readonly slug: string
      readonly applied: false
      readonly why: CouponRefusal
    }
