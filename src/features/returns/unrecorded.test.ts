import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { recordPayment } from '#features/orders/shop/record.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { days, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { creditOf, ofOrder, orderIs, refundsOf, returnSales } from '#test/returns/return-world.ts'
import { returnOptions } from './actions/options.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

/**
 * Two stools that a courier is paid for; nobody has noted the money.
 * @param sent of them, have left and arrived
 * @param spent of it is store credit
 */
async function onCredit(sent: number | null = null, spent = 0) {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const ada = spent === 0 ? null : await creditOf(db, spent)
  const paidBy = { method: 'cod', credit: ada?.credit ?? null } as const
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2 }, ...paidBy, now })
  const owner = (after = 1, locale: Locale = 'en') =>
    orderVisitor(db, order.token, { now: days(after), locale, sales: returnSales() }).ctx
  const units = sent === null ? null : { 'stool-sage': sent }
  const shipped = await shipOrder(owner(0), order.number, { ...parcel, units }, onDelivery)
  if (!shipped.ok) throw new Error(shipped.problem.name)
  await deliverOrder(owner(0), order.number, null)
  const { rows } = await db.pool.query<{ total: number }>('select to_pay::int as total from orders')
  return {
    ...{ db, order, owner, total: rows[0]!.total, ...ofOrder(db, order, owner) },
    balance: async () => ada?.balance() ?? 0,
    faults: async () => checkHistory(await readHistory(db.pool), before),
    withdraw: async () => {
      const done = await withdrawOrder(owner(2), { order: order.number, lines: null })
      if (!done.ok) throw new Error(done.problem.name)
      return done.value.slug!
    },
    mails: async () => {
      const ctxFor = (locale: string) => {
        const ctx = owner(2, locale as Locale)
        return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
      }
      await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(2) })
      const { rows: found } = await db.pool.query<{ kind: string; plain: string }>(
        `select kind, plain from outbox_mails where kind like 'return.%' order by id`,
      )
      return found
    },
  }
}

it('goods that were paid to the courier are withdrawn from before anybody notes the money', async () => {
  const { db, order, owner, total, withdraw, view, mails, faults } = await onCredit()
  expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
    value: { mayWithdraw: true },
  })
  const slug = await withdraw()
  expect(await view(slug)).toMatchObject({ status: 'pending_approval', refundAmount: total })
  const [receipt, shop] = await mails()
  expect(receipt!.plain).toContain('We have no record of your payment yet.')
  expect(shop!.plain).toContain(`violet orders pay ${order.number}`)

  await receiveReturn(owner(3), slug, null, () => true)
  expect(await completeReturn(owner(3), slug)).toEqual({
    ok: false,
    problem: { name: 'not_recorded', order: order.number, credit: 0, currency: 'USD' },
  })
  expect(await refundsOf(db, order.id)).toEqual([])
  expect(await recordPayment(owner(4), order.number)).toMatchObject({ ok: true })
  expect(await completeReturn(owner(4), slug)).toMatchObject({ value: { amount: total } })
  expect(await refundsOf(db, order.id)).toEqual([`${total} return:${slug}`])
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${total}`)
  expect(await faults()).toEqual([])
})

it('money that never came is never given back', async () => {
  const { db, order, owner, withdraw, faults } = await onCredit()
  const slug = await withdraw()
  await receiveReturn(owner(3), slug, null, () => true)
  expect(
    await completeReturn(owner(3), slug, { amount: 0, reason: 'The courier was not paid.' }),
  ).toMatchObject({
    value: { status: 'completed', amount: 0 },
  })
  expect(await refundsOf(db, order.id)).toEqual([])
  expect(await orderIs(db, order.id)).toBe('in_progress unpaid delivered refunded 0')
  expect(await faults()).toEqual([])
})

it('store credit goes home where the courier never brings the rest', async () => {
  const { db, order, owner, balance, withdraw, faults } = await onCredit(null, 2000)
  const slug = await withdraw()
  await receiveReturn(owner(3), slug, null, () => true)
  const refused = {
    ok: false,
    problem: { name: 'not_recorded', order: order.number, credit: 2000, currency: 'USD' },
  }
  const reason = 'The parcel was not accepted.'
  expect(await completeReturn(owner(3), slug)).toEqual(refused)
  for (const amount of [2001, 10_200])
    expect(await completeReturn(owner(3), slug, { amount, reason })).toEqual(refused)
  expect(await balance()).toBe(0)
  expect(await completeReturn(owner(3), slug, { amount: 2000, reason })).toMatchObject({
    value: { status: 'completed', amount: 2000, payouts: [] },
  })
  expect(await refundsOf(db, order.id)).toEqual([`2000 return:${slug}:credit as goods or credit`])
  expect(await balance()).toBe(2000)
  expect(await orderIs(db, order.id)).toBe('in_progress unpaid delivered refunded 0')
  expect(await faults()).toEqual([])
})

it('each return of an order that nobody paid gives what is left of the store credit, if the shop says so', async () => {
  const { db, owner, balance, withdraw, view, faults } = await onCredit(1, 6000)
  const slug = await withdraw()
  const { rows } = await db.pool.query<{ number: string }>('select number from returns order by id')
  const never = rows[0]!.number
  const reason = 'The parcel was not accepted.'
  expect(await completeReturn(owner(3), never)).toMatchObject({
    problem: { name: 'not_recorded', credit: 4850 },
  })
  expect(await completeReturn(owner(3), never, { amount: 4851, reason })).toMatchObject({
    problem: { name: 'not_lower', most: 4850 },
  })
  expect(await completeReturn(owner(3), never, { amount: 4850, reason })).toMatchObject({ ok: true })
  // All that was due has gone back: the shopper reads of nothing that was kept.
  expect(JSON.stringify(await view(never))).not.toContain(reason)
  await receiveReturn(owner(3), slug, null, () => true)
  expect(await completeReturn(owner(3), slug)).toMatchObject({
    problem: { name: 'not_recorded', credit: 1150 },
  })
  expect(await completeReturn(owner(3), slug, { amount: 1150, reason })).toMatchObject({ ok: true })
  expect(await balance()).toBe(6000)
  expect(await faults()).toEqual([])
})

it('what has not left is never sent, and its money goes back once it is noted', async () => {
  const { db, order, owner, total, withdraw, view, mails, faults } = await onCredit(1)
  expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
    value: { isUnrecorded: true },
  })
  const slug = await withdraw()
  const { rows } = await db.pool.query<{ number: string; type: string; status: string }>(
    'select number, type, status from returns order by id',
  )
  expect(rows.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'refund_only pending_approval',
    'return_and_refund pending_approval',
  ])
  expect(await shipOrder(owner(3), order.number, parcel, onDelivery)).toMatchObject({ ok: false })
  const sentMails = await mails()
  expect(sentMails.filter(({ plain }) => plain.includes('violet orders pay'))).toHaveLength(2)
  const receipt = sentMails.find(({ kind }) => kind === 'return.receipt')!.plain
  expect(receipt).toContain('Not sent yet: The stool (Sage) × 1. We do not send these any more.')
  expect(receipt).toContain('We have no record of your payment yet.')
  expect(receipt).not.toMatch(/\bnow\b/)
  const never = rows[0]!.number
  expect((await view(never)).next).toBe(
    'We do not send these items any more. We refund them once your payment is recorded.',
  )
  expect(await completeReturn(owner(3), never)).toMatchObject({ problem: { name: 'not_recorded' } })
  await recordPayment(owner(4), order.number)
  expect((await view(never)).next).toContain('we are making the refund')
  await receiveReturn(owner(4), slug, null, () => true)
  for (const one of [never, slug]) expect(await completeReturn(owner(4), one)).toMatchObject({ ok: true })
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${total}`)
  expect(await faults()).toEqual([])
})

it('the shop’s own offer begins with the payment, as before', async () => {
  const { apply } = await onCredit()
  expect(await apply({ 'stool-sage': 1 })).toBe('return_impossible')
})
