import { portion, sum } from '../pricing-rounding.ts'
import type { Quote } from '../quote.ts'

/* What of an order's shipping and payment fee is left, and comes back. */

export interface RefundedServices {
  readonly shipping: number
  readonly paymentFee: number
  /** Of both: in them, or on top where the order's is. */
  readonly tax: number
}

export interface ServicesLedger extends RefundedServices {
  readonly isAdded: boolean
}

export const noServices: RefundedServices = { shipping: 0, paymentFee: 0, tax: 0 }

/** Shipping and payment fee as they were paid. */
export function servicesLedger({ shipping, paymentFee, tax, taxMode, lines }: Quote): ServicesLedger {
  return {
    shipping: shipping ?? 0,
    paymentFee,
    tax: tax - sum(lines.map((line) => line.tax)),
    isAdded: taxMode === 'added',
  }
}

export function leftOfServices({ shipping, paymentFee, tax, isAdded }: ServicesLedger): number {
  return shipping + paymentFee + (isAdded ? tax : 0)
}

/** Takes an amount of them, with its tax; no more than is left. */
export function takeServices(
  before: ServicesLedger,
  value: number,
): { refunded: RefundedServices; value: number; after: ServicesLedger } {
  if (value === 0) return { refunded: noServices, value: 0, after: before }
  const tax = portion(before.tax, value, leftOfServices(before))
  const base = before.isAdded ? value - tax : value
  const both = before.shipping + before.paymentFee
  const shipping = both === 0 ? 0 : portion(before.shipping, base, both)
  const refunded = { shipping, paymentFee: base - shipping, tax }
  return { refunded, value, after: withoutServices(before, refunded) }
}

/** What is left after these; of more than there was, nothing. */
export function withoutServices(before: ServicesLedger, refunded: RefundedServices): ServicesLedger {
  return {
    ...before,
    shipping: Math.max(0, before.shipping - refunded.shipping),
    paymentFee: Math.max(0, before.paymentFee - refunded.paymentFee),
    tax: Math.max(0, before.tax - refunded.tax),
  }
}
