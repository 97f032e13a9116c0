import type { RecordedRefund, RefundEntry } from '#domain/aftersale/refund-quote.ts'
import type { MoneyBackRow } from '../queries/facts.ts'

/**
 * What came back of an order before, and is about to: returns as they were recorded, and what the operator gave back.
 * @param except the return that is being decided
 */
export function historyOf(
  { recorded, reductions }: MoneyBackRow,
  except: number | null = null,
): (RefundEntry | RecordedRefund)[] {
  const entries = [
    ...recorded
      .filter(({ id }) => id !== except)
      .map(({ quote, at }) => ({ at, entry: { kind: 'recorded' as const, refund: quote } })),
    ...reductions.map(({ line, amount, at }) => ({
      at,
      entry: { kind: 'adjustment' as const, line, amount },
    })),
  ]
  return entries
    .toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
    .map(({ entry }) => entry)
}
