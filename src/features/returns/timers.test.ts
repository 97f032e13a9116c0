import { expect, it } from 'vitest'
import type { LiveMessage } from '#wire/live-messages.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { stockOf } from '#test/placed-orders.ts'
import { cancelReturn, sendParcel } from './actions/change.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
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
  const { owner, apply, order } = await returnWorld()
  const told: { topic: string; message: LiveMessage }[] = []
  const live = { tell: (topic: string, message: LiveMessage) => void told.push({ topic, message }) }
  const slug = await apply({ 'stool-sage': 1 }, {}, { ...owner(), live })
  const message = { type: 'return.changed', return: slug, order: order.number }
  expect(told).toContainEqual({ topic: `order:${order.id}`, message })
  told.length = 0
  await approveReturn({ ...owner(), live }, slug, null)
  expect(told).toContainEqual({ topic: `order:${order.id}`, message })
  told.length = 0
  await approveReturn({ ...owner(), live }, slug, null)
  expect(told).toEqual([])
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
