import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { balanceOf, findEntry, lockBalance, moveCredit } from '../queries/ledger.ts'

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
  const change = { customer, currency, amount, kind: 'adjusted', order: null, cause, reason, now } as const
  const balance = await moveCredit(tx, change)
  if (balance !== null) return ok({ balance, isAgain: false })
  const before = await findEntry(tx, cause)
  if (before === null) return no({ name: 'too_little', balance: await balanceOf(tx, customer, currency) })
  if (before.amount !== amount || before.currency !== currency)
    return no({ name: 'other_change', amount: before.amount, currency: before.currency })
  return ok({ balance: await balanceOf(tx, customer, currency), isAgain: true })
}
