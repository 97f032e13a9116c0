import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { configure, tryConfiguration } from './configure.ts'

let shop: WholeShop
const now = new Date('2026-05-04T09:00:00Z')

beforeAll(async () => {
  shop = await openWholeShop(() => now)
  await shop.database.db.pool.query(cartCatalogue)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.pool.query('truncate shop_config, coupons, promotions restart identity cascade')
  await shop.configure({ shop: { baseCurrency: 'USD' } })
})

/** An offer of 10 dollars that everyone may claim, unless told otherwise. */
async function insertOffers(): Promise<void> {
  await shop.database.db.pool.query(`
    insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable, visible, ends_at)
      select slug, upper(slug), '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
        jsonb_build_object('kind', 'amount', 'amounts', amounts), true, 1, false, slug <> 'hidden', ends_at
      from (values
        ('ten', '{"USD": 1000}'::jsonb, null::timestamptz), ('hidden', '{"USD": 1000}', null),
        ('over', '{"USD": 1000}', '2026-05-04T09:00:00Z'), ('both', '{"USD": 1000, "JPY": 1500}', null)
      ) c (slug, amounts, ends_at);
    insert into promotions (slug, conditions, benefit)
      values ('spring', '{"minimumAmount": {"USD": 2000}, "products": [], "categories": [], "collections": [], "firstOrder": false}',
        '{"kind": "percent", "percent": 10}')`)
}

const inYen = { shop: { baseCurrency: 'JPY', currencies: [{ code: 'USD', rate: '0.0067' }] } }

it.each(['../x', '/page/terms', 'https://shop.example/terms', 'Terms', ' terms'])(
  'takes %j for no page, and stores nothing',
  async (named) => {
    const reason = 'the slug of a page, such as terms or size-guide'
    const { db } = shop.database
    expect(await configure(db, { sales: { terms: named }, shop: { sizeGuide: named } }, now)).toEqual({
      ok: false,
      problem: [
        { path: 'sales.terms', reason },
        { path: 'shop.sizeGuide', reason },
      ],
    })
    const { rows } = await db.pool.query('select version from shop_config')
    expect(rows).toEqual([{ version: 1 }])
  },
)

describe('a currency by which goods would be given away', () => {
  it.each([
    ['a rate of nothing', { code: 'EUR', rate: '0' }, 'shop.currencies.0.rate'],
    ['a rate that is far too low', { code: 'EUR', rate: '0.00001' }, 'shop.currencies'],
    ['a step that rounds to nothing', { code: 'EUR', rate: '0.9', roundTo: 1_000_000 }, 'shop.currencies'],
  ])('is refused: %s', async (_, currency, path) => {
    const { db } = shop.database
    const refused = await configure(db, { shop: { currencies: [currency] } }, now)
    expect(refused).toMatchObject({ ok: false, problem: [{ path }] })
    expect(JSON.stringify(refused)).toMatch(/would cost nothing/)
    const { rows } = await db.pool
      .query(`select version, (select count(*)::int from sku_prices where amount = 0) as free
      from shop_config`)
    expect(rows).toEqual([{ version: 1, free: 0 }])
  })

  it('is not sold in where it was stored before that was refused', async () => {
    const { db } = shop.database
    const stored = {
      shop: {
        currencies: [
          { code: 'EUR', rate: '0' },
          { code: 'JPY', rate: '150' },
        ],
      },
    }
    await db.pool.query('update shop_config set document = $1', [JSON.stringify(stored)])
    expect((await loadConfig(db)).document.shop.currencies).toEqual([
      { code: 'JPY', rate: '150', roundTo: 1 },
    ])
  })
})

describe('another base currency', () => {
  it('is refused while an offer has no amount in it, and the offers are named', async () => {
    await insertOffers()
    const { db } = shop.database
    const reason = (offer: string) => `the ${offer} has no amount in JPY: import it with one first`
    expect(await configure(db, inYen, now)).toEqual({
      ok: false,
      problem: [
        { path: 'shop.baseCurrency', reason: reason('coupon ten') },
        { path: 'shop.baseCurrency', reason: reason('promotion spring') },
      ],
    })
    const { rows } = await db.pool.query('select version from shop_config')
    expect(rows).toEqual([{ version: 1 }])
    await db.pool.query(`delete from coupons where slug = 'ten'; delete from promotions`)
    expect((await configure(db, inYen, now)).ok).toBe(true)
  })

  it('is tried with everything that it would change, and nothing is changed by that', async () => {
    const { db } = shop.database
    // The search is brought up to date beside this, and says so.
    const state = async () =>
      (
        await db.pool.query(`
          select (select count(*)::int from shop_config) as versions,
            (select count(*)::int from cache_changes where tags <> '{search}') as changes,
            (select sum(amount)::int from sku_prices) as amounts, (select count(*)::int from sku_prices) as prices`)
      ).rows[0] as object
    const before = await state()
    expect(await tryConfiguration(db, { shop: { baseCurrency: 'GBP' } }, now)).toEqual({
      ok: false,
      problem: [{ path: 'shop.baseCurrency', reason: '15 SKUs have no price in GBP' }],
    })
    const inPounds = { shop: { baseCurrency: 'USD', currencies: [{ code: 'GBP', rate: '0.8' }] } }
    expect((await tryConfiguration(db, inPounds, now)).ok).toBe(true)
    expect(await state()).toEqual(before)
    await insertOffers()
    expect(await tryConfiguration(db, inYen, now)).toMatchObject({ problem: [{}, {}] })
  })

  it('leaves cart, checkout and offers working in a shop that has such offers already', async () => {
    await shop.configure(inYen)
    await insertOffers()
    await shop.catchUp()
    const origin = { 'sec-fetch-site': 'same-origin' }
    const added = await shop.post('/api/web/cart/add', { sku: 'stool-sage', quantity: 1 }, origin)
    const cookie = [added.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ')
    const sent = { ...origin, cookie }
    const typed = await shop.post('/api/web/cart/coupon', { code: 'TEN' }, sent)
    expect(typed.body).toContain('This coupon is not valid in this currency.')
    const begun = await shop.post('/api/web/checkout/create', { quantity: 1 }, sent)
    const { slug } = (JSON.parse(begun.body) as { data: { slug: string } }).data
    const pages = ['/cart', '/coupon', '/promotion', `/checkout/${slug}?step=information`]
    const statuses = await Promise.all(pages.map(async (path) => (await shop.get(path, sent)).status))
    expect(statuses).toEqual([200, 200, 200, 200])
    expect((await shop.get('/coupon', sent)).body).toMatch(/BOTH(?!.*TEN)/s)
    expect((await shop.get('/coupon/ten', sent)).status).toBe(404)
    expect((await shop.get('/promotion/spring', sent)).status).toBe(404)
  })
})
