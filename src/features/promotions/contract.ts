import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView } from '#wire/picture-view.ts'

/* Promotions and coupons for pages and calls. Conditions and benefits are given in words. */

const offer = {
  slug: z.string(),
  name: z.string(),
  /** Plain text; empty when there is none. */
  summary: z.string(),
  /** The benefit in a few words: "15% off". A tiered one has a line for each step. */
  benefit: z.array(z.string()).min(1),
  /** The conditions, one line each. */
  conditions: z.array(z.string()),
  /** ISO 8601; null for no end. */
  endsAt: z.string().nullable(),
  /** "Until November 30, 2026"; null for no end. */
  until: z.string().nullable(),
}

const couponCard = z.object({
  ...offer,
  href: z.string(),
  /** The code that shoppers type. */
  code: z.string(),
})
export type CouponCard = z.output<typeof couponCard>

export const listCoupons = endpoint({
  path: '/coupon/list',
  summary: 'The coupons that everyone may claim now',
  input: z.strictObject({}),
  output: z.object({ coupons: z.array(couponCard) }),
})

export const walletStates = ['usable', 'used', 'expired'] as const
export type WalletState = (typeof walletStates)[number]

export const claimCoupon = endpoint({
  path: '/coupon/claim',
  summary: 'Puts a coupon into the customer’s wallet; claimed again, it is there once',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ slug: z.string().min(1).max(120) }),
  output: z.object({ slug: z.string() }),
  problems: ['unknown_coupon', 'coupon_expired', 'coupon_used_up', 'coupon_used_by_you'],
})

export const myCoupons = endpoint({
  path: '/coupon/mine',
  summary: 'The coupons that the customer has claimed',
  needs: 'customer',
  input: z.strictObject({ state: z.enum(walletStates).default('usable') }),
  output: z.object({
    /** How many there are of each state. */
    counts: z.object({ usable: z.int(), used: z.int(), expired: z.int() }),
    coupons: z.array(couponCard),
  }),
})

const promotionCard = z.object({ ...offer, id: z.int(), href: z.string(), picture: pictureView.nullable() })
export type PromotionCard = z.output<typeof promotionCard>

/** `used-up`: as often as it may be, by everyone together. */
export type OfferState = 'coming' | 'running' | 'ended' | 'used-up'

/** The parts of an offer's page that its card does not have. */
interface OfferDetail {
  state: OfferState
  /** "From December 1, 2026"; null for one that has started. */
  from: string | null
  /** The categories and collections that it names, as links. */
  groups: { kind: 'category' | 'collection'; name: string; href: string }[]
  /** Ids of its products, up to the requested number; none if it applies to everything. */
  productIds: number[]
}

export interface PromotionView extends PromotionCard, OfferDetail {
  /** HTML, sanitised when it was read. */
  description: string
}

export interface CouponView extends CouponCard, OfferDetail {}
