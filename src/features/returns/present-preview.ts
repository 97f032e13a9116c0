import { sum } from '#domain/pricing-rounding.ts'
import type { Adjustment, Quote } from '#domain/quote.ts'
import type { RefundPart, RefundedLine } from '#domain/aftersale/refund-lines.ts'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { isPaidByHand } from '#features/orders/rules/paid-by-hand.ts'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ReturnPreview } from './contract.ts'
import type { PricedExchange } from './rules/exchange.ts'
import type { ReturnPlan, ReturnWish } from './rules/plan.ts'

export type WordsCtx = Pick<Ctx, 't' | 'lang'>

/** What of an order its refunds depend on. */
type PaidOrder = Pick<OrderRow, 'currency' | 'quote' | 'source' | 'payments'>

interface Row {
  label: string
  amount: string
}

interface SumRow extends Row {
  isTotal: boolean
}

/** The refund of a planned return, line by line. */
export function presentPreview(
  order: PaidOrder,
  { refund, lines, bonus, exchange, total, isAwaited }: ReturnPlan,
  { type, refundTo }: Pick<ReturnWish, 'type' | 'refundTo'>,
  ctx: WordsCtx,
): ReturnPreview {
  const money = (amount: number): string => formatMoney(amount, order.currency, ctx.lang)
  const made = exchange === null ? refund : null
  const target = targetsOf(made, refundTo, order)
  return {
    lines: lines.map(({ order: line, quantity }) => ({
      line: line.id,
      title: line.title,
      quantity,
      ...presentRefunded(
        refund.lines.find(({ key }) => key === line.sku),
        order.currency,
        ctx,
      ),
    })),
    sums: presentSums(refund, order, exchange, ctx),
    total,
    refund: money(Math.max(0, total)),
    outcome: outcomeText(total, exchange !== null, money, ctx),
    toPayment: target.payment === 0 ? null : money(target.payment),
    toCredit: target.credit === 0 ? null : money(target.credit),
    bonus: bonus === 0 ? null : money(bonus),
    difference: differenceOf(exchange, money),
    when: [
      whenText(type, target, isPaidByHand(order), exchange, ctx),
      // It goes with the last return that completes: this one may be another, or come to nothing.
      ...(isAwaited && hasServices(refund) ? [ctx.t('return.when.delivery')] : []),
    ].join(' '),
  }
}

function outcomeText(
  total: number,
  isExchange: boolean,
  money: (amount: number) => string,
  { t }: WordsCtx,
): string {
  if (!isExchange) return t('return.outcome.refund', { amount: money(total) })
  if (total === 0) return t('return.outcome.even')
  return total < 0
    ? t('return.outcome.pay', { amount: money(-total) })
    : t('return.outcome.back', { amount: money(total) })
}

interface Target {
  payment: number
  credit: number
}

/** How much goes which way. Of an exchange nothing does but its difference. */
export function targetsOf(
  refund: Pick<RefundQuote, 'total' | 'toPayment' | 'toCredit'> | null,
  refundTo: 'original' | 'credit',
  { source }: Pick<OrderRow, 'source'>,
): Target {
  if (refund === null) return { payment: 0, credit: 0 }
  if (refundTo === 'credit') return { payment: 0, credit: refund.total }
  // What goods were worth that came back for an exchange was never store credit: it goes to where they were paid.
  if (source === 'exchange') return { payment: refund.total, credit: 0 }
  return { payment: refund.toPayment, credit: refund.toCredit }
}

function differenceOf(
  exchange: PricedExchange | null,
  money: (amount: number) => string,
): ReturnPreview['difference'] {
  if (exchange === null) return { pay: null, back: null }
  const { quote, back } = exchange
  return { pay: quote.toPay === 0 ? null : money(quote.toPay), back: back === 0 ? null : money(back) }
}

/** What units of a line give back, and why so much. */
export function presentRefunded(
  line: RefundedLine | undefined,
  currency: string,
  { t, lang }: WordsCtx,
): { amount: string; parts: Row[] } {
  const money = (amount: number): string => formatMoney(amount, currency, lang)
  const label = (because: RefundPart['because']): string => t(`return.part.${because}`)
  return {
    amount: money(line?.amount ?? 0),
    parts: (line?.parts ?? []).map(({ because, amount }) => ({
      label: label(because),
      amount: money(amount),
    })),
  }
}

/**
 * The sums of a refund; of an exchange, what came back against what is taken for it.
 * @param kept of its fee, minor units that the shop kept for what was wrong with the goods
 */
export function presentSums(
  refund: RefundQuote,
  { currency, quote }: Pick<OrderRow, 'currency' | 'quote'>,
  exchange: PricedExchange | null,
  { t, lang }: WordsCtx,
  kept = 0,
): SumRow[] {
  const row = (label: string, amount: number, isTotal = false): SumRow => ({
    label,
    amount: formatMoney(amount, currency, lang),
    isTotal,
  })
  const some = (label: string, amount: number): SumRow[] => (amount === 0 ? [] : [row(label, amount)])
  const isAdded = quote.taxMode === 'added'
  const { shipping, paymentFee, tax } = refund.services
  const goods = refund.lines.reduce((sum, { amount }) => sum + amount, 0)
  const parts = [
    row(t('return.sum.items'), goods),
    ...some(t('return.sum.shipping'), shipping),
    ...some(t('return.sum.payment_fee'), paymentFee),
    ...(isAdded ? some(t('return.sum.tax'), tax) : []),
    ...some(t('return.sum.fee'), kept - refund.fee),
    ...some(t('return.sum.kept'), -kept),
  ]
  if (exchange !== null) {
    const { quote: taken, back } = exchange
    const promotions = offOf(taken, ['tier', 'promotion'])
    const adjusted = offOf(taken, ['adjusted'])
    return [
      ...parts,
      row(t('return.sum.new_items'), 0 - taken.total - promotions - adjusted),
      ...some(t('return.sum.new_promotions'), promotions),
      ...some(t('return.sum.new_adjusted'), adjusted),
      taken.toPay > 0
        ? row(t('return.sum.to_pay'), taken.toPay, true)
        : row(t(back > 0 ? 'return.sum.back' : 'return.sum.even'), back, true),
    ]
  }
  return [
    ...parts,
    row(t('return.sum.total'), refund.total, true),
    ...(isAdded ? [] : some(t('return.sum.tax_included'), refund.tax)),
  ]
}

/** What the new items cost less, because of this. */
function offOf({ adjustments }: Quote, kinds: readonly Adjustment['because']['kind'][]): number {
  return sum(
    adjustments.filter(({ because }) => kinds.includes(because.kind)).map(({ amount }) => 0 - amount),
  )
}

function whenText(
  type: ReturnWish['type'],
  { payment, credit }: Target,
  isByHand: boolean,
  exchange: ReturnPlan['exchange'],
  { t }: WordsCtx,
): string {
  if (exchange !== null) {
    const isDue = exchange.quote.toPay > 0
    if (!exchange.terms.isHeld)
      return t(isDue ? 'return.when.exchanged_unheld_pay' : 'return.when.exchanged_unheld')
    return t(isDue ? 'return.when.exchanged_pay' : 'return.when.exchanged')
  }
  const isCredit = credit > 0 && payment === 0
  const way = isCredit ? 'credit_' : isByHand ? 'by_hand_' : ''
  return t(`return.when.${way}${type === 'refund_only' ? 'kept' : 'returned'}`)
}

/** Delivery or the payment fee is in it. */
export function hasServices({ services }: Pick<RefundQuote, 'services'>): boolean {
  return services.shipping + services.paymentFee > 0
}
