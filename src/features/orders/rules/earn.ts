import { earnCredit } from '#features/credit/rules/order-credit.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { earningFacts } from '../queries/earn.ts'

/** Gives the customer of an order that is complete its share of the goods' price as store credit, if the shop does so. */
export async function earnFor(
  tx: Tx,
  { now, shop }: Pick<Ctx, 'now' | 'shop'>,
  order: { id: number },
): Promise<void> {
  const { creditPercent } = shop.sales
  if (creditPercent === null) return
  const facts = await earningFacts(tx, order.id)
  if (facts === null) return
  const { customer, currency, goods } = facts
  const amount = shareOf(goods, creditPercent)
  if (amount > 0) await earnCredit(tx, order.id, { customer, currency, amount }, now)
}

/** Rounded down. @param percent "7.25" */
export function shareOf(amount: number, percent: string): number {
  const [whole = '0', part = ''] = percent.split('.')
  const parts = BigInt(`${whole}${part.padEnd(4, '0')}`)
  return Number((BigInt(amount) * parts) / 1_000_000n)
}
