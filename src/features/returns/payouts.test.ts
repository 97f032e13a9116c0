import { expect, it } from 'vitest'
import { confirmRefund } from '#features/orders/rules/refund.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days, onDelivery, parcel } from '#test/order-changes.ts'
import { ofOrder, refundsOf, returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import type { Decided } from './shop/decision.ts'

/* What a completed return says of its money: on its way, sent, or waiting for a person to send it. */

const byHand = 'The shop sends $48.50 to you; we will email you when it has.'

async function completed(options: ReturnWorldOptions = {}) {
  const world = await returnWorld(options)
  const slug = await world.apply({ 'stool-sage': 1 })
  return { ...world, slug, done: await complete(world.owner, slug) }
}

async function complete(
  owner: Awaited<ReturnType<typeof returnWorld>>['owner'],
  slug: string,
): Promise<Decided> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  const done = await completeReturn(owner(), slug)
  if (!done.ok) throw new Error(done.problem.name)
  return done.value
}

const end = (db: Database, status: 'done' | 'failed') =>
  db.pool.query('update refunds set status = $1, done_at = $2', [status, status === 'done' ? days(2) : null])

it('money that a person has to send is not refunded before it is sent', async () => {
  const { owner, order, slug, done, view } = await completed({ method: 'transfer' })
  const [payout, ...others] = done.payouts
  expect(payout).toMatchObject({ order: order.number, amount: 4850, status: 'pending', isByHand: true })
  expect(others).toEqual([])
  const waiting = await view(slug)
  expect([waiting.next, waiting.moments[0]!.text]).toEqual([byHand, 'Refund of $48.50 started'])
  expect(waiting.asksAccount).toBe(true)
  expect(await confirmRefund(owner(2), payout!.id, '')).toBe(true)
  // As long afterwards as anybody looks.
  const sent = await view(slug, owner(300))
  expect(sent.next).toBe('The refund was sent on 23 November 2026. Your bank may take up to 10 days.')
  expect(sent.asksAccount).toBe(false)
  expect(sent.moments.slice(0, 2)).toMatchObject([
    { text: 'Refund of $48.50 sent', when: expect.stringContaining('23 November 2026') as string },
    { text: 'Refund of $48.50 started' },
  ])
})

it('money that a provider sends is on its way until it is sent, and waits for a person once it is refused', async () => {
  const { db, slug, view } = await completed()
  expect((await view(slug)).next).toBe('The refund is on its way. Your bank may take up to 10 days.')
  await end(db, 'done')
  expect((await view(slug)).next).toContain('sent on 23 November 2026')
  await end(db, 'failed')
  expect((await view(slug)).next).toBe(byHand)
})

it('what the bank has refused is sent once the operator has sent it under another name, to the cent', async () => {
  const { db, order, owner, slug, apply, view } = await completed()
  const next = async () => (await view(slug)).next
  await end(db, 'failed')
  await db.pool.query('update orders set refunded = 0; update payments set refunded = 0')
  const again = async (amount: number, key: string) => {
    const wish = { amount, reason: 'as agreed', key, choice: null }
    expect(await refundByShop(owner(2), order.number, wish)).toMatchObject({ ok: true })
  }
  await again(4_000, 'first')
  expect(await next()).toBe('The shop sends $8.50 to you; we will email you when it has.')
  await again(850, 'second')
  expect(await next()).toBe('The refund is on its way. Your bank may take up to 10 days.')
  await db.pool.query(`update refunds set status = 'done', done_at = $1 where cause like 'operator:%'`, [
    days(4),
  ])
  expect(await next()).toContain('sent on 25 November 2026')
  // The next one has its own money.
  const other = await apply({ 'stool-sage': 1 })
  await complete(owner, other)
  expect((await view(other)).next).toContain('on its way')
  await db.pool.query(`update refunds set status = 'failed' where cause = $1`, [`return:${other}`])
  expect((await view(other)).next).toContain('The shop sends')
  expect(await next()).toContain('sent on 25 November 2026')
})

it.each<[Locale, string, string]>([
  [
    'zh',
    '商家将向你退还 $48.50，退款汇出后会发邮件通知你。',
    '退款已于2026年11月23日汇出，银行入账最多需要 10 天。',
  ],
  [
    'zh-HK',
    '我們會向你退還 $48.50，匯出後會以電郵通知你。',
    '退款已於2026年11月23日匯出，銀行入賬最多需時 10 日。',
  ],
])('says so in %s', async (locale, waits, sent) => {
  const { db, owner, slug, view } = await completed({ method: 'transfer' })
  const look = async () => (await view(slug, owner(1, locale))).next.replaceAll('US$', '$')
  expect(await look()).toBe(waits)
  await end(db, 'done')
  expect(await look()).toBe(sent)
})

it('of an exchange, money goes back by the payment of the order that was paid', async () => {
  const { db, order, owner, apply } = await returnWorld({ method: 'transfer' })
  const exchange = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' })
  const { exchangeOrder } = await complete(owner, exchange)
  const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [
    exchangeOrder,
  ])
  const made = { id: rows[0]!.id, number: exchangeOrder! }
  expect((await shipOrder(owner(1), made.number, { ...parcel, units: null }, onDelivery)).ok).toBe(true)
  const again = ofOrder(db, made, owner)
  const slug = await again.apply({ 'stool-ink': 1 })
  const { payouts } = await complete(owner, slug)
  expect(payouts).toMatchObject([{ order: order.number, amount: 4850, isByHand: true }])
  expect(await refundsOf(db, order.id)).toContain(`4850 return:${slug}:credit:home`)
  expect((await again.view(slug)).next).toBe(byHand)
})

it('what goes back to store credit is there, and what comes to nothing is no refund', async () => {
  const world = await returnWorld()
  const { db, order, owner, apply, view } = world
  const { customer } = await signedIn(db)
  // As if all of it had been paid with store credit.
  await db.pool.query(
    `update orders set customer_id = $2, credit = total, captured = 0,
       quote = quote || jsonb_build_object('credit', total, 'toPay', 0) where id = $1`,
    [order.id, customer],
  )
  const slug = await apply({ 'stool-sage': 1 })
  expect((await complete(owner, slug)).payouts).toEqual([])
  expect((await view(slug)).next).toBe('The amount is in your store credit.')
  await db.pool.query(`update returns set quote = quote || '{"total": 0}'`)
  expect((await view(slug)).next).toBe('There was nothing to refund.')
})
