import { expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { returnOptions } from './actions/options.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/* Which ways a refund can take, and what is said of each before it is asked for. */

/** An order of 102.00 of a customer, of which so much was paid with store credit. */
async function paidWith(credit: number, options: ReturnWorldOptions = {}) {
  const world = await returnWorld({ settings: { creditBonusPercent: '5' }, ...options })
  const { db, order } = world
  const { customer } = await signedIn(db)
  await pay(db, order.id, customer, credit)
  return world
}

async function pay(db: Database, order: number, customer: number, credit: number): Promise<void> {
  const money = 10_200 - credit
  await db.pool.query(
    `update orders set customer_id = $2, credit = $3::int, captured = $4::int,
       quote = quote || jsonb_build_object('credit', $3::int, 'toPay', $4::int) where id = $1`,
    [order, customer, credit, money],
  )
  await db.pool.query('update payments set captured = $2 where order_id = $1', [order, money])
}

const options = async ({ owner, order }: Awaited<ReturnType<typeof returnWorld>>) => {
  const found = await returnOptions(owner(), { order: order.number })
  if (!found.ok) throw new Error(found.problem.name)
  return found.value
}

it('an order that was paid with store credit alone offers no other credit, and speaks of no bank', async () => {
  const world = await paidWith(10_200)
  expect(await options(world)).toMatchObject({ mayChooseCredit: false, bonus: null })
  expect(await world.preview({ 'stool-sage': 1 })).toMatchObject({
    value: {
      toPayment: null,
      toCredit: '$48.50',
      when: 'You get your store credit as soon as your parcel has arrived and we have checked it.',
    },
  })
  const { owner, apply, view } = world
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
  expect(await view(slug)).toMatchObject({ next: 'The amount is in your store credit.' })
})

it('offers store credit, and more of it, for what was paid in money', async () => {
  const world = await paidWith(3000)
  expect(await options(world)).toMatchObject({ mayChooseCredit: true, bonus: '5% more as store credit' })
  // All that was paid in money is promised: what is left is credit.
  expect(await world.apply({ 'stool-sage': 2 })).toMatch(/^R-/)
  expect(await options(world)).toMatchObject({ mayChooseCredit: false, bonus: null })
})
