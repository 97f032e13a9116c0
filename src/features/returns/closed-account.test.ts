import { expect, it } from 'vitest'
import { close } from '#features/identity/actions/close.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { belongingsOf } from '#features/identity/queries.ts'
import { confirmReceipt } from '#features/orders/actions/change.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { tellOrderEvents } from '#features/orders/work/tell.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { refundsOf, returnSales, returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { returnOptions } from './actions/options.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

/* What becomes of the money of orders and returns that are under way when their customer's account is closed. */

/** As if so much of 102.00 had been paid with store credit. */
async function payWithCredit(db: Database, order: number, customer: number, credit: number): Promise<void> {
  const money = 10_200 - credit
  await db.pool.query(
    `update orders set customer_id = $2, credit = $3::int, captured = $4::int,
       quote = quote || jsonb_build_object('credit', $3::int, 'toPay', $4::int) where id = $1`,
    [order, customer, credit, money],
  )
  await db.pool.query('update payments set captured = $2 where order_id = $1', [order, money])
}

/** Two stools for 48.50 each and delivery, of a customer who can close the account. */
async function closable(credit = 3000, options: ReturnWorldOptions = {}) {
  const world = await returnWorld({ settings: { creditBonusPercent: '10' }, ...options })
  const { db, order, owner } = world
  const ada = await signedIn(db, { now: days(1) })
  await payWithCredit(db, order.id, ada.customer, credit)
  return {
    ...world,
    ada,
    closes: async (forfeit: 'on' | 'off', after = 1) => {
      const { does } = await signedIn(db, { customer: ada.customer, now: days(after) })
      const done = await does(close, { confirmation: ada.email, forfeit })
      return done.ok ? 'closed' : done.problem.name
    },
    coming: async (after: number) => (await belongingsOf(db, ada.customer, owner(after))).coming,
    completes: async (slug: string) => {
      await approveReturn(owner(), slug, null)
      await receiveReturn(owner(), slug, null, () => true)
      const done = await completeReturn(owner(2), slug)
      if (!done.ok) throw new Error(done.problem.name)
      return done.value
    },
    entries: async () =>
      (await db.pool.query('select kind, amount from credit_entries order by id')).rows as unknown[],
  }
}

it('gives what was paid in money back as it was paid, whatever was chosen before', async () => {
  const { db, order, owner, ada, apply, closes, completes, entries, view } = await closable()
  const slug = await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
  expect(await closes('off')).toBe('credit_left')
  expect(await belongingsOf(db, ada.customer, owner())).toMatchObject({
    credit: [],
    coming: [{ currency: 'USD', amount: 3000 }],
    creditReturns: 1,
  })
  expect(await view(slug)).toMatchObject({ toPayment: null, toCredit: '$48.50', bonus: '$4.85' })
  expect(await closes('on')).toBe('closed')
  expect(await view(slug)).toMatchObject({ toPayment: '$48.50', toCredit: null, bonus: null })
  expect(await completes(slug)).toMatchObject({ amount: 4850, lostCredit: 0, payouts: [{ amount: 4850 }] })
  expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
  expect(await entries()).toEqual([])
})

it('gives as store credit what its payments have no more, so that the return can be completed', async () => {
  const { db, order, owner, apply, closes, completes, view } = await closable()
  const slug = await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
  // A return that is given as store credit promises no money.
  const goodwill = { amount: 5000, reason: 'goodwill', choice: null, key: 'a' } as const
  expect(await refundByShop(owner(), order.number, goodwill)).toMatchObject({ ok: true })
  expect(await closes('on')).toBe('closed')
  expect(await completes(slug)).toMatchObject({
    amount: 4850,
    lostCredit: 2650,
    payouts: [{ amount: 2200 }],
  })
  expect(await refundsOf(db, order.id)).toEqual([
    '5000 operator:a',
    `2200 return:${slug}`,
    `2650 return:${slug}:credit as goods or credit`,
  ])
  expect(await view(slug)).toMatchObject({ toPayment: '$22', toCredit: '$26.50' })
})

it('offers no store credit any more, and says what of it reaches nobody', async () => {
  const { db, order, owner, apply, closes, completes, entries, view } = await closable()
  expect(await closes('on')).toBe('closed')
  expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
    value: { mayChooseCredit: false, bonus: null },
  })
  expect(await apply({ 'stool-sage': 2 }, { refundTo: 'credit' })).toBe('credit_needs_account')
  const slug = await apply({ 'stool-sage': 2 })
  expect(await completes(slug)).toMatchObject({ amount: 10_200, lostCredit: 3000 })
  expect(await refundsOf(db, order.id)).toEqual([
    `7200 return:${slug}`,
    `3000 return:${slug}:credit as goods or credit`,
  ])
  // In the books, where the operator finds it.
  expect(await entries()).toEqual([{ kind: 'refund', amount: 3000 }])
  const lost = 'Store credit of $30 is back in an account that is closed, where it can no longer be spent.'
  expect((await view(slug)).next).toContain(lost)
  const ctxFor = () => orderVisitor(db, null, { now: days(2), sales: returnSales() }).ctx
  await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(2) })
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'return.completed'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.plain.replaceAll(/\s+/g, ' ')).toContain(lost)
})

it('asks for no box where nothing can come: goods that are kept, and money alone', async () => {
  const { db, order, coming } = await closable()
  await db.pool.query(`update orders set status = 'completed', completed_at = $2 where id = $1`, [
    order.id,
    days(1),
  ])
  // Arrived on day 0: the last of its 30 days counts whole.
  expect(await coming(30)).toEqual([{ currency: 'USD', amount: 3000 }])
  expect(await coming(31)).toEqual([])
  const paid = await closable(0)
  expect(await paid.closes('off')).toBe('closed')
})

it('counts no day less after an early word that everything has arrived', async () => {
  const { order, owner, closes, coming } = await closable(3000, { arrived: false })
  expect(await confirmReceipt(owner(3), { slug: order.number })).toMatchObject({ ok: true })
  // Sent on day 0, and given 14 days to arrive: the last of the 30 days is day 44.
  expect(await closes('off', 40)).toBe('credit_left')
  expect(await coming(44)).toEqual([{ currency: 'USD', amount: 3000 }])
  expect(await coming(45)).toEqual([])
  expect(await closes('off', 45)).toBe('closed')
})

it('counts what an exchange would bring home once', async () => {
  const { db, ada, owner, apply, completes } = await closable()
  const { exchangeOrder } = await completes(
    await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' }),
  )
  expect(exchangeOrder).not.toBe(null)
  const { coming } = await belongingsOf(db, ada.customer, owner())
  // What was exchanged had been paid in money, so all of it is still in the order before.
  expect(coming).toEqual([{ currency: 'USD', amount: 3000 }])
})

it('says so in the mail about a cancelled order, too', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { now: days(0) })
  const { ctx } = orderVisitor(db, order.token, { now: days(1) })
  await payTestOrder(ctx, order.id)
  const ada = await signedIn(db, { now: days(1) })
  await payWithCredit(db, order.id, ada.customer, 3000)
  await db.transact((tx) => eraseCustomer(tx, ada.customer, days(1)))
  expect(await cancelByShop(ctx, order.number, 'sold out', { restock: true })).toMatchObject({ ok: true })
  await tellOrderEvents({ db, ctxFor: () => ctx, shopLocale: 'en', now: () => days(1) })
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'order.cancelled_paid'`,
  )
  expect(rows.map(({ plain }) => plain.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('Store credit of $30 is back in an account that is closed'),
  ])
})
