import { expect, it } from 'vitest'
import { lockBalance, moveCredit } from '#features/credit/queries/ledger.ts'
import type { Ctx } from '#platform/server/context.ts'
import { days, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { signedIn } from '#test/signed-in.ts'
import { cancelByShop } from './decide.ts'
import { editOrder } from './edit.ts'
import type { LineChange } from './plan-edit.ts'
import { recordPayment } from './record.ts'
import { shipOrder } from './ship.ts'

/* An order of 102.00 that store credit has paid, and that the shop makes dearer by a vase of 48.50. */

async function paidByCredit(methods: readonly string[] = ['transfer']) {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const { customer } = await signedIn(db)
  await db.transact(async (tx) => {
    await lockBalance(tx, customer, 'USD')
    const entry = { customer, currency: 'USD', amount: 10_200, order: null, reason: '' } as const
    await moveCredit(tx, { ...entry, kind: 'adjusted', cause: 'test', now })
  })
  const order = await placeTestOrder(db, { credit: { amount: 10_200, customer } })
  const { ctx: own } = orderVisitor(db, order.token, { now: days(1) })
  const { shop } = own
  const payment = shop.sales.payment.filter(({ code }) => methods.includes(code))
  const ctx: Ctx = { ...own, shop: { ...shop, sales: { ...shop.sales, payment } } }
  const edit = (...changes: LineChange[]) =>
    editOrder(ctx, order.number, { changes, reprice: false, shipping: null, reason: '' }, null)
  const money = async (): Promise<string> => {
    const { rows } = await db.pool.query<{ text: string }>(
      `select concat_ws(' ', pay_status, payment_method, to_pay, due, captured, (select string_agg(p.status || ' ' || amount, ', ' order by p.id)
         from payments p where order_id = o.id)) as text from orders o where id = $1`,
      [order.id],
    )
    return rows[0]!.text
  }
  const balance = async (): Promise<unknown> =>
    (await db.pool.query('select balance::int from credit_balances')).rows
  const faults = async () => checkHistory(await readHistory(db.pool), before)
  return { ctx, order, edit, money, balance, faults }
}

const addVase: LineChange = { kind: 'add', sku: 'vase-ink', quantity: 1 }
const removeVases: LineChange = { kind: 'remove', sku: 'vase-ink' }

it('asks the difference by a way of paying that the shop offers now', async () => {
  const { ctx, order, edit, money, balance, faults } = await paidByCredit(['cod', 'transfer'])
  expect(await money()).toBe('paid none 0 0 0')
  expect(await edit(addVase)).toMatchObject({ ok: true, value: { toPay: 4_850, due: 4_850, refund: 0 } })
  // A courier could not be paid: nothing leaves before.
  expect(await money()).toBe('paid transfer 4850 4850 0 created 4850')
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({
    problem: { name: 'difference_due' },
  })
  expect(await faults()).toEqual([])
  expect(await recordPayment(ctx, order.number)).toMatchObject({ value: { amount: 4_850 } })
  expect(await money()).toBe('paid transfer 4850 0 4850 captured 4850')
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({ ok: true })
  expect(await balance()).toEqual([{ balance: 0 }])
  expect(await faults()).toEqual([])
})

it('is edited back, made dearer again, and called off with its credit', async () => {
  const { ctx, order, edit, money, balance, faults } = await paidByCredit()
  await edit(addVase)
  expect(await edit(removeVases)).toMatchObject({ ok: true, value: { toPay: 0, due: 0, refund: 0 } })
  expect(await money()).toBe('paid transfer 0 0 0 cancelled 4850')
  await edit(addVase)
  expect(await money()).toBe('paid transfer 4850 4850 0 cancelled 4850, created 4850')
  expect(await faults()).toEqual([])
  expect(await cancelByShop(ctx, order.number, '', { restock: true })).toMatchObject({ ok: true })
  expect(await balance()).toEqual([{ balance: 10_200 }])
  expect(await faults()).toEqual([])
})

it('is refused where the shop offers no way to pay a difference, and nothing moves', async () => {
  const { edit, money, faults } = await paidByCredit(['cod'])
  expect(await edit(addVase)).toEqual({ ok: false, problem: { name: 'would_charge', more: 4_850 } })
  expect(await money()).toBe('paid none 0 0 0')
  expect(await faults()).toEqual([])
})
