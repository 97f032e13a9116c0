import { earnedOn, lockBalance } from '#features/credit/queries/ledger.ts'
import { earnCredit, takeEarned } from '#features/credit/rules/order-credit.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { earningFacts, exchangesOf } from '../queries/earn.ts'

/** Gives the customer of an order that is complete its share of the goods' price as store credit, if the shop does so. */
export async function earnFor(
  tx: Tx,
  { now, shop }: Pick<Ctx, 'now' | 'shop'>,
  order: { id: number },
): Promise<void> {
  const { creditPercent } = shop.sales
  if (creditPercent === null) return
  const facts = await earningFacts(tx, order.id, null)
  if (facts === null) return
  const { customer, currency } = facts
  const { goods } = await goodsOf(tx, order.id, null)
  const amount = shareOf(goods, creditPercent)
  if (amount > 0) await earnCredit(tx, order.id, { customer, currency, amount }, now)
}

/**
 * Takes back, of what a complete order has earned, the share of what has been given back of it since: at the rate at
 * which it was earned, whatever the shop gives now. What the balance does not have is owed. The order is locked, and so
 * is whatever else the caller locks: the balance is the last.
 */
export async function takeEarnedBack(
  tx: Tx,
  { now }: Pick<Ctx, 'now'>,
  order: { id: number },
  cause: string,
): Promise<void> {
  const earned = await earnedOn(tx, order.id)
  if (earned === null || earned.left <= 0) return
  const [then, left] = [await goodsOf(tx, order.id, earned.at), await goodsOf(tx, order.id, null)]
  const kept = then.goods === 0 ? 0 : keptOf(earned.amount, left.goods, then.goods)
  if (earned.left <= kept) return
  const { customer, currency } = earned
  await lockBalance(tx, customer, currency)
  // Only now it stands: credit of another order may have settled a debt of this one, under the balance's lock alone.
  const amount = (await earnedOn(tx, order.id))!.left - kept
  if (amount > 0)
    await takeEarned(tx, order.id, { customer, currency, amount }, `unearned:${order.id}:${cause}`, now)
}

/**
 * Minor units of an order's price that earn: what is still with its customer and was not earned for before. `over` is
 * what came back of it beyond that: of an exchange, the price of goods that the order before has earned for.
 */
async function goodsOf(tx: Tx, orderId: number, at: Date | null): Promise<{ goods: number; over: number }> {
  const facts = await earningFacts(tx, orderId, at)
  if (facts === null) return { goods: 0, over: 0 }
  let { back } = facts
  for (const id of await exchangesOf(tx, orderId)) back += (await goodsOf(tx, id, at)).over
  const left = facts.price - facts.exchanged - back
  return { goods: Math.max(0, left), over: Math.max(0, Math.min(back, -left)) }
}

/** Rounded up: the odd unit stays with the customer. */
function keptOf(amount: number, goods: number, of: number): number {
  const product = BigInt(amount) * BigInt(goods)
  return Number((product + BigInt(of) - 1n) / BigInt(of))
}

/** Rounded down. @param percent "7.25" */
export function shareOf(amount: number, percent: string): number {
  const [whole = '0', part = ''] = percent.split('.')
  const parts = BigInt(`${whole}${part.padEnd(4, '0')}`)
  return Number((BigInt(amount) * parts) / 1_000_000n)
}
