import { expect, it } from 'vitest'
import { orderVisitor } from '#test/order-visitor.ts'
import { days } from '#test/order-changes.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'
import { withdrawOrder } from './actions/withdraw.ts'

it('a stranger who knows an order’s number uses up no limit of it', async () => {
  const { db, order, owner, wish, apply } = await returnWorld()
  const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 4850 }
  const stranger = orderVisitor(db, 'A'.repeat(43), { now: days(1) }).ctx
  for (let count = 0; count < 30; count++) {
    stranger.visitor.ip = `192.0.2.${count}`
    expect(await applyForReturn(stranger, input)).toMatchObject({ problem: { name: 'unknown_order' } })
    expect(await withdrawOrder(stranger, { order: order.number, lines: null })).toMatchObject({
      problem: { name: 'unknown_order' },
    })
  }
  expect(await apply({ 'stool-sage': 1 })).toMatch(/^R-/)
  expect(await withdrawOrder(owner(), { order: order.number, lines: null })).toMatchObject({ ok: true })
})
