import { expect, it } from 'vitest'
import { giveCredit } from '#features/customer/shop/customers.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { tellOrderEvents } from '#features/orders/work/tell.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { returnSales, returnWorld } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

/* Store credit that comes back to somebody who owes some: what mails and pages say of it. */

/** Two stools for 48.50 each and delivery, of a customer who owes so much of what another order had earned. */
async function indebted(debt: number) {
  const world = await returnWorld()
  const { db, owner } = world
  const { customer, context } = await signedIn(db)
  const earned = await placeTestOrder(db)
  await db.pool.query('update orders set customer_id = $1', [customer])
  await db.pool.query('insert into credit_debts (order_id, amount) values ($1, $2)', [earned.id, debt])
  const ctxFor = () => orderVisitor(db, null, { now: days(2), sales: returnSales() }).ctx
  return {
    ...world,
    job: { db, ctxFor, shopLocale: 'en', now: () => days(2) },
    /** An order that was paid with so much store credit, and is cancelled. */
    cancelled: async (amount: number) => {
      await giveCredit(context(), { customer, currency: 'USD', amount, reason: 'sorry', key: 'a' })
      const made = await placeTestOrder(db, { units: { 'stool-ink': 1 }, credit: { customer, amount } })
      await payTestOrder(owner(), made.id)
      expect(await cancelByShop(owner(), made.number, '', { restock: true })).toMatchObject({ ok: true })
    },
    returned: async (quantity: number, refundTo: 'credit' | 'original') => {
      const slug = await world.apply({ 'stool-sage': quantity }, { refundTo })
      await approveReturn(owner(), slug, null)
      await receiveReturn(owner(), slug, null, () => true)
      expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
      return slug
    },
  }
}

async function mailOf(db: Database, kind: string): Promise<string> {
  const { rows } = await db.pool.query<{ plain: string }>('select plain from outbox_mails where kind = $1', [
    kind,
  ])
  expect(rows).toHaveLength(1)
  return rows[0]!.plain.replaceAll(/\s+/g, ' ')
}

const kept = (amount: string): string =>
  `We have kept ${amount} of your store credit: an order that had earned it was refunded after you had spent it.`

it('says of a cancelled order what of its store credit is back, and what a debt took', async () => {
  const { db, job, cancelled } = await indebted(485)
  await cancelled(870)
  await tellOrderEvents(job)
  const mail = await mailOf(db, 'order.cancelled_paid')
  expect(mail).toContain(`Your store credit of $3.85 is back in your account. ${kept('$4.85')}`)
})

it('does not say of a cancelled order that store credit is back of which a debt took all', async () => {
  const { db, job, cancelled } = await indebted(970)
  await cancelled(870)
  await tellOrderEvents(job)
  const mail = await mailOf(db, 'order.cancelled_paid')
  expect(mail).toContain(kept('$8.70'))
  expect(mail).not.toContain('is back in your account')
})

it('says of a return what of it is store credit, and what a debt took', async () => {
  const { db, job, returned, view } = await indebted(485)
  const slug = await returned(2, 'credit')
  const said = `$97.15 is in your store credit. ${kept('$4.85')}`
  expect(await view(slug)).toMatchObject({ next: said })
  await tellReturnEvents(job)
  expect(await mailOf(db, 'return.completed')).toContain(said)
})

it('says of a return whose store credit a debt took whole that it did', async () => {
  const { returned, view } = await indebted(5000)
  expect(await view(await returned(1, 'credit'))).toMatchObject({ next: kept('$48.50') })
})

it('says nothing of debts where a return gives no store credit', async () => {
  const { returned, view } = await indebted(485)
  const { next } = await view(await returned(1, 'original'))
  expect(next).not.toContain('store credit')
})
