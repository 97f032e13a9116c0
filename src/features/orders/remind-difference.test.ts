import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { LineChange } from '#features/orders/shop/plan-edit.ts'
import { days, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { orderDetail } from './actions/change.ts'
import { editOrder } from './shop/edit.ts'
import { recordPayment } from './shop/record.ts'
import { tellOrderEvents } from './work/tell.ts'
import { remindOfDifferences } from './work/timer.ts'

/** A paid order, edited on some days. */
async function paid() {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { method: 'transfer' })
  const at = (day: number, locale: Locale = 'en') =>
    orderVisitor(db, order.token, { now: days(day), locale }).ctx
  await recordPayment(at(0), order.number)
  const edit = async (day: number, change: LineChange) => {
    const wish = { changes: [change], reprice: false, shipping: null, reason: '' }
    expect(await editOrder(at(day), order.number, wish, null)).toMatchObject({ ok: true })
  }
  const mails = async (day: number) => {
    const ctxFor = (locale: string) => {
      const ctx = at(day, locale as Locale)
      return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
    }
    await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => days(day) })
    const { rows } = await db.pool.query<{ kind: string; subject: string; plain: string }>(
      `delete from outbox_mails returning kind, subject, plain`,
    )
    return rows.filter(({ kind }) => kind.includes('due_reminded'))
  }
  return { db, order, at, edit, mails }
}

const vases = (quantity: number): LineChange => ({ kind: 'set', sku: 'vase-ink', quantity })
const addVase: LineChange = { kind: 'add', sku: 'vase-ink', quantity: 1 }

it('what a paid order waits for is reminded of once, three days after the edit, and the merchant is told', async () => {
  const { order, at, edit, mails } = await paid()
  expect(await remindOfDifferences(at(9))).toBe(0)
  await edit(1, addVase)
  expect(await remindOfDifferences(at(3.9))).toBe(0)
  const found = await Promise.all([1, 2, 3].map(() => remindOfDifferences(at(4))))
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await remindOfDifferences(at(30))).toBe(0)
  const [shopper, shop, ...others] = await mails(4)
  expect(shopper).toMatchObject({
    kind: 'order.due_reminded',
    subject: `Order ${order.number}: $48.50 is still to be paid`,
  })
  for (const words of ['To account 012-345', 'There is no deadline', '/order/'])
    expect(shopper!.plain).toContain(words)
  expect(shop).toMatchObject({
    kind: 'order.shop.due_reminded',
    subject: `Order ${order.number} waits for $48.50`,
  })
  expect(shop!.plain).toContain(`violet orders edit ${order.number}`)
  expect(others).toEqual([])
  const view = await orderDetail(at(5), { slug: order.number })
  expect(view.ok && view.value.moments[0]!.text).toBe('We reminded you of the amount still to be paid')

  // Another difference is another reminder; the same one is not.
  await edit(6, addVase)
  expect(await remindOfDifferences(at(8.9))).toBe(0)
  expect(await remindOfDifferences(at(9))).toBe(1)
})

it('one that is paid, edited back or cancelled meanwhile is reminded of nothing', async () => {
  const { order, at, edit, mails } = await paid()
  await edit(1, addVase)
  await edit(2, vases(0))
  expect(await remindOfDifferences(at(9))).toBe(0)
  await edit(9, addVase)
  expect(await remindOfDifferences(at(12))).toBe(1)
  // Paid before the mail was written: it would ask for nothing.
  await recordPayment(at(12), order.number)
  expect(await mails(12)).toEqual([])
  expect(await remindOfDifferences(at(20))).toBe(0)
})
