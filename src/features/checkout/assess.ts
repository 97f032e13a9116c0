import { buyerKeys } from '#features/session/rules/who.ts'
import {
  couponsToOffer,
  findGoods,
  priceGoods,
  type Destination,
  type Priced,
  type PriceRequest,
} from '#features/sales/rules/price-lines.ts'
import { isSoldTo } from '#features/sales/rules/markets-and-methods.ts'
import { linkToPage } from '#features/content/actions/browse.ts'
import { balanceOf } from '#features/credit/queries/ledger.ts'
import { hasOrdered } from '#features/orders/queries/buyers.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { claimedTerms } from '#features/promotions/queries/claims.ts'
import { couponsByCodes } from '#features/promotions/queries/terms.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { address, contact } from '#features/postal/contract.ts'
import type { CheckoutView } from './contract.ts'
import { missingInformation, type Typed } from './missing.ts'
import type { CheckoutRow } from './queries/checkouts.ts'

/*
 * A checkout as it is now: priced, with what is missing. The same for display and for submit, so that the one cannot
 * promise what the other refuses.
 */

/** Data that is the same for all checkouts. Read before a transaction begins, because it may take a connection. */
export interface ShopFacts {
  promotions: PriceRequest['promotions']
  /** Coupons that could be suggested: those for everybody, and those that the customer has claimed. */
  offered: readonly CouponTerms[]
  /** The terms to be accepted. */
  terms: CheckoutView['terms']
}

export async function shopFacts(ctx: Ctx): Promise<ShopFacts> {
  const { customer } = await ctx.who()
  const [promotions, open, claimed, terms] = await Promise.all([
    promotionsOf(ctx),
    couponsToOffer(ctx),
    customer === null ? [] : claimedTerms(ctx.db, customer, ctx.now),
    ctx.shop.sales.terms === null ? null : linkToPage(ctx, ctx.shop.sales.terms),
  ])
  const offered = [...open, ...claimed.filter(({ id }) => !open.some((one) => one.id === id))]
  return { promotions, offered, terms: terms && { title: terms.name, href: terms.href } }
}

export interface Assessment extends Typed {
  readonly priced: Priced
  /** `address.city` → what to do; if empty, the order can be placed. */
  readonly missing: Record<string, string>
  /** Store credit in the checkout's currency, in minor units; null for a guest. */
  readonly balance: number | null
  /** Coupons that this buyer could use: those open to everybody, and the entered ones. */
  readonly candidates: readonly CouponTerms[]
}

/** The parts of a context that pricing a checkout needs: a request has them, and so has a command. */
export type AssessCtx = Pick<Ctx, 'currency' | 'lang' | 'locale' | 'now' | 'pay' | 'shop' | 't'>

/** Reads in one round trip of a transaction. @param ctx in the checkout's own currency */
export async function assess(
  ctx: AssessCtx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
): Promise<Assessment> {
  const typed = typedOf(row)
  const { lines, couponCodes } = row
  const who = buyerKeys(typed.contact.email, row.customerId)
  const [balance, isFirst, goods, offered] = await Promise.all([
    row.customerId === null ? null : balanceOf(db, row.customerId, row.currency),
    isFirstOrder(db, row, typed, facts),
    findGoods(ctx, db, { lines, couponCodes, who }),
    usableOffers(db, row, facts, who),
  ])
  const priced = priceGoods(
    ctx,
    {
      destination: destinationOf(typed),
      shippingMethod: row.shippingMethod,
      paymentMethod: row.paymentMethod,
      creditWanted: Math.min(row.creditWanted ?? 0, balance ?? 0),
      buyer: { isFirstOrder: isFirst, who },
      promotions: facts.promotions,
    },
    goods,
  )
  const missing = missingInformation(typed, ctx, (country) => isSoldTo(ctx.shop.sales, country))
  if (priced.shippingMethod === null)
    missing['shippingMethod'] = ctx.t(
      priced.shipping.length === 0 ? 'problem.shipping_unavailable' : 'checkout.call.missing_shipping',
    )
  if (priced.paymentMethod === null && priced.quote.toPay > 0)
    missing['paymentMethod'] = ctx.t('checkout.call.missing_payment')
  const entered = priced.coupons.flatMap(({ state, terms }) => (state === 'usable' && terms ? [terms] : []))
  return { ...typed, priced, missing, balance, candidates: [...entered, ...offered] }
}

/** The typed values, with gaps filled. */
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

/** Only queried if something depends on it; null counts in the shopper's favour, while the buyer is unknown. */
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

/** The offered coupons that are not entered, without those that this buyer has used as often as he may. */
async function usableOffers(
  db: Db,
  { couponCodes }: CheckoutRow,
  { offered }: ShopFacts,
  who: readonly string[],
): Promise<readonly CouponTerms[]> {
  const entered = couponCodes.map((code) => code.toUpperCase())
  const others = offered.filter(({ code }) => !entered.includes(code.toUpperCase()))
  if (others.length === 0 || who.length === 0) return others
  const codes = others.map(({ code }) => code)
  const known = await couponsByCodes(db, codes, who)
  return known.filter(({ uses, limitPerCustomer }) => uses < limitPerCustomer)
}
