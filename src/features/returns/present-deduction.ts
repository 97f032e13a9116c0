import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ReturnRow } from './queries/read.ts'

/** What the shop kept of a refund that was due, and why. Minor units; it is in the quote's fee. */
export interface Deduction {
  kept: number
  reason: string
}

/** Null: all that was due went back. */
export function deductionOf({ events }: Pick<ReturnRow, 'events'>): Deduction | null {
  const data = events.find(({ kind }) => kind === 'completed')?.data
  const [kept, reason] = [data?.['kept'], data?.['reason']]
  return typeof kept === 'number' && typeof reason === 'string' ? { kept, reason } : null
}

export function deductionText(
  { kept, reason }: Deduction,
  { currency }: Pick<ReturnRow, 'currency'>,
  { t, lang }: Pick<Ctx, 't' | 'lang'>,
): string {
  return t('return.deducted', { amount: formatMoney(kept, currency, lang), reason })
}
