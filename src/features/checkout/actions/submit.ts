import { no, ok, type Result } from '#domain/result.ts'
import { methodName, minimumOrder } from '#features/sales/rules/markets-and-methods.ts'
import { readCartToken, rememberCart } from '#features/cart/actions/token.ts'
import { takeBought } from '#features/cart/queries/taking.ts'
import { subscribeBuyer } from '#features/newsletter/actions.ts'
import { placeOrder, type OrderToPlace, type PlaceRefusal } from '#features/orders/rules/place.ts'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { ShippingMethod } from '#wire/shop-config.ts'
import { assess, customersOf, shopFacts, type Assessment, type ShopFacts } from '../assess.ts'
import type * as contract from '../contract.ts'
import type { CheckoutView, SubmitDialog } from '../contract.ts'
import { lineText, quotedLine } from '../present.ts'
import {
  closeCheckout,
  countOrdersFor,
  findCheckout,
  lockCheckout,
  updateCheckout,
  type CheckoutRow,
} from '../queries/checkouts.ts'
import { inCurrencyOf, ownerHash, view, viewAssessed } from './own.ts'

type Submit = typeof contract.submitCheckout
type SubmitInput = Input<Submit>
type Refusal = Problem<Submit>
type Answer = Result<Output<Submit>, Refusal>

const hour = 3_600_000
/** Orders of one e-mail address in an hour: it may be a stranger's, and each writes to it and keeps units. */
const mostOrders = 30

/**
 * Makes the order, in one transaction under the checkout's lock. One that has become an order already is answered with
 * that order, whatever was sent.
 */
export async function submitCheckout(ctx: Ctx, input: SubmitInput): Promise<Answer> {
  const hash = ownerHash(ctx)
  if (hash === null) return no({ name: 'unknown_checkout' })
  const facts = await shopFacts(ctx)
  const answer = await ctx.transact(async (tx): Promise<Result<Output<Submit>, Refusal | PlaceRefusal>> => {
    const [found, recent] = await Promise.all([
      lockCheckout(tx, input.slug, hash),
      countOrdersFor(tx, input.slug, new Date(ctx.now.getTime() - hour), mostOrders),
    ])
    if (found === null) return no({ name: 'unknown_checkout' })
    if (found.orderNumber !== null) return ok(answerFor(ctx, found.orderNumber, found.paymentMethod))
    if (recent >= mostOrders) return no({ name: 'too_many_requests' })
    const row = { ...found, paymentMethod: input.paymentMethod }
    const own = inCurrencyOf(ctx, row)
    // Nothing is advised to who has decided.
    const assessment = await assess(own, tx, row, { ...facts, offered: [] })
    const refusal =
      refusalOf(own, assessment, facts, input) ?? (await changeOf(own, tx, row, assessment, facts, input))
    if (refusal !== null) {
      // The chosen payment method is stored in spite of the refusal: the total that is shown next includes its fee.
      tx.keepAnyway()
      const paymentMethod = assessment.priced.paymentMethod?.code ?? null
      if (paymentMethod !== found.paymentMethod) await updateCheckout(tx, row.id, { paymentMethod }, ctx.now)
      return no(refusal)
    }
    return place(own, tx, hash, row, assessment)
  })
  if (answer.ok) return answer
  const { problem } = answer
  return no(
    problem.name === 'out_of_stock' ? await soldOutMeanwhile(ctx, hash, problem.skus, facts, input) : problem,
  )
}

/** The first thing that speaks against the order, as far as the shopper can mend it by filling in or choosing. */
function refusalOf(
  ctx: Ctx,
  { priced, missing }: Assessment,
  { terms }: ShopFacts,
  input: SubmitInput,
): Refusal | null {
  const { shippingMethod, paymentMethod, ...fields } = missing
  if (Object.keys(fields).length > 0) return { name: 'checkout_incomplete', fields: missing }
  if (priced.lines.some(({ trouble }) => trouble !== null)) return null
  if (shippingMethod !== undefined) return { name: 'shipping_unavailable', fields: { shippingMethod } }
  if (paymentMethod !== undefined) return { name: 'unknown_payment_method', fields: { paymentMethod } }
  if (terms !== null && !input.terms) return { name: 'terms_not_accepted' }
  const { shop } = ctx
  const goods = priced.quote.subtotal - priced.quote.discount
  const minimum = minimumOrder(shop.sales, ctx.currency, shop.shop)
  if (goods >= minimum) return null
  const money = (amount: number): string => formatMoney(amount, ctx.currency, ctx.lang)
  return {
    name: 'below_minimum_order',
    details: { minimum: money(minimum), missing: money(minimum - goods) },
  }
}

/** What has changed since the shopper looked: lines that are gone, another total. */
async function changeOf(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  assessment: Assessment,
  facts: ShopFacts,
  input: SubmitInput,
): Promise<Refusal | null> {
  const { priced } = assessment
  const isGone = priced.lines.some(({ trouble }) => trouble !== null)
  if (!isGone && priced.quote.total === input.total) return null
  return {
    name: isGone ? 'checkout_out_of_stock' : 'total_changed',
    dialog: dialogOf(ctx, row, await viewNow(ctx, db, row, facts, assessment), input.total),
  }
}

/** For a shop that has no coupons to advise, the assessment says it all. */
function viewNow(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
  assessment: Assessment,
): Promise<CheckoutView> {
  return facts.offered.length === 0
    ? viewAssessed(ctx, db, row, facts, assessment)
    : view(ctx, db, row, facts)
}

function dialogOf(ctx: Ctx, row: CheckoutRow, checkout: CheckoutView, seen: number): SubmitDialog {
  const before = formatMoney(seen, row.currency, ctx.lang)
  return {
    total: checkout.total === seen ? null : { before, after: checkout.totalText },
    lines: checkout.lines.flatMap(({ sku, title, trouble }) =>
      trouble === null ? [] : [{ sku, title, text: trouble }],
    ),
    coupons: checkout.coupons.filter(({ applied }) => !applied),
    checkout,
  }
}

async function place(
  ctx: Ctx,
  tx: Tx,
  hash: Buffer,
  row: CheckoutRow,
  assessment: Assessment,
): Promise<Result<Output<Submit>, PlaceRefusal>> {
  const order = orderOf(ctx, hash, row, assessment)
  const [placed, left] = await Promise.all([
    placeOrder(tx, ctx, order),
    row.cartId === null ? null : takeBought(tx, row.cartId, order.lines, ctx.now),
  ])
  if (!placed.ok) return placed
  const { id, number } = placed.value
  const paymentMethod = order.method?.code ?? null
  await tx.along(closeCheckout(tx, row.id, { id, paymentMethod }, ctx.now))
  if (order.contact.marketing) await subscribeBuyer(ctx, tx, order.email)
  const token = readCartToken(ctx)
  if (left !== null && token !== null) rememberCart(ctx, tx, token, left)
  return ok(answerFor(ctx, number, paymentMethod))
}

function orderOf(ctx: Ctx, hash: Buffer, row: CheckoutRow, assessment: Assessment): OrderToPlace {
  const { priced, contact, address, billing } = assessment
  const { quote, shippingMethod } = priced
  if (shippingMethod === null) throw new Error('an order is not placed before it is known how it is sent')
  const used = quote.coupons.filter(({ applied }) => applied)
  return {
    checkoutId: row.id,
    ownerHash: hash,
    customerId: row.customerId,
    locale: ctx.locale,
    currency: row.currency,
    conversion: conversionOf(
      ctx,
      priced.lines.some((line) => line.row?.isConverted === true),
    ),
    email: contact.email,
    contact,
    address,
    billing: billing ?? address,
    note: row.note,
    shipping: {
      code: shippingMethod.code,
      name: methodName(shippingMethod, ctx),
      days: daysOf(ctx, shippingMethod),
    },
    method: quote.toPay === 0 ? null : priced.paymentMethod,
    quote,
    lines: priced.lines.flatMap(({ row: sku, title, choice, quantity }) => {
      if (sku === null) return []
      const { amount, net, tax } = quotedLine(quote, sku.sku)
      const { skuId, productId, slug, picture } = sku
      return [{ skuId, productId, sku: sku.sku, slug, title, choice, picture, quantity, amount, net, tax }]
    }),
    coupons: used.flatMap(
      ({ code }) => priced.coupons.find(({ terms }) => terms?.code === code)?.terms?.id ?? [],
    ),
    who: customersOf(assessment)[0] ?? '',
    now: ctx.now,
  }
}

/** By which rule prices of the base currency became this currency's; null where all were the merchant's own. */
function conversionOf({ shop, currency }: Ctx, isConverted: boolean): OrderToPlace['conversion'] {
  const rule = isConverted ? shop.shop.currencies.find(({ code }) => code === currency) : undefined
  return rule ? { rate: rule.rate, roundTo: rule.roundTo } : null
}

/** Null: the shop promises nothing, having configured nothing. */
function daysOf({ shop }: Ctx, { days }: ShippingMethod): OrderToPlace['shipping']['days'] {
  return shop.sales.shipping.length === 0 ? null : days
}

/** Paid online: to where the payment begins. Paid elsewhere, or nothing to pay: to the thanks. */
function answerFor(ctx: Ctx, number: string, method: string | null): Output<Submit> {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (method === null) return { order: number, next: links.thankYou(number) }
  const provider = ctx.shop.sales.payment.find(({ code }) => code === method)?.provider ?? 'manual'
  const isOffline = ctx.pay.get(provider)?.isOffline ?? true
  return { order: number, next: isOffline ? links.thankYou(number) : links.payment(number) }
}

/** The refusal when units were sold between pricing and holding: nothing was written, and the dialog has the checkout as it stands now. */
async function soldOutMeanwhile(
  ctx: Ctx,
  hash: Buffer,
  skus: readonly string[],
  facts: ShopFacts,
  input: SubmitInput,
): Promise<Refusal> {
  const row = await findCheckout(ctx.db, input.slug, hash)
  if (row === null) return { name: 'unknown_checkout' }
  const chosen = { ...row, paymentMethod: input.paymentMethod }
  const dialog = dialogOf(ctx, row, await view(ctx, ctx.db, chosen, facts), input.total)
  // Units may have come back since: a SKU that was refused a moment ago is listed all the same.
  const lines = dialog.checkout.lines
    .filter(({ sku, trouble }) => trouble !== null || skus.includes(sku))
    .map(({ sku, title, trouble }) => ({ sku, title, text: trouble ?? goneText(ctx) }))
  return { name: 'checkout_out_of_stock', dialog: { ...dialog, lines } satisfies SubmitDialog }
}

function goneText(ctx: Ctx): string {
  const gone = { trouble: 'sold_out', supply: { available: 0, backorder: false, offered: true } } as const
  return lineText(gone, ctx) ?? ''
}
