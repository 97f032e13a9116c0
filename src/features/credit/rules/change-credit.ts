import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { balanceOf, findEntry, lockBalance, moveCredit } from '../queries/ledger.ts'

/**
 * Minor units that the shop gives or takes at once, and up to which it fills a balance: ten million dollars, a thousand
 * million yen. Whoever types more has typed a digit too many.
 */
export const mostCredit = 1_000_000_000

export interface ShopCredit {
  customer: number
  currency: string
  /** Minor units; below zero takes away. Never 0. */
  amount: number
  /** What the customer reads beside it. */
  reason: string
  /** Names this change: asked for again under the same key, it is made once. */
  key: string
}

export type CreditFault =
  | { name: 'too_little'; balance: number }
  /** The change by itself, or the balance with it, is above `mostCredit`. */
  | { name: 'too_much'; balance: number }
  /** The key was used for another change of this customer. */
  | { name: 'other_change'; amount: number; currency: string }

/** Gives or takes store credit in the name of the shop. `isAgain`: it was done before, and nothing was written. */
export async function changeCredit(
  tx: Tx,
  { customer, currency, amount, reason, key }: ShopCredit,
  now: Date,
): Promise<Result<{ balance: number; isAgain: boolean }, CreditFault>> {
  await lockBalance(tx, customer, currency)
  const cause = `shop:${customer}:${key}`
  const before = await findEntry(tx, cause)
  const balance = await balanceOf(tx, customer, currency)
  if (before !== null)
    return before.amount === amount && before.currency === currency
      ? ok({ balance, isAgain: true })
      : no({ name: 'other_change', amount: before.amount, currency: before.currency })
  // What was earned or given back above the bound can still be taken.
  if (Math.abs(amount) > mostCredit || (amount > 0 && balance + amount > mostCredit))
    return no({ name: 'too_much', balance })
  const change = { customer, currency, amount, kind: 'adjusted', order: null, cause, reason, now } as const
  const left = await moveCredit(tx, change)
  return left === null ? no({ name: 'too_little', balance }) : ok({ balance: left, isAgain: false })
}
