import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { days, stockedShop } from '#test/order-changes.ts'
import { stockOf } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { orderIs, refundsOf, returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from './shop/decide.ts'
import { recountReturn } from './shop/recount.ts'
import { tellReturnEvents } from './work/tell.ts'

/* What the merchant does after a parcel was opened: counts again, refuses, takes off what is damaged. */

async function world(options: ReturnWorldOptions = {}) {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const made = await returnWorld({ db, units: { 'stool-sage': 3 }, ...options })
  const { owner, apply } = made
  return {
    ...made,
    faults: async () => checkHistory(await readHistory(db.pool), before),
    approved: async (...args: Parameters<typeof apply>) => {
      const slug = await apply(...args)
      await approveReturn(owner(), slug, null)
      return slug
    },
    mails: async () => {
      const ctxFor = (locale: string) => owner(1, locale as Locale)
      await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(1) })
      const { rows } = await db.pool.query<{ kind: string; plain: string }>(
        `delete from outbox_mails where kind like 'return.%' returning kind, plain`,
      )
      return rows
    },
  }
}

const all = () => true

it('a count that was wrong is corrected: units, refund and shelf follow, up and down', async () => {
  const { db, order, owner, approved, apply, view, mails, faults } = await world()
  const slug = await approved({ 'stool-sage': 3 })
  await receiveReturn(owner(), slug, { 'stool-sage': 1 }, all)
  const one = (await view(slug)).refundAmount
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  await mails()
  expect(await recountReturn(owner(), slug, { 'stool-sage': 3 }, all)).toMatchObject({ ok: true })
  const whole = await view(slug)
  expect(whole.refundAmount).toBeGreaterThan(2 * one)
  expect(whole.moments[0]).toMatchObject({ text: 'We corrected what arrived' })
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  expect((await mails())[0]).toMatchObject({
    kind: 'return.recounted',
    plain: expect.stringContaining('The stool (Sage) × 3') as string,
  })
  await recountReturn(owner(), slug, { 'stool-sage': 2 }, all)
  expect(await stockOf(db, 'stool-sage')).toBe('49/0')
  expect(await faults()).toEqual([])

  // What did not come was asked for again: it cannot come twice.
  const other = await apply({ 'stool-sage': 1 })
  expect(await recountReturn(owner(), slug, null, all)).toEqual({
    ok: false,
    problem: { name: 'asked_again', skus: ['stool-sage'] },
  })
  expect(other).toMatch(/^R-/)
  const { refundAmount } = await view(slug)
  expect(await completeReturn(owner(), slug)).toMatchObject({ ok: true })
  expect(await refundsOf(db, order.id)).toEqual([`${refundAmount} return:${slug}`])
  expect(await recountReturn(owner(), slug, null, all)).toMatchObject({ problem: { name: 'not_now' } })
  expect(await faults()).toEqual([])
})

it('a parcel that came empty is noted, told, and not refunded', async () => {
  const { db, order, owner, approved, view, mails, faults } = await world({
    settings: { fee: { USD: 300 } },
  })
  const slug = await approved({ 'stool-sage': 3 })
  const asked = (await view(slug)).refundAmount
  await mails()
  expect(await receiveReturn(owner(), slug, { 'stool-sage': 0 }, all)).toMatchObject({
    ok: true,
    value: { amount: 0 },
  })
  expect((await mails())[0]!.plain).toContain('none of these items was in it')
  expect(await stockOf(db, 'stool-sage')).toBe('47/0')
  expect(await faults()).toEqual([])
  // Found after all: the fee that was confirmed is kept, and no more.
  expect(await recountReturn(owner(), slug, null, all)).toMatchObject({ value: { amount: asked } })
  await recountReturn(owner(), slug, { 'stool-sage': 0 }, all)
  expect(await refuseReturn(owner(), slug, 'The parcel was empty')).toMatchObject({
    value: { status: 'ended', auditStatus: 'audit_failed' },
  })
  expect((await mails()).at(-1)!.plain).toContain('We could not approve this request')
  expect(await refundsOf(db, order.id)).toEqual([])
  expect(await faults()).toEqual([])
})

it('what was looked at is refused: it goes off the shelf, back to the shopper, and can be asked for again', async () => {
  const { db, order, owner, approved, apply, view, mails, faults } = await world()
  const slug = await approved({ 'stool-sage': 2 })
  expect(await refuseReturn(owner(), slug, 'Worn')).toMatchObject({ problem: { name: 'not_now' } })
  await receiveReturn(owner(), slug, null, all)
  expect(await stockOf(db, 'stool-sage')).toBe('49/0')
  await mails()
  // All of them are sold: they cannot be sent back, and nothing is written.
  await db.pool.query(`update skus set on_hand = 1 where sku = 'stool-sage'`)
  expect(await refuseReturn(owner(), slug, 'Worn')).toEqual({
    ok: false,
    problem: { name: 'not_on_shelf', skus: ['stool-sage'] },
  })
  expect(await view(slug)).toMatchObject({ status: 'pending_approval' })
  await db.pool.query(`update skus set on_hand = 49 where sku = 'stool-sage'`)
  expect(await refuseReturn(owner(), slug, 'Worn outside')).toMatchObject({ ok: true })
  expect(await stockOf(db, 'stool-sage')).toBe('47/0')
  expect(await view(slug)).toMatchObject({
    status: 'ended',
    auditStatus: 'audit_failed',
    refusalReason: 'Worn outside',
    next: expect.stringContaining('we send them back to you') as string,
  })
  expect((await mails())[0]!.plain).toContain('Worn outside')
  expect(await refundsOf(db, order.id)).toEqual([])
  expect(await apply({ 'stool-sage': 3 })).toMatch(/^R-/)
  expect(await faults()).toEqual([])
})

it('a withdrawal is a right: it is refused never, and refunded less for goods that lost value', async () => {
  const { db, order, owner, view, mails, faults } = await world()
  const made = await withdrawOrder(owner(3), { order: order.number, lines: null })
  if (!made.ok) throw new Error(made.problem.name)
  const slug = made.value.slug!
  await receiveReturn(owner(4), slug, null, all)
  expect(await refuseReturn(owner(4), slug, 'Worn')).toMatchObject({ problem: { isWithdrawal: true } })
  const { refundAmount } = await view(slug)
  const reason = 'The seat is scratched'
  expect(await completeReturn(owner(4), slug, { amount: refundAmount, reason })).toMatchObject({
    problem: { name: 'not_lower', most: refundAmount },
  })
  await mails()
  expect(await completeReturn(owner(4), slug, { amount: refundAmount - 1_000, reason })).toMatchObject({
    value: { amount: refundAmount - 1_000 },
  })
  expect(await refundsOf(db, order.id)).toEqual([`${refundAmount - 1_000} return:${slug}`])
  expect(await view(slug)).toMatchObject({
    deduction: 'We have deducted $10: The seat is scratched',
    fee: null,
    sums: expect.arrayContaining([{ label: 'Deducted', amount: '-$10', isTotal: false }]) as unknown,
  })
  expect((await mails())[0]!.plain).toContain('We have deducted $10: The seat is scratched')
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${refundAmount - 1_000}`)
  expect(await faults()).toEqual([])
})

it('an exchange holds again what it gave up with units that came after all, if it is still there', async () => {
  const { db, owner, approved, faults } = await world()
  const slug = await approved({ 'stool-sage': [2, 'rare-sage'] }, { type: 'exchange' })
  expect(await stockOf(db, 'rare-sage')).toBe('3/2')
  await receiveReturn(owner(), slug, { 'stool-sage': 0 }, all)
  expect(await stockOf(db, 'rare-sage')).toBe('3/0')
  expect(await completeReturn(owner(), slug)).toMatchObject({ problem: { name: 'nothing' } })
  await db.pool.query(`update skus set on_hand = 1 where sku = 'rare-sage'`)
  expect(await recountReturn(owner(), slug, null, all)).toEqual({
    ok: false,
    problem: { name: 'not_held_again', skus: ['rare-sage'] },
  })
  await db.pool.query(`update skus set on_hand = 3 where sku = 'rare-sage'`)
  expect(await recountReturn(owner(), slug, null, all)).toMatchObject({ ok: true })
  expect(await stockOf(db, 'rare-sage')).toBe('3/2')
  expect(await completeReturn(owner(), slug, { amount: 0, reason: 'Worn' })).toMatchObject({
    problem: { name: 'exchange_not_lowered' },
  })
  expect(await completeReturn(owner(), slug)).toMatchObject({ ok: true })
  expect(await faults()).toEqual([])
})

it('of two people who count, refuse and refund at once, one is heard', async () => {
  const { owner, approved, view, faults } = await world()
  for (const seed of [0, 1, 2]) {
    const slug = await approved({ 'stool-sage': 1 })
    await receiveReturn(owner(), slug, null, all)
    const done = await Promise.all([
      refuseReturn(owner(), slug, 'Worn'),
      completeReturn(owner(), slug, { amount: 500 + seed, reason: 'Worn' }),
      recountReturn(owner(), slug, { 'stool-sage': 0 }, all),
      recountReturn(owner(), slug, null, all),
    ])
    expect(done.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect((await view(slug)).status).not.toBe('cancelled')
  }
  expect(await faults()).toEqual([])
})
