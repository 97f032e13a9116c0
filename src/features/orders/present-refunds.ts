import { isSendingOver, shownRefund, type ShownRefund } from '#domain/order.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from './contract.ts'
import type { OrderRow } from './queries/read.ts'

type RefundsView = Pick<
  OrderView,
  'refunded' | 'credited' | 'refundStatus' | 'refundStatusText' | 'isStopped' | 'refunds' | 'refundNotes'
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
    refundNotes: refundNotes(refunds, row.currency, ctx),
  }
}

/** What became of the money, in sentences: what a person still has to send, what is under way, what was sent and when. */
function refundNotes(
  refunds: OrderRow['refunds'],
  currency: string,
  { t, lang, shop }: Pick<Ctx, 't' | 'lang' | 'shop'>,
): string[] {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const done = refunds.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
  const date = formatDate(new Date(Math.max(...done, 0)), lang, shop.shop.delivery?.timeZone)
  const parts = [
    { of: pending.filter(({ isByHand }) => isByHand), key: 'order.mail.back.by_hand' },
    { of: pending.filter(({ isByHand }) => !isByHand), key: 'order.cancelled_refund' },
    { of: refunds.filter(({ status }) => status === 'done'), key: 'order.cancelled_sent' },
  ] as const
  return parts
    .filter(({ of }) => of.length > 0)
    .map(({ of, key }) => {
      const amount = formatMoney(
        of.reduce((sum, refund) => sum + refund.amount, 0),
        currency,
        lang,
      )
      return t(key, { amount, date })
    })
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
