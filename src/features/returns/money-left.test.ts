import { describe, expect, it } from 'vitest'
import { refundByShop } from '#features/orders/shop/record.ts'
import { giveBehind, orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/* What of an order can still be given back, while returns of it are open and after they are done. */

type World = Awaited<ReturnType<typeof returnWorld>>

const exchange = { type: 'exchange' } as const
const goodwill = { reason: 'goodwill', choice: null }

async function received({ owner }: World, slug: string): Promise<void> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
}

describe('what an open return promises', () => {
  it('is not given back by the operator, and the return can be completed', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const slug = await apply({ 'stool-sage': 2 })
    await received(world, slug)
    for (const amount of [6000, null])
      expect(await refundByShop(owner(2), order.number, { ...goodwill, amount, key: 'a' })).toEqual({
        ok: false,
        problem: { name: 'too_much', left: 0, openReturns: [slug] },
      })
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect(await refundsOf(db, order.id)).toEqual([`10200 return:${slug}`])
  })

  it('leaves what is beyond it', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const slug = await apply({ 'stool-sage': 1 })
    const give = (amount: number) =>
      refundByShop(owner(2), order.number, { ...goodwill, amount, key: `${amount}` })
    expect(await give(5351)).toMatchObject({ problem: { left: 5350, openReturns: [slug] } })
    expect(await give(5350)).toMatchObject({ ok: true })
    await received(world, slug)
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
  })

  it('is what the goods of an exchange are worth', async () => {
    const { order, owner, apply } = await returnWorld()
    await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    expect(await refundByShop(owner(2), order.number, { ...goodwill, amount: 5351, key: 'a' })).toMatchObject(
      {
        problem: { name: 'too_much', left: 5350 },
      },
    )
  })

  it('is refused by name where the money is gone all the same, and nothing moves', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, view } = world
    const slug = await apply({ 'stool-sage': 2 })
    await received(world, slug)
    await giveBehind(db, order.id, 6000)
    expect(await completeReturn(owner(2), slug)).toEqual({
      ok: false,
      problem: { name: 'money_gone', due: 10_200, left: 4200, currency: 'USD' },
    })
    expect(await view(slug)).toMatchObject({ status: 'pending_approval' })
    expect(await refundsOf(db, order.id)).toEqual([])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 6000')
  })
})
