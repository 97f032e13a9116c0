import { expect, it } from 'vitest'
import { now, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import type { Database } from '#platform/server/db/db.ts'
import { orderDetail } from '../actions/change.ts'
import { applyPayment } from '../rules/pay.ts'
import { adjustOrder } from './adjust.ts'
import { editOrder } from './edit.ts'
import { recordPayment } from './record.ts'

/** The former payment of the order is captured after all: its provider had it before it was called off. */
async function captureFirst(
  db: Database,
  ctx: Parameters<typeof applyPayment>[0],
  id: number,
): Promise<void> {
  const { rows } = await db.pool.query<{ reference: string; amount: number; currency: string }>(
    'select reference, amount::int, currency from payments where order_id = $1 order by id limit 1',
    [id],
  )
  const report = { eventId: `late:${id}`, status: 'captured' as const, failure: null, ...rows[0]! }
  expect(await applyPayment(ctx, 'manual', report, 'operator')).toBe('applied')
}

async function moneyOf(db: Database, id: number): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select pay_status as paid, to_pay::int as "toPay", captured::int, refunded::int,
       (select string_agg(split_part(cause, ':', 1) || ' ' || amount, ', ' order by id) from refunds where order_id = o.id) as back
     from orders o where id = $1`,
    [id],
  )
  return rows[0]
}

it('gives back what the former, higher price had too much', async () => {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const { id, number, token } = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, token, { now })
  const wish = { line: null, amount: 200, reason: 'as agreed', key: 'a' }
  expect(await adjustOrder(ctx, number, wish)).toMatchObject({ ok: true, value: { isNew: true, refund: 0 } })
  expect(await adjustOrder(ctx, number, wish)).toMatchObject({ ok: true, value: { isNew: false } })
  await captureFirst(db, ctx, id)
  expect(await moneyOf(db, id)).toEqual({
    paid: 'paid',
    toPay: 10_000,
    captured: 10_200,
    refunded: 200,
    back: 'over 200',
  })
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('gives back a payment of the former, lower price, which the order is not paid with', async () => {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const { id, number, token } = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, token, { now })
  const edit = {
    changes: [{ kind: 'add', sku: 'vase-ink', quantity: 1 }],
    reprice: false,
    shipping: null,
  } as const
  expect(await editOrder(ctx, number, { ...edit, reason: '' }, null)).toMatchObject({
    ok: true,
    value: { toPay: 15_050, refund: 0 },
  })
  await captureFirst(db, ctx, id)
  expect(await moneyOf(db, id)).toEqual({
    paid: 'unpaid',
    toPay: 15_050,
    captured: 10_200,
    refunded: 10_200,
    back: 'over 10200',
  })
  // It waits for its own price, and is paid by that.
  expect(await recordPayment(ctx, number)).toMatchObject({
    ok: true,
    value: { amount: 15_050, isLate: false },
  })
  expect(await moneyOf(db, id)).toMatchObject({ paid: 'paid', captured: 25_250, refunded: 10_200 })
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('refuses an edit of an order that has changed since it was looked at', async () => {
  const db = await stockedShop()
  const { number, token } = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, token, { now })
  const edit = {
    changes: [{ kind: 'set', sku: 'stool-sage', quantity: 1 }],
    reprice: false,
    shipping: null,
    reason: '',
  } as const
  expect(await editOrder(ctx, number, edit, 7)).toEqual({ ok: false, problem: { name: 'changed_meanwhile' } })
  expect(await editOrder(ctx, number, edit, 1)).toMatchObject({ ok: true })
})

it('tells the shopper what was changed, in the history and the sums of the order', async () => {
  const db = await stockedShop()
  const { number, token } = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, token, { now })
  await adjustOrder(ctx, number, { line: 'stool-sage', amount: 200, reason: 'a scratch', key: 'a' })
  const changes = [{ kind: 'set', sku: 'stool-sage', quantity: 1 }] as const
  await editOrder(ctx, number, { changes, reprice: false, shipping: null, reason: '' }, null)
  await editOrder(ctx, number, { changes: [], reprice: false, shipping: 0, reason: '' }, null)
  const seen = await orderDetail(ctx, { slug: number })
  if (!seen.ok) throw new Error(seen.problem.name)
  expect(seen.value.moments.map(({ text }) => text)).toEqual([
    'Price changed by the shop: $52.50 → $47.50',
    'Changed by the shop: The stool 2 → 1',
    'Price lowered by $2: a scratch',
    'Order placed',
  ])
  expect(seen.value.sums.filter(({ kind }) => kind === 'discount')).toEqual([
    { kind: 'discount', label: 'Price adjustment: a scratch', amount: '-$1' },
  ])
  expect(seen.value.toPay).toBe('$47.50')
})
