import type { RecordedRefund, RefundEntry } from '#domain/aftersale/refund-quote.ts'
import type { MoneyBackRow } from '../queries/facts.ts'

/**
 * What came back of an order before, and is about to: returns as they were recorded, and what the operator gave back.
 * @param except the return that is being decided
 */
export function historyOf(
  { recorded, reductions, failed }: MoneyBackRow,
  except: number | null = null,
): (RefundEntry | RecordedRefund)[] {
  const entries = [
    ...recorded
      .filter(({ id }) => id !== except)
      .map(({ quote, at }) => ({ at, entry: { kind: 'recorded' as const, refund: quote } })),
    ...beyondFailed(reductions, failed).map(({ line, amount, at }) => ({
      at,
      entry: { kind: 'adjustment' as const, line, amount },
    })),
  ]
  return entries
    .toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
    .map(({ entry }) => entry)
}

/**
 * The operator's refunds without those that made good what the bank had refused: that is in the quotes of its returns,
 * or was no money of the order's, and would be taken off the shopper a second time.
 */
function beyondFailed(
  reductions: MoneyBackRow['reductions'],
  { amount, at }: MoneyBackRow['failed'],
): MoneyBackRow['reductions'] {
  if (at === null) return reductions
  let open = amount
  return reductions
    .map((reduction) => {
      const isLater = new Date(reduction.at).getTime() >= new Date(at).getTime()
      if (!isLater || !reduction.cause.startsWith('operator:')) return reduction
      const made = Math.min(open, reduction.amount)
      open -= made
      return { ...reduction, amount: reduction.amount - made }
    })
    .filter((reduction) => reduction.amount > 0)
}
