import { waitsForDifference } from '#domain/order.ts'
import { formatDate, formatDaySpan } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from './contract.ts'
import { isPaidToCourier } from './present-payment.ts'
import type { OrderLineRow, OrderRow, ParcelRow } from './queries/read.ts'
import { trackingPage } from './rules/carriers.ts'
import { deliveryOutlook, type DeliveryOutlook } from './rules/delivery-promise.ts'

/* Parcels, and when the order arrives, in words. */

type DeliveryCtx = Pick<Ctx, 'lang' | 'now' | 'shop' | 't'>

export function presentParcel(
  parcel: ParcelRow,
  lines: readonly OrderLineRow[],
  { t, lang, shop }: DeliveryCtx,
): OrderView['parcels'][number] {
  const dayOf = (moment: string): string => formatDate(new Date(moment), lang, shop.shop.delivery?.timeZone)
  return {
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
    trackingUrl: parcel.trackingUrl ?? trackingPage(parcel.carrier, parcel.trackingNumber),
    shippedOn: dayOf(parcel.shippedAt),
    deliveredOn: parcel.deliveredAt === null ? null : dayOf(parcel.deliveredAt),
    contents: parcel.lines.map(({ lineId, quantity }) =>
      t('order.units', { title: lines.find(({ id }) => id === lineId)?.title ?? '', count: quantity }),
    ),
  }
}

/** An order that waits to be paid arrives as if it were paid now. */
export function outlookOf(row: OrderRow, { shop, now }: DeliveryCtx): DeliveryOutlook | null {
  const since = isPaidToCourier(row) ? row.placedAt : (paidSince(row) ?? now)
  return deliveryOutlook({ ...row, since }, shop.shop.delivery, now)
}

function isSettled(row: OrderRow): boolean {
  return isPaidToCourier(row) || paidSince(row) !== null
}

/** When the last of its price was paid; null while something of it is due. */
function paidSince(row: OrderRow): Date | null {
  if (waitsForDifference(row)) return null
  const [, ...later] = row.events.filter(({ kind }) => kind === 'paid')
  const last = later.at(-1)
  return last === undefined ? row.paidAt : new Date(last.at)
}

export function presentShipping(row: OrderRow, ctx: DeliveryCtx): OrderView['shipping'] {
  const outlook = outlookOf(row, ctx)
  const expected = outlook?.expected ?? null
  return {
    name: row.shipping.name,
    arrives: expected === null ? '' : formatDaySpan(expected, ctx.lang),
    // Nothing is promised before it is paid: the day would move with every day that it waits.
    promise: outlook === null || !isSettled(row) ? '' : promiseText(outlook, ctx),
    isLate: outlook?.isLate ?? false,
  }
}

/** Late is said plainly, with what comes next; before the promised day is over, as what may be. */
function promiseText(
  { promised, expected, arrived, isLate, isOverdue }: DeliveryOutlook,
  { t, lang }: DeliveryCtx,
): string {
  const date = dayText(promised.to, lang)
  if (arrived !== null) {
    const day = dayText(arrived, lang)
    return t(isLate ? 'order.promise.broken' : 'order.promise.kept', { day, date })
  }
  if (expected === null) return t(isLate ? 'order.promise.overdue' : 'order.promise.by', { date })
  const span = formatDaySpan(expected, lang)
  if (!isLate) return t('order.promise.by', { date })
  return t(isOverdue ? 'order.promise.late' : 'order.promise.may_be_late', { date, span })
}

function dayText(day: string, lang: string): string {
  return formatDaySpan({ from: day, to: day }, lang)
}
