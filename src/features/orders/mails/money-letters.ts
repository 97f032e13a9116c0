import { refundStatus } from '#domain/order.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { exchangedOf } from '../present.ts'
import { isOffline } from '../present-payment.ts'
import { backTexts } from '../present-refunds.ts'
import { amountIn, open, type LetterCtx, type LetterFacts, type Words } from './letter-parts.ts'

/* What mails say of money that goes back. */

/** What becomes of the money of a cancelled order. */
export function moneyBack({ order, event }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t, lang } = ctx
  const exchanged = exchangedOf(order, ctx)
  const money = (amount: number): string => formatMoney(amount, order.currency, lang)
  const left = amountIn(event.data) ?? order.captured
  const started = order.refunds.filter(({ status, paymentId }) => status === 'pending' && paymentId !== null)
  // No provider sends the money: the shop does, by hand.
  const isByHand = started.some((refund) => refund.isByHand)
  // What was started before the cancellation, and has not been made, is still to come.
  const coming = left > 0 ? left : started.reduce((sum, { amount }) => sum + amount, 0)
  // Sent before this mail was written.
  const sent = left > 0 && started.length === 0 ? backTexts(order, ctx) : []
  const credit = order.credit - order.keptCredit
  const words = [
    ...sent,
    sent.length === 0 &&
      coming > 0 &&
      t(isByHand ? 'order.mail.back.by_hand' : 'order.mail.back.text', { amount: money(coming) }),
    sent.length === 0 && coming > 0 && isByHand && t('return.by_hand'),
    coming === 0 && order.captured > 0 && t('order.mail.back.before'),
    exchanged === null
      ? credit > 0 &&
        t(order.isAccountClosed ? 'order.mail.back.credit_closed' : 'order.mail.back.credit', {
          amount: money(credit),
        })
      : t('order.exchanged_back', { amount: exchanged }),
    order.keptCredit > 0 && t('order.mail.back.credit_kept', { amount: money(order.keptCredit) }),
  ]
  return words.filter((text) => text !== false).map((text) => ({ kind: 'text', text }))
}

/** Whoever was told that nothing was charged has paid all the same. */
export function paidLate(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t, lang } = ctx
  const late = amountIn(event.data)
  if (late === null) return null
  const amount = formatMoney(late, order.currency, lang)
  const isByHand = isOffline(order.payments.find(({ id }) => id === event.data['payment'])?.provider ?? '')
  return {
    subject: t('order.mail.late.subject', { number: order.number }),
    title: t('order.mail.late.title', { amount }),
    parts: [
      { kind: 'text', text: t('order.mail.late.text') },
      { kind: 'text', text: t(isByHand ? 'order.mail.back.by_hand' : 'order.mail.back.text', { amount }) },
      ...(isByHand ? [{ kind: 'text' as const, text: t('return.by_hand') }] : []),
      open(facts, ctx),
    ],
  }
}

export function refunded(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t, lang, shop } = ctx
  const amount = amountIn(event.data)
  if (amount === null) return null
  const text = formatMoney(amount, order.currency, lang)
  const isAllMade = order.refunds.every(({ status, paymentId }) => paymentId === null || status !== 'pending')
  const status = isAllMade ? refundStatus(order) : 'none'
  const isByHand = order.refunds.find(({ id }) => id === event.data['refund'])?.isByHand === true
  const date = formatDate(event.at, lang, shop.shop.delivery?.timeZone)
  return {
    subject: t('order.mail.refunded.subject', { amount: text, number: order.number }),
    title: t(isByHand ? 'order.mail.refunded.sent_title' : 'order.mail.refunded.title', { amount: text }),
    parts: [
      {
        kind: 'text',
        text: isByHand ? t('order.mail.refunded.sent', { date }) : t('order.mail.refunded.text'),
      },
      ...(status === 'none' ? [] : [{ kind: 'text' as const, text: t(`order.mail.refunded.${status}`) }]),
      open(facts, ctx),
    ],
  }
}
