import { expect, it } from 'vitest'
import { configGaps } from '#app/config-gaps.ts'
import type { Locale } from '#i18n/locales.ts'
import { days, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { returnSales, returnWorld } from '#test/returns/return-world.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { cancelReturn } from './actions/change.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'
import { expireReturns, tellAddresses, tellOfParcels } from './work/timer.ts'

/** A delivered order, withdrawn from on the third day, when the shop names no address; from then on it names one. */
async function withdrawn() {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const world = await returnWorld({ db })
  const { order, owner } = world
  const nowhere = (after = 3) => {
    const sales = returnSales({ address: null })
    return orderVisitor(db, order.token, { now: days(after), sales }).ctx
  }
  const done = await withdrawOrder(nowhere(3), { order: order.number, lines: null })
  if (!done.ok) throw new Error(done.problem.name)
  let last = 0
  const mails = async (after: number, ctxOf = owner) => {
    const ctxFor = (locale: string) => {
      const ctx = ctxOf(after, locale as Locale)
      return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
    }
    await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(after) })
    const { rows } = await db.pool.query<{ id: number; kind: string; recipient: string; plain: string }>(
      `select id, kind, recipient, plain from outbox_mails where kind like 'return.%' and id > $1 order by id`,
      [last],
    )
    last = rows.at(-1)?.id ?? last
    return rows
  }
  return { ...world, before, nowhere, slug: done.value.slug!, mails }
}

it('who withdrew when there was no address is mailed it once, and the time to send begins then', async () => {
  const { db, before, owner, nowhere, slug, mails, view } = await withdrawn()
  const [receipt, shop] = await mails(3, nowhere)
  expect(receipt!.plain).toContain('We will email you the return address, and by when')
  expect(receipt!.plain).not.toContain('December')
  expect(shop!.plain).toContain('Set sales.returns.address')
  expect((await view(slug, nowhere(4))).next).toContain('We will email you our return address')

  // Weeks pass, and nothing ends: the shopper could not send anything.
  await tellOfParcels(nowhere(40))
  expect(await expireReturns(nowhere(40))).toBe(0)
  expect(await mails(40, nowhere)).toEqual([])
  const told = await Promise.all([1, 2, 3].map(() => tellAddresses(owner(41))))
  expect(told.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await tellAddresses(owner(42))).toBe(0)
  const [address, ...others] = await mails(42)
  expect(address).toMatchObject({ kind: 'return.addressed', recipient: 'ada@example.com' })
  for (const words of [
    'Lagerstraße 4, 10119 Berlin, Germany',
    'Oak & Linen, returns',
    slug,
    '15 January 2027',
  ])
    expect(address!.plain).toContain(words)
  expect(others).toEqual([])
  expect(await view(slug, owner(42))).toMatchObject({
    sendBy: '15 January 2027',
    moments: [{ text: 'We emailed you the return address' }, {}],
  })
  expect(await expireReturns(owner(54.9))).toBe(0)
  expect(await expireReturns(owner(55))).toBe(1)
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('one that was taken back, or whose parcel has come, is told no address', async () => {
  const [gone, come] = [await withdrawn(), await withdrawn()]
  expect(await cancelReturn(gone.owner(4), { slug: gone.slug })).toMatchObject({ ok: true })
  expect(await receiveReturn(come.owner(4), come.slug, null, () => true)).toMatchObject({ ok: true })
  expect(await tellAddresses(gone.owner(5))).toBe(0)
  expect(await tellAddresses(come.owner(5))).toBe(0)
})

it('the merchant is told how many wait', async () => {
  const { db, owner, slug } = await withdrawn()
  const gap = async () => {
    const all = await configGaps(db, shopConfig.parse({}), { stripe: null, demoGateway: false })
    return all.find(({ path }) => path === 'sales.returns.address')?.reason
  }
  expect(await gap()).toBe(
    'is not set: no return whose goods come back can be approved; a shopper who withdrew waits to hear where to send the goods',
  )
  await cancelReturn(owner(4), { slug })
  expect(await gap()).toBe('is not set: no return whose goods come back can be approved')
})
