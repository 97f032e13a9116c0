import {
  couponsToOffer,
  priceLines,
  promotionsOf,
  type Destination,
  type Priced,
  type PriceRequest,
} from '#features/sales/rules/price-lines.ts'
import { isSoldTo } from '#features/sales/rules/markets-and-methods.ts'
import { listPages } from '#features/content/actions/browse.ts'
import { hasOrdered } from '#features/orders/queries/buyers.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { couponsByCodes } from '#features/promotions/queries/terms.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { linksFor } from '#wire/links.ts'
import { address, contact } from '#features/postal/contract.ts'
import type { CheckoutView } from './contract.ts'
import { missingInformation, type Typed } from './missing.ts'
import type { CheckoutRow } from './queries/checkouts.ts'

/*
 * A checkout as it stands at this moment: priced, and what it still needs. The same for whoever looks and for
 * whoever submits, so that the one cannot promise what the other refuses.
 */

/** What is the same for all checkouts, and is read before a transaction is begun: it may ask for a connection. */
export interface ShopFacts {
  promotions: PriceRequest['promotions']
  /** Coupons that could be suggested. */
  offered: readonly CouponTerms[]
  /** What is to be agreed to. */
  terms: CheckoutView['terms']
}

export async function shopFacts(ctx: Ctx): Promise<ShopFacts> {
  const [promotions, offered, pages] = await Promise.all([
    promotionsOf(ctx),
    couponsToOffer(ctx),
    ctx.shop.sales.terms === null ? [] : listPages(ctx),
  ])
  const href = linksFor(ctx.shop.router, ctx.langPath).page(ctx.shop.sales.terms ?? '')
  const page = pages.find((link) => link.href === href)
  return { promotions, offered, terms: page ? { title: page.name, href } : null }
}

export interface Assessment extends Typed {
  readonly priced: Priced
  /** `address.city` → what to do; without it, the order could be placed. */
  readonly missing: Record<string, string>
}

/** @param ctx in the checkout's own currency */
export async function assess(ctx: Ctx, db: Db, row: CheckoutRow, facts: ShopFacts): Promise<Assessment> {
  const typed = typedOf(row)
  const priced = await priceLines(ctx, db, {
    lines: row.lines,
    couponCodes: row.couponCodes,
    destination: destinationOf(typed),
    shippingMethod: row.shippingMethod,
    paymentMethod: row.paymentMethod,
    creditWanted: row.customerId === null ? 0 : (row.creditWanted ?? 0),
    buyer: { isFirstOrder: await isFirstOrder(db, row, typed, facts), who: customersOf(typed) },
    promotions: facts.promotions,
  })
  const missing = missingInformation(typed, ctx, (country) => isSoldTo(ctx.shop.sales, country))
  if (priced.shippingMethod === null)
    missing['shippingMethod'] = ctx.t(
      priced.shipping.length === 0 ? 'problem.shipping_unavailable' : 'checkout.call.missing_shipping',
    )
  if (priced.paymentMethod === null && priced.quote.toPay > 0)
    missing['paymentMethod'] = ctx.t('checkout.call.missing_payment')
  return { ...typed, priced, missing }
}

/** What was typed, gaps filled. */
export function typedOf(row: Pick<CheckoutRow, 'contact' | 'address' | 'billing'>): Typed {
  return {
    contact: contact.parse(row.contact),
    address: address.parse(row.address),
    billing: row.billing === null ? null : address.parse(row.billing),
  }
}

function destinationOf({ address: { country, region, postcode } }: Typed): Destination {
  return { country, region, postcode }
}

/** Asked only where something depends on it; null, in the shopper's favour, as long as nobody knows who it is. */
async function isFirstOrder(
  db: Db,
  { couponCodes, ownerHash }: CheckoutRow,
  { contact: { email } }: Typed,
  { promotions, offered }: ShopFacts,
): Promise<boolean | null> {
  const isAsked = [...promotions, ...offered].some(({ conditions }) => conditions.firstOrder)
  if (!isAsked && couponCodes.length === 0) return null
  if (await hasOrdered(db, ownerHash, email)) return false
  return email === '' ? null : true
}

/** Whose uses of a coupon are this buyer's, as `coupon_uses.who` has them. */
export function customersOf({ contact: { email } }: Typed): string[] {
  return email === '' ? [] : [`m:${email.toLowerCase()}`]
}

/** Coupons that this buyer could use: those that everyone may claim, and those that are entered. */
export async function candidatesFor(
  db: Db,
  { offered }: ShopFacts,
  { priced, ...typed }: Assessment,
): Promise<CouponTerms[]> {
  const entered = priced.coupons.flatMap(({ state, terms }) => (state === 'usable' && terms ? [terms] : []))
  const others = offered.filter(({ id }) => !priced.coupons.some(({ terms }) => terms?.id === id))
  const who = customersOf(typed)
  if (others.length === 0 || who.length === 0) return [...entered, ...others]
  const codes = others.map(({ code }) => code)
  const known = await couponsByCodes(db, codes, who)
  return [...entered, ...known.filter(({ uses, limitPerCustomer }) => uses < limitPerCustomer)]
}
