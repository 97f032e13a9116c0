import { isSendingOver, mayCancel, mayRequestCancellation, refundStatus, unitsToSend } from '#domain/order.ts'
import type { ReturnSettings } from '#wire/settings/returns.ts'
import { unitsFor, windowFor, type KnownLines } from './windows.ts'

interface Units {
  line: number
  quantity: number
}

/** What a withdrawal is from, each unit in one of both. */
export interface Withdrawable {
  /** Have left: they come back as a return. */
  sent: readonly Units[]
  /** Have not left, of an order of which others have: they are never sent. */
  unsent: readonly Units[]
}

/** The shopper may withdraw from the contract: before anything has left by cancelling it, afterwards from all of it. */
export function mayWithdraw(known: KnownLines, settings: ReturnSettings, now: Date): boolean {
  if (settings.withdrawalDays === null) return false
  if (isCancellable(known)) return true
  const { sent, unsent } = withdrawable(known, settings, now)
  return sent.length + unsent.length > 0
}

/**
 * Nothing of it has left: withdrawing is cancelling. Of an order of which all is back, nothing is to be had; while the
 * shop has some of it, as store credit that paid a part, the order can be withdrawn from though nothing more is sent.
 */
export function isCancellable({ order }: Pick<KnownLines, 'order'>): boolean {
  if (mayCancel(order)) return true
  const isOpen = mayRequestCancellation(order) || order.status === 'pending_cancellation'
  return isOpen && refundStatus(order) !== 'refunded'
}

/** The units that a withdrawal can be from. */
export function withdrawable(known: KnownLines, settings: ReturnSettings, now: Date): Withdrawable {
  const { order } = known
  if (settings.withdrawalDays === null || !windowFor(order, 'withdrawal', settings, now).isOpen)
    return { sent: [], unsent: [] }
  const sent = order.lines.map((line) => {
    const { units } = unitsFor(known, line, 'withdrawal', settings, now)
    return { line: line.id, quantity: units }
  })
  const isOpen =
    order.status === 'in_progress' && order.deliveryStatus === 'partly_shipped' && !isSendingOver(order)
  const unsent = isOpen ? order.lines.map((line) => ({ line: line.id, quantity: unitsToSend(line) })) : []
  return { sent: some(sent), unsent: some(unsent) }
}

function some(units: readonly Units[]): Units[] {
  return units.filter(({ quantity }) => quantity > 0)
}

/** Chosen units: of a line those first that have not left. What there is not stays with `sent`, and is refused there. */
export function divide(chosen: readonly Units[], { unsent }: Withdrawable): Withdrawable {
  const left = new Map(unsent.map(({ line, quantity }) => [line, quantity]))
  const parts = chosen.map(({ line, quantity }) => {
    const never = Math.min(quantity, left.get(line) ?? 0)
    left.set(line, (left.get(line) ?? 0) - never)
    return { line, never, rest: quantity - never }
  })
  return {
    sent: some(parts.map(({ line, rest }) => ({ line, quantity: rest }))),
    unsent: some(parts.map(({ line, never }) => ({ line, quantity: never }))),
  }
}
