import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { estimateShipping, writeCartNote } from './actions/beside.ts'
import { enterCartCoupon, removeCartCoupon } from './actions/coupons.ts'
import { keepCartLines, listVariants, noteFirstSight } from './actions/journal.ts'
import { addItemsToCart, addToCart, changeCartSku, updateCartLine } from './actions/lines.ts'
import { moveToCart, removeSaved, saveForLater } from './actions/saved.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await query(
    `truncate products, skus, sku_prices, product_texts, product_pictures, pictures, carts, cart_lines, saved_lines,
      checkouts, coupons, promotions, rate_counts restart identity cascade`,
  )
  await query(cartCatalogue)
})

const query = (text: string, values?: unknown[]) => database.db.pool.query(text, values)

const sales = {
  markets: [
    { countries: ['DE'], tax: { mode: 'included', rates: { standard: '19' } } },
    { countries: ['HK'] },
  ],
  shipping: [
    {
      code: 'parcel',
      name: { en: 'Parcel' },
      countries: ['DE'],
      rows: [{ price: { USD: 900 } }],
      freeFrom: { USD: 12_000 },
      days: { from: 2, to: 4 },
    },
  ],
}

const newVisitor = () => cartVisitor(database.db, { sales, shop: { freeShippingFrom: 10_000 } })
type Visitor = ReturnType<typeof newVisitor>

/** Somebody with things in the cart. */
async function withItems(items: string): Promise<Visitor> {
  const visitor = newVisitor()
  expect(await visitor.does(addItemsToCart, { items })).toMatchObject({ ok: true })
  return visitor
}

const lineOf = async (visitor: Visitor, sku: string) => {
  const found = (await visitor.view()).lines.find((line) => line.sku === sku)
  if (!found) throw new Error(`${sku} is not in the cart`)
  return found
}

const nothingNamed = { products: [], categories: [], collections: [], firstOrder: false }

const coupon = (code: string, more: { conditions?: object; percent?: number; claimable?: boolean } = {}) =>
  query(
    `insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable, used_count)
     values (lower($1), $1, $2, $3, $4, 1, false, 0)`,
    [
      code,
      { ...nothingNamed, ...more.conditions },
      { kind: 'percent', percent: more.percent ?? 10 },
      more.claimable ?? false,
    ],
  )

describe('prices', () => {
  it('are those of the pipeline: what a promotion takes off is said at the line and in the sums', async () => {
    await query(
      `insert into promotions (slug, conditions, benefit) values ('stools', $1, '{"kind": "percent", "percent": 20}')`,
      [{ ...nothingNamed, products: ['stool'] }],
    )
    await query(
      `insert into promotion_texts (promotion_id, locale, name) select id, 'en', 'Stool week' from promotions`,
    )
    const visitor = newVisitor()
    expect(await visitor.does(addToCart, { sku: 'stool-sage', quantity: 2 })).toMatchObject({
      ok: true,
      value: {
        lines: [{ price: '$48.50', total: '$77.60', before: '$97', offers: ['Stool week -$19.40'] }],
        subtotalAmount: 7760,
        sums: [
          { kind: 'subtotal', amount: '$97' },
          { kind: 'discount', label: 'Stool week', amount: '-$19.40' },
        ],
        total: { label: 'Subtotal after offers', amount: '$77.60' },
        // By what is paid for the goods, not by what they cost before.
        freeShipping: { reached: false, missing: '$22.40' },
        more: null,
      },
    })
  })
})

describe('coupons', () => {
  it('are kept with the cart however they are spelled, and say how far off they are', async () => {
    await coupon('TEN')
    await coupon('BIG', { conditions: { minimumAmount: { USD: 9000 } }, percent: 50 })
    const visitor = await withItems('stool-sage')
    expect(await visitor.does(enterCartCoupon, { code: 'ten' })).toMatchObject({
      ok: true,
      value: { subtotalAmount: 4365, coupons: [{ code: 'TEN', applied: true, ended: false }] },
    })
    await visitor.does(enterCartCoupon, { code: 'BIG' })
    expect(await visitor.view()).toMatchObject({
      subtotalAmount: 4365,
      coupons: [
        { code: 'TEN', applied: true },
        { code: 'BIG', applied: false, text: '$41.50 more and this coupon works.' },
      ],
    })
    expect(await visitor.does(removeCartCoupon, { code: 'Ten' })).toMatchObject({
      ok: true,
      value: { subtotalAmount: 4850, coupons: [{ code: 'BIG' }] },
    })
  })

  it('that end while they are kept say so, and take nothing off', async () => {
    await coupon('TEN')
    const visitor = await withItems('stool-sage')
    await visitor.does(enterCartCoupon, { code: 'TEN' })
    await query(`update coupons set ends_at = '2020-01-01'`)
    expect(await visitor.view()).toMatchObject({
      subtotalAmount: 4850,
      coupons: [{ code: 'TEN', applied: false, ended: true }],
    })
    expect(await visitor.does(enterCartCoupon, { code: 'TEN' })).toMatchObject({
      ok: false,
      problem: { name: 'coupon_expired' },
    })
  })

  it('that would save more are offered', async () => {
    await coupon('TEN')
    await coupon('HALF', { percent: 50, claimable: true })
    const visitor = await withItems('stool-sage')
    await visitor.does(enterCartCoupon, { code: 'TEN' })
    expect((await visitor.view()).more).toMatchObject({
      bestCoupons: ['HALF'],
      advice: [{ code: 'HALF' }],
    })
  })

  it('are nobody’s who has no cart, and cannot be guessed without end', async () => {
    await coupon('TEN')
    expect(await newVisitor().does(enterCartCoupon, { code: 'TEN' })).toMatchObject({
      ok: false,
      problem: { name: 'cart_empty' },
    })
    const visitor = await withItems('stool-sage')
    const names: string[] = []
    for (let n = 0; n < 31; n++) {
      const answer = await visitor.does(enterCartCoupon, { code: `guess-${n}` })
      names.push(answer.ok ? 'ok' : answer.problem.name)
    }
    expect(names).toContain('unknown_coupon')
    expect(names.at(-1)).toBe('too_many_requests')
  })
})

describe('the estimate', () => {
  it('knows the methods, the taxes and the free limit of where it goes', async () => {
    const visitor = await withItems('stool-sage:2')
    expect(await visitor.does(estimateShipping, { country: 'DE' })).toMatchObject({
      ok: true,
      value: {
        total: { label: 'Estimated total', amount: '$106', hint: expect.stringContaining('Germany') },
        freeShipping: { reached: false, missing: '$23' },
        more: { country: 'DE', shipping: [{ name: 'Parcel', price: '$9' }] },
      },
    })
    await visitor.does(updateCartLine, { line: (await lineOf(visitor, 'stool-sage')).id, quantity: 3 })
    expect(await visitor.view()).toMatchObject({
      total: { amount: '$145.50' },
      freeShipping: { reached: true },
    })
  })

  it('says where nothing goes, and where nothing is sold', async () => {
    const visitor = await withItems('stool-sage')
    expect(await visitor.does(estimateShipping, { country: 'HK' })).toMatchObject({
      ok: true,
      value: { total: { label: 'Subtotal' }, more: { country: 'HK', shipping: [] } },
    })
    expect(await visitor.does(estimateShipping, { country: 'FR' })).toMatchObject({
      ok: false,
      problem: { name: 'shipping_unavailable' },
    })
    await visitor.does(estimateShipping, { country: '' })
    expect((await visitor.view()).more?.country).toBe('')
  })
})

describe('the journal', () => {
  it('tells of each line what has changed since it was put in, until it is kept so', async () => {
    const visitor = await withItems('stool-sage,vase-ink:4,tray-ink')
    expect((await visitor.view()).lines.flatMap(({ changes }) => changes)).toEqual([])
    await query(`update sku_prices set amount = 5200, line_amount = null from skus
      where sku_id = skus.id and sku = 'stool-sage' and currency = 'USD'`)
    await query(`update skus set on_hand = 2 where sku = 'vase-ink'`)
    await query(`update skus set on_hand = 0 where sku = 'tray-ink'`)
    const told = async () => (await visitor.view()).lines.map(({ sku, changes }) => [sku, changes])
    expect(Object.fromEntries(await told())).toEqual({
      'stool-sage': ['It was $48.50 and is $52 now.'],
      'vase-ink': ['Only 2 are left by now.'],
      'tray-ink': ['It has sold out since you were here.'],
    })
    const ids = (await visitor.view()).lines.map(({ id }) => id)
    expect(await visitor.does(keepCartLines, { lines: ids })).toMatchObject({ ok: true })
    expect((await told()).flatMap(([, changes]) => changes)).toEqual([])
    await query(`update skus set on_hand = 9 where sku = 'tray-ink'`)
    expect((await lineOf(visitor, 'tray-ink')).changes).toEqual(['Back in stock.'])
  })

  it('compares a price in the currency that it was seen in', async () => {
    const visitor = await withItems('stool-sage')
    expect((await visitor.view({ currency: 'JPY' })).lines[0]?.changes).toEqual([])
    await query(`update sku_prices set amount = 4000 from skus
      where sku_id = skus.id and sku = 'stool-sage' and currency = 'USD'`)
    expect((await visitor.view({ currency: 'JPY' })).lines[0]?.changes).toEqual([
      'It was $48.50 and is only $40 now.',
    ])
  })

  it('begins for another choice with what is shown of it first', async () => {
    const visitor = await withItems('stool-sage')
    const { id } = await lineOf(visitor, 'stool-sage')
    const found = await visitor.does(listVariants, { line: id })
    expect(found).toMatchObject({
      ok: true,
      value: {
        variants: [
          { sku: 'stool-sage', choice: 'Sage', price: '$48.50', isAvailable: true, isCurrent: true },
          { sku: 'stool-ink', choice: 'Ink', isCurrent: false },
        ],
      },
    })
    await visitor.does(changeCartSku, { line: id, sku: 'stool-ink' })
    await noteFirstSight(visitor.context())
    await query(`update sku_prices set amount = 9900, line_amount = null`)
    expect((await lineOf(visitor, 'stool-ink')).changes).toHaveLength(1)
  })

  it('offers another choice at the price that is paid for it', async () => {
    const conditions = { ...nothingNamed, products: ['stool'] }
    await query(
      `insert into promotions (slug, conditions, benefit) values ('stools', $1, '{"kind": "percent", "percent": 20}')`,
      [conditions],
    )
    const visitor = await withItems('stool-sage')
    const { id } = await lineOf(visitor, 'stool-sage')
    expect(await visitor.does(listVariants, { line: id })).toMatchObject({
      value: { variants: [{ sku: 'stool-sage', price: '$38.80' }, { sku: 'stool-ink' }] },
    })
  })

  it('is nobody else’s', async () => {
    const visitor = await withItems('stool-sage')
    const { id } = await lineOf(visitor, 'stool-sage')
    const other = await withItems('vase-sage')
    for (const answer of [
      await other.does(keepCartLines, { lines: [id] }),
      await other.does(listVariants, { line: id }),
      await other.does(saveForLater, { line: id }),
    ])
      expect(answer).toMatchObject({ ok: false, problem: { name: 'unknown_line' } })
  })
})

describe('saving for later', () => {
  it('takes a line out of all sums and counts, and puts it back', async () => {
    const visitor = await withItems('stool-sage:2,vase-ink')
    const { id } = await lineOf(visitor, 'stool-sage')
    expect(await visitor.does(saveForLater, { line: id })).toMatchObject({
      ok: true,
      value: { count: 1, subtotalAmount: 4850, more: { saved: [{ sku: 'stool-sage', quantity: 2 }] } },
    })
    expect(await visitor.does(moveToCart, { sku: 'stool-sage' })).toMatchObject({
      ok: true,
      value: { count: 3, more: { saved: [] } },
    })
  })

  it('puts back as many as are left, and nothing where none is', async () => {
    const visitor = await withItems('rare-sage:3')
    await visitor.does(saveForLater, { line: (await lineOf(visitor, 'rare-sage')).id })
    await query(`update skus set on_hand = 0 where sku = 'rare-sage'`)
    expect(await visitor.does(moveToCart, { sku: 'rare-sage' })).toMatchObject({
      ok: false,
      problem: { name: 'out_of_stock' },
    })
    expect((await visitor.view()).more?.saved).toMatchObject([{ isAvailable: false, quantity: 3 }])
    await query(`update skus set on_hand = 2 where sku = 'rare-sage'`)
    expect(await visitor.does(moveToCart, { sku: 'rare-sage' })).toMatchObject({
      ok: true,
      value: { lines: [{ quantity: 2 }], more: { saved: [] } },
    })
  })

  it('forgets', async () => {
    const visitor = await withItems('stool-sage')
    await visitor.does(saveForLater, { line: (await lineOf(visitor, 'stool-sage')).id })
    expect(await visitor.does(removeSaved, { sku: 'stool-sage' })).toMatchObject({
      ok: true,
      value: { count: 0, more: { saved: [] } },
    })
    expect(await visitor.does(removeSaved, { sku: 'stool-sage' })).toMatchObject({ ok: false })
  })
})

it('tells the owner’s other pages of each change beside the lines', async () => {
  await coupon('TEN')
  const visitor = await withItems('stool-sage,vase-ink')
  const before = visitor.told.length
  await visitor.does(enterCartCoupon, { code: 'TEN' })
  await visitor.does(estimateShipping, { country: 'DE' })
  await visitor.does(saveForLater, { line: (await lineOf(visitor, 'vase-ink')).id })
  await visitor.does(moveToCart, { sku: 'vase-ink' })
  expect(visitor.told.slice(before).map(({ message }) => message.type)).toEqual(
    Array.from({ length: 4 }, () => 'cart.changed'),
  )
})

describe('a cart by link', () => {
  it('adds all that is named, or nothing', async () => {
    const visitor = await withItems('stool-sage:2, vase-ink')
    expect(await visitor.quantities()).toEqual({ 'stool-sage': 2, 'vase-ink': 1 })
    expect(await visitor.does(addItemsToCart, { items: 'tray-ink,rare-sage:4' })).toMatchObject({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 3 } },
    })
    expect(await visitor.does(addItemsToCart, { items: ':,,' })).toMatchObject({
      ok: false,
      problem: { name: 'invalid_input' },
    })
    expect(await visitor.quantities()).toEqual({ 'stool-sage': 2, 'vase-ink': 1 })
  })
})

describe('what the checkout begins with', () => {
  const checkouts = async () =>
    (await query('select coupon_codes, note, address from checkouts order by id')).rows

  it('are the cart’s coupon, note and country; what was typed there stays', async () => {
    await coupon('TEN')
    const visitor = await withItems('stool-sage')
    await visitor.does(enterCartCoupon, { code: 'TEN' })
    await visitor.does(writeCartNote, { note: 'Ring twice.' })
    await visitor.does(estimateShipping, { country: 'DE' })
    expect(await visitor.does(createCheckout, { quantity: 1 })).toMatchObject({ ok: true })
    expect(await checkouts()).toEqual([
      { coupon_codes: ['TEN'], note: 'Ring twice.', address: { country: 'DE' } },
    ])
    await query(`update checkouts set address = '{"country": "HK"}'`)
    await visitor.does(createCheckout, { quantity: 1 })
    expect(await checkouts()).toEqual([
      { coupon_codes: ['TEN'], note: 'Ring twice.', address: { country: 'HK' } },
    ])
  })
})
