import { expect, it } from 'vitest'
import type { LiveMessage } from '#wire/live-messages.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { days } from '#test/order-changes.ts'
import { stockOf } from '#test/placed-orders.ts'
import { cancelReturn, sendParcel } from './actions/change.ts'
import { findReturnByNumber } from './queries/read.ts'
import { moveReturnRow } from './queries/write.ts'
import {
  approveReturn,
  cancelReturnByShop,
  completeReturn,
  receiveReturn,
  refuseReturn,
} from './shop/decide.ts'
import { expireReturns, giveUpLongHeld, remindOfParcels } from './work/timer.ts'

it('a return whose parcel is not sent in time is reminded of once, and ends', async () => {
  const { db, owner, apply, view } = await returnWorld()
  const slug = await apply({ 'stool-sage': [1, 'rare-sage'] }, { type: 'exchange' })
  await approveReturn(owner(1), slug, null)
  expect(await remindOfParcels(owner(11.9))).toBe(0)
  expect(await remindOfParcels(owner(12))).toBe(1)
  expect(await remindOfParcels(owner(13))).toBe(0)
  expect(await expireReturns(owner(14.9))).toBe(0)
  expect(await stockOf(db, 'rare-sage')).toBe('3/1')
  expect(await expireReturns(owner(15))).toBe(1)
  expect(await expireReturns(owner(15))).toBe(0)
  expect(await view(slug)).toMatchObject({
    status: 'ended',
    auditStatus: 'audit_successful',
    next: expect.stringContaining('No parcel was sent in time') as string,
    moments: [
      { text: 'Ended, because no parcel was sent in time' },
      { text: 'We reminded you to send the parcel' },
      {},
      {},
    ],
  })
  expect(await stockOf(db, 'rare-sage')).toBe('3/0')
  expect(await apply({ 'stool-sage': 2 })).toMatch(/^R-/)
})

it('a new time to send the parcel is reminded of anew', async () => {
  const { db, owner, apply } = await returnWorld()
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(1), slug, null)
  expect(await remindOfParcels(owner(12))).toBe(1)
  const setSendBy = async (sendBy: Date) => {
    const row = (await findReturnByNumber(db, slug))!
    await db.transact((tx) => moveReturnRow(tx, row.id, row, row, { sendBy }, days(12)))
  }
  // The same time is no new one.
  await setSendBy(days(15))
  expect(await remindOfParcels(owner(13))).toBe(0)
  await setSendBy(days(22))
  expect(await remindOfParcels(owner(18))).toBe(0)
  expect(await remindOfParcels(owner(19))).toBe(1)
})

it('one whose parcel is on its way, or there, or wanted by nobody, does not end by itself', async () => {
  const { owner, apply } = await returnWorld({ units: { 'stool-sage': 5 } })
  const asked = await apply({ 'stool-sage': 1 })
  const [sent, come, gone] = [
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
  ]
  const kept = await apply(
    { 'stool-sage': 1 },
    { type: 'refund_only', reason: 'missing', description: 'Not in the parcel' },
  )
  for (const slug of [sent, come, gone, kept]) await approveReturn(owner(), slug, null)
  await sendParcel(owner(), { slug: sent, company: 'DHL', trackingNumber: '1' })
  await receiveReturn(owner(), come, null, () => true)
  await cancelReturn(owner(), { slug: gone })
  expect(await remindOfParcels(owner(14))).toBe(0)
  expect(await expireReturns(owner(400))).toBe(0)
  expect(asked).toMatch(/^R-/)
})

it('units are held for an exchange that nobody decides on, or that does not arrive, for so long only', async () => {
  const { db, owner, apply, view } = await returnWorld({ units: { 'stool-sage': 4 } })
  const exchange = { type: 'exchange' } as const
  const asked = await apply({ 'stool-sage': [1, 'rare-sage'] }, exchange)
  const [sent, come] = [
    await apply({ 'stool-sage': [1, 'rare-sage'] }, exchange),
    await apply({ 'stool-sage': [1, 'rare-sage'] }, exchange),
  ]
  for (const slug of [sent, come]) {
    await approveReturn(owner(), slug, null)
    await sendParcel(owner(), { slug, company: 'DHL', trackingNumber: '1' })
  }
  await receiveReturn(owner(2), come, null, () => true)
  expect(await stockOf(db, 'rare-sage')).toBe('3/3')
  // 14 days to send a parcel, and 14 for its way, from the first day on.
  expect(await giveUpLongHeld(owner(28.9))).toBe(0)
  expect(await stockOf(db, 'rare-sage')).toBe('3/3')
  expect(await giveUpLongHeld(owner(29))).toBe(2)
  expect(await giveUpLongHeld(owner(30))).toBe(0)
  expect(await stockOf(db, 'rare-sage')).toBe('3/1')
  for (const slug of [asked, sent]) expect(await view(slug)).toMatchObject({ status: 'pending_approval' })
  // One that comes after all is made of what is on the shelf.
  await receiveReturn(owner(31), sent, null, () => true)
  await db.pool.query(`update skus set on_hand = 1 where sku = 'rare-sage'`)
  expect(await completeReturn(owner(31), sent)).toMatchObject({ problem: { name: 'out_of_stock' } })
  await db.pool.query(`update skus set on_hand = 2 where sku = 'rare-sage'`)
  expect(await completeReturn(owner(31), sent)).toMatchObject({ ok: true })
  expect(await stockOf(db, 'rare-sage')).toBe('1/1')
})

it('the pages of the order are told of each step, after the commit', async () => {
  const { owner, apply, order } = await returnWorld({ units: { 'stool-sage': 3 } })
  const told: { topics: string[]; message: LiveMessage }[] = []
  const tell = (topic: string | readonly string[], message: LiveMessage): void => {
    told.push({ topics: [topic].flat(), message })
  }
  const work = { ...owner(), live: { tell } }
  /** What the order's pages were sent since the last time. */
  const heard = () =>
    told.splice(0).flatMap(({ topics, message }) => (topics.includes(`order:${order.id}`) ? [message] : []))
  const both = (slug: string) => [
    { type: 'return.changed', return: slug, order: order.number },
    { type: 'order.changed', order: order.number },
  ]
  const slug = await apply({ 'stool-sage': 1 }, {}, work)
  expect(heard()).toEqual(expect.arrayContaining(both(slug)))
  const [refused, cancelled] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  await approveReturn(owner(), cancelled, null)
  const decisions: [string, () => Promise<{ ok: boolean }>][] = [
    [slug, () => approveReturn(work, slug, null)],
    [slug, () => receiveReturn(work, slug, null, () => true)],
    [slug, () => completeReturn(work, slug)],
    [refused, () => refuseReturn(work, refused, 'Worn')],
    [cancelled, () => cancelReturnByShop(work, cancelled)],
  ]
  for (const [number, decide] of decisions) {
    expect(await decide()).toMatchObject({ ok: true })
    expect(heard()).toEqual(expect.arrayContaining(both(number)))
    // Nothing moved: nobody hears of it.
    expect(await decide()).toMatchObject({ ok: false })
    expect(heard()).toEqual([])
  }
})

it('one that fails holds up none of the others', async () => {
  const { db, owner, apply, view } = await returnWorld({ units: { 'stool-sage': 3 } })
  const all = [
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
  ]
  for (const slug of all) await approveReturn(owner(), slug, null)
  await db.pool.query(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''planted''; end';
    create trigger planted before update on returns for each row
      when (new.number = '${all[0]}' and new.status = 'ended') execute function refuse()`)
  await expect(expireReturns(owner(20))).rejects.toThrow('planted')
  expect(await Promise.all(all.map(async (slug) => (await view(slug)).status))).toEqual([
    'pending_approval',
    'ended',
    'ended',
  ])
})
