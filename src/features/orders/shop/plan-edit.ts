import { editedQuote } from '#domain/aftersale/edit.ts'
import type { Quote } from '#domain/quote.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import { paymentFor, taxesFor } from '#features/sales/rules/markets-and-methods.ts'
import { priceLines, type PricedLine, type PriceRequest } from '#features/sales/rules/price-lines.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import { returnedOf } from '../queries/edit.ts'
import type { OrderRow } from '../queries/read.ts'
import type { OrderWork } from '../rules/announce.ts'

/* What an edit of an order that has not left would make of it: decision 095. */

/** The parts of a context that pricing added units needs: in the order's language and currency. */
export type EditWork = OrderWork & Pick<Ctx, 'kept' | 'pay' | 't' | 'locale' | 'currency'>

/** Units of a SKU: that many more, exactly so many, or none. */
export type LineChange =
  | { readonly kind: 'add' | 'set'; readonly sku: string; readonly quantity: number }
  | { readonly kind: 'remove'; readonly sku: string }

export interface OrderEdit {
  readonly changes: readonly LineChange[]
  /** All units at the prices of today, instead of those that they were sold at. */
  readonly reprice: boolean
  /** Another price of shipping, in minor units without added tax; null leaves it. */
  readonly shipping: number | null
}

export type EditRefusal =
  | (Named<'not_now'> & { status: string })
  | { name: 'already_sent' }
  | { name: 'unknown_sku'; sku: string }
  /** The shop does not sell it, or has no price of it in the order's currency. */
  | { name: 'not_for_sale'; sku: string }
  | { name: 'nothing_changed' }
  /** No unit would be left: that is a cancellation. */
  | { name: 'nothing_left' }
  /** Prices of today do not know which coupon was used. */
  | { name: 'has_coupon' }
  /** A return, whatever became of it, is of this line: it stays, with a unit at least. */
  | { name: 'was_returned'; sku: string }
  /** A part of the money has gone back already, beyond what earlier edits gave back. */
  | { name: 'money_went_back' }
  /**
   * It would cost so many minor units more, no payment says how to ask for them, and the shop has no way to: the courier
   * is not paid a difference.
   */
  | { name: 'would_charge'; more: number }
  /** It would cost less than the store credit that was spent on it. */
  | { name: 'below_credit'; credit: number }
  /** Unpaid, and there would be nothing to pay. */
  | { name: 'nothing_to_pay' }

/** A refund that is not to be sent any more. `refund`: its number; `amount`: minor units. */
export interface CalledOff {
  readonly refund: number
  readonly cause: string
  readonly amount: number
}

export interface EditPlan {
  readonly quote: Quote
  /** Minor units: above 0 it costs more. */
  readonly difference: number
  /** Of a paid order, minor units that are to be paid beyond what the shop has; one of `due` and `refund` is 0. */
  readonly due: number
  /** Of an order whose payments do not say how to ask for `due`: by which way it is asked for. */
  readonly method: PaymentMethod | null
  /** Of a paid order, minor units that go back. */
  readonly refund: number
  /** Refunds of earlier edits that are called off for it, since nobody has sent them: they count against what it costs more. */
  readonly calledOff: readonly CalledOff[]
  /** SKU → units before and after, of those that change. */
  readonly units: readonly { sku: string; title: string; from: number; to: number }[]
  /** Units that come into the order, with what the shop has of them. */
  readonly added: readonly { line: PricedLine; quantity: number }[]
}

/** @param promotions that run now: read before a transaction begins */
export async function planEdit(
  work: EditWork,
  db: Db,
  order: OrderRow,
  edit: OrderEdit,
  promotions: PriceRequest['promotions'],
): Promise<Result<EditPlan, EditRefusal>> {
  const fault = editFault(order, edit)
  if (fault !== null) return no(fault)
  const wanted = wantedUnits(order, edit.changes)
  if (!wanted.ok) return wanted
  const gone = [...wanted.value].flatMap(([sku, to]) => (to === 0 ? [sku] : []))
  const returned = await returnedOf(db, order.id, gone)
  if (returned !== null) return no({ name: 'was_returned', sku: returned })
  const before = new Map(order.lines.map(({ sku, quantity }) => [sku, quantity]))
  const extra = [...wanted.value].flatMap(([sku, to]) => {
    const added = to - (before.get(sku) ?? 0)
    return added > 0 ? [{ sku, quantity: added }] : []
  })
  const priced = await priceAdded(
    work,
    db,
    order,
    edit.reprice
      ? [...wanted.value].flatMap(([sku, quantity]) => (quantity === 0 ? [] : [{ sku, quantity }]))
      : extra,
    promotions,
  )
  if (!priced.ok) return priced
  const keep = new Map(
    [...wanted.value].map(([sku, to]) => [sku, edit.reprice ? 0 : Math.min(to, before.get(sku) ?? 0)]),
  )
  const quote = editedQuote(order.quote, {
    keep,
    added: priced.value?.quote ?? null,
    shipping: edit.shipping,
    tax: taxesFor(work.shop.sales, order.address),
  })
  const lineOf = (sku: string): PricedLine => priced.value!.lines.find((line) => line.sku === sku)!
  const difference = quote.toPay - order.toPay
  const more = order.payStatus === 'paid' ? difference + order.due : 0
  // What is left of them is given back anew.
  const calledOff = more > 0 ? unsentOf(order) : []
  const need = more - calledOff.reduce((sum, { amount }) => sum + amount, 0)
  const due = Math.max(0, need)
  const plan: EditPlan = {
    quote,
    difference,
    due,
    method: due > 0 && needsMethod(order) ? methodFor(work, order, due) : null,
    refund: Math.max(0, -need),
    calledOff,
    units: unitsOf(order, wanted.value, (sku) => lineOf(sku).title),
    added: extra.map(({ sku, quantity }) => ({ line: lineOf(sku), quantity })),
  }
  const refusal = priceFault(order, plan)
  return refusal === null ? ok(plan) : no(refusal)
}

/** What earlier edits give back, and a person has not sent yet. */
function unsentOf({ refunds }: OrderRow): CalledOff[] {
  return refunds
    .filter(({ cause, isByHand, status }) => cause.startsWith('edit:') && isByHand && status === 'pending')
    .map(({ id, cause, amount }) => ({ refund: id, cause, amount }))
}

/** What the order's own row says against it. */
function editFault(order: OrderRow, { reprice }: OrderEdit): EditRefusal | null {
  const { status, payStatus, deliveryStatus } = order
  if (status !== 'in_progress') return { name: 'not_now', status }
  if (deliveryStatus !== 'unshipped') return { name: 'already_sent' }
  if (payStatus === 'paid' && order.captured - order.refunded !== order.toPay - order.due)
    return { name: 'money_went_back' }
  if (reprice && order.quote.coupons.some(({ applied }) => applied)) return { name: 'has_coupon' }
  return null
}

/** SKU → units after the changes, of all lines and of those that come. */
function wantedUnits(
  { lines }: OrderRow,
  changes: readonly LineChange[],
): Result<Map<string, number>, EditRefusal> {
  const wanted = new Map(lines.map(({ sku, quantity }) => [sku, quantity]))
  for (const change of changes) {
    const now = wanted.get(change.sku)
    if (now === undefined && change.kind !== 'add') return no({ name: 'unknown_sku', sku: change.sku })
    if (change.kind === 'remove') wanted.set(change.sku, 0)
    else wanted.set(change.sku, change.kind === 'add' ? (now ?? 0) + change.quantity : change.quantity)
  }
  return [...wanted.values()].every((quantity) => quantity === 0) ? no({ name: 'nothing_left' }) : ok(wanted)
}

async function priceAdded(
  work: EditWork,
  db: Db,
  { address, quote }: OrderRow,
  lines: readonly { sku: string; quantity: number }[],
  promotions: PriceRequest['promotions'],
): Promise<Result<{ quote: Quote; lines: readonly PricedLine[] } | null, EditRefusal>> {
  if (lines.length === 0) return ok(null)
  const { country, region, postcode } = address
  const priced = await priceLines(work, db, {
    lines,
    couponCodes: [],
    destination: { country, region, postcode },
    shippingMethod: null,
    paymentMethod: null,
    creditWanted: 0,
    buyer: { isFirstOrder: null, who: [] },
    // A promotion for first orders was given with the order, or was not.
    promotions: promotions.filter(({ conditions }) => !conditions.firstOrder),
  })
  for (const { sku } of lines)
    if (!priced.quote.lines.some(({ key }) => key === sku)) return no({ name: 'not_for_sale', sku })
  return ok({ quote: goodsOnly(priced.quote, quote.taxMode), lines: priced.lines })
}

/** The goods of a quote: shipping and fee are those of the order. Prices are read in the order's way of taxing. */
function goodsOnly(added: Quote, taxMode: Quote['taxMode']): Quote {
  const isTaxed = taxMode !== 'none'
  return {
    ...added,
    shipping: null,
    paymentFee: 0,
    lines: isTaxed ? added.lines : added.lines.map((line) => ({ ...line, tax: 0 })),
    adjustments: added.adjustments.filter(
      ({ because, line }) => line !== undefined && (isTaxed || because.kind !== 'tax'),
    ),
  }
}

function unitsOf(
  { lines }: OrderRow,
  wanted: ReadonlyMap<string, number>,
  titleOf: (sku: string) => string,
): EditPlan['units'] {
  return [...wanted].flatMap(([sku, to]) => {
    const line = lines.find((one) => one.sku === sku)
    const from = line?.quantity ?? 0
    return from === to ? [] : [{ sku, title: line?.title ?? titleOf(sku), from, to }]
  })
}

/** It was paid without a payment, or by cash on delivery: the courier brings nothing before the difference is paid. */
function needsMethod({ payments }: OrderRow): boolean {
  const last = payments.at(-1)
  return last === undefined || last.provider === 'cod'
}

/** The first that serves, and can be paid by now; null for none. */
function methodFor(
  { shop, pay }: EditWork,
  { address, currency }: OrderRow,
  total: number,
): PaymentMethod | null {
  const offered = paymentFor(shop.sales, { country: address.country, currency, total }, shop.shop)
  const serves = ({ provider }: PaymentMethod): boolean =>
    provider === 'manual' || (provider !== 'cod' && pay.get(provider)?.isReady === true)
  return offered.find(serves) ?? null
}

function priceFault(order: OrderRow, { quote, units, due, method }: EditPlan): EditRefusal | null {
  if (units.length === 0 && quote.total === order.total && quote.tax === order.quote.tax)
    return { name: 'nothing_changed' }
  if (quote.total < quote.credit) return { name: 'below_credit', credit: quote.credit }
  if (order.payStatus === 'paid')
    return due > 0 && needsMethod(order) && method === null ? { name: 'would_charge', more: due } : null
  return quote.toPay === 0 ? { name: 'nothing_to_pay' } : null
}

/** The promotions by which added units are priced. */
export function promotionsForEdit(work: EditWork): Promise<PriceRequest['promotions']> {
  return promotionsOf(work)
}
