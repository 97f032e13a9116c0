import type { Tx } from '#platform/server/db/db.ts'
import { balanceOf, lockBalance, moveCredit, spentOn, type SpentCredit } from '../queries/ledger.ts'

/**
 * Takes the store credit that an order is paid with, in the transaction that places it. False where there is not
 * enough any more: the caller rolls back then.
 */
export async function spendCredit(
  tx: Tx,
  order: number,
  { customer, currency, amount }: SpentCredit,
  now: Date,
): Promise<boolean> {
  await lockBalance(tx, customer, currency)
  const left = await moveCredit(tx, {
    customer,
    currency,
    amount: -amount,
    kind: 'spent',
    order,
    cause: `order:${order}`,
    reason: '',
    now,
  })
  return left !== null
}

/** Gives back the store credit that an order spent, once. The order is locked. */
export async function giveCreditBack(tx: Tx, order: number, now: Date): Promise<void> {
  const spent = await spentOn(tx, order)
  if (spent === null) return
  const { customer, currency, amount } = spent
  await lockBalance(tx, customer, currency)
  const cause = `cancel:${order}`
  await moveCredit(tx, { customer, currency, amount, kind: 'returned', order, cause, reason: '', now })
}

/** Writes what the customer earned by an order that is complete, once. */
export async function earnCredit(
  tx: Tx,
  order: number,
  { customer, currency, amount }: SpentCredit,
  now: Date,
): Promise<void> {
  await lockBalance(tx, customer, currency)
  const cause = `earned:${order}`
  await moveCredit(tx, { customer, currency, amount, kind: 'earned', order, cause, reason: '', now })
}

/** Takes back of what an order earned, as far as the balance has it. */
export async function takeEarned(
  tx: Tx,
  order: number,
  { customer, currency, amount }: SpentCredit,
  cause: string,
  now: Date,
): Promise<void> {
  await lockBalance(tx, customer, currency)
  const taken = Math.min(amount, await balanceOf(tx, customer, currency))
  if (taken === 0) return
  await moveCredit(tx, { customer, currency, amount: -taken, kind: 'earned', order, cause, reason: '', now })
}
