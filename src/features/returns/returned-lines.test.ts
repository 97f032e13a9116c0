import { expect, it } from 'vitest'
import { editOrder } from '#features/orders/shop/edit.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { unshipOrder } from '#features/orders/shop/unship.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { eventsOf } from '#test/placed-orders.ts'
import { orderIs, returnWorld } from '#test/returns/return-world.ts'
import { refuseReturn } from './shop/decide.ts'

it('a parcel whose goods are claimed has left, and its line stays after the return was refused', async () => {
  const { db, order, owner, apply } = await returnWorld({
    units: { 'stool-sage': 1, 'vase-ink': 1 },
    arrived: false,
  })
  const { rows } = await db.pool.query<{ id: number }>('select id from shipments')
  const parcelId = rows[0]!.id
  // Not noted as arrived: it counts as arrived some days after it has left.
  const broken = { reason: 'damaged', description: 'A leg is off' } as const
  const slug = await apply({ 'stool-sage': 1 }, broken, owner(20))
  expect(slug).toMatch(/^R-/)
  expect(await unshipOrder(owner(21), order.number, parcelId)).toEqual({
    ok: false,
    problem: { name: 'returned' },
  })
  expect(await orderIs(db, order.id)).toBe('in_progress paid shipped refunded 0')

  await refuseReturn(owner(22), slug, 'It never left us')
  expect(await unshipOrder(owner(23), order.number, parcelId)).toMatchObject({ ok: true })
  const edit = { reprice: false, shipping: null, reason: '' }
  const remove = (sku: string) => ({ ...edit, changes: [{ kind: 'remove' as const, sku }] })
  expect(await editOrder(owner(24), order.number, remove('stool-sage'), null)).toEqual({
    ok: false,
    problem: { name: 'was_returned', sku: 'stool-sage' },
  })
  expect((await eventsOf(db, order.id)).at(-1)).toBe('unshipped')
  expect(await editOrder(owner(24), order.number, remove('vase-ink'), null)).toMatchObject({ ok: true })
})

it('a parcel is taken back whose goods nobody claims, of an order of which others are', async () => {
  const { db, order, owner, apply } = await returnWorld({
    units: { 'stool-sage': 3 },
    sent: { 'stool-sage': 2 },
  })
  expect(await apply({ 'stool-sage': 2 })).toMatch(/^R-/)
  expect(await shipOrder(owner(2), order.number, parcel, onDelivery)).toMatchObject({ ok: true })
  const { rows } = await db.pool.query<{ id: number }>('select max(id) as id from shipments')
  expect(await unshipOrder(owner(3), order.number, rows[0]!.id)).toMatchObject({
    ok: true,
    value: { deliveryStatus: 'partly_shipped' },
  })
})
