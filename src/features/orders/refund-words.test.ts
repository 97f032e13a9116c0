import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { orderDetail } from './actions/change.ts'
import { confirmRefund } from './rules/refund.ts'
import { cancelByShop } from './shop/decide.ts'
import { tellOrderEvents } from './work/tell.ts'

const now = new Date('2026-11-21T12:00:00Z')

/** A paid order that the shop cancels: what its page says of the money before and after the refund, and the mail. */
async function cancelledOrder(method: 'card' | 'transfer') {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { method })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await cancelByShop(ctx, order.number, 'Sold out', { restock: true })
  const notes = async (): Promise<string[]> => {
    const found = await orderDetail(ctx, { slug: order.number })
    return found.ok ? found.value.refundNotes : []
  }
  const before = await notes()
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds')
  expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
  const ctxFor = (locale: string) => orderVisitor(db, null, { now, locale: locale as Locale }).ctx
  await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => now })
  const { rows: mails } = await db.pool.query<{ html: string }>(
    `select html from outbox_mails where kind = 'order.refunded'`,
  )
  return { before, after: await notes(), mail: mails[0]!.html }
}

it('says of a transfer that a person sends it, and on which day it was sent', async () => {
  const { before, after, mail } = await cancelledOrder('transfer')
  expect(before).toEqual(['The shop sends $102 to you; we will email you when it has.'])
  expect(after).toEqual(['$102 was refunded on 21 November 2026. Banks can take a few days.'])
  expect(mail).toContain('$102 was sent to you')
  expect(mail).toContain('We have sent the money to you.')
  expect(mail).not.toContain('original payment method')
})

it('says of a card that its refund is under way, and on which day it was made', async () => {
  const { before, after, mail } = await cancelledOrder('card')
  expect(before).toEqual([
    '$102 will be refunded to your original payment method. Banks can take a few days.',
  ])
  expect(after).toEqual(['$102 was refunded on 21 November 2026. Banks can take a few days.'])
  expect(mail).toContain('$102 is being refunded')
  expect(mail).toContain('original payment method')
})
