import { no, ok, type Result } from '#domain/result.ts'
import type { Currency } from '#domain/currency.ts'
import { hour } from '#domain/time.ts'
import { buyerKeys, ownerOf, type Owner } from '#features/session/rules/who.ts'
import { methodName } from '#features/sales/rules/markets-and-methods.ts'
import { dropLinked, linkedCode } from '#features/sales/rules/linked-coupon.ts'
import { missingToMinimum } from '#features/sales/rules/minimum-order.ts'
import { balanceOf } from '#features/credit/queries/ledger.ts'
import { rememberCart } from '#features/cart/actions/token.ts'
import { takeBought } from '#features/cart/queries/taking.ts'
import { subscribeBuyer } from '#features/newsletter/actions.ts'
import { raiseAlarm } from '#features/orders/rules/networks.ts'
import { placeOrder, type OrderToPlace, type PlaceRefusal } from '#features/orders/rules/place.ts'
import { nationalNumber } from '#features/postal/rules/phone.ts'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { networkOfVisitor } from '#platform/server/visitor-network.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { ShippingMethod } from '#wire/settings/sales.ts'
import { assess, shopFacts, type Assessment, type ShopFacts } from '../assess.ts'
import type * as contract from '../contract.ts'
import type { CheckoutView, SubmitDialog } from '../contract.ts'
import { followCart, type CartChange } from '../follow.ts'
import { goneText, quotedLine } from '../present.ts'
import {
  cartBehind,
  closeCheckout,
  countOrdersFor,
  findCheckout,
  lockCheckout,
  updateCheckout,
  type CheckoutRow,
} from '../queries/checkouts.ts'
import { inCurrencyOf, view, viewAssessed, withLinkedCode } from './own.ts'

type Submit = typeof contract.submitCheckout
type SubmitInput = Input<Submit>
type Refusal = Problem<Submit>

/** A rate limit by e-mail address: it may be a stranger's, and each order writes to it and holds units. */
const mostOrders = 30

/**
 * Makes the order, in one transaction under the checkout's lock. One that has become an order already is answered with
 * that order, whatever was sent.
 */
export async function submitCheckout(ctx: Ctx, input: SubmitInput): Answer<Submit> {
  const owner = await ownerOf(ctx)
  if (owner === null) return no({ name: 'unknown_checkout' })
  const [facts, network, linked] = await Promise.all([shopFacts(ctx), networkOfVisitor(ctx), linkedCode(ctx)])
  const answer = await ctx.transact(async (tx): Promise<Result<Output<Submit>, Refusal | NotPlaced>> => {
    const [found, recent, inCart] = await Promise.all([
      lockCheckout(tx, input.slug, owner.hash),
      countOrdersFor(tx, input.slug, new Date(ctx.now.getTime() - hour), mostOrders),
      cartBehind(tx, input.slug),
    ])
    if (found === null) return no({ name: 'unknown_checkout' })
    if (found.orderNumber !== null) return ok(answerFor(ctx, found.orderNumber, found.paymentMethod))
    // Of a sliding hour: by its end there is room for certain.
    if (recent >= mostOrders) return no({ name: 'too_many_requests', details: { hours: 1, minutes: 0 } })
    const currency = sellsIn(ctx, found.currency) ? found.currency : ctx.currency
    const { lines, changes } = followCart(found, inCart)
    if (lines.length === 0) return no({ name: 'cart_empty' })
    const row = {
      ...withLinkedCode(found, linked),
      lines,
      currency,
      paymentMethod: input.paymentMethod,
    }
    const own = inCurrencyOf(ctx, row)
    // No advice on coupons any more: the shopper has decided.
    const assessment = await assess(own, tx, row, { ...facts, offered: [] })
    const refusal =
      creditRefusal(row, assessment) ??
      refusalOf(own, assessment, facts, input) ??
      (await changeOf(own, tx, row, assessment, facts, {
        total: input.total,
        currency: found.currency,
        changes,
      }))
    if (refusal !== null) {
      // The chosen payment method is stored in spite of the refusal: the total that is shown next includes its fee.
      // So are the currency of the dialog, where the shop no longer has the checkout's own, and its lines.
      tx.keepAnyway()
      const paymentMethod = assessment.priced.paymentMethod?.code ?? null
      const seen = 'dialog' in refusal ? currency : found.currency
      const credit =
        refusal.name === 'credit_changed'
          ? { creditWanted: assessment.balance === 0 ? null : assessment.balance }
          : {}
      const told = { ...credit, ...('dialog' in refusal && changes.length > 0 ? { lines } : {}) }
      if (paymentMethod !== found.paymentMethod || seen !== found.currency || Object.keys(told).length > 0)
        await updateCheckout(tx, row.id, { paymentMethod, currency: seen, ...told }, ctx.now)
      return no(refusal)
    }
    const placed = await place(own, tx, { ...owner, network }, row, assessment)
    // The coupon was for this order, as codes are that are typed in a cart.
    if (placed.ok && linked !== null) dropLinked(ctx)
    return placed
  })
  if (answer.ok) return answer
  const { problem } = answer
  return no(
    problem.name === 'not_placed' ? await lateRefusal(ctx, owner.hash, problem.why, facts, input) : problem,
  )
}

/** Less store credit than the shopper was shown: more would have to be paid in another way. */
function creditRefusal({ creditWanted }: CheckoutRow, { priced, balance }: Assessment): Refusal | null {
  const wanted = Math.min(creditWanted ?? 0, priced.quote.total)
  return wanted > (balance ?? 0) ? { name: 'credit_changed' } : null
}

/** What `placeOrder` refuses is put into the shopper's words after the transaction, which it rolled back. */
interface NotPlaced {
  name: 'not_placed'
  why: PlaceRefusal
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
  const details = missingToMinimum(priced.quote, ctx)
  return details === null ? null : { name: 'below_minimum_order', details }
}

function sellsIn({ shop: { shop } }: Ctx, currency: Currency): boolean {
  return currency === shop.baseCurrency || shop.currencies.some(({ code }) => code === currency)
}

/** The total of the shopper's view. */
interface Seen {
  /** Minor units. */
  total: number
  currency: Currency
  /** What the cart has changed since. */
  changes: readonly CartChange[]
}

/** Changes since the shopper's view: unavailable lines, other lines, another total or currency. */
async function changeOf(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  assessment: Assessment,
  facts: ShopFacts,
  seen: Seen,
): Promise<Refusal | null> {
  const { priced } = assessment
  const isGone = priced.lines.some(({ trouble }) => trouble !== null)
  // Fewer units may cost the same, without the promotion that more of them had.
  const isSame =
    seen.changes.length === 0 && priced.quote.total === seen.total && row.currency === seen.currency
  if (!isGone && isSame) return null
  return {
    name: isGone ? 'checkout_out_of_stock' : 'total_changed',
    dialog: dialogOf(ctx, row, await viewNow(ctx, db, row, facts, assessment, seen.changes), seen),
  }
}

/** For a shop without coupons to advise, the assessment has everything. */
function viewNow(
  ctx: Ctx,
  db: Db,
  row: CheckoutRow,
  facts: ShopFacts,
  assessment: Assessment,
  changes: readonly CartChange[],
): Promise<CheckoutView> {
  return facts.offered.length === 0
    ? viewAssessed(ctx, db, row, facts, assessment, changes)
    : view(ctx, db, row, facts, changes)
}

function dialogOf(
  ctx: Ctx,
  row: CheckoutRow,
  checkout: CheckoutView,
  seen: Pick<Seen, 'total' | 'currency'>,
): SubmitDialog {
  const isSame = checkout.total === seen.total && row.currency === seen.currency
  const before = formatMoney(seen.total, seen.currency, ctx.lang)
  return {
    total: isSame ? null : { before, after: checkout.totalText },
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
  owner: Buyer,
  row: CheckoutRow,
  assessment: Assessment,
): Promise<Result<Output<Submit>, NotPlaced>> {
  const order = orderOf(ctx, owner, row, assessment)
  const [placed, left] = await Promise.all([
    placeOrder(tx, ctx, order),
    row.cartId === null ? null : takeBought(tx, row.cartId, order.lines, ctx.now),
  ])
  if (!placed.ok) return no({ name: 'not_placed', why: placed.problem })
  const { id, number } = placed.value
  const paymentMethod = order.method?.code ?? null
  await tx.along(closeCheckout(tx, row.id, { id, paymentMethod }, ctx.now))
  if (order.contact.marketing) await subscribeBuyer(ctx, tx, order.email)
  if (left !== null) rememberCart(ctx, tx, { hash: owner.hash, token: owner.token }, left)
  return ok(answerFor(ctx, number, paymentMethod))
}

/** Whose order it is, and from where it comes. */
interface Buyer extends Owner {
  network: Buffer | null
}

/** The parts of a context that `orderOf` needs: a request has them, and so has a command. */
export type OrderOfCtx = Pick<Ctx, 'currency' | 'locale' | 'now' | 'shop' | 't'>

/** The order that a checkout becomes, as it was priced. */
export function orderOf(
  ctx: OrderOfCtx,
  { hash, network }: Pick<Buyer, 'hash' | 'network'>,
  row: CheckoutRow,
  assessment: Assessment,
): OrderToPlace {
  const { priced, contact, address, billing } = assessment
  const { quote, shippingMethod } = priced
  if (shippingMethod === null) throw new Error('an order is not placed before it is known how it is sent')
  const used = quote.coupons.filter(({ applied }) => applied)
  const sentTo = { ...address, phone: nationalNumber(address) }
  return {
    checkoutId: row.id,
    ownerHash: hash,
    network,
    customerId: row.customerId,
    locale: ctx.locale,
    currency: row.currency,
    conversion: conversionOf(
      ctx,
      priced.lines.some((line) => line.row?.isConverted === true),
    ),
    email: contact.email,
    contact,
    address: sentTo,
    billing: billing ?? sentTo,
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
    who: buyerKeys(assessment.contact.email, row.customerId),
    now: ctx.now,
  }
}

/** By which rule prices of the base currency became this currency's; null where all were the merchant's own. */
function conversionOf({ shop, currency }: OrderOfCtx, isConverted: boolean): OrderToPlace['conversion'] {
  const rule = isConverted ? shop.shop.currencies.find(({ code }) => code === currency) : undefined
  return rule ? { rate: rule.rate, roundTo: rule.roundTo } : null
}

/** Null: the shop promises nothing, having configured nothing. */
function daysOf({ shop }: Pick<Ctx, 'shop'>, { days }: ShippingMethod): OrderToPlace['shipping']['days'] {
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

async function lateRefusal(
  ctx: Ctx,
  hash: Buffer,
  refusal: PlaceRefusal,
  facts: ShopFacts,
  input: SubmitInput,
): Promise<Refusal> {
  switch (refusal.name) {
    case 'coupon_used_up':
    case 'coupon_used_by_you':
      return { name: refusal.name }
    case 'credit_changed':
      await wantWhatIsLeft(ctx, input.slug, hash)
      return { name: refusal.name }
    case 'too_many_orders':
    case 'too_many_at_once':
    case 'too_many_unpaid':
      await raiseAlarm(ctx, refusal)
      return refusal.name === 'too_many_orders'
        ? { name: refusal.name }
        : { name: refusal.name, details: { title: refusal.title, most: refusal.most } }
    case 'out_of_stock':
      return soldOutMeanwhile(ctx, hash, refusal.skus, facts, input)
  }
}

/** Stores how much store credit another order has left, so that the next try accepts the total that is shown. */
async function wantWhatIsLeft(ctx: Ctx, slug: string, hash: Buffer): Promise<void> {
  await ctx.transact(async (tx) => {
    const found = await lockCheckout(tx, slug, hash)
    if (found === null || found.orderNumber !== null || found.customerId === null) return null
    const balance = await balanceOf(tx, found.customerId, found.currency)
    await updateCheckout(tx, found.id, { creditWanted: balance === 0 ? null : balance }, ctx.now)
    return null
  })
}

/** The refusal when units were sold between pricing and holding: nothing was written, and the dialog has the checkout as it stands now. */
async function soldOutMeanwhile(
  ctx: Ctx,
  hash: Buffer,
  skus: readonly string[],
  facts: ShopFacts,
  input: SubmitInput,
): Promise<Refusal> {
  const [row, linked] = await Promise.all([findCheckout(ctx.db, input.slug, hash), linkedCode(ctx)])
  if (row === null) return { name: 'unknown_checkout' }
  const chosen = { ...withLinkedCode(row, linked), paymentMethod: input.paymentMethod }
  const dialog = dialogOf(ctx, row, await view(ctx, ctx.db, chosen, facts), {
    total: input.total,
    currency: row.currency,
  })
  // Units may have come back since: a SKU that was refused a moment ago is listed all the same.
  const lines = dialog.checkout.lines
    .filter(({ sku, trouble }) => trouble !== null || skus.includes(sku))
    .map(({ sku, title, trouble }) => ({ sku, title, text: trouble ?? goneText(ctx) }))
  return { name: 'checkout_out_of_stock', dialog: { ...dialog, lines } satisfies SubmitDialog }
}
