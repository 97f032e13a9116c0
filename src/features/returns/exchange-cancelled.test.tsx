import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { cancelOrder, orderDetail } from '#features/orders/actions/change.ts'
import { OrderActions } from '#features/orders/parts/order-actions.tsx'
import { OrderPanel } from '#features/orders/parts/order-panel.tsx'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { tellOrderEvents } from '#features/orders/work/tell.ts'
import type { OrderView } from '#features/orders/contract.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { days } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder } from '#test/placed-orders.ts'
import { returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'
import { settleExchanges } from './work/timer.ts'

/** The order of an exchange whose difference of 5.00 is not paid yet: 48.50 came back for it. */
async function unpaidExchange(options: ReturnWorldOptions = {}) {
  const { db, owner, apply, sales, view: returned } = await returnWorld(options)
  await db.pool.query(
    `update sku_prices set amount = 5350
     where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
  )
  const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  const done = await completeReturn(owner(2), slug)
  if (!done.ok) throw new Error(done.problem.name)
  const number = done.value.exchangeOrder!
  const ctxFor = (locale: string) =>
    orderVisitor(db, null, { now: days(2), locale: locale as Locale, sales }).ctx
  return {
    db,
    owner,
    number,
    slug,
    returned,
    ctxFor,
    async view(ctx = owner(2)): Promise<OrderView> {
      const found = await orderDetail(ctx, { slug: number })
      if (!found.ok) throw new Error(found.problem.name)
      return found.value
    },
    /** The plain text of the newest mail about an order. */
    async mail(): Promise<string> {
      await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => days(2) })
      const { rows } = await db.pool.query<{ plain: string }>(
        `select plain from outbox_mails where kind like 'order.%' order by id desc limit 1`,
      )
      return rows[0]!.plain
    },
  }
}

const panelOf = (view: OrderView, ctx: Ctx): string => renderToString(<OrderPanel view={view} ctx={ctx} />)

it('an exchange that waits for its difference says what goes back without it, on its page and by mail', async () => {
  const { owner, view, mail, ctxFor } = await unpaidExchange()
  const open = await view()
  expect(open.exchanged).toBe('$48.50')
  const back = 'we refund the $48.50 that your returned items are worth.'
  expect(panelOf(open, owner(2))).toContain(back)
  expect(panelOf(open, owner(2))).not.toContain('nothing is charged')
  expect(renderToString(<OrderActions view={open} mayWithdraw={false} ctx={owner(2)} />)).toContain(
    'We refund the $48.50 that your returned items are worth.',
  )
  expect(panelOf(await view(), ctxFor('zh'))).toContain('退还所退商品的价值 $48.50')
  const placed = await mail()
  expect(placed).toContain(back)
  expect(placed).not.toContain('nothing is charged')
})

it('an exchange that is cancelled unpaid has nothing due, and says what goes back', async () => {
  const { owner, view, mail, number } = await unpaidExchange()
  expect((await view()).sums.map(({ kind }) => kind)).toContain('to_pay')
  expect(await cancelOrder(owner(2), { slug: number, reason: '' })).toMatchObject({ ok: true })
  const cancelled = await view()
  expect(cancelled.sums.map(({ kind }) => kind)).not.toContain('to_pay')
  const back = 'Your returned items are worth $48.50. We refund that.'
  expect(panelOf(cancelled, owner(2))).toContain(back)
  const told = await mail()
  expect(told).toContain(back)
  expect(told).not.toContain('Nothing was charged')
})

it('an exchange that the shop cancels gives its value back, and no store credit', async () => {
  const { db, owner, view, mail, number } = await unpaidExchange()
  const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [number])
  await payTestOrder(owner(2), rows[0]!.id)
  expect(await cancelByShop(owner(2), number, 'Lost', { restock: false })).toMatchObject({ ok: true })
  const back = 'Your returned items are worth $48.50. We refund that.'
  expect(panelOf(await view(), owner(2))).toContain(back)
  const told = await mail()
  expect(told).toContain(back)
  expect(told).not.toContain('store credit')
})

it('an exchange that ends unpaid names to the shop what it has to send back, and asks for nothing any more', async () => {
  const { db, owner, slug, number, returned, ctxFor } = await unpaidExchange({ method: 'transfer' })
  expect((await returned(slug, owner(2))).sums.at(-1)).toMatchObject({ label: 'Amount due', amount: '$5' })
  const shopCtx = (locale: string) => {
    const ctx = ctxFor(locale)
    return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
  }
  const tell = () => tellReturnEvents({ db, ctxFor: shopCtx, shopLocale: 'en', now: () => days(2) })
  await tell()
  expect(await cancelOrder(owner(2), { slug: number, reason: '' })).toMatchObject({ ok: true })
  expect(await settleExchanges(owner(2))).toBe(1)
  await tell()
  const { rows: refunds } = await db.pool.query<{ id: number }>(
    'select id from refunds where payment_id is not null',
  )
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'return.shop.settled' and recipient = 'owner@shop.example'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.plain).toContain(
    `Send $48.50 to the shopper, then note it with: violet orders refunded ${refunds[0]!.id}`,
  )
  const after = await returned(slug, owner(2))
  expect(after.sums.find(({ isTotal }) => isTotal)).toMatchObject({ amount: '$48.50' })
  expect(after.sums.map(({ label }) => label)).not.toContain('Amount due')
})
