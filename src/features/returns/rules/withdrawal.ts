import { returnable } from '#domain/aftersale/eligibility.ts'
import { mayCancel, mayRequestCancellation } from '#domain/order.ts'
import type { ReturnSettings } from '#wire/return-settings.ts'
import type { ReturnCase, ReturnWish } from './plan.ts'
import { orderOf, unitsOf, windowFor } from './windows.ts'

/** The shopper may withdraw from the contract: from all of it before anything has left, else from what was sent. */
export function mayWithdraw(known: ReturnCase, settings: ReturnSettings, now: Date): boolean {
  if (settings.withdrawalDays === null) return false
  return isCancellable(known) || withdrawable(known, settings, now).length > 0
}

/** Nothing of it has left: withdrawing is cancelling. */
export function isCancellable({ order }: ReturnCase): boolean {
  return mayCancel(order) || mayRequestCancellation(order) || order.status === 'pending_cancellation'
}

/** The units that a withdrawal can be from. */
export function withdrawable(
  { order, facts }: ReturnCase,
  settings: ReturnSettings,
  now: Date,
): ReturnWish['lines'] {
  if (settings.withdrawalDays === null || !windowFor(order, 'withdrawal', settings, now).isOpen) return []
  return order.lines.flatMap((line) => {
    const known = facts.lines.find(({ id }) => id === line.id)
    const { units } = returnable(orderOf(order, settings), unitsOf(line, known), 'withdrawal', settings, now)
    return units === 0 ? [] : [{ line: line.id, quantity: units, exchangeFor: null }]
  })
}
