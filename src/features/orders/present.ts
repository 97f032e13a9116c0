import { hasArrived } from '#domain/aftersale/review.ts'
import {
  mayCancel,
  mayChangeAddress,
  mayConfirmReceipt,
  mayAskToCancel,
  waitsForDifference,
} from '#domain/order.ts'
import { hour } from '#domain/time.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { lineReductions, presentSums } from '#features/sales/rules/explain-quote.ts'
import type { PaymentView } from '#features/payments/contract.ts'
import type { OfferNames } from '#features/promotions/queries/names.ts'
import { formatDate, formatDaySpan, formatMoment, formatMoney } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import { addressLines } from '#i18n/address-lines.ts'
import type { OrderView } from './contract.ts'
import type { OrderEventKind } from './events.ts'
import { outlookOf, presentParcel, presentShipping } from './present-delivery.ts'
import { editedOf } from './present-edit.ts'
import { isPaidToCourier, payWord } from './present-payment.ts'
import { presentDue } from './present-due.ts'
import { presentRefunds } from './present-refunds.ts'
import type { OrderEventRow, OrderLineRow, OrderRow, ParcelRow } from './queries/read.ts'

export type PresentCtx = Pick<Ctx, 'lang' | 'langPath' | 'locale' | 'now' | 'shop' | 't'>

/** Facts for the order's page that are not part of its row. */
export interface OrderExtras {
  names: OfferNames
  payment: PaymentView | null
  /** The methods by which it can be paid now. */
  methods: OrderView['paymentMethods']
  /** The method is paid online, on the shop's pages or the provider's. */
  isPaidOnline: boolean
}

/** An order in the visitor's language; its lines stay in the language in which it was placed. */
export function presentOrder(row: OrderRow, extras: OrderExtras, ctx: PresentCtx): OrderView {
  const { t, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const money = (amount: number): string => formatMoney(amount, row.currency, lang)
  const isOpen = row.status === 'in_progress' && row.payStatus === 'unpaid'
  const isDearer = row.status === 'in_progress' && waitsForDifference(row)
  const isDeciding = extras.payment?.state === 'deciding'
  const isOnDelivery = isPaidToCourier(row)
  return {
    slug: row.number,
    href: links.order(row.number),
    placedOn: formatDate(row.placedAt, lang, ctx.shop.shop.delivery?.timeZone),
    email: row.email,
    status: row.status,
    statusText: t(`order.status.${row.status}`),
    payStatus: row.payStatus,
    payStatusText: t(payWord(row, isOpen && isOnDelivery)),
    deliveryStatus: row.deliveryStatus,
    deliveryStatusText: t(`order.delivery.${row.deliveryStatus}`),
    lines: row.lines.map((line) => presentLine(line, row, extras.names, ctx)),
    sums: orderSums(row, extras.names, ctx),
    total: money(row.total),
    toPay: money(row.toPay),
    ...presentDue(row, ctx),
    exchanged: exchangedOf(row, ctx),
    ...presentRefunds(row, ctx),
    address: addressLines(row.address, ctx.locale),
    billing: addressLines(row.billing, ctx.locale),
    phone: phoneText(row.address),
    note: row.note,
    addressToChange: mayChangeAddress(row) ? row.address : null,
    shipping: presentShipping(row, ctx),
    paymentMethod: methodName(row.paymentMethod, ctx),
    payment: extras.payment,
    parcels: row.parcels.map((parcel) => presentParcel(parcel, row.lines, ctx)),
    moments: momentsOf(row, ctx),
    // Who pays the courier has nothing to be in time for.
    holdUntil: isOpen && !isOnDelivery ? (row.holdUntil?.toISOString() ?? null) : null,
    may: {
      pay: (isOpen || isDearer) && extras.isPaidOnline && !isDeciding,
      cancel: mayCancel(row) && !isDeciding,
      requestCancellation: mayAskToCancel(row),
      withdrawCancellation: row.status === 'pending_cancellation',
      confirmReceipt: mayConfirmReceipt(row),
      extendHold:
        isOpen && !isOnDelivery && !row.holdExtended && !isDeciding && isRunningOut(row.holdUntil, ctx.now),
      changeMethod: mayCancel(row) && !isDeciding && extras.methods.length > 1,
      changeAddress: mayChangeAddress(row),
      setTaxNumber: row.status !== 'cancelled' && (row.status !== 'completed' || row.taxNumber === ''),
    },
    paymentMethods: extras.methods,
    receipt: row.payStatus === 'paid' && row.due === 0 ? `${links.order(row.number)}/receipt.pdf` : null,
    taxNumber: row.taxNumber,
    cancelReason: row.cancelReason === null || row.cancelReason === '' ? null : row.cancelReason,
    version: row.version,
  }
}

/** What the goods are worth that came back for an exchange; null for an order of another kind. */
export function exchangedOf(
  { source, credit, currency }: Pick<OrderRow, 'source' | 'credit' | 'currency'>,
  { lang }: Pick<PresentCtx, 'lang'>,
): string | null {
  return source === 'exchange' && credit > 0 ? formatMoney(credit, currency, lang) : null
}

/**
 * The sums of its quote; of an exchange, its credit is what came back for it. What was due is what was paid once it is,
 * with what came twice or has gone back since: refunds have rows of their own. Of a cancelled order nothing is due.
 */
export function orderSums(
  order: Pick<OrderRow, 'quote' | 'shipping' | 'source' | 'status' | 'payStatus' | 'captured'>,
  names: OfferNames,
  ctx: Pick<PresentCtx, 't' | 'locale' | 'lang'>,
): OrderView['sums'] {
  const { quote, shipping, source, status, payStatus, captured } = order
  const { t, lang } = ctx
  return presentSums(quote, shipping.name, names, ctx).flatMap((row) => {
    if (row.kind === 'credit' && source === 'exchange') return { ...row, label: t('order.sum.exchanged') }
    if (row.kind !== 'to_pay') return row
    if (payStatus === 'paid')
      return { ...row, label: t('order.sum.paid'), amount: formatMoney(captured, quote.currency, lang) }
    return status === 'cancelled' ? [] : row
  })
}

/** Only offered while minutes matter: a quarter of an hour does not help somebody with days. */
function isRunningOut(holdUntil: Date | null, now: Date): boolean {
  const left = holdUntil === null ? 0 : holdUntil.getTime() - now.getTime()
  return left > 0 && left <= 2 * hour
}

function presentLine(
  line: OrderLineRow,
  { currency, quote, parcels }: Pick<OrderRow, 'currency' | 'quote' | 'parcels'>,
  names: OfferNames,
  ctx: PresentCtx,
): OrderView['lines'][number] {
  const money = (amount: number): string => formatMoney(amount, currency, ctx.lang)
  return {
    id: line.id,
    sku: line.sku,
    title: line.title,
    href: line.isOffered ? linksFor(ctx.shop.router, ctx.langPath).product(line.slug, line.sku) : null,
    choice: line.choice,
    picture: pictureOf(line, ctx),
    quantity: line.quantity,
    price: money(line.amount),
    total: money(line.net),
    reasons: lineReductions(quote, line.sku, names, ctx),
    shipped: line.shipped,
    withdrawn: line.withdrawn,
    review: reviewOf(line, parcels, ctx),
  }
}

function reviewOf(
  { id, isOffered, isReviewed }: OrderLineRow,
  parcels: readonly ParcelRow[],
  { langPath, now, shop }: PresentCtx,
): OrderView['lines'][number]['review'] {
  const own = parcels
    .filter(({ lines }) => lines.some(({ lineId }) => lineId === id))
    .map(({ shippedAt, deliveredAt }) => ({
      shippedAt: new Date(shippedAt),
      deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
    }))
  if (!isReviewed && (!isOffered || !hasArrived(own, shop.shop.reviews.shippedDays, now))) return null
  return { href: linksFor(shop.router, langPath).review(id), isWritten: isReviewed }
}

export function pictureOf(
  { picture, title }: Pick<OrderLineRow, 'picture' | 'title'>,
  { locale }: Pick<PresentCtx, 'locale'>,
): OrderView['lines'][number]['picture'] {
  return picture && presentPicture(picture, altOf(picture.alt), title, locale)
}

function altOf(alt: unknown): Readonly<Record<string, string>> | null {
  return typeof alt === 'object' && alt !== null ? (alt as Readonly<Record<string, string>>) : null
}

/** The name of a payment method; its code if the configuration no longer has it. */
export function methodName(
  code: string,
  { shop, locale, t }: Pick<PresentCtx, 'shop' | 'locale' | 't'>,
): string {
  const method = shop.sales.payment.find((candidate) => candidate.code === code)
  if (method === undefined && code === 'manual') return t('checkout.call.method_manual')
  // Store credit or a coupon paid for all of it.
  if (code === 'none') return t('order.payment_none')
  return pickText(method?.name, locale) || code
}

/** The history, newest first; an expected arrival on top. */
function momentsOf(row: OrderRow, ctx: PresentCtx): OrderView['moments'] {
  const { t, lang, shop } = ctx
  const zone = shop.shop.delivery?.timeZone
  const past = row.events.flatMap((event) => {
    const text = momentText(event, row, ctx)
    const at = new Date(event.at)
    return text === null
      ? []
      : [{ at: at.toISOString(), when: formatMoment(at, lang, zone), text, done: true }]
  })
  const isComing = row.status === 'in_progress' && row.payStatus === 'paid' && !waitsForDifference(row)
  const arrival = isComing ? (outlookOf(row, ctx)?.expected ?? null) : null
  const coming =
    arrival === null
      ? []
      : [
          {
            at: arrival.to,
            when: formatDaySpan(arrival, lang),
            text: t('order.moment.arrives'),
            done: false,
          },
        ]
  return [...coming, ...past.toReversed()]
}

function momentText({ kind, data }: OrderEventRow, row: OrderRow, { t, lang }: PresentCtx): string | null {
  const amount = Number(data['amount'])
  switch (kind) {
    case 'shipped':
      return t('order.moment.shipped', {
        carrier: textOf(data['carrier']),
        number: textOf(data['trackingNumber']),
      })
    case 'cancellation_refused':
      return t('order.moment.cancellation_refused', { reason: textOf(data['reason']) })
    case 'refunded':
      return t('order.moment.refunded', {
        amount: Number.isSafeInteger(amount) ? formatMoney(amount, row.currency, lang) : '',
      })
    case 'return_applied':
    case 'return_completed':
    case 'return_ended':
      return t(`order.moment.${kind}`, { number: textOf(data['return']) })
    case 'adjusted':
      return t('order.moment.adjusted', {
        amount: Number.isSafeInteger(amount) ? formatMoney(amount, row.currency, lang) : '',
        reason: textOf(data['reason']),
      })
    case 'edited':
      return editText(data, row, { t, lang })
    case 'paid_late':
      return t('order.moment.paid_late', {
        amount: Number.isSafeInteger(amount) ? formatMoney(amount, row.currency, lang) : '',
      })
    case 'unshipped':
      return t('order.moment.unshipped', { carrier: textOf(data['carrier']) })
    case 'payment_failed':
    case 'method_changed':
    case 'placed':
    case 'paid':
    case 'hold_extended':
    case 'due_reminded':
    case 'address_changed':
    case 'confirmed':
    case 'cancelled':
    case 'cancelled_paid':
    case 'cancellation_requested':
    case 'cancellation_withdrawn':
    case 'cancellation_approved':
    case 'delivered':
    case 'completed':
      return t(momentKeys[kind])
    case 'expired':
      return t(isPaidToCourier(row) ? momentKeys.cancelled : 'order.moment.expired')
    default:
      // A node of a newer version may have written kinds that this one does not know.
      return null
  }
}

function editText(
  data: OrderEventRow['data'],
  { currency }: Pick<OrderRow, 'currency'>,
  { t, lang }: Pick<PresentCtx, 't' | 'lang'>,
): string {
  const { units, before, after } = editedOf(data)
  if (units.length > 0)
    return t('order.moment.edited', {
      changes: units.map(({ title, from, to }) => `${title} ${from} → ${to}`).join(t('order.separator')),
    })
  const money = (amount: number): string => formatMoney(amount, currency, lang)
  return t('order.moment.edited_price', { before: money(before), after: money(after) })
}

const momentKeys = {
  placed: 'order.moment.placed',
  paid: 'order.moment.paid',
  payment_failed: 'order.moment.payment_failed',
  method_changed: 'order.moment.method_changed',
  hold_extended: 'order.moment.hold_extended',
  due_reminded: 'order.moment.due_reminded',
  address_changed: 'order.moment.address_changed',
  confirmed: 'order.moment.confirmed',
  cancelled: 'order.moment.cancelled',
  cancelled_paid: 'order.moment.cancelled',
  cancellation_requested: 'order.moment.cancellation_requested',
  cancellation_withdrawn: 'order.moment.cancellation_withdrawn',
  cancellation_approved: 'order.moment.cancellation_approved',
  delivered: 'order.moment.delivered',
  completed: 'order.moment.completed',
} as const satisfies Partial<Record<OrderEventKind, string>>

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
