import { returnable, type ReturnWay, type WhyNot } from '#domain/aftersale/eligibility.ts'
import {
  refundQuote,
  type RecordedRefund,
  type RefundEntry,
  type RefundQuote,
} from '#domain/aftersale/refund-quote.ts'
import type { ReturnType } from '#domain/aftersale/return.ts'
import { feeOf, typeFault } from '#domain/aftersale/type-rules.ts'
import { allocate } from '#domain/money.ts'
import { sum } from '#domain/pricing-rounding.ts'
import { amountIn, type Amounts } from '#domain/promotion.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { shareOf } from '#features/orders/rules/earn.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Problem } from '#wire/problems.ts'
import { claimReasons, type ReturnReason } from '../contract.ts'
import type { ReturnFactsRow } from '../queries/facts.ts'
import { historyOf } from './history.ts'
import { priceExchange, type ExchangeTerms, type PricedExchange, type Want } from './exchange.ts'
import type { WantedGoods } from './wanted.ts'
import { orderOf, unitsOf } from './windows.ts'

/* What an application means in money, before and when it is sent. */

export interface ReturnWish {
  type: ReturnType
  reason: ReturnReason
  refundTo: 'original' | 'credit'
  isWithdrawal: boolean
  lines: readonly { line: number; quantity: number; exchangeFor: string | null }[]
}

export interface ReturnPlan {
  refund: RefundQuote
  lines: readonly PlannedLine[]
  isClaim: boolean
  bonus: number
  exchange: (PricedExchange & { terms: ExchangeTerms }) | null
  /** Units of the order are in other returns that are open. */
  isAwaited: boolean
  /** Minor units that come back, below 0 those that are to be paid: what the shopper confirms. */
  total: number
}

export interface PlannedLine {
  order: OrderRow['lines'][number]
  quantity: number
  wanted: WantedGoods | null
}

/** Everything that decides about a return of an order. */
export interface ReturnCase {
  order: OrderRow
  facts: ReturnFactsRow
}

export type PlanRefusal = Problem<
  | 'unknown_return_line'
  | 'unknown_sku'
  | 'return_empty'
  | 'return_too_many'
  | 'return_impossible'
  | 'goods_wanted_back'
  | 'exchange_wanted'
  | 'out_of_stock'
  | 'credit_needs_account'
>

/** @param goods what is wanted instead, by SKU: see `wantedGoods` */
export function planReturn(
  { order, facts }: ReturnCase,
  wish: ReturnWish,
  goods: ReadonlyMap<string, WantedGoods>,
  { shop, now }: Pick<Ctx, 'shop' | 'now'>,
): Result<ReturnPlan, PlanRefusal> {
  const settings = shop.sales.returns
  const isClaim = !wish.isWithdrawal && claimReasons.includes(wish.reason)
  const way: ReturnWay = wish.isWithdrawal ? 'withdrawal' : isClaim ? 'claim' : 'return'
  const chosen = chosenLines(order, wish, goods)
  if (!chosen.ok) return chosen
  for (const { order: line, quantity } of chosen.value) {
    const known = facts.lines.find(({ id }) => id === line.id)
    const found = returnable(orderOf(order, settings), unitsOf(line, known), way, settings, now)
    if (quantity > found.units) return no(tooMany(found))
  }
  const inCurrency = (amounts: Amounts | null): number | null =>
    amounts === null ? null : amountIn(amounts, order.currency, shop.shop)
  const fee = feeOf({ type: wish.type, isClaim: isClaim || wish.isWithdrawal }, inCurrency(settings.fee))
  const refund = refundOfUnits(order, historyOf(facts), chosen.value.map(keyed), fee, wish.type)
  const fault = typeFault({
    type: wish.type,
    isClaim,
    total: refund.total,
    refundOnlyUpTo: inCurrency(settings.refundOnlyUpTo),
    refundTo: wish.refundTo,
    hasAccount: facts.customerId !== null,
    lines: chosen.value.map(({ quantity, wanted }) => ({ quantity, wanted })),
  })
  if (fault !== null) return no({ name: fault })
  const exchange = wish.type === 'exchange' ? exchangeOf(order, facts, refund, chosen.value, shop) : null
  return ok({
    refund,
    lines: chosen.value,
    isClaim,
    bonus: exchange === null ? bonusOf(refund, wish.refundTo, settings.creditBonusPercent) : 0,
    exchange,
    isAwaited: facts.lines.some(({ asked }) => asked > 0),
    total: exchange === null ? refund.total : exchange.back - exchange.quote.toPay,
  })
}

function chosenLines(
  order: OrderRow,
  wish: ReturnWish,
  goods: ReadonlyMap<string, WantedGoods>,
): Result<PlannedLine[], PlanRefusal> {
  if (wish.lines.length === 0) return no({ name: 'return_empty' })
  const chosen: PlannedLine[] = []
  for (const { line: id, quantity, exchangeFor } of wish.lines) {
    const line = order.lines.find((one) => one.id === id)
    if (line === undefined || chosen.some((one) => one.order.id === id))
      return no({ name: 'unknown_return_line' })
    const sku = wish.type === 'exchange' ? exchangeFor : null
    const wanted = sku === null ? null : (goods.get(sku) ?? null)
    if (sku !== null && wanted === null) return no({ name: 'unknown_sku' })
    chosen.push({ order: line, quantity, wanted })
  }
  return ok(chosen)
}

function tooMany({ units, why }: { units: number; why: WhyNot | null }): PlanRefusal {
  const isOver =
    why === 'final_sale' || why === 'window_over' || why === 'not_paid' || why === 'order_cancelled'
  return isOver && units === 0
    ? { name: 'return_impossible' }
    : { name: 'return_too_many', details: { left: units } }
}

function keyed({ order, quantity }: PlannedLine): { key: string; quantity: number } {
  return { key: order.sku, quantity }
}

/** Throws where units are not there: who calls has checked, under the lock of the order. */
export function refundOfUnits(
  { number, quote }: Pick<OrderRow, 'number' | 'quote'>,
  history: readonly (RefundEntry | RecordedRefund)[],
  lines: readonly { key: string; quantity: number }[],
  fee: number,
  type: ReturnType,
): RefundQuote {
  // Delivery is not paid back to who gets other goods delivered for it.
  const refund = refundQuote(quote, history, { kind: 'units', lines, fee, servicesBack: type !== 'exchange' })
  if (!refund.ok) throw new Error(`order ${number} cannot give back these units: ${refund.problem.name}`)
  return refund.value
}

/** On top for who takes store credit instead of money. What was store credit before would earn it again and again. */
function bonusOf(
  { toPayment }: Pick<RefundQuote, 'toPayment'>,
  refundTo: 'original' | 'credit',
  percent: string | null,
): number {
  return refundTo === 'credit' && percent !== null ? shareOf(toPayment, percent) : 0
}

function exchangeOf(
  order: OrderRow,
  facts: ReturnFactsRow,
  refund: RefundQuote,
  lines: readonly PlannedLine[],
  shop: Ctx['shop'],
): ReturnPlan['exchange'] {
  const wants = wantsOf(facts, lines)
  const terms: ExchangeTerms = {
    wants,
    tax: lines.find(({ wanted }) => wanted !== null)?.wanted?.tax ?? null,
    isHeld: mayHold(wants, order, refund),
  }
  const units = new Map(lines.map(({ order: line, quantity }) => [line.id, quantity]))
  return { ...pricedExchange(order, terms, refund, units, shop), terms }
}

/** Other goods are held up to so many times what comes back for them: nobody holds a shop's stock with a pencil. */
const heldUpTo = 2

/** Variants of what comes back are held whatever they cost: there are as few of them as were bought. */
function mayHold(wants: readonly Want[], order: Pick<OrderRow, 'lines'>, refund: RefundQuote): boolean {
  const others = wants.filter(({ before }) => before === null)
  const keys = others.map(({ line }) => order.lines.find(({ id }) => id === line)?.sku)
  const worth = sum(refund.lines.flatMap(({ key, amount }) => (keys.includes(key) ? [amount] : [])))
  return sum(others.map(({ today }) => today)) <= heldUpTo * worth
}

/** The price of what is wanted for so many units of the order's lines. */
export function pricedExchange(
  order: Pick<OrderRow, 'lines' | 'currency' | 'quote'>,
  terms: ExchangeTerms,
  refund: RefundQuote,
  units: ReadonlyMap<number, number>,
  shop: Ctx['shop'],
): PricedExchange {
  return priceExchange(terms, refund, order.lines, units, {
    currency: order.currency,
    rates: shop.shop,
    isTaxAdded: order.quote.taxMode === 'added',
  })
}

function wantsOf(facts: ReturnFactsRow, lines: readonly PlannedLine[]): Want[] {
  const wanted = lines.flatMap((line) =>
    line.wanted === null
      ? []
      : [{ ...line, wanted: line.wanted, isVariant: isVariant(facts, line.order.id, line.wanted) }],
  )
  const others = wanted.filter((line) => !line.isVariant)
  const sameAs = (sku: string) => others.filter((line) => line.wanted.sku === sku)
  // They are bought together, so offers for more of them count.
  const together = others[0]?.wanted.cart.price(
    new Map(others.map(({ wanted: { sku } }) => [sku, sum(sameAs(sku).map(({ quantity }) => quantity))])),
  )
  return wanted.map((line) => {
    const { order: bought, quantity, wanted: goods } = line
    const { sku, listed, taxClass, weight, cart } = goods
    const want = { line: bought.id, sku, quantity, listed, taxClass, weight }
    if (line.isVariant)
      return {
        ...want,
        today: cart.alone(sku, quantity) ?? listed * quantity,
        before: cart.alone(bought.sku, quantity) ?? bought.amount * quantity,
        reasons: [],
      }
    const same = sameAs(sku)
    const net = together?.lines.find(({ key }) => key === sku)?.net ?? 0
    const shares = allocate(
      net,
      same.map((one) => one.quantity),
    )
    return {
      ...want,
      today: shares[same.indexOf(line)]!,
      before: null,
      reasons: (together?.adjustments ?? [])
        .filter((one) => one.line === sku)
        .map(({ because, amount }) => ({ because, amount })),
    }
  })
}

function isVariant({ lines }: ReturnFactsRow, line: number, { productId }: WantedGoods): boolean {
  return lines.find(({ id }) => id === line)?.productId === productId
}
