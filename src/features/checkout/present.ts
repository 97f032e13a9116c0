import { unitsToSell } from '#domain/quantity/quantity-rule.ts'
import { unitAmount } from '#domain/tiers.ts'
import type { Quote, QuotedLine } from '#domain/quote.ts'
import { presentAdvice, presentEntered } from '#features/sales/rules/explain-coupons.ts'
import { presentSums } from '#features/sales/rules/explain-quote.ts'
import { presentShipping } from '#features/sales/rules/explain-shipping.ts'
import { minimumText } from '#features/sales/rules/minimum-order.ts'
import type { Priced, PricedLine } from '#features/sales/rules/price-lines.ts'
import { methodName, paymentFee } from '#features/sales/rules/markets-and-methods.ts'
import { mendOf, quantityFault } from '#features/sales/rules/quantity-words.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { formatMoney } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import type { Assessment, ShopFacts } from './assess.ts'
import type { CheckoutView } from './contract.ts'
import type { CheckoutRow } from './queries/checkouts.ts'

/**
 * A checkout in the visitor's words.
 * @param ctx in the checkout's own currency
 * @param candidates coupons that the buyer could use
 */
export function presentCheckout(
  row: CheckoutRow,
  assessment: Assessment,
  facts: ShopFacts,
  candidates: readonly CouponTerms[],
  ctx: Ctx,
): CheckoutView {
  const { priced, missing, contact, address, billing } = assessment
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    slug: row.slug,
    currency: row.currency,
    lines: priced.lines.map((line) => presentLine(line, priced.quote, ctx)),
    changes: [],
    contact,
    address,
    billing,
    note: row.note,
    shippingMethods: priced.shipping.map((offer) => presentShipping(offer, priced, ctx)),
    shippingMethod: priced.shippingMethod?.code ?? null,
    paymentMethods: priced.payment.map((method) => presentPaymentMethod(method, ctx)),
    paymentMethod: priced.paymentMethod?.code ?? null,
    coupons: priced.coupons.map((coupon) => presentEntered(coupon, ctx)),
    ...presentAdvice(priced, candidates, ctx),
    credit: presentCredit(row, assessment, ctx),
    toPay: priced.quote.toPay,
    toPayText: formatMoney(priced.quote.toPay, ctx.currency, ctx.lang),
    sums: sumsOf(priced, facts, ctx),
    total: priced.quote.total,
    totalText: formatMoney(priced.quote.total, ctx.currency, ctx.lang),
    missing,
    belowMinimum: minimumText(priced.quote, ctx),
    terms: facts.terms,
    order: row.orderNumber === null ? null : { number: row.orderNumber, href: links.order(row.orderNumber) },
  }
}

function presentCredit(
  { creditWanted }: CheckoutRow,
  { priced, balance }: Assessment,
  ctx: Ctx,
): CheckoutView['credit'] {
  if (balance === null) return null
  const amountOf = (amount: number): { amount: number; text: string } => ({
    amount,
    text: formatMoney(amount, ctx.currency, ctx.lang),
  })
  return {
    balance: amountOf(balance),
    wanted: creditWanted === null ? null : amountOf(priced.quote.credit),
  }
}

function presentLine(line: PricedLine, { lines }: Quote, ctx: Ctx): CheckoutView['lines'][number] {
  const { row, sku, quantity, supply } = line
  const quoted = lines.find(({ key }) => key === sku)
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const money = (amount: number): string => formatMoney(amount, ctx.currency, ctx.lang)
  return {
    sku,
    title: line.title,
    href: row === null ? links.home() : links.product(row.slug, sku),
    choice: line.choice,
    picture: row?.picture ? presentPicture(row.picture, row.picture.alt, line.title, ctx.locale) : null,
    quantity,
    price: unitPrice(line, money),
    total: quoted ? money(quoted.net) : '',
    before: quoted && quoted.net < quoted.gross ? money(quoted.gross) : null,
    trouble: lineText(line, ctx),
    mend: mendOf(line, ctx),
    min: supply.minQuantity,
    step: supply.quantityStep,
  }
}

/** The unit price at that quantity. */
function unitPrice({ row, quantity }: PricedLine, money: (amount: number) => string): string {
  return row === null || row.amount === null ? '' : money(unitAmount(row.amount, row.tiers ?? [], quantity))
}

/** Why a line cannot be bought as it is; null if it can. */
function lineText({ trouble, supply, quantity }: PricedLine, ctx: Ctx): string | null {
  if (trouble === null) return null
  if (trouble === 'sold_out') return goneText(ctx)
  if (trouble === 'quantity') return quantityFault(quantity, supply, ctx)
  const left = unitsToSell(supply.available, supply)
  return problemText({ name: 'not_enough_stock', details: { left } }, ctx.t)
}

export function goneText({ t }: Pick<Ctx, 't'>): string {
  return problemText({ name: 'out_of_stock' }, t)
}

function presentPaymentMethod(method: PaymentMethod, ctx: Ctx): CheckoutView['paymentMethods'][number] {
  const fee = paymentFee(method, ctx.currency, ctx.shop.shop)
  return {
    code: method.code,
    name: methodName(method, ctx),
    note: pickText(method.note, ctx.locale),
    fee: fee === 0 ? '' : ctx.t('checkout.call.fee', { amount: formatMoney(fee, ctx.currency, ctx.lang) }),
  }
}

function sumsOf(priced: Priced, { promotions }: ShopFacts, ctx: Ctx): CheckoutView['sums'] {
  const names = {
    promotions: new Map(promotions.map(({ slug, names: own }) => [slug, own ?? {}])),
    coupons: new Map(
      priced.coupons.flatMap(({ terms }) => (terms ? [[terms.slug, terms.names ?? {}] as const] : [])),
    ),
  }
  const method = priced.shippingMethod
  const sums = presentSums(priced.quote, method === null ? '' : methodName(method, ctx), names, ctx)
  if (priced.quote.shipping !== null) return sums
  const at = sums.findIndex(({ kind }) => kind === 'fee' || kind === 'tax' || kind === 'total')
  return sums.toSpliced(at, 0, { kind: 'shipping', label: ctx.t('checkout.call.shipping'), amount: '' })
}

/** The quote's line of a SKU, which the order stores. */
export function quotedLine({ lines }: Quote, sku: string): QuotedLine {
  const found = lines.find(({ key }) => key === sku)
  if (!found) throw new Error(`${sku} is not in the quote`)
  return found
}
