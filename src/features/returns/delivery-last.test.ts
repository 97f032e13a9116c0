import { describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import type { Ctx } from '#platform/server/context.ts'
import { orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { cancelReturn } from './actions/change.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

/* Delivery comes back with the whole order: with the last return that completes. */

type World = Awaited<ReturnType<typeof returnWorld>>

async function received({ owner }: World, slug: string): Promise<void> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
}

async function withdrawn({ owner, order, lineOf }: World, quantity: number): Promise<string> {
  const lines = [{ line: await lineOf('stool-sage'), quantity }]
  const made = await withdrawOrder(owner(), { order: order.number, lines })
  if (!made.ok) throw new Error(made.problem.name)
  return made.value.slug!
}

async function mailOf(db: Database, work: Ctx, kind: string): Promise<string> {
  await tellReturnEvents({ db, ctxFor: () => work, shopLocale: 'en', now: () => work.now })
  const { rows } = await db.pool.query<{ plain: string }>(
    'select plain from outbox_mails where kind = $1 order by id desc limit 1',
    [kind],
  )
  return rows[0]!.plain
}

describe('delivery', () => {
  it('is not refunded while a unit stays with the shopper, and the mail says so', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, preview, view } = world
    const first = await apply({ 'stool-sage': 1 })
    expect(await preview({ 'stool-sage': 1 })).toMatchObject({
      value: {
        total: 5350,
        when: expect.stringContaining('only if all items of the order come back') as string,
      },
    })
    const rest = await withdrawn(world, 1)
    const receipt = await mailOf(db, owner(1), 'return.receipt')
    expect(receipt).toContain('Delivery is refunded only if all items of the order come back')
    await cancelReturn(owner(), { slug: first })
    await receiveReturn(owner(), rest, null, () => true)
    expect(await completeReturn(owner(2), rest)).toMatchObject({ ok: true, value: { amount: 4850 } })
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${rest}`])
    expect(await view(rest)).toMatchObject({ refundAmount: 4850, toPayment: '$48.50' })
    const mail = await mailOf(db, owner(2), 'return.completed')
    expect(mail).toContain('$5 for delivery is not in this refund')
    // The unit that was kept comes back after all: now nothing is.
    expect(await preview({ 'stool-sage': 1 })).toMatchObject({ value: { total: 5350 } })
    const last = await apply({ 'stool-sage': 1 })
    await received(world, last)
    await completeReturn(owner(3), last)
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
  })

  it.each(['first', 'second'] as const)(
    'of an order that is withdrawn from in two parts goes with the last one, here the %s',
    async (last) => {
      const world = await returnWorld({ settings: { creditBonusPercent: '10' } })
      const { db, order, owner } = world
      const [one, two] = [await withdrawn(world, 1), await withdrawn(world, 1)]
      const [before, after] = last === 'first' ? [two, one] : [one, two]
      await receiveReturn(owner(), before, null, () => true)
      await completeReturn(owner(2), before)
      expect(await refundsOf(db, order.id)).toEqual([`4850 return:${before}`])
      await receiveReturn(owner(2), after, null, () => true)
      await completeReturn(owner(3), after)
      expect(await refundsOf(db, order.id)).toEqual([`4850 return:${before}`, `5350 return:${after}`])
    },
  )

  it.each(['taken back', 'completed'])(
    'of units that are never sent waits for an open return of the others, here one that is %s',
    async (end) => {
      const world = await returnWorld({ sent: { 'stool-sage': 1 } })
      const { db, order, owner, apply, preview, view } = world
      const first = await apply({ 'stool-sage': 1 })
      const never = await withdrawn(world, 1)
      expect(await refundsOf(db, order.id)).toEqual([`4850 return:${never}`])
      expect(await view(never)).toMatchObject({ status: 'completed', refundAmount: 4850 })
      const mail = await mailOf(db, owner(1), 'return.completed')
      expect(mail).toContain('$5 for delivery is not in this refund')
      const receipt = await mailOf(db, owner(1), 'return.receipt')
      expect(receipt).toContain('$48.50')
      expect(receipt).not.toContain('$53.50')
      if (end === 'completed') {
        await received(world, first)
        await completeReturn(owner(2), first)
        expect(await refundsOf(db, order.id)).toEqual([`4850 return:${never}`, `5350 return:${first}`])
      } else {
        await cancelReturn(owner(), { slug: first })
        expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 4850')
        // The unit that was kept may come back after all.
        expect(await preview({ 'stool-sage': 1 })).toMatchObject({ value: { total: 5350 } })
      }
    },
  )

  it('stays where it was promised when all parcels have arrived', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const [one, two] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
    await received(world, one)
    await received(world, two)
    await completeReturn(owner(2), two)
    await completeReturn(owner(2), one)
    expect(await refundsOf(db, order.id)).toEqual([`5350 return:${two}`, `4850 return:${one}`])
  })

  it('is not refunded for units that were announced and did not come', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const [one, two] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
    await received(world, two)
    await completeReturn(owner(2), two)
    await cancelReturn(owner(3), { slug: one })
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${two}`])
  })
})
