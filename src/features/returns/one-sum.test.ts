import { describe, expect, it } from 'vitest'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { paymentWorld } from '#test/payment-world.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { noteAtBank } from '#test/prove/history/history-returns-load.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { cancelReturn } from './actions/change.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

describe('one sum', () => {
  it.each([
    [{ 'stool-sage': 3 }, [1, 2, 3], null],
    [{ 'stool-sage': 7 }, [2, 5], 1_001],
    [{ 'stool-sage': 3, 'vase-sage': 2 }, [3], 333],
  ])(
    'of %j in parts of %j is in the preview, on the page, in the mail and in the books of the bank',
    async (units, parts, off) => {
      const db = await stockedShop()
      const coupon = off === null ? null : await couponOf(db, off)
      const world = await returnWorld({ db, units, coupon })
      await noteAtBank(db)
      const { demo } = paymentWorld(db)
      const { order, owner, apply, preview, view } = world
      let left = 7
      let all = 0
      for (const [index, part] of parts.entries()) {
        const chosen = { 'stool-sage': Math.min(part, left) }
        left -= part
        const seen = await preview(chosen)
        if (!seen.ok) {
          // More than there is.
          expect(seen.problem.name).toBe('return_too_many')
          continue
        }
        const slug = await apply(chosen)
        await approveReturn(owner(), slug, null)
        await receiveReturn(owner(), slug, null, () => true)
        await completeReturn(owner(), slug)
        const page = await view(slug)
        const work = owner(2 + index)
        await sendRefunds(work, new Map([[demo.name, demo]]), () => work.now)
        await tellReturnEvents(jobOf(db, work))
        all += seen.value.total
        expect(page.refundAmountText).toBe(seen.value.refund)
        expect(page.refundAmount).toBe(seen.value.total)
        const completed = await mailOf(db, 'return.completed')
        expect(completed).toContain(seen.value.refund)
        for (const { label, amount } of seen.value.sums) {
          expect(completed).toContain(label)
          expect(completed).toContain(amount)
        }
        expect(await atTheBank(db, order.id)).toBe(all)
      }
      expect(all).toBeGreaterThan(0)
    },
  )
})

describe('one wins', () => {
  it('of cancelling, sending and giving all money back at once', async () => {
    const db = await stockedShop()
    const before = (await readHistory(db.pool)).skus
    const ends = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const order = await placeTestOrder(db)
      const ctx = orderVisitor(db, order.token, { now: new Date('2026-11-22T12:00:00Z') }).ctx
      await payTestOrder(ctx, order.id)
      const works = [
        () => cancelByShop(ctx, order.number, 'sold out', { restock: true }),
        () => shipOrder(ctx, order.number, { ...parcel, units: null }, onDelivery),
        () =>
          refundByShop(ctx, order.number, {
            amount: null,
            reason: 'all of it',
            key: `round-${round}`,
            choice: { kind: 'end', restock: true },
          }),
      ]
      // Each of them is the first for a while.
      const turned = [...works.slice(round % 3), ...works.slice(0, round % 3)]
      const done = await Promise.all(turned.map((work) => work()))
      expect(done.filter(({ ok }) => ok)).toHaveLength(1)
      ends.add(await endOf(db, order.id))
    }
    for (const end of ends) expect(['cancelled 0 of 10200', 'in_progress 10200 of 10200']).toContain(end)
    expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
  })

  it('of what is granted in part, received in part and taken back at once, and the late say so', async () => {
    const { db, owner, apply } = await returnWorld({ units: { 'stool-sage': 5 } })
    for (let round = 0; round < 4; round++) {
      const slug = await apply({ 'stool-sage': 4 })
      const [taken, granted, received] = await Promise.all([
        cancelReturn(owner(), { slug }),
        approveReturn(owner(), slug, { 'stool-sage': 2 }, 'No'),
        receiveReturn(owner(), slug, { 'stool-sage': 1 }, () => false),
      ])
      for (const late of [granted, received]) if (!late.ok) expect(late.problem.name).toBe('not_now')
      if (taken.ok) continue
      await cancelReturn(owner(), { slug })
      break
    }
    const { rows } = await db.pool.query<{ returned: number }>(
      'select sum(returned)::int as returned from order_lines',
    )
    const held = await db.pool.query<{ units: number }>(
      `select coalesce(sum(coalesce(received, approved, quantity)), 0)::int as units from return_lines x
       join returns r on r.id = x.return_id where r.status in ('pending_approval', 'completed')`,
    )
    expect(rows[0]!.returned).toBe(held.rows[0]!.units)
  })
})

async function couponOf(db: Database, amount: number) {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     values ('ten', 'TEN', '{}', '{}', false, 10, 1, true) returning id`,
  )
  return { id: rows[0]!.id, slug: 'ten', code: 'TEN', amount }
}

function jobOf(db: Database, work: Ctx): Parameters<typeof tellReturnEvents>[0] {
  return { db, ctxFor: () => work, shopLocale: 'en', now: () => work.now }
}

async function mailOf(db: Database, kind: string): Promise<string> {
  const { rows } = await db.pool.query<{ plain: string }>(
    'select plain from outbox_mails where kind = $1 order by id desc limit 1',
    [kind],
  )
  return rows[0]?.plain ?? ''
}

async function atTheBank(db: Database, orderId: number): Promise<number> {
  const { rows } = await db.pool.query<{ refunded: number }>(
    `select c.refunded from demo_charges c join payments p on p.reference = c.reference where p.order_id = $1`,
    [orderId],
  )
  return rows[0]!.refunded
}

async function endOf(db: Database, orderId: number): Promise<string> {
  const { rows } = await db.pool.query<{ end: string }>(
    `select status || ' ' || captured - refunded || ' of ' || captured as end from orders where id = $1`,
    [orderId],
  )
  return rows[0]!.end
}
