import { isSendingOver, shownRefund, type ShownRefund } from '#domain/order.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from './contract.ts'
import type { OrderRow } from './queries/read.ts'

type RefundsView = Pick<
  OrderView,
  'refunded' | 'credited' | 'refundStatus' | 'refundStatusText' | 'isStopped' | 'refunds' | 'back'
>

/** What of an order went back. Refunds that were refused, and other goods, are none of it. */
export function presentRefunds(row: OrderRow, ctx: Pick<Ctx, 't' | 'lang' | 'shop'>): RefundsView {
  const { t, lang } = ctx
  const money = (amount: number): string => formatMoney(amount, row.currency, lang)
  const refunds = row.refunds.filter(({ paymentId, status }) => paymentId !== null && status !== 'failed')
  const status = shownRefund(row)
  const isPending = refunds.some((refund) => refund.status === 'pending')
  return {
    refunded: row.refunded === 0 ? null : money(row.refunded),
    credited: row.asCredit === 0 ? null : money(row.asCredit),
    refundStatus: status,
    refundStatusText: refundText(status, isPending, t),
    isStopped:
      (row.deliveryStatus === 'unshipped' || row.deliveryStatus === 'partly_shipped') && isSendingOver(row),
    refunds: refunds.map((refund) => ({ amount: money(refund.amount), isDone: refund.status === 'done' })),
    back: backTexts(row, ctx),
  }
}

type Refunds = Pick<OrderRow, 'refunds' | 'currency' | 'status' | 'captured' | 'refunded'>

/** What becomes of the money that goes back, in sentences: sent, under way, and to be sent by a person. */
export function backTexts(row: Refunds, { t, lang, shop }: Pick<Ctx, 't' | 'lang' | 'shop'>): string[] {
  const refunds = row.refunds.filter(({ paymentId }) => paymentId !== null)
  const sum = (some: OrderRow['refunds']): number => some.reduce((all, { amount }) => all + amount, 0)
  const done = refunds.filter(({ status }) => status === 'done')
  const waiting = refunds.filter(({ status }) => status === 'pending')
  const days = done.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
  const lastDay = (): string => formatDate(new Date(Math.max(...days)), lang, shop.shop.delivery?.timeZone)
  const [byHand, underWay] = [true, false].map((isByHand) =>
    sum(waiting.filter((refund) => refund.isByHand === isByHand)),
  )
  const left = byHand! + refusedLeft(row, sum(refunds.filter(({ status }) => status === 'failed')))
  const amount = (value: number) => ({ amount: formatMoney(value, row.currency, lang) })
  return [
    ...(days.length === 0 ? [] : [t('order.back_sent', { ...amount(sum(done)), date: lastDay() })]),
    ...(underWay === 0 ? [] : [t('order.mail.back.text', amount(underWay!))]),
    ...(left === 0 ? [] : [t('order.mail.back.by_hand', amount(left)), t('return.by_hand')]),
  ]
}

/** Of a cancelled order all money goes back: what a bank has refused is sent by a person. Minor units. */
function refusedLeft({ status, captured, refunded }: Refunds, failed: number): number {
  return status === 'cancelled' ? Math.min(failed, Math.max(0, captured - refunded)) : 0
}

/** Each refund and the store credit in words, as rows after the sums: on its way as long as nobody has sent it. */
export function refundRows(
  { refunds, credited }: Pick<OrderView, 'refunds' | 'credited'>,
  t: Ctx['t'],
): { label: string; amount: string }[] {
  return [
    ...refunds.map(({ amount, isDone }) => ({
      label: t(isDone ? 'order.sum.refunded' : 'order.sum.refund_pending'),
      amount,
    })),
    ...(credited === null ? [] : [{ label: t('order.refund.credited'), amount: credited }]),
  ]
}

/** Null while nothing has gone back. */
export function refundText(status: ShownRefund, isPending: boolean, t: Ctx['t']): string | null {
  if (status === 'none') return null
  return t(isPending ? 'order.refund.pending' : `order.refund.${status}`)
}
