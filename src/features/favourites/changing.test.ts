import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addToCart } from '#features/cart/actions/lines.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import { entry } from '#transfer/catalog/for-tests.ts'
import { article, fillShop } from '#transfer/content/for-tests.ts'
import { cartVisitor, type VisitorOptions } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { countFavourites, listFavourites, wishList } from './actions/browse.ts'
import { addFavourite, cancelFavourite } from './actions/change.ts'
import { mostFavourites } from './contract.ts'

/** Until the end of a window of the true time. */
const wait = { hours: expect.any(Number) as number, minutes: expect.any(Number) as number }

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  const products = [entry('cup'), entry('jug'), entry('tray'), entry('gone', { visible: false })]
  await fillShop(
    database.db,
    { format: 'violet-catalog', version: 1, products },
    { articles: [article('oak'), article('later', { publishedAt: '2099-01-01T00:00:00Z' })] },
  )
})
afterAll(() => database.drop())
beforeEach(() => query('truncate favourite_lists, carts, rate_counts cascade'))

const query = (text: string, values?: unknown[]) => database.db.pool.query(text, values)
const newVisitor = (options?: VisitorOptions) => cartVisitor(database.db, options)
const product = (id: string) => ({ type: 'product' as const, id })
const cup = product('cup')
const oak = { type: 'article' as const, id: 'oak' }

/** All rows, to see that a refusal changed nothing. */
async function stored(): Promise<unknown> {
  const { rows } = await query(
    'select (select json_agg(l order by id) from favourite_lists l) as lists, (select json_agg(f order by id) from favourites f) as favourites, (select json_agg(c order by id) from carts c) as carts',
  )
  return rows[0]
}

describe('adding', () => {
  it('makes the browser known, and says in a readable cookie how many there are', async () => {
    const visitor = newVisitor()
    expect(await visitor.does(addFavourite, cup)).toEqual({
      ok: true,
      value: { count: 1, products: 1, articles: 0 },
    })
    expect(visitor.written).toEqual([
      {
        name: 'violet_cart',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        maxAge: 15_552_000,
      },
      { name: 'violet_favorites', value: '1', httpOnly: false, maxAge: 15_552_000 },
    ])
    expect(await visitor.does(addFavourite, oak)).toMatchObject({
      value: { count: 2, products: 1, articles: 1 },
    })
    expect(await visitor.does(countFavourites, {})).toEqual({
      ok: true,
      value: { count: 2, products: 1, articles: 1 },
    })
    const { rows } = await query('select browser_hash from favourite_lists')
    expect(rows).toEqual([{ browser_hash: hashToken(visitor.cookies['violet_cart']!) }])
  })

  it('stores the price and the stock of that moment, once', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, cup)
    await query(`update product_prices set amount_from = 100 where currency = 'USD'`)
    expect(await visitor.does(addFavourite, cup)).toMatchObject({ ok: true, value: { count: 1 } })
    const { rows } = await query('select seen_amount, seen_currency, was_sold_out from favourites')
    expect(rows).toEqual([{ seen_amount: 1990, seen_currency: 'USD', was_sold_out: false }])
    await query(`update product_prices set amount_from = 1990 where currency = 'USD'`)
  })

  it('belongs to the browser like its cart, which may come before or after', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, cup)
    const token = visitor.cookies['violet_cart']
    await visitor.does(addToCart, { sku: 'cup', quantity: 1 })
    expect(visitor.cookies['violet_cart']).toBe(token)
    await visitor.does(addFavourite, product('jug'))
    expect(visitor.cookies['violet_cart']).toBe(token)
    expect(await visitor.does(wishList, {})).toMatchObject({ value: { products: ['jug', 'cup'] } })
    expect(await visitor.quantities()).toEqual({ cup: 1 })
  })

  it('gives nothing to a browser whose token was made up, and a token of its own', async () => {
    const madeUp = 'A'.repeat(43)
    const visitor = newVisitor({ cookies: { violet_cart: madeUp } })
    await visitor.does(addFavourite, cup)
    expect(visitor.cookies['violet_cart']).not.toBe(madeUp)
  })

  it.each([
    ['a product that there is not', product('teapot'), 'unknown_product'],
    ['a hidden product', product('gone'), 'unknown_product'],
    ['an article that there is not', { type: 'article' as const, id: 'cup' }, 'unknown_article'],
    ['an article of tomorrow', { type: 'article' as const, id: 'later' }, 'unknown_article'],
  ])('refuses %s, and leaves nothing behind', async (_, thing, name) => {
    const visitor = newVisitor()
    const before = await stored()
    expect(await visitor.does(addFavourite, thing)).toEqual({ ok: false, problem: { name } })
    expect(await stored()).toEqual(before)
    expect(visitor.written).toEqual([])
  })

  it('refuses one more than there is room for, hidden ones counted, but nothing that is there already', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, cup)
    await query(
      `with many as (
         insert into products (slug, options, hash, visible)
           select 'many-' || n, '[]', '', false from generate_series(1, $1::int) n returning id
       )
       insert into favourites (list_id, product_id, added_at)
         select l.id, many.id, now() from many, favourite_lists l`,
      [mostFavourites - 1],
    )
    const before = await stored()
    expect(await visitor.does(addFavourite, product('jug'))).toEqual({
      ok: false,
      problem: { name: 'favorites_full', details: { limit: mostFavourites } },
    })
    expect(await stored()).toEqual(before)
    expect(await visitor.does(addFavourite, cup)).toMatchObject({ ok: true, value: { count: 1 } })
    await visitor.does(cancelFavourite, cup)
    expect(await visitor.does(addFavourite, product('jug'))).toMatchObject({ ok: true })
    await query(`delete from products where slug like 'many-%'`)
  })

  it('has room for one more only once, whatever comes at the same time', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, cup)
    await query(
      `with many as (
         insert into products (slug, options, hash, visible)
           select 'many-' || n, '[]', '', false from generate_series(1, $1::int) n returning id
       )
       insert into favourites (list_id, product_id, added_at)
         select l.id, many.id, now() from many, favourite_lists l`,
      [mostFavourites - 2],
    )
    const both = await Promise.all([
      visitor.does(addFavourite, product('jug')),
      visitor.does(addFavourite, product('tray')),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    await query(`delete from products where slug like 'many-%'`)
  })

  it('is refused when a network has changed too much, and others go on', async () => {
    const sales = { perNetwork: { cartsPerHour: 100_000 } }
    const visitor = newVisitor({ sales })
    await visitor.does(addFavourite, cup)
    await query('update rate_counts set count = 600 where count = 1')
    const before = await stored()
    const refused = { ok: false, problem: { name: 'too_many_requests', details: wait } }
    expect(await visitor.does(addFavourite, product('jug'))).toEqual(refused)
    expect(await visitor.does(cancelFavourite, cup)).toEqual(refused)
    expect(await stored()).toEqual(before)
    const elsewhere = newVisitor({ sales })
    const context = elsewhere.context()
    const there = { ...context, visitor: { ...context.visitor, ip: '198.51.100.7' } }
    expect(await addFavourite(there, cup)).toMatchObject({ ok: true })
  })

  it('makes no more browsers known than a network may make carts', async () => {
    const sales = { perNetwork: { cartsPerHour: 1 } }
    expect(await newVisitor({ sales }).does(addFavourite, cup)).toMatchObject({ ok: true })
    const second = newVisitor({ sales })
    const before = await stored()
    expect(await second.does(addFavourite, cup)).toEqual({
      ok: false,
      problem: { name: 'too_many_requests', details: wait },
    })
    expect(await stored()).toEqual(before)
    expect(second.written).toEqual([])
  })
})

describe('cancelling', () => {
  it('takes out one, and nothing of anybody else’s', async () => {
    const [one, other] = [newVisitor(), newVisitor()]
    for (const visitor of [one, other])
      for (const thing of [cup, product('jug'), oak]) await visitor.does(addFavourite, thing)
    expect(await one.does(cancelFavourite, cup)).toEqual({
      ok: true,
      value: { count: 2, products: 1, articles: 1 },
    })
    expect(one.cookies['violet_favorites']).toBe('2')
    expect(await one.does(cancelFavourite, cup)).toMatchObject({ ok: true, value: { count: 2 } })
    expect(await one.does(wishList, {})).toEqual({
      ok: true,
      value: { products: ['jug'], articles: ['oak'] },
    })
    expect(await other.does(wishList, {})).toEqual({
      ok: true,
      value: { products: ['jug', 'cup'], articles: ['oak'] },
    })
  })

  it('changes nothing for visitors who have no favourites', async () => {
    const visitor = newVisitor()
    const before = await stored()
    expect(await visitor.does(cancelFavourite, cup)).toEqual({
      ok: true,
      value: { count: 0, products: 0, articles: 0 },
    })
    expect(await stored()).toEqual(before)
    expect(visitor.written).toEqual([])
  })
})

describe('the list', () => {
  it('shows what was added last first, with the price of that day where it is lower now', async () => {
    const visitor = newVisitor()
    for (const slug of ['cup', 'jug', 'tray']) await visitor.does(addFavourite, product(slug))
    await query(
      `update product_prices set amount_from = case when product_id = (select id from products where slug = 'cup') then 1500 else 2500 end
       where currency = 'USD' and product_id in (select id from products where slug in ('cup', 'jug'))`,
    )
    const listed = await visitor.does(listFavourites, { type: 'product', page: 1 })
    expect(listed).toMatchObject({ ok: true, value: { total: 3, page: 1, pages: 1, articles: [] } })
    const marks = listed.ok && listed.value.products.map(({ card, fall }) => [card.slug, fall])
    expect(marks).toEqual([
      ['tray', null],
      ['jug', null],
      ['cup', { by: '$4.90', before: '$19.90' }],
    ])
    await query(`update product_prices set amount_from = 1990 where currency = 'USD'`)
  })

  it('compares prices in the currency of that day, whatever is shown now', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, cup)
    // The number in yen is a larger one.
    const inYen = async () => {
      const listed = await listFavourites(visitor.context({ currency: 'JPY' }), { type: 'product', page: 1 })
      return listed.ok ? listed.value.products.map(({ fall }) => fall) : null
    }
    expect(await inYen()).toEqual([null])
    await query(`update product_prices set amount_from = 1000 where currency = 'USD'`)
    expect(await inYen()).toEqual([{ by: '$9.90', before: '$19.90' }])
    await query(`update product_prices set amount_from = 1990 where currency = 'USD'`)
  })

  it('says what was sold out and is back', async () => {
    const visitor = newVisitor()
    const isBack = async () => {
      const listed = await visitor.does(listFavourites, { type: 'product', page: 1 })
      return listed.ok ? listed.value.products.map((one) => one.isBack) : null
    }
    await query(`update products set in_stock = false where slug = 'cup'`)
    await visitor.does(addFavourite, cup)
    expect(await isBack()).toEqual([false])
    await query(`update products set in_stock = true where slug = 'cup'`)
    expect(await isBack()).toEqual([true])
    await visitor.does(cancelFavourite, cup)
    await visitor.does(addFavourite, cup)
    expect(await isBack()).toEqual([false])
  })

  it('leaves out what is hidden until it is visible again', async () => {
    const visitor = newVisitor()
    for (const thing of [cup, product('jug'), oak]) await visitor.does(addFavourite, thing)
    await query(`update products set visible = false where slug = 'cup'`)
    await query(`update articles set visible = false where slug = 'oak'`)
    expect(await visitor.does(wishList, {})).toEqual({ ok: true, value: { products: ['jug'], articles: [] } })
    expect(visitor.cookies['violet_favorites']).toBe('1')
    expect(await visitor.does(listFavourites, { type: 'article', page: 1 })).toMatchObject({
      value: { total: 0, pages: 1 },
    })
    await query(`update products set visible = true where slug = 'cup'`)
    await query(`update articles set visible = true where slug = 'oak'`)
    expect(await visitor.does(countFavourites, {})).toMatchObject({ value: { products: 2, articles: 1 } })
  })

  it('lists articles with their cards', async () => {
    const visitor = newVisitor()
    await visitor.does(addFavourite, oak)
    const listed = await visitor.does(listFavourites, { type: 'article', page: 1 })
    expect(listed).toMatchObject({
      value: { total: 1, products: [], articles: [{ card: { slug: 'oak', title: 'About oak' } }] },
    })
  })

  it('is empty for visitors without a token', async () => {
    expect(await newVisitor().does(wishList, {})).toEqual({ ok: true, value: { products: [], articles: [] } })
    expect(await newVisitor().does(listFavourites, { type: 'product', page: 3 })).toMatchObject({
      value: { total: 0, pages: 1 },
    })
  })
})
