import { changesOf, type LineChange } from '#domain/cart-journal.ts'
import { countUnits, freeShippingProgress, most } from '#domain/cart.ts'
import { convert } from '#domain/money.ts'
import { unitsToSell } from '#domain/quantity/quantity-rule.ts'
import { paidPrice } from '#domain/shown/paid-price.ts'
import type { Quote } from '#domain/quote.ts'
import { unitAmount } from '#domain/tiers.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { formatMoney } from '#i18n/format.ts'
import { countryName } from '#i18n/intl.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import { choiceOf } from '#features/sales/rules/choice.ts'
import { presentAdvice, presentEntered } from '#features/sales/rules/explain-coupons.ts'
import { lineReductions, presentSums } from '#features/sales/rules/explain-quote.ts'
import { presentShipping } from '#features/sales/rules/explain-shipping.ts'
import { minimumText } from '#features/sales/rules/minimum-order.ts'
import type { Priced, PricedLine, PriceRequest } from '#features/sales/rules/price-lines.ts'
import { methodName } from '#features/sales/rules/markets-and-methods.ts'
import { mendOf, quantityFault } from '#features/sales/rules/quantity-words.ts'
import type { CartLine, CartView, SavedLine } from './contract.ts'
import type { CartRow, LineRow } from './queries/cart.ts'
import type { SavedRow } from './queries/saved.ts'

/** A line of the cart with its stock; the chosen ones are priced together. */
export interface SeenLine extends PricedLine {
  readonly row: LineRow
}

export interface CartFacts {
  /** Null: the visitor has no cart yet. */
  readonly cart: CartRow | null
  readonly lines: readonly SeenLine[]
  /** Of the lines that are chosen and can be bought. */
  readonly priced: Priced
  readonly promotions: PriceRequest['promotions']
  /** Parts that only the cart's own page shows; null: not needed. */
  readonly more: { readonly saved: readonly SavedRow[]; readonly candidates: readonly CouponTerms[] } | null
}

/** The cart in the visitor's words and currency. */
export function presentCart(facts: CartFacts, ctx: Ctx): CartView {
  const { cart, lines, priced, promotions, more } = facts
  const { quote, coupons } = priced
  const goods = quote.subtotal - quote.discount
  const names = namesOf(facts)
  const country = cart?.country ?? ''
  const freeShipping = presentFreeShipping(priced, country, ctx)
  return {
    lines: lines.map((line) => presentLine(line, quote, names, ctx)),
    ...countUnits(lines.map(({ row, quantity, trouble }) => ({ quantity, trouble, selected: row.selected }))),
    subtotal: money(goods, ctx),
    subtotalAmount: goods,
    currency: ctx.currency,
    ...withMinimum(presentTotal(priced, names, country, freeShipping?.reached === true, ctx), priced, ctx),
    freeShipping,
    coupons: coupons.map((coupon) => ({
      ...presentEntered(coupon, ctx),
      ended: coupon.state !== 'usable',
    })),
    more: more && {
      ...presentAdvice(priced, candidatesOf(priced, more.candidates), ctx),
      saved: more.saved.map((row) => presentSaved(row, promotions, ctx)),
      country,
      shipping: priced.shipping.map((offer) => presentShipping(offer, priced, ctx)),
      note: cart?.note ?? '',
    },
  }
}

type Names = Parameters<typeof presentSums>[2]

function namesOf({ promotions, priced }: CartFacts): Names {
  return {
    promotions: new Map(promotions.map(({ slug, names }) => [slug, names ?? {}])),
    coupons: new Map(
      priced.coupons.flatMap(({ terms }) => (terms ? [[terms.slug, terms.names ?? {}] as const] : [])),
    ),
  }
}

/** Entered coupons are among the evaluated ones. */
function candidatesOf({ coupons }: Priced, offered: readonly CouponTerms[]): CouponTerms[] {
  const entered = coupons.flatMap(({ state, terms }) => (state === 'usable' && terms ? [terms] : []))
  return [...entered, ...offered.filter(({ id }) => !entered.some((terms) => terms.id === id))]
}

function presentLine(line: SeenLine, quote: Quote, names: Names, ctx: Ctx): CartLine {
  const { row, sku, title, choice, quantity, supply, trouble } = line
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const amount = row.amount === null ? null : unitAmount(row.amount, row.tiers ?? [], quantity)
  // Savings by quantity are shown like a reduction.
  const unitBefore = row.lineAmount ?? (amount === row.amount ? null : row.amount)
  // A line that is not chosen is in no quote: its price is its own.
  const quoted = row.selected ? quote.lines.find(({ key }) => key === sku) : undefined
  return {
    id: row.id,
    sku,
    title,
    href: links.product(row.slug, sku),
    choice,
    picture: row.picture && presentPicture(row.picture, row.picture.alt, title, ctx.locale),
    quantity,
    available: supply.backorder ? null : unitsToSell(supply.available, supply),
    most: most(supply, ctx.shop.shop.maxQuantityPerLine),
    min: supply.minQuantity,
    step: supply.quantityStep,
    selected: row.selected,
    price: amount === null ? '' : money(amount, ctx),
    linePrice: unitBefore === null ? null : money(unitBefore, ctx),
    total: quoted ? money(quoted.net, ctx) : amount === null ? '' : money(amount * quantity, ctx),
    before: quoted && quoted.net < quoted.gross ? money(quoted.gross, ctx) : null,
    offers: quoted ? lineReductions(quote, sku, names, ctx) : [],
    trouble,
    mend: presentMend(line, ctx),
    changes: presentChanges(line, ctx),
    hasChoice: row.hasChoice,
  }
}

/** One press makes a line that is troubled one that can be bought. */
function presentMend(line: SeenLine, ctx: Ctx): CartLine['mend'] {
  const mend = mendOf(line, ctx)
  if (mend === null) return null
  const text =
    line.trouble === 'quantity'
      ? quantityFault(line.quantity, line.supply, ctx)
      : ctx.t('cart.not_enough', { available: mend.quantity })
  return { text, ...mend }
}

/** The changes of a line since it was seen, in sentences. */
function presentChanges({ row, trouble, supply }: SeenLine, ctx: Ctx): string[] {
  const { seenAmount, seenCurrency, seenTrouble, amountInSeen } = row
  if (seenCurrency === null) return []
  const say = (change: LineChange): string => {
    switch (change.kind) {
      case 'sold_out':
        return ctx.t('cart.change_sold_out')
      case 'fewer':
        return ctx.t('cart.change_fewer', { available: unitsToSell(supply.available, supply) })
      case 'quantity':
        return ctx.t('cart.change_quantity')
      case 'back':
        return ctx.t('cart.change_back')
      case 'dearer':
      case 'cheaper':
        return ctx.t(`cart.change_${change.kind}`, {
          from: formatMoney(change.from, seenCurrency, ctx.lang),
          to: formatMoney(change.to, seenCurrency, ctx.lang),
        })
    }
  }
  return changesOf({ amount: seenAmount, trouble: seenTrouble }, { amount: amountInSeen, trouble }).map(say)
}

/** The total as far as it is known, and its parts. */
function presentTotal(
  { quote, shippingMethod }: Priced,
  names: Names,
  country: string,
  isFree: boolean,
  ctx: Ctx,
): Pick<CartView, 'sums' | 'total'> {
  const { t, lang } = ctx
  const rows = presentSums(quote, shippingMethod === null ? '' : methodName(shippingMethod, ctx), names, ctx)
  const sums = rows.filter(({ kind }) => kind !== 'total')
  const isEstimate = country !== '' && quote.shipping !== null
  if (isEstimate)
    return {
      sums,
      total: {
        label: t('cart.total_estimate'),
        amount: money(quote.total, ctx),
        hint: t('cart.total_hint', {
          country: countryName(country, lang),
        }),
      },
    }
  const goods = quote.subtotal - quote.discount
  return {
    sums: quote.discount === 0 ? [] : sums.filter(({ kind }) => kind === 'subtotal' || kind === 'discount'),
    total: {
      label: t(quote.discount === 0 ? 'cart.subtotal' : 'cart.subtotal_reduced'),
      amount: money(goods, ctx),
      hint: t(isFree ? 'cart.subtotal_hint_free' : 'cart.subtotal_hint'),
    },
  }
}

/** Above the button it is said what is missing to the least that the shop sells, and not after the last form. */
function withMinimum(
  { sums, total }: Pick<CartView, 'sums' | 'total'>,
  { facts, quote }: Priced,
  ctx: Ctx,
): Pick<CartView, 'sums' | 'total'> {
  const missing = facts.lines.length === 0 ? null : minimumText(quote, ctx)
  return missing === null ? { sums, total } : { sums, total: { ...total, hint: `${missing}\n${total.hint}` } }
}

/**
 * How far to free shipping. Where the country is known, by the methods that go there with these goods; else by what
 * the merchant promises everyone.
 */
function presentFreeShipping(
  { quote, shipping, facts }: Priced,
  country: string,
  ctx: Ctx,
): CartView['freeShipping'] {
  if (facts.lines.length > 0 && quote.shipping === 0)
    return { reached: true, missing: money(0, ctx), share: 1 }
  const limits = shipping.flatMap(({ facts: { freeFrom } }) => freeFrom ?? [])
  const from = country === '' ? promisedFrom(ctx) : limits.length === 0 ? null : Math.min(...limits)
  if (from === null) return null
  const { reached, missing, share } = freeShippingProgress(quote.qualifying, from)
  return { reached, missing: money(missing, ctx), share }
}

/** Minor units of the visitor's currency; null where the merchant promises nothing. */
function promisedFrom({ shop, currency }: Ctx): number | null {
  const { freeShippingFrom, baseCurrency, currencies } = shop.shop
  if (freeShippingFrom === null) return null
  const rule = currencies.find(({ code }) => code === currency)
  return rule ? convert(freeShippingFrom, baseCurrency, currency, rule.rate, rule.roundTo) : freeShippingFrom
}

function presentSaved(row: SavedRow, promotions: CartFacts['promotions'], ctx: Ctx): SavedLine {
  const { sku, slug, quantity, amount, picture, categories, collections } = row
  const goods = { product: slug, categories, collections }
  const terms = { currency: ctx.currency, rates: ctx.shop.shop, promotions }
  const title = row.title ?? sku
  return {
    sku,
    title,
    href: linksFor(ctx.shop.router, ctx.langPath).product(slug, sku),
    choice: choiceOf(row, ctx),
    picture: picture && presentPicture(picture, picture.alt, title, ctx.locale),
    quantity,
    price: amount === null ? '' : money(paidPrice(amount, goods, terms).amount, ctx),
    isAvailable: most(row, ctx.shop.shop.maxQuantityPerLine) > 0,
  }
}

function money(amount: number, { currency, lang }: Pick<Ctx, 'currency' | 'lang'>): string {
  return formatMoney(amount, currency, lang)
}
