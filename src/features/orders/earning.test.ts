import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { now, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, type TestOrder } from '#test/placed-orders.ts'
import { signedIn } from '#test/signed-in.ts'
import { earnFor } from './rules/earn.ts'
import { editOrder } from './shop/edit.ts'

/** A paid order of two stools for 48.50 each, of a customer of a shop that gives 10 % of the goods' price. */
async function paidOrder(): Promise<{ db: Database; order: TestOrder; ctx: Ctx }> {
  const db = await stockedShop()
  const { customer } = await signedIn(db)
  const order = await placeTestOrder(db, { now })
  await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
  const { ctx } = orderVisitor(db, order.token, { now, sales: { creditPercent: '10' } })
  await payTestOrder(ctx, order.id)
  return { db, order, ctx }
}

async function earned(db: Database, ctx: Ctx, order: TestOrder): Promise<unknown[]> {
  await db.transact((tx) => earnFor(tx, ctx, order))
  return (await db.pool.query('select kind, amount from credit_entries')).rows
}

it('an order that was edited earns by the price that is left of it', async () => {
  const { db, order, ctx } = await paidOrder()
  const changes = [{ kind: 'set', sku: 'stool-sage', quantity: 1 }] as const
  const edit = { changes, reprice: false, shipping: null, reason: '' }
  expect(await editOrder(ctx, order.number, edit, null)).toMatchObject({
    ok: true,
    value: { refund: 4_850 },
  })
  expect(await earned(db, ctx, order)).toEqual([{ kind: 'earned', amount: 485 }])
})

it('an order that was paid twice earns by its price, after one of the payments has gone back', async () => {
  const { db, order, ctx } = await paidOrder()
  // As if its money had come again, and had been sent back.
  await db.pool.query('update orders set captured = captured * 2, refunded = captured where id = $1', [
    order.id,
  ])
  await db.pool.query(
    `insert into refunds (order_id, payment_id, amount, reason, cause, status, created_at, done_at)
     select $1, id, $2, '', 'twice:1', 'done', now(), now() from payments where order_id = $1`,
    [order.id, order.total],
  )
  expect(await earned(db, ctx, order)).toEqual([{ kind: 'earned', amount: 970 }])
})

it('an order of which money went back earns by what is left', async () => {
  const { db, order, ctx } = await paidOrder()
  await db.pool.query(
    `insert into refunds (order_id, payment_id, amount, reason, cause, status, created_at, done_at)
     select $1, id, a.amount, '', a.cause, a.status, now(), now()
     from payments, (values (1000, 'operator:a', 'done'), (700, 'operator:b', 'failed')) a(amount, cause, status)
     where order_id = $1`,
    [order.id],
  )
  await db.pool.query('update orders set refunded = 1000 where id = $1', [order.id])
  expect(await earned(db, ctx, order)).toEqual([{ kind: 'earned', amount: 870 }])
})
