import { randomBytes } from 'node:crypto'
import { orderNumber } from '#domain/order.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'

/** "R-K7M2N-9QXD4" */
export function newReturnNumber(): string {
  return `R-${orderNumber(randomBytes(10))}`
}

/** A return's number in its stored form, from any way of typing it. */
export function tidyReturnNumber(typed: string): string {
  return `R-${tidyNumber(typed.trim().replace(/^r[\s–—-]*/i, ''))}`
}
