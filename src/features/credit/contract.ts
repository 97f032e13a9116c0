import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/* Store credit: what the shop owes a customer, to be spent on orders. Amounts in minor units of the currency beside them. */

/** Why an amount came or went. */
export const creditKinds = ['earned', 'refund', 'spent', 'returned', 'adjusted', 'bonus'] as const
export type CreditKind = (typeof creditKinds)[number]

export const seeCredit = endpoint({
  path: '/user/credit',
  summary:
    'The customer’s store credit: what is left in each currency, and what came and went, the last first',
  needs: 'customer',
  input: z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({
    balances: z.array(z.object({ currency: z.string(), balance: z.int(), text: z.string() })),
    total: z.int(),
    pages: z.int(),
    entries: z.array(
      z.object({
        id: z.int(),
        currency: z.string(),
        /** Below zero: it was spent, or taken back. */
        amount: z.int(),
        /** In the visitor's language, with its sign. */
        amountText: z.string(),
        kind: z.enum(creditKinds),
        /** In the visitor's language, or as the shop has written it. */
        reason: z.string(),
        /** The number of the order that it belongs to; null for none. */
        order: z.string().nullable(),
        /** What was left; null for entries of before it was counted. */
        balanceText: z.string().nullable(),
        /** ISO 8601. */
        at: z.string(),
      }),
    ),
  }),
})
