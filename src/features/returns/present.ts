import { mayMove } from '#domain/aftersale/return.ts'
import { own } from '#domain/by-word.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { isPaidByHand } from '#features/orders/rules/paid-by-hand.ts'
import { formatDate, formatMoment, formatMoney } from '#i18n/format.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import { returnReasons, type ReturnReason, type ReturnSummary, type ReturnView } from './contract.ts'
import type { ReturnEventKind } from './events.ts'
import { deductionOf, deductionText } from './present-deduction.ts'
import { payoutText, sentParts, waitsForAccount } from './present-payout.ts'
import { presentRefunded, presentSums, targetsOf } from './present-preview.ts'
import type { ReturnEventRow, ReturnRow } from './queries/read.ts'
import type { PricedExchange } from './rules/exchange.ts'
import { factsOf } from './rules/move.ts'
import { refundAmount } from './rules/refund-amount.ts'

export type PresentCtx = Pick<Ctx, 'lang' | 'langPath' | 'locale' | 'now' | 'shop' | 't'>

/** Facts for a return's page that are not part of its row. */
export interface ReturnExtras {
  order: Pick<OrderRow, 'currency' | 'quote' | 'payments'>
  /** Of an exchange: what is taken for the units that count by now. */
  exchange: PricedExchange | null
}

/**
 * A return in the visitor's language; its lines stay in the language of the order.
 * @param refund what it gives back: `refundAmount`
 */
export function presentSummary(row: ReturnRow, refund: number, ctx: PresentCtx): ReturnSummary {
  const { t, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    slug: row.number,
    href: links.returnDetail(row.number),
    order: { slug: row.order, href: links.order(row.order) },
    appliedOn: dayText(row.createdAt, ctx),
    status: row.status,
    statusText: t(`return.status.${row.status}` satisfies MessageKey),
    auditStatus: row.auditStatus,
    auditStatusText: t(`return.audit.${row.auditStatus}` satisfies MessageKey),
    type: row.type,
    typeText: t(`return.type.${row.type}` satisfies MessageKey),
    refundAmount: refund,
    refundAmountText: formatMoney(refund, row.currency, lang),
    lines: row.lines.map((line) => presentLine(line, row, ctx)),
    next: nextText(row, ctx),
  }
}

export function presentReturn(
  row: ReturnRow,
  { order, exchange }: ReturnExtras,
  ctx: PresentCtx,
): ReturnView {
  const { t, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const money = (amount: number): string | null =>
    amount === 0 ? null : formatMoney(amount, row.currency, lang)
  const facts = factsOf(row)
  const target = targetsOf(row.type === 'exchange' ? null : row.quote, row.refundTo, row)
  const deduction = deductionOf(row)
  const made = row.exchangeOrder
  const due = made?.status === 'in_progress' ? (made.payStatus === 'unpaid' ? made.toPay : made.due) : 0
  return {
    ...presentSummary(row, refundAmount(row, exchange), ctx),
    isClaim: row.isClaim,
    isWithdrawal: row.isWithdrawal,
    reason: knownReason(row.reason),
    reasonText: reasonText(row, ctx),
    description: row.description,
    images: row.images.map((picture, index) =>
      presentPicture(picture, null, t('return.photo', { n: index + 1 }), ctx.locale),
    ),
    refusalReason: row.refusalReason,
    partReason: partReason(row),
    company: row.company,
    trackingNumber: row.trackingNumber,
    // The shopper's carriers are not the shop's: nobody knows their pages.
    trackingUrl: null,
    deliveredOn: row.receivedAt === null ? null : dayText(row.receivedAt, ctx),
    sendBy: isAwaited(row) && row.sendBy !== null ? dayText(row.sendBy, ctx) : null,
    merchantAddress: merchantAddress(row, ctx),
    // An exchange that was cancelled took nothing for what came back.
    sums: presentSums(
      row.quote,
      order,
      made?.status === 'cancelled' ? null : exchange,
      ctx,
      deduction?.kept ?? 0,
    ),
    deduction: deduction === null ? null : deductionText(deduction, row, ctx),
    toPayment: money(target.payment),
    toCredit: money(target.credit),
    bonus: money(row.bonus),
    fee: money(row.quote.fee - (deduction?.kept ?? 0)),
    isByHand: isPaidByHand(order),
    asksAccount: isOpen(row) ? isPaidByHand(order) && target.payment > 0 : waitsForAccount(row),
    refundTo: row.refundTo,
    exchangeOrder:
      made === null ? null : { slug: made.number, href: links.order(made.number), difference: money(due) },
    moments: momentsOf(row, ctx),
    may: {
      cancel: mayMove(facts, 'cancel', ctx.now),
      sendParcel: mayMove(facts, 'send_parcel', ctx.now),
      payDifference: due > 0,
    },
    version: row.version,
  }
}

function isOpen({ status }: Pick<ReturnRow, 'status'>): boolean {
  return status === 'pending_approval'
}

/** A node of a newer version may have written a reason that this one does not know: it counts as another one. */
function knownReason(reason: string): ReturnReason {
  return returnReasons.find((known) => known === reason) ?? 'other'
}

export function reasonText(
  { reason, isWithdrawal }: Pick<ReturnRow, 'reason' | 'isWithdrawal'>,
  { t }: Pick<PresentCtx, 't'>,
): string {
  return isWithdrawal
    ? t('return.withdrawal')
    : t(`return.reason.${knownReason(reason)}` satisfies MessageKey)
}

/** A parcel is waited for that nobody has named yet. */
function isAwaited({ status, auditStatus, type, sentAt, receivedAt }: ReturnRow): boolean {
  const isApproved = status === 'pending_approval' && auditStatus === 'audit_successful'
  return isApproved && type !== 'refund_only' && sentAt === null && receivedAt === null
}

/** Where the parcel goes: for an approved return, as the shop's settings have it now. */
export function merchantAddress(
  { auditStatus, type }: Pick<ReturnRow, 'auditStatus' | 'type'>,
  { shop }: Pick<Ctx, 'shop'>,
): ReturnView['merchantAddress'] {
  const { address } = shop.sales.returns
  return auditStatus === 'audit_successful' && type !== 'refund_only' && address !== null
    ? { consignee: address.consignee, phone: address.phone, lines: [...address.lines] }
    : null
}

/** Its parcel has come, and nothing of it was in it. */
export function cameEmpty({ receivedAt, lines }: Pick<ReturnRow, 'receivedAt' | 'lines'>): boolean {
  return receivedAt !== null && lines.every(({ received }) => received === 0)
}

export function dayText(moment: Date, { lang, shop }: Pick<PresentCtx, 'lang' | 'shop'>): string {
  return formatDate(moment, lang, shop.shop.delivery?.timeZone)
}

function presentLine(
  line: ReturnRow['lines'][number],
  row: ReturnRow,
  ctx: PresentCtx,
): ReturnSummary['lines'][number] {
  const { picture, exchange } = line
  const refunded = row.quote.lines.find(({ key }) => key === line.sku)
  return {
    id: line.id,
    title: line.title,
    choice: line.choice,
    picture: picture && presentPicture(picture, picture.alt, line.title, ctx.locale),
    href: line.isOffered ? linksFor(ctx.shop.router, ctx.langPath).product(line.slug, line.sku) : null,
    quantity: line.quantity,
    approved: line.approved,
    // Nothing comes of goods that are kept, though they count as done.
    received: row.type === 'refund_only' ? null : line.received,
    exchangeFor:
      exchange === null ? null : { sku: exchange.sku, title: exchange.title, choice: exchange.choice },
    ...presentRefunded(refunded, row.currency, ctx),
  }
}

/** What happens next, and by when. */
export function nextText(row: ReturnRow, ctx: Pick<PresentCtx, 't' | 'lang' | 'shop'>): string {
  const { t } = ctx
  const isExchange = row.type === 'exchange'
  if (row.status === 'cancelled')
    return t(isCancelledByShop(row) ? cancelledByShop(row) : 'return.next.cancelled')
  if (row.status === 'ended') return t(endedText(row))
  if (row.status === 'completed') {
    const made = row.exchangeOrder
    if (made !== null) {
      const isDue = made.status === 'in_progress' && (made.payStatus === 'unpaid' || made.due > 0)
      if (made.status === 'cancelled') return t('return.next.settled')
      return t(isDue ? 'return.next.exchanged_pay' : 'return.next.exchanged', { number: made.number })
    }
    return payoutText(row, ctx)
  }
  if (row.auditStatus === 'pending_approval') return t('return.next.asked')
  if (row.type === 'refund_only') return t(keptText(row))
  if (cameEmpty(row)) return t('return.next.received_none')
  if (row.receivedAt !== null) return t(isExchange ? 'return.next.received_exchange' : 'return.next.received')
  if (row.sentAt !== null) return t('return.next.sent')
  if (row.awaitsAddress && merchantAddress(row, ctx) === null) return t('return.next.await_address')
  return row.sendBy === null
    ? t('return.next.send_open')
    : t('return.next.send', { date: dayText(row.sendBy, ctx) })
}

/** What the shop has not been paid for is withdrawn from, and cannot be refunded. */
function keptText({
  isWithdrawal,
  payStatus,
}: ReturnRow): 'return.next.unsent_unrecorded' | 'return.next.approved_kept' {
  return isWithdrawal && payStatus === 'unpaid'
    ? 'return.next.unsent_unrecorded'
    : 'return.next.approved_kept'
}

/** What was looked at goes back to the shopper. */
function endedText(
  row: ReturnRow,
): 'return.next.expired' | 'return.next.refused' | 'return.next.refused_received' {
  if (row.auditStatus !== 'audit_failed') return 'return.next.expired'
  return row.receivedAt === null || cameEmpty(row) ? 'return.next.refused' : 'return.next.refused_received'
}

/** Why units of it were not approved. */
function partReason({ events }: ReturnRow): string | null {
  const reason = textOf(events.find(({ kind }) => kind === 'approved')?.data['reason'])
  return reason === '' ? null : reason
}

function isCancelledByShop({ events }: ReturnRow): boolean {
  return events.some(({ kind, actor }) => kind === 'cancelled' && actor === 'operator')
}

/** Goods that are on their way are not kept. */
function cancelledByShop({
  sentAt,
}: ReturnRow): 'return.next.cancelled_shop_sent' | 'return.next.cancelled_shop' {
  return sentAt === null ? 'return.next.cancelled_shop' : 'return.next.cancelled_shop_sent'
}

/** The history, newest first. */
function momentsOf(row: ReturnRow, ctx: PresentCtx): ReturnView['moments'] {
  const zone = ctx.shop.shop.delivery?.timeZone
  const told = row.events.flatMap((event) => {
    const text = momentText(event, row, ctx)
    return text === null ? [] : [{ at: new Date(event.at), text }]
  })
  const sent = sentParts(row).map(({ at, amount }) => ({
    at,
    text: ctx.t('return.event.paid_out', { amount: formatMoney(amount, row.currency, ctx.lang) }),
  }))
  return [...told, ...sent]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text }) => ({
      at: at.toISOString(),
      when: formatMoment(at, ctx.lang, zone),
      text,
      done: true,
    }))
    .toReversed()
}

function momentText(event: ReturnEventRow, { currency }: ReturnRow, { t, lang }: PresentCtx): string | null {
  const amount = formatMoney(Number(event.data['amount'] ?? 0), currency, lang)
  // A node of a newer version may have written kinds that this one does not know.
  return own(momentTexts, event.kind)?.({ event, amount, t }) ?? null
}

interface MomentFacts {
  event: ReturnEventRow
  /** That went back with it. */
  amount: string
  t: PresentCtx['t']
}

/** A kind without its words does not compile. */
const momentTexts: Readonly<Record<ReturnEventKind, (facts: MomentFacts) => string>> = {
  applied: ({ t }) => t('return.event.applied'),
  withdrawn: ({ t }) => t('return.event.withdrawn'),
  addressed: ({ t }) => t('return.event.addressed'),
  approved: ({ event: { data }, t }) => {
    if (data['isPart'] !== 1) return t('return.event.approved')
    const reason = textOf(data['reason'])
    return reason === '' ? t('return.event.approved_part') : t('return.event.approved_part_why', { reason })
  },
  refused: ({ event: { data }, t }) => t('return.event.refused', { reason: textOf(data['reason']) }),
  cancelled: ({ event: { actor, data }, t }) => {
    if (actor !== 'operator') return t('return.event.cancelled')
    const reason = textOf(data['reason'])
    return reason === '' ? t('return.event.cancelled_shop') : t('return.event.cancelled_reason', { reason })
  },
  sent: ({ event: { data }, t }) =>
    t('return.event.sent', { company: textOf(data['company']), number: textOf(data['number']) }),
  reminded: ({ t }) => t('return.event.reminded'),
  received: ({ t }) => t('return.event.received'),
  recounted: ({ t }) => t('return.event.recounted'),
  completed: ({ event: { data }, amount, t }) =>
    typeof data['order'] === 'string'
      ? t('return.event.exchanged', { number: data['order'] })
      : t(data['to'] === 'credit' ? 'return.event.completed_credit' : 'return.event.completed', { amount }),
  expired: ({ t }) => t('return.event.expired'),
  unheld: ({ t }) => t('return.event.unheld'),
  settled: ({ amount, t }) => t('return.event.settled', { amount }),
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
