import { beforeEach, expect, it } from 'vitest'
import { balanceOf } from '#features/credit/queries/ledger.ts'
import { giveCredit } from '#features/customer/shop/customers.ts'
import { cancelOrder, confirmReceipt, orderDetail } from '#features/orders/actions/change.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { payTestOrder } from '#test/placed-orders.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { applyCredit } from './actions/fill.ts'
import type { CheckoutView } from './contract.ts'

/* Store credit as a part payment of signed-in customers. */

let db: Database
let ada: SignedIn
beforeEach(async () => {
  db = (await freshDatabase()).db
  await db.pool.query(cartCatalogue)
  ada = await signedIn(db)
})

const gives = (amount: number, key = 'a') =>
  giveCredit(ada.context(), { customer: ada.customer, currency: 'USD', amount, reason: 'Sorry', key })
const balance = () => balanceOf(db, ada.customer, 'USD')
const shopper = (sales: object = {}) => buyer(db, { cookies: { ...ada.cookies }, sales })
const uses = async (who: ReturnType<typeof buyer>, { slug }: CheckoutView): Promise<CheckoutView> => {
  const used = await applyCredit(who.context(), { slug, use: 'on' })
  if (!used.ok) throw new Error(used.problem.name)
  return used.value
}
const placed = async (who: ReturnType<typeof buyer>, view: CheckoutView): Promise<string> => {
  const answer = await who.submit(view)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.order
}

it('pays a part of the order, which is shown, stored, and given back when it is cancelled', async () => {
  await gives(1001)
  const who = shopper()
  const before = await who.ready({ 'stool-sage': 1 })
  expect(before).toMatchObject({ credit: { balance: { amount: 1001 }, wanted: null }, toPay: before.total })
  expect(before.toPayText).toBe(before.totalText)
  const view = await uses(who, before)
  expect(view).toMatchObject({
    total: before.total,
    toPay: before.total - 1001,
    toPayText: view.sums.find(({ kind }) => kind === 'to_pay')!.amount,
    totalText: before.totalText,
    credit: { balance: { amount: 1001 }, wanted: { amount: 1001, text: '$10.01' } },
  })
  expect(view.sums.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['total', 'credit', 'to_pay']))
  const number = await placed(who, view)
  expect(await balance()).toBe(0)
  const { rows } = await db.pool.query('select total, credit, to_pay, customer_id from orders')
  expect(rows).toEqual([
    { total: view.total, credit: 1001, to_pay: view.total - 1001, customer_id: ada.customer },
  ])
  const payments = await db.pool.query('select amount from payments')
  expect(payments.rows).toEqual([{ amount: view.total - 1001 }])
  const shown = await orderDetail(who.context(), { slug: number })
  expect(JSON.stringify(shown)).toContain('-$10.01')
  expect(await cancelOrder(who.context(), { slug: number, reason: '' })).toMatchObject({ ok: true })
  expect(await balance()).toBe(1001)
  const { rows: ledger } = await db.pool.query('select kind, amount from credit_entries order by id')
  expect(ledger).toEqual([
    { kind: 'adjusted', amount: 1001 },
    { kind: 'spent', amount: -1001 },
    { kind: 'returned', amount: 1001 },
  ])
})

it('leaves an amount that is due until it is paid, and none of an order that is cancelled', async () => {
  await gives(2002)
  const who = shopper()
  const sums = async (slug: string) => {
    const shown = await orderDetail(who.context(), { slug })
    if (!shown.ok) throw new Error(shown.problem.name)
    return shown.value.sums.map(({ label, amount }) => `${label} ${amount}`)
  }
  const view = await uses(who, await who.ready({ 'stool-sage': 1 }))
  const paid = await placed(who, view)
  expect((await sums(paid)).at(-1)).toBe(`Amount due ${view.toPayText}`)
  const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [paid])
  await payTestOrder(who.context(), rows[0]!.id)
  expect((await sums(paid)).at(-1)).toBe(`Amount paid ${view.toPayText}`)
  await gives(100, 'b')
  const cancelled = await placed(who, await uses(who, await who.ready({ 'stool-sage': 1 })))
  expect((await sums(cancelled)).at(-1)).toMatch(/^Amount due /)
  expect(await cancelOrder(who.context(), { slug: cancelled, reason: '' })).toMatchObject({ ok: true })
  expect((await sums(cancelled)).at(-1)).toBe('Store credit -$1')
})

it('comes back when the order is not paid in time', async () => {
  await gives(700)
  const who = shopper()
  await placed(who, await uses(who, await who.ready({ 'stool-sage': 1 })))
  const now = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000)
  expect(await expireUnpaid({ ...who.context(), now })).toBe(1)
  expect(await balance()).toBe(700)
})

it('pays all of an order to the last cent, without a method and without its fee', async () => {
  await gives(20_000)
  const fee = { payment: [{ code: 'manual', provider: 'manual', name: { en: 'Bank' }, fee: { USD: 300 } }] }
  const who = shopper(fee)
  const before = await who.ready({ 'stool-sage': 1 })
  const view = await uses(who, before)
  expect(view).toMatchObject({ total: before.total - 300, toPay: 0, paymentMethods: [], missing: {} })
  await placed(who, view)
  expect(await balance()).toBe(20_000 - view.total)
  const { rows } = await db.pool.query('select pay_status, payment_method, to_pay from orders')
  expect(rows).toEqual([{ pay_status: 'paid', payment_method: 'none', to_pay: 0 }])
})

it('is spent once by two orders at the same moment; the other is refused and shown anew', async () => {
  await gives(1000)
  const [one, other] = [shopper(), shopper()]
  // Neither is of the cart, which they share: an order empties it, and the other checkout with it.
  const views = [
    await uses(one, await one.readyAtOnce('stool-sage')),
    await uses(other, await other.readyAtOnce('vase-ink')),
  ]
  const answers = await Promise.all([one.submit(views[0]!), other.submit(views[1]!)])
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.name]))
  expect(refused).toEqual(['credit_changed'])
  expect(await balance()).toBe(0)
  const { rows } = await db.pool.query(
    'select count(*)::int as orders, sum(credit)::int as credit from orders',
  )
  expect(rows).toEqual([{ orders: 1, credit: 1000 }])
  const open = views[answers.findIndex((answer) => !answer.ok)]!
  const loser = answers[0]!.ok ? other : one
  const now = await loser.detail(open.slug)
  expect(now).toMatchObject({ toPay: now.total })
  expect(await loser.submit(now)).toMatchObject({ ok: true })
})

it('is none of a guest, and none in another currency', async () => {
  const guest = buyer(db)
  expect(await guest.ready({ 'stool-sage': 1 })).toMatchObject({ credit: null })
  const who = shopper()
  const view = await who.ready({ 'stool-sage': 1 })
  expect(await applyCredit(who.context(), { slug: view.slug, use: 'on' })).toEqual({
    ok: false,
    problem: { name: 'no_credit' },
  })
  await gives(100)
  await uses(who, view)
  const { rows } = await db.pool.query(
    `update checkouts set currency = 'JPY' where slug = $1 returning credit_wanted`,
    [view.slug],
  )
  expect(rows).toEqual([{ credit_wanted: 100 }])
  // The visitor's own currency is USD: the checkout follows it, and forgets the amount.
  expect(await who.detail(view.slug)).toMatchObject({ currency: 'USD', credit: { wanted: null } })
})

it('is earned by an order that is complete, once, as the shop says', async () => {
  const who = shopper({ creditPercent: '7.25' })
  const number = await placed(who, await who.ready({ 'stool-sage': 1 }))
  await db.pool.query(
    `update orders set pay_status = 'paid', paid_at = now(), captured = to_pay, stock_status = 'sold',
       delivery_status = 'delivered', shipped_at = now(), delivered_at = now(), hold_until = null`,
  )
  expect(await confirmReceipt(who.context(), { slug: number })).toMatchObject({ ok: true })
  // 7.25% of $48.50, rounded down.
  expect(await balance()).toBe(351)
  expect(await confirmReceipt(who.context(), { slug: number })).toMatchObject({
    problem: { name: 'not_now' },
  })
  expect(await balance()).toBe(351)
})
