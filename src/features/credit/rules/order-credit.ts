import type { Tx } from '#platform/server/db/db.ts'
import {
  balanceOf,
  listDebts,
  lockBalance,
  moveCredit,
  setDebt,
  spentOn,
  type CreditChange,
  type SpentCredit,
} from '../queries/ledger.ts'

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
  await addCredit(tx, { customer, currency, amount, kind: 'returned', order, cause, reason: '', now })
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
  await addCredit(tx, { customer, currency, amount, kind: 'earned', order, cause, reason: '', now })
}

/**
 * Writes credit that comes from orders, and takes from it at once what the customer owes: the balance did not have it
 * when it was to be taken back. What the shop gives by hand is left whole. The balance is locked.
 * @returns false where the same was written before
 */
export async function addCredit(tx: Tx, change: CreditChange): Promise<boolean> {
  if ((await moveCredit(tx, change)) === null) return false
  const { customer, currency, cause, now } = change
  let left = change.amount
  for (const { order, amount } of await listDebts(tx, customer, currency)) {
    const taken = Math.min(amount, left)
    if (taken === 0) break
    const entry = { customer, currency, amount: -taken, kind: 'earned', order, reason: '', now } as const
    await moveCredit(tx, { ...entry, cause: `unearned:${order}:owed:${cause}` })
    await setDebt(tx, { order, amount: amount - taken })
    left -= taken
  }
  return true
}

/**
 * Takes back of what an order earned. What the balance does not have is owed, and taken from what comes in later. The
 * balance is locked.
 */
export async function takeEarned(
  tx: Tx,
  order: number,
  { customer, currency, amount }: SpentCredit,
  cause: string,
  now: Date,
): Promise<void> {
  const taken = Math.min(amount, await balanceOf(tx, customer, currency))
  await setDebt(tx, { order, amount: amount - taken })
  if (taken === 0) return
  await moveCredit(tx, { customer, currency, amount: -taken, kind: 'earned', order, cause, reason: '', now })
}
