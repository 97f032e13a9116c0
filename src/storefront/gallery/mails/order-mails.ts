import { byWord } from '#domain/by-word.ts'
import type { LetterFacts } from '#features/orders/mails/letter-parts.ts'
import { lookUpLetter, merchantMail, shopperMail } from '#features/orders/mails/order-letters.ts'
import type { OrderEventKind } from '#features/orders/events.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { orderHref } from '#features/orders/rules/order-href.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { exampleOrder, examplePayment, exampleRefund, paid, parcel } from './example-order.ts'

interface Example {
  kind: OrderEventKind
  order?: Partial<OrderRow>
  data?: LetterFacts['event']['data']
}

const total = exampleOrder('en').total
const cancelled: Partial<OrderRow> = { ...paid, status: 'cancelled' }
const exchange: Partial<OrderRow> = { source: 'exchange', credit: total - 1_000, toPay: 1_000 }
const edit = {
  units: [{ title: 'First Light Mug', from: 3, to: 2 }],
  before: { quote: { total: total + 2_400 } },
  after: { quote: { total } },
}
const dearer = {
  units: [{ title: 'First Light Mug', from: 1, to: 2 }],
  before: { quote: { total: total - 2_400 } },
  after: { quote: { total } },
}
const wish = { reason: 'I chose the wrong colour.' }

/** Each letter in each of its states: the name is what happened. */
const toShopper = byWord<Example>({
  'order placed, to be paid by card': { kind: 'placed' },
  'order placed, to be transferred': { kind: 'placed', order: { payments: [examplePayment('manual')] } },
  'order placed, to be transferred, without a time': {
    kind: 'placed',
    order: { payments: [examplePayment('manual')], holdUntil: null },
  },
  'order placed, to be paid on delivery': { kind: 'placed', order: { payments: [examplePayment('cod')] } },
  'exchange placed, a difference to pay': { kind: 'placed', order: exchange },
  'exchange cancelled, its difference not paid': {
    kind: 'cancelled',
    order: { ...exchange, status: 'cancelled' },
  },
  'order placed and paid': { kind: 'placed', order: paid },
  'another way of paying': { kind: 'method_changed', order: { payments: [examplePayment('manual')] } },
  'payment received': { kind: 'paid', order: paid },
  'payment received on delivery': { kind: 'paid', order: { ...paid, deliveryStatus: 'delivered' } },
  'parcel sent': { kind: 'shipped', order: { ...paid, parcels: [parcel] }, data: { shipment: parcel.id } },
  'everything sent, without tracking': {
    kind: 'shipped',
    order: {
      ...paid,
      parcels: [{ ...parcel, trackingNumber: '', trackingUrl: null }],
      lines: exampleOrder('en').lines.map((one) => ({ ...one, shipped: one.quantity })),
    },
    data: { shipment: parcel.id },
  },
  'order arrived': { kind: 'delivered', order: { ...paid, deliveryStatus: 'delivered' } },
  'order cancelled': { kind: 'cancelled', order: { status: 'cancelled' } },
  'order cancelled, its parcel came back': {
    kind: 'cancelled',
    order: { status: 'cancelled' },
    data: { cameBack: true },
  },
  'order cancelled, with a reason': { kind: 'cancelled', order: { status: 'cancelled' }, data: wish },
  'order not paid in time': {
    kind: 'expired',
    order: {
      status: 'cancelled',
      events: [{ kind: 'expired', actor: 'timer', data: {}, at: '2026-11-29T09:30:00Z' }],
    },
  },
  'cancelled by the shop, refunded': { kind: 'cancelled_paid', order: cancelled, data: { amount: total } },
  'cancelled by the shop, refunded by hand': {
    kind: 'cancelled_paid',
    order: { ...cancelled, refunds: [exampleRefund(true, total)] },
    data: { amount: total },
  },
  'cancellation requested': { kind: 'cancellation_requested', order: paid, data: wish },
  'cancellation granted': { kind: 'cancellation_approved', order: cancelled, data: { amount: total } },
  'cancellation granted, refunded before': {
    kind: 'cancellation_approved',
    order: cancelled,
    data: { amount: 0 },
  },
  'cancellation granted, store credit': {
    kind: 'cancellation_approved',
    order: { ...cancelled, credit: 1_000 },
    data: { amount: total - 1_000 },
  },
  'cancellation granted, store credit of an account that is closed': {
    kind: 'cancellation_approved',
    order: { ...cancelled, credit: 1_000, isAccountClosed: true },
    data: { amount: total - 1_000 },
  },
  'cancellation granted, store credit of which a debt took a part': {
    kind: 'cancellation_approved',
    order: { ...cancelled, credit: 1_000, keptCredit: 400 },
    data: { amount: total - 1_000 },
  },
  'cancellation refused': { kind: 'cancellation_refused', order: paid, data: { reason: 'It is packed.' } },
  'refunded in part': {
    kind: 'refunded',
    order: { ...paid, refunded: 1_000, refunds: [exampleRefund(false, 1_000)] },
    data: { amount: 1_000 },
  },
  'refunded by hand': {
    kind: 'refunded',
    order: {
      ...paid,
      refunded: total,
      refunds: [{ ...exampleRefund(true, total), status: 'done', doneAt: '2026-11-25T14:01:00Z' }],
    },
    data: { amount: total, refund: 1 },
  },
  'refunded whole': {
    kind: 'refunded',
    order: { ...paid, refunded: total, refunds: [exampleRefund(false, total)] },
    data: { amount: total },
  },
  'price lowered, refunded': {
    kind: 'adjusted',
    order: { ...paid, payments: [{ ...examplePayment('demo'), captured: total }] },
    data: { amount: 500, line: 'FLM-OAT-S', reason: 'The glaze has a small fault.' },
  },
  'price lowered before it is paid': { kind: 'adjusted', data: { amount: 500, back: 0 } },
  'order changed, refunded in part': {
    kind: 'edited',
    order: { ...paid, payments: [{ ...examplePayment('demo'), captured: total }] },
    data: { ...edit, refund: 2_400, reason: 'You asked us to.' },
  },
  'order became dearer after it was paid by card': {
    kind: 'edited',
    order: { ...paid, due: 2_400, payments: [examplePayment('demo')] },
    data: { ...dearer, reason: 'You asked us to.' },
  },
  'order became dearer after it was transferred': {
    kind: 'edited',
    order: { ...paid, due: 2_400, payments: [examplePayment('manual')] },
    data: dearer,
  },
  'reminded of a difference': {
    kind: 'due_reminded',
    order: { ...paid, due: 2_400, payments: [examplePayment('demo')] },
  },
  'order became dearer before a refund by hand was sent': {
    kind: 'edited',
    order: { ...paid, due: 1_400, payments: [examplePayment('manual')] },
    data: { ...dearer, calledOff: [{ refund: 1, cause: 'edit:1:1', amount: 1_000 }] },
  },
  'order changed before it is paid': { kind: 'edited', data: edit },
  'parcel not sent after all': { kind: 'unshipped', order: paid, data: { told: true } },
  'paid after the cancellation': {
    kind: 'paid_late',
    order: cancelled,
    data: { payment: 1, amount: total },
  },
  'delivery address changed': { kind: 'address_changed', order: paid },
})

const toMerchant = byWord<Example>({
  'to the shop: order placed': { kind: 'placed', order: { note: 'Please ring twice.' } },
  'to the shop: cancellation requested': { kind: 'cancellation_requested', order: paid, data: wish },
  'to the shop: withdrawn before sending': {
    kind: 'cancellation_approved',
    order: { ...cancelled, refunds: [exampleRefund(true, total)] },
    data: { amount: total, isWithdrawal: true },
  },
  'to the shop: a difference is not paid': { kind: 'due_reminded', order: { ...paid, due: 2_400 } },
  'to the shop: delivery address changed': { kind: 'address_changed', order: paid },
})

/** By what happened. */
export function orderMails(ctx: Ctx): [name: string, letter: Letter][] {
  // A shop without an e-mail address is not written to.
  const shops = { ...ctx.shop.shop, email: ctx.shop.shop.email ?? 'shop@example.org' }
  const own = { ...ctx, shop: { ...ctx.shop, shop: shops } }
  const href = orderHref('K7M29-QXD4P', 'key', own)
  const facts = ({ order, data = {} }: Example): LetterFacts => ({
    order: exampleOrder(ctx.locale, order),
    event: { data, at: new Date('2026-11-28T10:00:00Z') },
    names: { promotions: new Map(), coupons: new Map() },
    href,
  })
  const written = (examples: typeof toShopper, write: typeof shopperMail): [string, Letter][] =>
    Object.entries(examples).flatMap(([name, example]) => {
      const mail = write(example.kind, facts(example), own)
      return mail === null ? [] : [[name, mail.letter]]
    })
  return [
    ...written(toShopper, shopperMail),
    ...written(toMerchant, merchantMail),
    ['link to an order', lookUpLetter('K7M29-QXD4P', href, own)],
  ]
}

/** What of these an order can tell nobody of: nothing, as a test makes sure. */
export const orderMailCount = Object.keys(toShopper).length + Object.keys(toMerchant).length + 1
