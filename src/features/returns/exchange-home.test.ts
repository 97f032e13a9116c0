import { expect, it } from 'vitest'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { settleExchanges } from './work/timer.ts'

it('an exchange of goods that were paid in two ways goes home in both, when its order is cancelled', async () => {
  const { db, order, owner, apply } = await returnWorld()
  const { customer } = await signedIn(db)
  // As if 30.00 of 102.00 had been paid with store credit.
  await db.pool.query(
    `update orders set customer_id = $2, credit = 3000, captured = 7200,
       quote = quote || '{"credit": 3000, "toPay": 7200}' where id = $1`,
    [order.id, customer],
  )
  await db.pool.query('update payments set captured = 7200, amount = 7200 where order_id = $1', [order.id])
  const slug = await apply({ 'stool-sage': [2, 'stool-ink'] }, { type: 'exchange' })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  const done = await completeReturn(owner(2), slug)
  if (!done.ok) throw new Error(done.problem.name)
  await cancelByShop(owner(3), done.value.exchangeOrder!, 'sold out', { restock: true })
  expect(await settleExchanges(owner(3))).toBe(1)
  expect(await settleExchanges(owner(3))).toBe(0)
  expect(await refundsOf(db, order.id)).toEqual([
    `9700 exchange:${slug} as goods or credit`,
    `7200 return:${slug}:exchange:home`,
    `2500 return:${slug}:exchange:credit:home as goods or credit`,
  ])
  const { rows } = await db.pool.query('select amount, kind from credit_entries where customer_id = $1', [
    customer,
  ])
  expect(rows).toEqual([{ amount: 2500, kind: 'refund' }])
})
