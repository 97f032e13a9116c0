import { isDeepStrictEqual } from 'node:util'
import type { Address } from '#features/postal/contract.ts'
import { isSoldTo, shippingTo, taxesFor } from '#features/sales/rules/markets-and-methods.ts'
import type { SalesSettings } from '#wire/settings/sales.ts'

interface SentOrder {
  readonly address: Address
  readonly shipping: { readonly code: string }
  readonly paymentMethod: string
}

/**
 * Whether an order may go to another address for the price that was agreed: the same taxes, by the same method, and
 * paid in a way that exists there.
 */
export function costsTheSame(order: SentOrder, to: Address, sales: SalesSettings): boolean {
  const { address: from, shipping, paymentMethod } = order
  if (!isSoldTo(sales, to.country)) return false
  if (!isDeepStrictEqual(taxesFor(sales, from), taxesFor(sales, to))) return false
  const paid = sales.payment.find(({ code }) => code === paymentMethod)
  if (paid && paid.countries.length > 0 && !paid.countries.includes(to.country)) return false
  if (shippingTo(sales, to).some(({ code }) => code === shipping.code)) return true
  // A method that the shop no longer has still goes where it went.
  const isKnown = sales.shipping.some(({ code }) => code === shipping.code)
  return !isKnown && from.country === to.country && from.postcode === to.postcode
}
