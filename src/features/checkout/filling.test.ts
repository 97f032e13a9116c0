import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addToCart, selectCartLines } from '#features/cart/actions/lines.ts'
import { buyer, home } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { checkoutDetail, listPaymentMethods, listShippingMethods } from './actions/browse.ts'
import {
  changeQuantity,
  choosePayment,
  chooseShipping,
  enterCoupon,
  removeCoupon,
  saveInformation,
} from './actions/fill.ts'
import { createCheckout } from './actions/open.ts'
import { address, contact } from '#features/postal/contract.ts'

/** Until the end of a window of the true time. */
const wait = { hours: expect.any(Number) as number, minutes: expect.any(Number) as number }

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
  await database.db.pool.query(`update skus set weight = 900;
    insert into sku_prices (sku_id, currency, amount) select id, 'HKD', 38000 from skus`)
})
afterAll(() => database.drop())
beforeEach(() =>
  database.db.pool.query(
    'truncate checkouts, carts, cart_lines, coupons, rate_counts restart identity cascade',
  ),
)

const sales = {
  markets: [
    { countries: ['HK', 'JP'] },
    { countries: ['DE'], tax: { mode: 'included', rates: { standard: '19', reduced: '7' } } },
    {
      countries: ['US'],
      tax: { mode: 'added', rates: { standard: '0' }, regions: { CA: { standard: '7.25' } }, shipping: null },
    },
  ],
  shipping: [
    {
      code: 'courier',
      name: { en: 'Courier' },
      countries: ['HK'],
      rows: [{ maxWeight: 2000, price: { USD: 500 } }, { price: { USD: 1500 } }],
      freeFrom: { USD: 20000 },
      days: { from: 1, to: 2 },
    },
    {
      code: 'parcel',
      name: { en: 'Parcel' },
      rows: [{ maxWeight: 5000, price: { USD: 900 } }],
      days: { from: 4, to: 9 },
    },
    {
      code: 'islands',
      name: { en: 'Ferry' },
      countries: ['HK'],
      postcodes: ['999'],
      rows: [{ price: { USD: 100 } }],
      days: { from: 4, to: 9 },
    },
  ],
  payment: [
    { code: 'bank', provider: 'manual', name: { en: 'Bank' } },
    {
      code: 'cod',
      provider: 'cod',
      name: { en: 'Cash' },
      countries: ['HK'],
      maximum: { USD: 50000 },
      fee: { USD: 200 },
    },
    { code: 'card', provider: 'stripe', name: { en: 'Card' } },
  ],
}

const shopper = (more: object = {}) =>
  buyer(database.db, { sales, shop: { currencies: [{ code: 'HKD', rate: '7.8', roundTo: 100 }] }, ...more })

async function begun(skus: Record<string, number> = { 'stool-sage': 1 }, who = shopper()) {
  for (const [sku, quantity] of Object.entries(skus)) await who.does(addToCart, { sku, quantity })
  const made = await who.does(createCheckout, { quantity: 1 })
  if (!made.ok) throw new Error(made.problem.name)
  const { slug } = made.value
  const change = async <T extends object>(
    action: (ctx: never, input: never) => Promise<T>,
    input: object,
  ): Promise<T> => action(who.context() as never, { slug, ...input } as never)
  const goesTo = (to: object) => change(saveInformation, { address: address.parse({ ...home, ...to }) })
  return { who, slug, change, goesTo, view: () => who.detail(slug) }
}

describe('beginning a checkout', () => {
  it('takes the chosen lines of the cart, and comes back to the same one with the same lines', async () => {
    const { who, slug, view } = await begun({ 'stool-sage': 2, 'vase-ink': 1 })
    expect((await view()).lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['vase-ink', 1],
      ['stool-sage', 2],
    ])
    expect(await who.does(createCheckout, { quantity: 1 })).toEqual({ ok: true, value: { slug } })
    const [vase] = (await who.view()).lines
    await who.does(selectCartLines, { lines: [vase!.id], on: false })
    const other = await who.does(createCheckout, { quantity: 1 })
    if (!other.ok) throw new Error(other.problem.name)
    expect(other.value.slug).not.toBe(slug)
    expect((await who.detail(other.value.slug)).lines.map(({ sku }) => sku)).toEqual(['stool-sage'])
  })

  it('begins a new one with what was typed in the last', async () => {
    const { who, slug, change } = await begun()
    await change(saveInformation, {
      contact: contact.parse({ email: 'half@' }),
      address: home,
      note: 'Ring twice',
    })
    await who.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const next = await who.does(createCheckout, { quantity: 1 })
    if (!next.ok || next.value.slug === slug) throw new Error('it is the old one')
    expect(await who.detail(next.value.slug)).toMatchObject({
      contact: { email: 'half@' },
      address: home,
      note: 'Ring twice',
    })
  })

  it('refuses an empty cart, a line of somebody else, and more than there is', async () => {
    const nobody = shopper()
    expect(await nobody.does(createCheckout, { quantity: 1 })).toEqual({
      ok: false,
      problem: { name: 'cart_empty' },
    })
    await nobody.does(addToCart, { sku: 'rare-sage', quantity: 3 })
    expect(await nobody.does(createCheckout, { quantity: 1, lines: [999] })).toEqual({
      ok: false,
      problem: { name: 'unknown_line' },
    })
    await database.db.pool.query(`update skus set on_hand = 1 where sku = 'rare-sage'`)
    expect(await nobody.does(createCheckout, { quantity: 1 })).toEqual({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 1 } },
    })
    await database.db.pool.query(`update skus set on_hand = 0 where sku = 'rare-sage'`)
    expect(await nobody.does(createCheckout, { quantity: 1 })).toEqual({
      ok: false,
      problem: { name: 'cart_empty' },
    })
    await database.db.pool.query(`update skus set on_hand = 3 where sku = 'rare-sage'`)
  })

  it('sells one product at once to who has no cart, and leaves a cart that the visitor keeps', async () => {
    const who = shopper()
    const made = await who.does(createCheckout, { sku: 'stool-ink', quantity: 2 })
    if (!made.ok) throw new Error(made.problem.name)
    await who.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    expect(await who.detail(made.value.slug)).toMatchObject({ lines: [{ sku: 'stool-ink', quantity: 2 }] })
    const view = await who.fill(made.value.slug)
    expect((await who.submit(view, { paymentMethod: 'bank' })).ok).toBe(true)
    expect(await who.quantities()).toEqual({ 'vase-sage': 1 })
    await database.db.pool.query('truncate orders restart identity cascade')
    expect(await who.does(createCheckout, { sku: 'nothing', quantity: 1 })).toMatchObject({
      problem: { name: 'unknown_sku' },
    })
    expect(await who.does(createCheckout, { sku: 'rare-ink', quantity: 1 })).toMatchObject({
      problem: { name: 'out_of_stock' },
    })
  })
})

describe('filling in', () => {
  it('keeps what is typed however incomplete, and says field by field what is missing', async () => {
    const { change, view } = await begun()
    expect(Object.keys((await view()).missing)).toEqual([
      'contact.email',
      'address.country',
      'shippingMethod',
    ])
    await change(saveInformation, { contact: contact.parse({ email: 'not yet' }) })
    await change(saveInformation, { billing: address.parse({ country: 'JP', lastName: '山田' }) })
    expect(await view()).toMatchObject({
      contact: { email: 'not yet' },
      billing: { country: 'JP', lastName: '山田', city: '' },
      missing: { 'contact.email': expect.any(String), 'billing.postcode': expect.any(String) },
    })
    await change(saveInformation, { billing: null })
    expect((await view()).billing).toBeNull()
  })

  it('sets quantities within what there is, and never takes out the last line', async () => {
    const { change, view } = await begun({ 'stool-sage': 2, 'rare-sage': 1 })
    expect(await change(changeQuantity, { sku: 'rare-sage', quantity: 4 })).toMatchObject({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 3 } },
    })
    expect(await change(changeQuantity, { sku: 'vase-ink', quantity: 1 })).toMatchObject({
      problem: { name: 'unknown_line' },
    })
    expect(await change(changeQuantity, { sku: 'stool-sage', quantity: 0 })).toMatchObject({ ok: true })
    expect(await change(changeQuantity, { sku: 'rare-sage', quantity: 0 })).toMatchObject({
      problem: { name: 'cart_empty' },
    })
    expect((await view()).lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['rare-sage', 1]])
  })

  it('knows nothing of another browser’s checkout, and changes none that has become an order', async () => {
    const { who, slug, change } = await begun()
    const stranger = shopper()
    await stranger.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    expect(await stranger.does(checkoutDetail, { slug })).toEqual({
      ok: false,
      problem: { name: 'unknown_checkout' },
    })
    expect(await stranger.does(saveInformation, { slug, note: 'mine' })).toEqual({
      ok: false,
      problem: { name: 'unknown_checkout' },
    })
    await who.submit(await who.fill(slug), { paymentMethod: 'bank' })
    expect(await change(saveInformation, { note: 'late' })).toEqual({
      ok: false,
      problem: { name: 'checkout_done' },
    })
    await database.db.pool.query('truncate orders restart identity cascade')
  })

  it('follows the visitor into another currency', async () => {
    const { who, slug } = await begun()
    const asked = await checkoutDetail(who.context({ currency: 'HKD' }), { slug })
    expect(asked).toMatchObject({ ok: true, value: { currency: 'HKD', total: 38000 } })
    expect((await database.db.pool.query('select currency from checkouts')).rows).toEqual([
      { currency: 'HKD' },
    ])
  })
})

describe('how it is sent and paid', () => {
  it('offers what goes there by country, postcode and weight, the first one chosen', async () => {
    const { change, goesTo, slug, who } = await begun({ 'stool-sage': 2 })
    await goesTo({ country: 'HK' })
    const codes = async () => {
      const found = await who.does(listShippingMethods, { slug })
      return found.ok
        ? [found.value.methods.map(({ code, price }) => `${code} ${price}`), found.value.chosen]
        : found
    }
    expect(await codes()).toEqual([['courier $5', 'parcel $9'], 'courier'])
    await goesTo({ country: 'HK', postcode: '999-077' })
    expect(await codes()).toEqual([['courier $5', 'parcel $9', 'islands $1'], 'courier'])
    expect(await change(chooseShipping, { method: 'parcel' })).toMatchObject({
      ok: true,
      value: { shippingMethod: 'parcel', total: 10600 },
    })
    expect(await change(chooseShipping, { method: 'balloon' })).toMatchObject({
      problem: { name: 'shipping_unavailable' },
    })
    await change(changeQuantity, { sku: 'stool-sage', quantity: 6 })
    // Too heavy for the parcel that was chosen, and enough for the courier to be free.
    expect(await codes()).toEqual([['courier Free', 'islands $1'], null])
    expect((await who.detail(slug)).missing).toMatchObject({ shippingMethod: 'Choose how it is to be sent.' })
    await goesTo({ country: 'FR' })
    expect(await codes()).toEqual([[], null])
    expect((await who.detail(slug)).missing).toMatchObject({
      shippingMethod: 'Shipping method is not available',
      'address.country': expect.any(String),
    })
  })

  it('taxes by where it goes: included, added by region, or not at all', async () => {
    const { goesTo, view } = await begun()
    const sums = async () => {
      const { total, sums: rows } = await view()
      return [total, rows.filter(({ kind }) => kind === 'tax').map(({ amount }) => amount)]
    }
    await goesTo({ country: 'HK' })
    expect(await sums()).toEqual([5350, []])
    await goesTo({ country: 'DE' })
    expect(await sums()).toEqual([5750, ['$9.18']])
    await database.db.pool.query(`update products set tax_class = 'reduced' where slug = 'stool'`)
    expect(await sums()).toEqual([5750, ['$1.44', '$3.17']])
    await database.db.pool.query('update products set tax_class = null')
    await goesTo({ country: 'US', region: 'CA' })
    expect(await sums()).toEqual([6102, ['$3.52']])
    await goesTo({ country: 'US', region: 'OR' })
    expect((await sums())[0]).toBe(5750)
  })

  it('offers ways to pay by country, amount and what the program is set up for', async () => {
    const { change, goesTo, slug, who } = await begun({ 'stool-sage': 1 })
    const codes = async () => {
      const found = await who.does(listPaymentMethods, { slug })
      return found.ok
        ? [found.value.methods.map(({ code, fee }) => `${code} ${fee}`), found.value.chosen]
        : found
    }
    await goesTo({ country: 'HK' })
    expect(await codes()).toEqual([['bank ', 'cod + $2'], null])
    expect(await change(choosePayment, { method: 'cod' })).toMatchObject({ ok: true, value: { total: 5550 } })
    expect(await change(choosePayment, { method: 'card' })).toMatchObject({
      problem: { name: 'unknown_payment_method' },
    })
    await goesTo({ country: 'JP' })
    expect(await codes()).toEqual([['bank '], null])
    await goesTo({ country: 'HK' })
    await change(changeQuantity, { sku: 'stool-sage', quantity: 12 })
    expect((await codes())[0 as never]).toEqual(['bank '])
  })
})

describe('coupons', () => {
  const insert = (
    code: string,
    more: { conditions?: object; benefit?: object; limit?: string; ends?: string; claimable?: boolean } = {},
  ) =>
    database.db.pool.query(
      `insert into coupons (slug, code, ends_at, conditions, benefit, claimable, use_limit, limit_per_customer, stackable, used_count)
       values (lower($1), $1, $2, $3, $4, $5, $6::int, 1, false, coalesce($6::int, 0))`,
      [
        code,
        more.ends ?? null,
        { products: [], categories: [], collections: [], firstOrder: false, ...more.conditions },
        more.benefit ?? { kind: 'percent', percent: 10 },
        more.claimable ?? false,
        more.limit ?? null,
      ],
    )

  it('takes one however it is spelled, keeps one that is not reached yet, and says how far off it is', async () => {
    await insert('TEN')
    await insert('BIG', { conditions: { minimumAmount: { USD: 9000 } } })
    const { change } = await begun()
    expect(await change(enterCoupon, { code: 'ten' })).toMatchObject({
      ok: true,
      value: { total: 4365, coupons: [{ code: 'TEN', applied: true }] },
    })
    expect(await change(removeCoupon, { code: 'Ten' })).toMatchObject({
      ok: true,
      value: { total: 4850, coupons: [] },
    })
    expect(await change(enterCoupon, { code: 'big' })).toMatchObject({
      ok: true,
      value: {
        total: 4850,
        coupons: [{ code: 'BIG', applied: false, text: '$41.50 more and this coupon works.' }],
      },
    })
    expect(await change(changeQuantity, { sku: 'stool-sage', quantity: 2 })).toMatchObject({
      value: { total: 8730 },
    })
  })

  it('refuses what there is not, what is over and what is used up', async () => {
    await insert('OLD', { ends: '2020-01-01' })
    await insert('GONE', { limit: '1' })
    const { change } = await begun()
    for (const [code, name] of [
      ['nope', 'unknown_coupon'],
      ['', 'unknown_coupon'],
      ['old', 'coupon_expired'],
      ['gone', 'coupon_used_up'],
    ])
      expect(await change(enterCoupon, { code }), code).toEqual({ ok: false, problem: { name } })
  })

  it('lets nobody guess for long', async () => {
    await insert('SECRET')
    const { change } = await begun()
    for (let n = 0; n < 30; n++) await change(enterCoupon, { code: `guess-${n}` })
    expect(await change(enterCoupon, { code: 'SECRET' })).toEqual({
      ok: false,
      problem: { name: 'too_many_requests', details: wait },
    })
  })

  it('advises the best that anybody may claim, and tells why not the others', async () => {
    await insert('FIVE', { claimable: true, benefit: { kind: 'amount', amounts: { USD: 500 } } })
    await insert('HALF', { claimable: true, benefit: { kind: 'percent', percent: 50 } })
    await insert('RICH', { claimable: true, conditions: { minimumAmount: { USD: 10000 } } })
    const { change, view } = await begun()
    await change(enterCoupon, { code: 'FIVE' })
    expect(await view()).toMatchObject({
      total: 4350,
      bestCoupons: ['HALF'],
      advice: [
        { code: 'HALF', applied: true, text: 'Saves $24.25' },
        { code: 'RICH', applied: false, text: '$51.50 more and this coupon works.' },
      ],
    })
    await change(removeCoupon, { code: 'FIVE' })
    expect(await change(enterCoupon, { code: 'HALF' })).toMatchObject({
      value: { bestCoupons: [], total: 2425 },
    })
  })
})
