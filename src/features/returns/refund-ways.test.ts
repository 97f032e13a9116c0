import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { returnOptions } from './actions/options.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { recountReturn } from './shop/recount.ts'
import { tellReturnEvents } from './work/tell.ts'

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

it.each(['2.5', null, '20'])(
  'the bonus that was confirmed is the one that is given, in proportion, when the setting is %s later',
  async (creditBonusPercent) => {
    const { db, order, owner, apply, view } = await paidWith(0)
    const slug = await apply({ 'stool-sage': 2 }, { refundTo: 'credit' })
    const later = (): ReturnType<typeof owner> => {
      const ctx = owner(2)
      const { sales } = ctx.shop
      const returns = { ...sales.returns, creditBonusPercent }
      return { ...ctx, shop: { ...ctx.shop, sales: { ...sales, returns } } }
    }
    const bonus = async () => (await view(slug)).bonus
    expect(await bonus()).toBe('$5.10')
    await approveReturn(later(), slug, null)
    await receiveReturn(later(), slug, { 'stool-sage': 1 }, () => true)
    expect(await bonus()).toBe('$2.43')
    await recountReturn(later(), slug, { 'stool-sage': 0 }, () => true)
    expect(await bonus()).toBe(null)
    await recountReturn(later(), slug, null, () => true)
    expect(await bonus()).toBe('$5.10')
    expect(await completeReturn(later(), slug, { amount: 5100, reason: 'Worn' })).toMatchObject({ ok: true })
    expect(await bonus()).toBe('$2.55')
    const { rows } = await db.pool.query(
      'select kind, amount from credit_entries where order_id = $1 order by id',
      [order.id],
    )
    expect(rows).toEqual([
      { kind: 'refund', amount: 5100 },
      { kind: 'bonus', amount: 255 },
    ])
  },
)

it('a part that is approved has its part of the bonus that was confirmed', async () => {
  const { owner, apply, view } = await paidWith(0)
  const slug = await apply({ 'stool-sage': 2 }, { refundTo: 'credit' })
  const ctx = owner()
  const sales = { ...ctx.shop.sales, returns: { ...ctx.shop.sales.returns, creditBonusPercent: null } }
  const work = { ...ctx, shop: { ...ctx.shop, sales } }
  expect(await approveReturn(work, slug, { 'stool-sage': 1 }, 'Worn')).toMatchObject({ ok: true })
  expect(await view(slug)).toMatchObject({ bonus: '$2.43', toCredit: '$48.50' })
})

/** The plain texts of the mails about returns that are written now, to the shopper and to the shop. */
async function mails({ db, sales }: Awaited<ReturnType<typeof returnWorld>>): Promise<string[]> {
  const ctxFor = (locale: string) => {
    const { ctx } = orderVisitor(db, null, { now: days(1), locale: locale as Locale, sales })
    return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
  }
  await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(1) })
  const { rows } = await db.pool.query<{ plain: string }>(
    `with now as (delete from outbox_mails where kind like 'return.%' returning id, plain) select plain from now order by id`,
  )
  return rows.map(({ plain }) => plain)
}

it.each(['transfer', 'cod'] as const)(
  'asks for an account where %s paid: no bank gets it back',
  async (method) => {
    const world = await returnWorld({ method })
    const { apply, preview, owner, view } = world
    expect(await options(world)).toMatchObject({ isByHand: true })
    const ask = 'We contact you to ask which account the money should go to.'
    const shown = await preview({ 'stool-sage': 1 })
    expect(shown.ok && shown.value.when).toBe(
      `We refund you once your parcel has arrived and we have checked it. ${ask}`,
    )
    const slug = await apply({ 'stool-sage': 1 })
    expect(await view(slug)).toMatchObject({ isByHand: true })
    const [asked, shops] = await mails(world)
    expect(asked).toContain(ask)
    expect(shops).toContain('ask the shopper which account the money should go to')
    await approveReturn(owner(), slug, null)
    expect((await mails(world))[0]).toContain(ask)
  },
)

it('asks for no account where a provider sends the money, or store credit is taken', async () => {
  const card = await returnWorld()
  expect(await options(card)).toMatchObject({ isByHand: false })
  await card.apply({ 'stool-sage': 1 })
  for (const text of await mails(card)) expect(text).not.toContain('account')
  const credit = await paidWith(0, { method: 'transfer' })
  await credit.apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
  for (const text of await mails(credit)) expect(text).not.toContain('account the money')
})

it('the mails of a return with a fee say that the label comes, and that the shop has to send it', async () => {
  const world = await returnWorld({ settings: { fee: { USD: 700 } } })
  const slug = await world.apply({ 'stool-sage': 1 })
  const [, shops] = await mails(world)
  expect(shops).toContain('The shopper pays $7 for your return label: send it')
  await approveReturn(world.owner(), slug, null)
  const [approved] = await mails(world)
  expect(approved).toContain('We email you the return label for this parcel. We deduct $7 for it')
  expect(approved).toContain('Return shipping')
})

it('the demo keeps nothing for a label, and promises none', async () => {
  const settings = JSON.parse(await readFile('demo/shop.json', 'utf8')) as { sales: { returns: object } }
  expect(settings.sales.returns).not.toHaveProperty('fee')
  const pages = await readFile('demo/content/pages.json', 'utf8')
  for (const words of ['Print the label', 'the label costs', '退货面单', '列印標籤'])
    expect(pages).not.toContain(words)
})
