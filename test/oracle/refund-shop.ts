import { arrivedUnits } from '#domain/aftersale/eligibility.ts'
import {
  refundQuote,
  type RecordedRefund,
  type RefundEntry,
  type RefundQuote,
  type RefundRefusal,
} from '#domain/aftersale/refund-quote.ts'
import type { Quote } from '#domain/quote.ts'
import type { Result } from '#domain/result.ts'
import type { Entry } from './refund-oracle.ts'

/** How a shop refunds; `refundByRule` is ours. */
export type Shop = (
  order: Quote,
  history: readonly (RefundEntry | RecordedRefund)[],
  entry: Entry,
) => Result<RefundQuote, RefundRefusal>

export const refundByRule: Shop = (order, history, entry) => refundQuote(order, history, wishOf(entry))

export function wishOf(entry: Entry): RefundEntry {
  if (entry.kind !== 'return') return entry
  const { announced, received, fee, servicesBack } = entry
  const came = new Map(received.map(({ key, quantity }) => [key, quantity]))
  // A line that was never bought is not waited for.
  const lines = arrivedUnits(announced, came)
  return { kind: 'units', lines, fee, servicesBack }
}
