import { z } from 'zod'
import type { QuantityRefusal } from '#domain/cart.ts'

/* What cart, checkout and order show of prices alike, and refuse alike. */

/** Why a line cannot hold so many units: of every call that sets or adds some. */
export const quantityProblems = [
  'out_of_stock',
  'not_enough_stock',
  'quantity_limit',
  'quantity_minimum',
  'quantity_step',
] as const satisfies readonly QuantityRefusal['name'][]

/** A row of the sums: "Winter textiles −$12.00". */
export const sumRow = z.object({
  kind: z.enum(['subtotal', 'discount', 'shipping', 'fee', 'tax', 'credit', 'total', 'to_pay']),
  label: z.string(),
  /** Empty where it is not known yet. */
  amount: z.string(),
})

export type SumRow = z.output<typeof sumRow>

export const couponRow = z.object({
  code: z.string(),
  name: z.string(),
  applied: z.boolean(),
  /** What it saves, or why it does not, and how much is missing. */
  text: z.string(),
})
export type CouponRow = z.output<typeof couponRow>

export const shippingChoice = z.object({
  code: z.string(),
  name: z.string(),
  note: z.string(),
  price: z.string(),
  /** "Arrives Nov 26 – Nov 28"; empty when it is not known. */
  arrives: z.string(),
})
export type ShippingChoice = z.output<typeof shippingChoice>
