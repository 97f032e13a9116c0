import { isCounted } from '#domain/cart.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { CartView } from '../contract.ts'
import { presentCart } from '../present.ts'
import { findCart, type CartRow, type Wording } from '../queries/cart.ts'
import { buyerKeys } from '#features/session/rules/who.ts'
import { savedLinesOf, type SavedRow } from '../queries/saved.ts'
import { hasLinked, linkedCode, withLinked } from '#features/sales/rules/linked-coupon.ts'
import {
  couponsToOffer,
  pricedLine,
  priceFound,
  type PriceRequest,
} from '#features/sales/rules/price-lines.ts'

/** What carts are seen with. Read before a transaction begins, because it may take a connection. */
export interface ShopOffers {
  readonly promotions: PriceRequest['promotions']
  /** Coupons that could be suggested. Null: neither they nor other parts of the cart's page are needed. */
  readonly coupons: readonly CouponTerms[] | null
  /** The code that this visitor followed a link for. */
  readonly linked: string | null
  /** By what a customer's uses of coupons are known; empty for a guest, who has not said an e-mail address yet. */
  readonly who: readonly string[]
}

export async function shopOffers(ctx: Ctx): Promise<ShopOffers> {
  const [offers, coupons] = await Promise.all([fewOffers(ctx), couponsToOffer(ctx)])
  return { ...offers, coupons }
}

/** For an answer without the other parts of the cart's page. */
export async function fewOffers(ctx: Ctx): Promise<ShopOffers> {
  const [promotions, linked, { customer }] = await Promise.all([
    promotionsOf(ctx),
    linkedCode(ctx),
    ctx.who(),
  ])
  return { promotions, coupons: null, linked, who: buyerKeys('', customer) }
}

/** The visitor's cart; an empty one for visitors without a cart. */
export async function seeOwnCart(ctx: Ctx): Promise<CartView> {
  const hash = (await ctx.who()).owner
  const wording = suggesting(ctx)
  const [cart, saved, offers] = await Promise.all([
    findCart(ctx.db, hash, wording),
    savedLinesOf(ctx.db, hash, wording),
    shopOffers(ctx),
  ])
  return seeCart(ctx, ctx.db, cart, offers, saved)
}

/**
 * A cart, priced now as an order of its chosen lines would be.
 * @param saved shown only where the coupons that could be suggested are known, too
 */
export async function seeCart(
  ctx: Ctx,
  db: Db,
  cart: CartRow | null,
  { promotions, coupons, linked, who }: ShopOffers,
  saved: readonly SavedRow[] = [],
): Promise<CartView> {
  const lines = (cart?.lines ?? []).map((row) => ({ ...pricedLine(row.sku, row.quantity, row, ctx), row }))
  const priced = await priceFound(ctx, db, {
    lines: lines.filter(({ row, trouble }) => isCounted({ selected: row.selected, trouble })),
    couponCodes: withLinked(cart?.couponCodes ?? [], linked),
    destination: { country: cart?.country ?? '', region: '', postcode: '' },
    shippingMethod: null,
    paymentMethod: null,
    creditWanted: 0,
    buyer: { isFirstOrder: cart?.hasOrdered === true ? false : null, who },
    promotions,
  })
  const more = coupons === null ? null : { saved, candidates: coupons }
  return presentCart({ cart, lines, priced, promotions, more }, ctx)
}

export function wordingOf(ctx: Pick<Ctx, 'currency' | 'locale' | 'origin' | 'visitor'>): Wording {
  return { currency: ctx.currency, chain: fallbackChain(ctx.locale), asksOrdered: hasLinked(ctx) }
}

/** For a cart that is seen with the coupons that could be suggested ({@link shopOffers}). */
export function suggesting(ctx: Ctx): Wording {
  return { ...wordingOf(ctx), asksOrdered: true }
}
