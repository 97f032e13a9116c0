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

/* What becomes of the money of an order that is cancelled: on its page, and in its mails. */

const now = new Date('2026-11-21T12:00:00Z')

async function cancelled(method: 'card' | 'transfer', locale: Locale = 'en') {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { method, locale })
  const ctxFor = (lang: string) => orderVisitor(db, order.token, { now, locale: lang as Locale }).ctx
  const ctx = ctxFor(locale)
  await payTestOrder(ctx, order.id)
  await cancelByShop(ctx, order.number, 'Sold out', { restock: true })
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds')
  return {
    db,
    ctx,
    refund: rows[0]!.id,
    back: async () => {
      const found = await orderDetail(ctx, { slug: order.number })
      return found.ok ? found.value.back : null
    },
    mails: async () => {
      await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => now })
      const { rows: found } = await db.pool.query<{ kind: string; subject: string; plain: string }>(
        `delete from outbox_mails where recipient = 'ada@example.com' returning kind, subject, plain`,
      )
      return found
    },
  }
}

it.each([
  ['en', 'transfer', 'The shop sends $102 to you; we will email you when it has.'],
  ['en', 'card', '$102 will be refunded to your original payment method. Banks can take a few days.'],
  ['zh', 'transfer', '商家将向你退还 US$102，退款汇出后会发邮件通知你。'],
] as const)('says in %s of an order paid by %s how its money comes back', async (locale, method, text) => {
  const { back } = await cancelled(method, locale)
  expect((await back())![0]).toBe(text)
})

it('says when it was sent, once it was, and promises nothing any more', async () => {
  const { ctx, refund, back, mails } = await cancelled('transfer')
  expect((await mails()).at(-1)!.plain).toContain('The shop sends $102 to you')
  expect(await confirmRefund(ctx, refund, 'bank-1')).toBe(true)
  const sent = '$102 was refunded on 21 November 2026. Your bank may take a few days.'
  expect(await back()).toEqual([sent])
  const [mail] = await mails()
  expect(mail!.plain).toContain('We sent it on 21 November 2026. Your bank may take a few days.')
  expect(mail!.plain).toContain('$102 was sent to you')
  expect(mail!.plain).not.toContain('original payment method')
})

it('in a mail that is written after the money was sent, too', async () => {
  const { ctx, refund, mails } = await cancelled('transfer')
  await confirmRefund(ctx, refund, '')
  const told = (await mails()).find(({ kind }) => kind === 'order.cancelled_paid')!
  expect(told.plain).toContain('$102 was refunded on 21 November 2026.')
  expect(told.plain).not.toContain('original payment method')
})

it('is a person’s to send where the bank has refused it', async () => {
  const { db, back } = await cancelled('card')
  await db.pool.query(`update refunds set status = 'failed'`)
  await db.pool.query('update orders set refunded = 0')
  await db.pool.query('update payments set refunded = 0')
  expect(await back()).toEqual([
    'The shop sends $102 to you; we will email you when it has.',
    'We contact you to ask which account the money should go to.',
  ])
})
