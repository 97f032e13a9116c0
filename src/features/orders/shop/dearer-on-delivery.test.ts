import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { days, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { tellOrderEvents } from '../work/tell.ts'
import { editOrder } from './edit.ts'
import { recordPayment } from './record.ts'
import { shipOrder } from './ship.ts'

/*
 * An order of 102.00 with cash on delivery that was paid before it leaves, and that the shop makes dearer by a vase of
 * 48.50.
 */

async function paidEarly(methods: readonly string[]) {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const order = await placeTestOrder(db, { method: 'cod' })
  const { ctx: own } = orderVisitor(db, order.token, { now: days(1) })
  const { shop } = own
  const payment = shop.sales.payment.filter(({ code }) => methods.includes(code))
  const ctx: Ctx = { ...own, shop: { ...shop, sales: { ...shop.sales, payment } } }
  expect(await recordPayment(ctx, order.number)).toMatchObject({ ok: true, value: { amount: 10_200 } })
  const addVase = () =>
    editOrder(
      ctx,
      order.number,
      {
        changes: [{ kind: 'add', sku: 'vase-ink', quantity: 1 }],
        reprice: false,
        shipping: null,
        reason: '',
      },
      null,
    )
  const money = async (): Promise<string> => {
    const { rows } = await db.pool.query<{ text: string }>(
      `select concat_ws(' ', pay_status, payment_method, to_pay, due, captured, (select string_agg(p.status || ' ' || amount, ', ' order by p.id)
         from payments p where order_id = o.id)) as text from orders o where id = $1`,
      [order.id],
    )
    return rows[0]!.text
  }
  const faults = async () => checkHistory(await readHistory(db.pool), before)
  return { db, ctx, order, addVase, money, faults }
}

it('asks the difference by a way in which it can be paid before the parcel leaves', async () => {
  const { db, ctx, order, addVase, money, faults } = await paidEarly(['cod', 'transfer'])
  expect(await money()).toBe('paid cod 10200 0 10200 captured 10200')
  expect(await addVase()).toMatchObject({ ok: true, value: { toPay: 15_050, due: 4_850 } })
  expect(await money()).toBe('paid transfer 15050 4850 10200 captured 10200, created 4850')
  const ctxFor = (locale: string) => orderVisitor(db, null, { now, locale: locale as Locale }).ctx
  await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => now })
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'order.edited'`,
  )
  expect(rows.map(({ plain }) => plain.includes('To account 012-345'))).toEqual([true])
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({
    problem: { name: 'difference_due' },
  })
  expect(await recordPayment(ctx, order.number)).toMatchObject({ value: { amount: 4_850 } })
  expect(await money()).toBe('paid transfer 15050 0 15050 captured 10200, captured 4850')
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({ ok: true })
  expect(await faults()).toEqual([])
})

it('ends a payment to the courier that an earlier difference was asked for by', async () => {
  const { db, addVase, money, faults } = await paidEarly(['cod', 'transfer'])
  await addVase()
  await db.pool.query(`update payments set method = 'cod', provider = 'cod' where status = 'created'`)
  await db.pool.query(`update orders set payment_method = 'cod'`)
  expect(await addVase()).toMatchObject({ ok: true, value: { due: 9_700 } })
  expect(await money()).toBe('paid transfer 19900 9700 10200 captured 10200, cancelled 4850, created 9700')
  expect(await faults()).toEqual([])
})

it('is refused where the shop offers cash on delivery alone, and nothing moves', async () => {
  const { addVase, money, faults } = await paidEarly(['cod'])
  expect(await addVase()).toEqual({ ok: false, problem: { name: 'would_charge', more: 4_850 } })
  expect(await money()).toBe('paid cod 10200 0 10200 captured 10200')
  expect(await faults()).toEqual([])
})
