import { minute } from '#domain/time.ts'
import type { PaymentMethod, SalesSettings } from '#wire/settings/sales.ts'

/** Hours that the courier's cash is waited for, where the merchant says nothing else. */
const codHours = 14 * 24

/** Hours of a method's own; null for one that has the shop's minutes. */
export function ownHoldHours({ provider, holdHours }: PaymentMethod): number | null {
  return holdHours ?? (provider === 'cod' ? codHours : null)
}

/**
 * Milliseconds that an unpaid order keeps its units. What has left for who pays the courier is not waited for, and one
 * that the shop has confirmed waits as long as it takes.
 */
export function holdTime(
  method: PaymentMethod | null,
  { holdMinutes }: Pick<SalesSettings, 'holdMinutes'>,
): number {
  const hours = method === null ? null : ownHoldHours(method)
  return minute * (hours === null ? holdMinutes : hours * 60)
}
