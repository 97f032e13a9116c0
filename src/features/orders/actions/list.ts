import { shownRefund } from '#domain/order.ts'
import { ok } from '#domain/result.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract.ts'
import type { ListedOrder, OrderCounts } from '../contract.ts'
import { presentDue } from '../present-due.ts'
import { isOffline, payWord } from '../present-payment.ts'
import { refundText } from '../present-refunds.ts'
import { pictureOf } from '../present.ts'
import {
  countOwnOrders,
  findOwnOrders,
  type OwnCounts,
  type OwnFilter,
  type OwnOrder,
} from '../queries/own-list.ts'
import { ordersToPay } from '../rules/to-pay.ts'

const perPage = 20
/** Words of a search that count. */
const mostWords = 8

/** A page of the customer's orders. A page after the last one is empty. */
export async function listOrders(
  ctx: Ctx,
  { status, payStatus, q, page }: Input<typeof contract.listOrders>,
): Answer<typeof contract.listOrders> {
  const { customer } = (await ctx.who()).session!
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)
  const filter = { status: status || null, payStatus: payStatus || null, words }
  const [found, unpaid] = await Promise.all([
    findOwnOrders(ctx.db, customer, filter, { offset: (page - 1) * perPage, most: perPage }),
    ordersToPay(ctx, customer),
  ])
  const counts = presentCounts(found.counts, unpaid)
  const total = found.total ?? countOf(filter, counts)
  return ok({
    orders: found.orders.map((order) => presentListed(order, ctx)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    counts,
  })
}

export async function countOrders(
  ctx: Ctx,
  _: Input<typeof contract.countOrders>,
): Answer<typeof contract.countOrders> {
  const { customer } = (await ctx.who()).session!
  const [counts, unpaid] = await Promise.all([countOwnOrders(ctx.db, customer), ordersToPay(ctx, customer)])
  return ok(presentCounts(counts, unpaid))
}

function presentCounts(
  { all, inProgress, completed, cancelled, pendingCancellation, paid }: OwnCounts,
  unpaid: number,
): OrderCounts {
  return {
    total: all,
    status: {
      in_progress: inProgress,
      completed,
      cancelled,
      pending_cancellation: pendingCancellation,
    },
    payStatus: { unpaid, paid },
  }
}

/** Of a filter by nothing, or by one of both. */
function countOf(
  { status, payStatus }: Pick<OwnFilter, 'status' | 'payStatus'>,
  counts: OrderCounts,
): number {
  if (status !== null) return counts.status[status]
  return payStatus === null ? counts.total : counts.payStatus[payStatus]
}

function presentListed(row: OwnOrder, ctx: Ctx): ListedOrder {
  const { t, lang, shop } = ctx
  const links = linksFor(shop.router, ctx.langPath)
  const money = (amount: number): string => formatMoney(amount, row.currency, lang)
  const refund = shownRefund(row)
  const isOpen = isUnpaid(row)
  const isOnDelivery = isOpen && row.provider === 'cod'
  const isOnline = row.provider !== null && !isOffline(row.provider)
  return {
    slug: row.number,
    href: links.userOrder(row.number),
    placedOn: formatDate(row.placedAt, lang, shop.shop.delivery?.timeZone),
    status: row.status,
    statusText: t(`order.status.${row.status}`),
    payStatus: row.payStatus,
    payStatusText: t(payWord(row, isOnDelivery)),
    deliveryStatus: row.deliveryStatus,
    deliveryStatusText: t(`order.delivery.${row.deliveryStatus}`),
    refundStatus: refund,
    refundStatusText: refundText(refund, row.isRefundPending, t),
    total: money(row.total),
    toPay: money(row.toPay),
    ...presentDue(row, ctx),
    amountText: t(amountKey(row, isOnDelivery), { amount: money(isOpen ? row.toPay : row.total) }),
    units: row.units,
    lines: row.lines.map(({ id, title, choice, picture, quantity }) => ({
      id,
      title,
      choice,
      picture: pictureOf({ picture, title }, ctx),
      quantity,
    })),
    moreLines: row.lineCount - row.lines.length,
    payHref: row.isToPay ? (isOnline ? links.payment(row.number) : links.userOrder(row.number)) : null,
  }
}

/** Nothing of it is paid, and it still is to be. */
function isUnpaid({ status, payStatus }: Pick<OwnOrder, 'status' | 'payStatus'>): boolean {
  return payStatus === 'unpaid' && status !== 'cancelled'
}

/** As its page does, it names what is left to pay; the courier, too, takes no more. */
function amountKey(row: OwnOrder, isOnDelivery: boolean) {
  if (isOnDelivery) return 'order.pay_title_cod'
  return isUnpaid(row) ? 'order.pay_title' : 'order.list.total'
}
