import { refundStatus, unitsToSend } from '#domain/order.ts'
import { day } from '#domain/time.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { letterOf, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { exchangedOf } from '../present.ts'
import { isOffline, isPaidToCourier } from '../present-payment.ts'
import type { OpenEvent } from '../queries/events.ts'
import { trackingPage } from '../rules/carriers.ts'
import { addressChanged, addressChangedForShop } from './address-letters.ts'
import { adjusted, edited, unshipped } from './change-letters.ts'
import {
  amountIn,
  contents,
  expected,
  open,
  toDo,
  whereTo,
  type LetterCtx,
  type LetterFacts,
  type Words,
} from './letter-parts.ts'

/** The mail to the shopper about an event of the order; null if the event is none of their business. */
export function shopperMail(kind: OpenEvent['kind'], facts: LetterFacts, ctx: LetterCtx): QueuedMail | null {
  const words = letters[kind]?.(facts, ctx)
  if (!words) return null
  return {
    kind: `order.${kind}`,
    to: facts.order.email,
    replyTo: ctx.shop.shop.email,
    letter: letterOf(ctx, {
      ...words,
      footer: [{ kind: 'text', text: ctx.t('order.mail.why', { shop: ctx.shop.shop.name }) }],
    }),
  }
}

const letters: Partial<Record<OpenEvent['kind'], (facts: LetterFacts, ctx: LetterCtx) => Words | null>> = {
  placed,
  paid,
  method_changed: methodChanged,
  address_changed: addressChanged,
  shipped,
  delivered,
  cancelled,
  cancelled_paid: cancelledPaid,
  expired: cancelled,
  cancellation_requested: requested,
  cancellation_approved: approved,
  cancellation_refused: refused,
  refunded,
  adjusted,
  edited,
  unshipped,
  paid_late: paidLate,
}

function placed(facts: LetterFacts, ctx: LetterCtx): Words {
  const { order } = facts
  const { t } = ctx
  return {
    subject: t('order.mail.placed.subject', { number: order.number }),
    title: t('order.mail.placed.title'),
    parts: [...toDo(facts, ctx), ...contents(facts, ctx), ...whereTo(facts, ctx), open(facts, ctx)],
  }
}

function methodChanged(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order } = facts
  const { t } = ctx
  // A shopper who pays on the shop's pages is there already.
  if (
    order.status !== 'in_progress' ||
    order.payStatus === 'paid' ||
    !isOffline(order.payments.at(-1)?.provider ?? '')
  )
    return null
  return {
    subject: t('order.mail.method.subject', { number: order.number }),
    title: t('order.mail.method.title'),
    parts: [...toDo(facts, ctx), open(facts, ctx)],
  }
}

function paid(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t, lang } = ctx
  // There was nothing to pay: the first mail confirms the order as paid.
  if (order.toPay === 0) return null
  const amount = formatMoney(amountIn(event.data) ?? order.toPay, order.currency, lang)
  return {
    subject: t('order.mail.paid.subject', { number: order.number }),
    title: t('order.mail.paid.title', { amount }),
    parts: [
      {
        kind: 'text',
        // Cash on delivery is paid when the parcel is there already.
        text: t(order.deliveryStatus === 'unshipped' ? 'order.mail.paid.text' : 'order.mail.paid.sent'),
      },
      ...expected(facts, ctx),
      open(facts, ctx),
    ],
  }
}

function shipped(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t } = ctx
  const parcel = order.parcels.find(({ id }) => id === event.data['shipment'])
  // It was noted by mistake, and the note is gone.
  if (parcel === undefined) return null
  const page = parcel.trackingUrl ?? trackingPage(parcel.carrier, parcel.trackingNumber)
  const inIt = parcel.lines.map(({ lineId, quantity }) =>
    t('order.units', { title: order.lines.find(({ id }) => id === lineId)?.title ?? '', count: quantity }),
  )
  return {
    subject: t('order.mail.shipped.subject', { number: order.number }),
    title: t('order.mail.shipped.title'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { name: t('order.mail.shipped.contents'), value: inIt.join(t('order.separator')) },
          { name: t('order.mail.shipped.carrier'), value: parcel.carrier },
          { name: t('order.mail.shipped.number'), value: parcel.trackingNumber },
          {
            name: t('order.address'),
            value: addressLines(order.address, ctx.locale).join(t('order.address_separator')),
          },
        ].filter(({ value }) => value !== ''),
      },
      ...(page === null
        ? []
        : [{ kind: 'button' as const, text: t('order.mail.shipped.track'), href: page }]),
      ...(order.lines.some((line) => unitsToSend(line) > 0)
        ? [{ kind: 'text' as const, text: t('order.mail.shipped.rest') }]
        : []),
      ...expected(facts, ctx),
      open(facts, ctx),
    ],
  }
}

function delivered(facts: LetterFacts, ctx: LetterCtx): Words {
  const { t, lang, shop } = ctx
  const completes = new Date(facts.event.at.getTime() + shop.sales.completeAfter.delivered * day)
  const date = formatDate(completes, lang, shop.shop.delivery?.timeZone)
  return {
    subject: t('order.mail.delivered.subject', { number: facts.order.number }),
    title: t('order.mail.delivered.title'),
    parts: [
      { kind: 'text', text: t('order.mail.delivered.text') },
      { kind: 'text', text: t('order.mail.delivered.next', { date }) },
      open(facts, ctx),
    ],
  }
}

function cancelled(facts: LetterFacts, ctx: LetterCtx): Words {
  const { order, event } = facts
  const { t } = ctx
  const reason = event.data['reason']
  const isExpired = order.events.some(({ kind }) => kind === 'expired') && !isPaidToCourier(order)
  return {
    subject: t('order.mail.cancelled.subject', { number: order.number }),
    title: t(isExpired ? 'order.mail.expired.title' : 'order.mail.cancelled.title'),
    parts: [
      ...(typeof reason === 'string' && reason !== ''
        ? [{ kind: 'text' as const, text: t('order.mail.cancelled.reason', { reason }) }]
        : []),
      ...(event.data['cameBack'] === true
        ? [{ kind: 'text' as const, text: t('order.mail.cancelled.came_back') }]
        : nothingCharged(order, ctx)),
      { kind: 'text', text: t('order.mail.cancelled.again') },
      open(facts, ctx),
    ],
  }
}

/** Of an unpaid order no money goes back but what came back for an exchange. */
function nothingCharged(order: LetterFacts['order'], ctx: LetterCtx): LetterPart[] {
  const { t } = ctx
  const exchanged = exchangedOf(order, ctx)
  if (exchanged === null) return [{ kind: 'text', text: t('order.mail.cancelled.nothing') }]
  return [
    { kind: 'text', text: t('order.mail.cancelled.exchange') },
    { kind: 'text', text: t('order.exchanged_back', { amount: exchanged }) },
  ]
}

function cancelledPaid(facts: LetterFacts, ctx: LetterCtx): Words {
  const { order, event } = facts
  const { t } = ctx
  const reason = event.data['reason']
  return {
    subject: t('order.mail.cancelled.subject', { number: order.number }),
    title: t('order.mail.cancelled.title'),
    parts: [
      { kind: 'text', text: t('order.mail.cancelled.by_shop') },
      ...(typeof reason === 'string' && reason !== ''
        ? [{ kind: 'text' as const, text: t('order.mail.cancelled.reason', { reason }) }]
        : []),
      ...moneyBack(facts, ctx),
      open(facts, ctx),
    ],
  }
}

/** What becomes of the money of a cancelled order. */
function moneyBack({ order, event }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t, lang } = ctx
  const exchanged = exchangedOf(order, ctx)
  const money = (amount: number): string => formatMoney(amount, order.currency, lang)
  const left = amountIn(event.data) ?? order.captured
  const started = order.refunds.filter(({ status, paymentId }) => status === 'pending' && paymentId !== null)
  // No provider sends the money: the shop does, by hand.
  const isByHand = started.some((refund) => refund.isByHand)
  // What was started before the cancellation, and has not been made, is still to come.
  const coming = left > 0 ? left : started.reduce((sum, { amount }) => sum + amount, 0)
  const words = [
    coming > 0 && t(isByHand ? 'order.mail.back.by_hand' : 'order.mail.back.text', { amount: money(coming) }),
    coming === 0 && order.captured > 0 && t('order.mail.back.before'),
    order.credit > 0 &&
      (exchanged === null
        ? t('order.mail.back.credit', { amount: money(order.credit) })
        : t('order.exchanged_back', { amount: exchanged })),
  ]
  return words.filter((text) => text !== false).map((text) => ({ kind: 'text', text }))
}

/** Whoever was told that nothing was charged has paid all the same. */
function paidLate(facts: LetterFacts, ctx: LetterCtx): Words | null {
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
      open(facts, ctx),
    ],
  }
}

function requested(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { t } = ctx
  if (isWithdrawal(facts)) return null
  return {
    subject: t('order.mail.requested.subject', { number: facts.order.number }),
    title: t('order.mail.requested.title'),
    parts: [{ kind: 'text', text: t('order.mail.requested.text') }, open(facts, ctx)],
  }
}

/** The shopper has withdrawn from the purchase: nobody grants that, and a receipt has been mailed. */
function isWithdrawal({ event }: LetterFacts): boolean {
  return event.data['isWithdrawal'] === true
}

function approved(facts: LetterFacts, ctx: LetterCtx): Words {
  const { t } = ctx
  return {
    subject: t('order.mail.cancelled.subject', { number: facts.order.number }),
    title: t('order.mail.cancelled.title'),
    parts: [
      { kind: 'text', text: t('order.mail.approved.text') },
      ...moneyBack(facts, ctx),
      open(facts, ctx),
    ],
  }
}

function refused(facts: LetterFacts, ctx: LetterCtx): Words {
  const { t } = ctx
  const reason = facts.event.data['reason']
  return {
    subject: t('order.mail.refused.subject', { number: facts.order.number }),
    title: t('order.mail.refused.title'),
    parts: [
      {
        kind: 'text',
        text: t('order.mail.cancelled.reason', { reason: typeof reason === 'string' ? reason : '' }),
      },
      { kind: 'text', text: t('order.mail.refused.next') },
      ...(facts.order.deliveryStatus === 'unshipped'
        ? [{ kind: 'text' as const, text: t('order.mail.on_its_way') }]
        : []),
      ...expected(facts, ctx),
      open(facts, ctx),
    ],
  }
}

function refunded(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t, lang } = ctx
  const amount = amountIn(event.data)
  if (amount === null) return null
  const text = formatMoney(amount, order.currency, lang)
  const isAllMade = order.refunds.every(({ status, paymentId }) => paymentId === null || status !== 'pending')
  const status = isAllMade ? refundStatus(order) : 'none'
  const isByHand = order.refunds.some((refund) => refund.id === event.data['refund'] && refund.isByHand)
  return {
    subject: t('order.mail.refunded.subject', { amount: text, number: order.number }),
    title: t(isByHand ? 'order.mail.refunded.title_by_hand' : 'order.mail.refunded.title', { amount: text }),
    parts: [
      { kind: 'text', text: t(isByHand ? 'order.mail.refunded.by_hand' : 'order.mail.refunded.text') },
      ...(status === 'none' ? [] : [{ kind: 'text' as const, text: t(`order.mail.refunded.${status}`) }]),
      open(facts, ctx),
    ],
  }
}

/** The mail to the shop about an event, in the shop's own language; null if the shop need not act on it. */
export function merchantMail(kind: OpenEvent['kind'], facts: LetterFacts, ctx: LetterCtx): QueuedMail | null {
  const to = ctx.shop.shop.email
  const { order } = facts
  const { t } = ctx
  if (to === null) return null
  const total = formatMoney(order.total, order.currency, ctx.lang)
  const letter = (words: Words): QueuedMail => ({
    kind: `order.shop.${kind}`,
    to,
    replyTo: order.email,
    letter: letterOf(ctx, { ...words, footer: [] }),
  })
  if (kind === 'placed')
    return letter({
      subject: t('order.mail.shop.subject', { number: order.number, total }),
      title: t('order.mail.shop.title'),
      parts: [...contents(facts, ctx), ...whereTo(facts, ctx), ...quoted(order.note)],
    })
  if (kind === 'address_changed') return letter(addressChangedForShop(facts, ctx))
  if (kind === 'cancellation_approved' && isWithdrawal(facts)) return letter(withdrawnForShop(facts, ctx))
  if (kind !== 'cancellation_requested' || isWithdrawal(facts)) return null
  const reason = facts.event.data['reason']
  return letter({
    subject: t('order.mail.shop.cancel_subject', { number: order.number }),
    title: t('order.mail.shop.cancel_title'),
    parts: [
      ...quoted(typeof reason === 'string' ? reason : ''),
      { kind: 'text', text: t('order.mail.shop.decide', { number: order.number }) },
    ],
  })
}

/** A text that the shopper typed. */
function quoted(text: string): LetterPart[] {
  return text === '' ? [] : [{ kind: 'quote', text }]
}

/** The mail with a link to an order, on request. */
export function lookUpLetter(number: string, href: string, ctx: LetterCtx): Letter {
  const { t } = ctx
  return letterOf(ctx, {
    subject: t('order.mail.lookup.subject', { number }),
    title: t('order.mail.lookup.title'),
    parts: [
      { kind: 'text', text: t('order.mail.lookup.text') },
      { kind: 'button', text: t('order.mail.open'), href },
    ],
    footer: [],
  })
}

function withdrawnForShop({ order }: LetterFacts, { t, lang }: LetterCtx): Words {
  const waiting = order.refunds.filter(({ isByHand, status }) => isByHand && status === 'pending')
  return {
    subject: t('order.mail.shop.withdrawn_subject', { number: order.number }),
    title: t('order.mail.shop.withdrawn_title'),
    parts: [
      { kind: 'text', text: t('order.mail.shop.withdrawn') },
      ...waiting.map(({ id, amount }) => ({
        kind: 'text' as const,
        text: t('order.mail.shop.send_back', {
          amount: formatMoney(amount, order.currency, lang),
          id: String(id),
        }),
      })),
    ],
  }
}
