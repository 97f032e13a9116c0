import { waitsForDifference, type OrderStatus } from '#domain/order.ts'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from './contract.ts'

/** What an order waits for that became dearer after it was paid: the amount, and in words. */
export function presentDue(
  order: { status: OrderStatus; due: number; currency: string },
  { t, lang }: Pick<Ctx, 't' | 'lang'>,
): Pick<OrderView, 'due' | 'dueText'> {
  if (!waitsForDifference(order)) return { due: null, dueText: null }
  const amount = formatMoney(order.due, order.currency, lang)
  return { due: amount, dueText: t('order.due', { amount }) }
}
