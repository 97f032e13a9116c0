import type { CheckoutView } from '../contract.ts'

/** Nothing is left to order. */
export function isAllGone({ lines }: Pick<CheckoutView, 'lines'>): boolean {
  return lines.every(({ trouble, mend }) => trouble !== null && mend === null)
}
