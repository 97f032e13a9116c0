import { createHash, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaries } from '#app/messages.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import { htmlLang, langPath, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { runIdempotent, type OutgoingCookie } from '#platform/server/idempotency.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { shopConfig, type ShopSettings } from '#wire/shop-config.ts'
import { addToCart, changeCartSku, countCart, listCart, removeCartLines, selectCartLines, updateCartLine } from './actions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(catalogue)
})
afterAll(() => database.drop())

// Each product has the SKUs `<slug>-sage` and `<slug>-ink`.
const catalogue = `
  insert into pictures (key, width, height, preview, average_color)
    select lpad(to_hex(n), 16, '0'), 1600, 1600, 'data:image/webp;base64,AA', '#aabbcc' from generate_series(1, 3) n;
  insert into products (slug, options, hash, visible) select slug, '[{"code": "color", "name": {"en": "Colour"}, "values": [
    {"code": "sage", "name": {"en": "Sage", "zh": "鼠尾草绿"}}, {"code": "ink", "name": {"en": "Ink"}}]}]', '', slug <> 'hidden'
    from unnest(array['stool', 'vase', 'lamp', 'hidden', 'bowl', 'rare', 'race', 'tray']) slug;
  insert into product_texts (product_id, locale, title) select id, 'en', initcap(slug) from products;
  insert into product_texts (product_id, locale, title) select id, 'zh', '橡木凳' from products where slug = 'stool';
  insert into skus (product_id, sku, position, options, on_hand)
    select id, slug || '-' || color, place, jsonb_build_object('color', color), 50 from products, unnest(array['sage', 'ink']) with ordinality c(color, place);
  insert into sku_prices (sku_id, currency, amount, line_amount)
    select s.id, c.code, case c.code when 'USD' then 4850 else 7200 end, case when sku = 'vase-sage' and c.code = 'USD' then 6000 end
    from skus s, unnest(array['USD', 'JPY']) c(code);
  insert into product_pictures (product_id, position, picture_id, alt, options)
    select p.id, n, n, '{}', case n when 1 then '{}'::jsonb when 2 then '{"color": "sage"}' else '{"color": "ink"}' end from products p, generate_series(1, 3) n;
  update skus set on_hand = 3 where sku = 'rare-sage';
  update skus set on_hand = 0 where sku = 'rare-ink';
  update skus set on_hand = 5, held = 2 where sku = 'lamp-sage';
  update skus set on_hand = 0, backorder = true where sku = 'bowl-sage';
  update skus set retired = true where sku = 'lamp-ink';
`

describe('adding', () => {
  it('makes a cart with the first unit, and shows it with its price', async () => {
    const visitor = newVisitor()
    const added = await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    expect(added).toEqual({
      ok: true,
      value: {
        added: 2,
        lines: [
          {
            id: expect.any(Number), sku: 'vase-sage', title: 'Vase', href: '/product/vase/vase-sage', choice: 'Sage',
            picture: { key: '0000000000000002', width: 1600, height: 1600, preview: 'data:image/webp;base64,AA', color: '#aabbcc', alt: 'Vase' },
            quantity: 2, available: 50, most: 50, selected: true, price: '$48.50', linePrice: '$60', total: '$97', trouble: null,
          },
        ],
        count: 2, selectedCount: 2, subtotal: '$97', subtotalAmount: 9700, currency: 'USD', freeShipping: null,
      },
    })
    expect(visitor.cookies.violet_cart).toMatch(/^[\w-]{43}$/)
    expect(visitor.cookies.violet_cart_count).toBe('2')
    expect(visitor.written).toEqual([
      { name: 'violet_cart', value: expect.any(String), httpOnly: true, maxAge: 15_552_000 },
      { name: 'violet_cart_count', value: '2', httpOnly: false, maxAge: 15_552_000 },
    ])
    const { rows } = await database.db.pool.query('select token_hash from carts order by id desc limit 1')
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(visitor.cookies.violet_cart ?? '').digest() }])
  })

  it('uses the cookie name that only https may set where the shop is served so', async () => {
    const visitor = newVisitor({ origin: 'https://shop.example' })
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    expect(Object.keys(visitor.cookies).sort()).toEqual(['__Host-violet_cart', 'violet_cart_count'])
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1 })
  })

  it('adds to the line that is there, takes it in again, and puts it first', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const [, vase] = (await visitor.view()).lines
    await visitor.does(selectCartLines, { lines: [vase!.id], on: false })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const { lines, count } = await visitor.view()
    expect(lines.map(({ sku, quantity, selected }) => [sku, quantity, selected])).toEqual([
      ['vase-sage', 3, true],
      ['stool-sage', 1, true],
    ])
    expect(count).toBe(4)
  })

  it.each([
    ['what there is not', 'teapot', 1, { name: 'unknown_sku' }],
    ['what is sold out', 'rare-ink', 1, { name: 'out_of_stock' }],
    ['what is no longer made', 'lamp-ink', 1, { name: 'out_of_stock' }],
    ['what is hidden', 'hidden-sage', 1, { name: 'out_of_stock' }],
    ['more than there is', 'rare-sage', 4, { name: 'not_enough_stock', details: { left: 3, inCart: 0 } }],
    ['what others hold', 'lamp-sage', 4, { name: 'not_enough_stock', details: { left: 3, inCart: 0 } }],
    ['more than one may buy', 'bowl-sage', 61, { name: 'quantity_limit', details: { limit: 60, inCart: 0 } }],
  ])('refuses %s, and leaves no cart behind', async (_, sku, quantity, problem) => {
    const visitor = newVisitor()
    const before = await cartRows()
    expect(await visitor.does(addToCart, { sku, quantity })).toEqual({ ok: false, problem })
    expect(visitor.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })

  it('refuses what would come to too much together, and leaves the line as it was', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 2 })
    const before = await cartRows()
    visitor.written.length = 0
    expect(await visitor.does(addToCart, { sku: 'rare-sage', quantity: 2 })).toEqual({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 3, inCart: 2 } },
    })
    expect(visitor.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })

  it('lets no more lines in than the shop allows, but more of what is in', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 2 } })
    for (const sku of ['vase-sage', 'vase-ink']) await visitor.does(addToCart, { sku, quantity: 1 })
    const before = await cartRows()
    expect(await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })).toEqual({ ok: false, problem: { name: 'cart_full', details: { limit: 2 } } })
    expect(await cartRows()).toEqual(before)
    expect(await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })).toMatchObject({ ok: true, value: { count: 3 } })
  })

  it('never takes a token that it did not make', async () => {
    const forged = 'x'.repeat(43)
    const visitor = newVisitor({ cookies: { violet_cart: forged } })
    expect(await visitor.view()).toMatchObject({ lines: [], count: 0 })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    expect(visitor.cookies.violet_cart).not.toBe(forged)
    expect(await visitor.quantities()).toEqual({ 'vase-sage': 1 })
  })
})

describe('adding at the same time', () => {
  it('puts exactly the stock into a cart: 200 adds of 1 with 50 there', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'tray-sage', quantity: 1 })
    const results = await Promise.all(Array.from({ length: 200 }, () => visitor.does(addToCart, { sku: 'race-sage', quantity: 1 })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(50)
    expect(results.filter(({ ok }) => !ok).map((result) => !result.ok && result.problem.name)).toEqual(Array(150).fill('not_enough_stock'))
    expect(await visitor.quantities()).toEqual({ 'race-sage': 50, 'tray-sage': 1 })
  })

  it('lets exactly one of many last lines in', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 2 } })
    await visitor.does(addToCart, { sku: 'tray-sage', quantity: 1 })
    const skus = ['vase-sage', 'vase-ink', 'stool-sage', 'stool-ink', 'race-ink', 'tray-ink']
    const results = await Promise.all(skus.map((sku) => visitor.does(addToCart, { sku, quantity: 1 })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await visitor.view()).lines).toHaveLength(2)
  })

  it('gives way to a removal without a deadlock', async () => {
    const visitor = newVisitor()
    const skus = ['vase-sage', 'vase-ink', 'stool-sage', 'stool-ink']
    for (const sku of skus) await visitor.does(addToCart, { sku, quantity: 1 })
    const { lines } = await visitor.view()
    const works = lines.flatMap((line) => [
      visitor.does(updateCartLine, { line: line.id, quantity: 2 }),
      visitor.does(addToCart, { sku: line.sku, quantity: 1 }),
      visitor.does(removeCartLines, { lines: lines.map(({ id }) => id).reverse() }),
    ])
    const settled = await Promise.allSettled(works)
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

describe('a repeated request', () => {
  it('adds once under one key, and sets the same cookies again', async () => {
    const visitor = newVisitor()
    const key = randomUUID()
    const first = await visitor.under(key, { sku: 'vase-sage', quantity: 2 })
    const again = newVisitor()
    const second = await again.under(key, { sku: 'vase-sage', quantity: 2 })
    expect(first).toMatchObject({ kind: 'answered', result: { ok: true, value: { count: 2, added: 2 } } })
    expect(second).toMatchObject({ kind: 'replayed', answer: { count: 2, added: 2 }, cookies: visitor.written })
    expect(await visitor.quantities()).toEqual({ 'vase-sage': 2 })
  })

  it('adds once when both arrive together', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'stool-ink', quantity: 1 })
    const key = randomUUID()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => visitor.under(key, { sku: 'vase-ink', quantity: 1 })))
    expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(7)
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1, 'stool-ink': 1 })
  })

  it('keeps nothing of a refusal: the same key may succeed later', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 1 } })
    await visitor.does(addToCart, { sku: 'stool-ink', quantity: 1 })
    const key = randomUUID()
    expect(await visitor.under(key, { sku: 'vase-ink', quantity: 1 })).toMatchObject({ kind: 'answered', result: { ok: false, problem: { name: 'cart_full' } } })
    await visitor.does(removeCartLines, { lines: (await visitor.view()).lines.map(({ id }) => id) })
    expect(await visitor.under(key, { sku: 'vase-ink', quantity: 1 })).toMatchObject({ kind: 'answered', result: { ok: true } })
  })
})

describe('changing', () => {
  it('sets a quantity, up to what is there', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 1 })
    const { lines } = await visitor.view()
    const line = lines[0]!.id
    expect(await visitor.does(updateCartLine, { line, quantity: 3 })).toMatchObject({ ok: true, value: { count: 3, subtotalAmount: 14_550 } })
    expect(visitor.cookies.violet_cart_count).toBe('3')
    expect(await visitor.does(updateCartLine, { line, quantity: 4 })).toEqual({ ok: false, problem: { name: 'not_enough_stock', details: { left: 3 } } })
    expect(await visitor.quantities()).toEqual({ 'rare-sage': 3 })
  })

  it("does not touch another visitor's line", async () => {
    const owner = newVisitor()
    await owner.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const line = (await owner.view()).lines[0]!.id
    const stranger = newVisitor()
    await stranger.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    for (const visitor of [stranger, newVisitor()]) {
      expect(await visitor.does(updateCartLine, { line, quantity: 9 })).toEqual({ ok: false, problem: { name: 'unknown_line' } })
      expect(await visitor.does(removeCartLines, { lines: [line] })).toEqual({ ok: false, problem: { name: 'unknown_line' } })
      expect(await visitor.does(selectCartLines, { lines: [line], on: false })).toEqual({ ok: false, problem: { name: 'unknown_line' } })
      expect(await visitor.does(changeCartSku, { line, sku: 'vase-ink' })).toEqual({ ok: false, problem: { name: 'unknown_line' } })
    }
    expect(await owner.quantities()).toEqual({ 'vase-sage': 1 })
  })

  it('exchanges a SKU for another of the product, joining lines', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const [sage] = (await visitor.view()).lines
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'stool-ink' })).toEqual({ ok: false, problem: { name: 'unknown_sku' } })
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'vase-sage' })).toMatchObject({ ok: true, value: { count: 3 } })
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'vase-ink' })).toMatchObject({ ok: true, value: { count: 3 } })
    const { lines } = await visitor.view()
    expect(lines.map(({ id, sku, quantity }) => [id, sku, quantity])).toEqual([[sage!.id, 'vase-ink', 3]])
  })

  it('does not exchange for what is sold out', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 1 })
    const [line] = (await visitor.view()).lines
    expect(await visitor.does(changeCartSku, { line: line!.id, sku: 'rare-ink' })).toEqual({ ok: false, problem: { name: 'out_of_stock' } })
    expect(await visitor.quantities()).toEqual({ 'rare-sage': 1 })
  })

  it('removes, says what went, and takes it back', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const ids = (await visitor.view()).lines.map(({ id }) => id)
    const removed = await visitor.does(removeCartLines, { lines: ids })
    expect(removed).toMatchObject({
      ok: true,
      value: { lines: [], count: 0, subtotal: '$0', removed: [{ sku: 'stool-sage', quantity: 1, title: 'Stool' }, { sku: 'vase-ink', quantity: 2, title: 'Vase' }] },
    })
    expect(visitor.cookies.violet_cart_count).toBe('0')
    expect(await visitor.does(removeCartLines, { lines: ids })).toEqual({ ok: false, problem: { name: 'unknown_line' } })
    if (!removed.ok) throw new Error('nothing to put back')
    for (const { sku, quantity } of removed.value.removed) await visitor.does(addToCart, { sku, quantity })
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 2, 'stool-sage': 1 })
  })

  it('counts only what is chosen', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const [stool] = (await visitor.view()).lines
    expect(await visitor.does(selectCartLines, { lines: [stool!.id], on: false })).toMatchObject({
      ok: true,
      value: { count: 3, selectedCount: 2, subtotalAmount: 9700 },
    })
  })
})

describe('showing', () => {
  it('shows prices in the visitor’s currency and words in the visitor’s language', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 2 })
    expect(await visitor.view({ currency: 'JPY', locale: 'zh' })).toMatchObject({
      lines: [{ title: '橡木凳', choice: '鼠尾草绿', href: '/zh/product/stool/stool-sage', price: 'JP¥7,200', total: 'JP¥14,400' }],
      subtotal: 'JP¥14,400', subtotalAmount: 14_400, currency: 'JPY',
    })
    // What has no price in a currency cannot be bought in it.
    expect(await visitor.view({ currency: 'EUR' })).toMatchObject({
      lines: [{ price: '', total: '', trouble: 'sold_out', most: 0 }], subtotalAmount: 0, selectedCount: 0, count: 2,
    })
  })

  it('says what is wrong with a line whose stock has gone since', async () => {
    const { pool } = database.db
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'tray-ink', quantity: 4 })
    await pool.query(`update skus set on_hand = 3 where sku = 'tray-ink'`)
    expect(await visitor.view()).toMatchObject({ lines: [{ trouble: 'not_enough', available: 3, most: 3 }], subtotalAmount: 19_400 })
    await pool.query(`update skus set retired = true where sku = 'tray-ink'`)
    expect(await visitor.view()).toMatchObject({ lines: [{ trouble: 'sold_out', most: 0 }], subtotalAmount: 0, count: 4 })
    await pool.query(`update skus set retired = false, on_hand = 50 where sku = 'tray-ink'`)
  })

  it('measures the way to free shipping in the visitor’s currency', async () => {
    const shop = { freeShippingFrom: 10_000, currencies: [{ code: 'JPY', rate: '150', roundTo: 100 }] }
    const visitor = newVisitor({ shop })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    expect((await visitor.view()).freeShipping).toEqual({ reached: false, missing: '$51.50', share: 0.485 })
    expect((await visitor.view({ currency: 'JPY' })).freeShipping).toEqual({ reached: false, missing: '¥7,800', share: 0.48 })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    expect((await visitor.view()).freeShipping).toEqual({ reached: true, missing: '$0', share: 1 })
  })

  it('mends a count that went wrong, and writes nothing for who has no cart', async () => {
    const visitor = newVisitor({ cookies: { violet_cart_count: '7' } })
    expect(await visitor.does(countCart, {})).toEqual({ ok: true, value: { count: 0 } })
    expect(visitor.cookies.violet_cart_count).toBe('0')
    const before = await cartRows()
    const stranger = newVisitor()
    await stranger.does(listCart, {})
    expect(stranger.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })
})

async function cartRows(): Promise<unknown> {
  const { rows } = await database.db.pool.query(
    'select c.id, c.updated_at, l.id as line, l.quantity, l.selected, l.added_at from carts c left join cart_lines l on l.cart_id = c.id order by c.id, l.id',
  )
  return rows
}

interface VisitorOptions {
  origin?: string
  cookies?: Record<string, string>
  shop?: Partial<ShopSettings>
}

/** Somebody with a browser: a jar of cookies that each answer writes into. */
function newVisitor({ origin = 'http://shop.example', cookies: given = {}, shop = {} }: VisitorOptions = {}) {
  const cookies: Record<string, string> = { ...given }
  const written: OutgoingCookie[] = []
  const config = { ...shopConfig.parse({ shop: { maxQuantityPerLine: 60, ...shop } }), theme: defaultTheme }

  const context = ({ currency = 'USD', locale = 'en' as Locale } = {}): Ctx => {
    const texts = dictionaries(locale)
    const lang = htmlLang(locale)
    return {
      db: database.db, transact: database.db.transact, now: new Date(), locale, lang, langPath: langPath(locale), currency, shop: config,
      t: translator(texts, lang), texts, origin, log: pino({ level: 'silent' }),
      visitor: {
        cookies,
        notice: null,
        setCookie: (name, value, options) => {
          written.push({ name, value, ...options })
          if (value === null) delete cookies[name]
          else cookies[name] = value
        },
      },
    }
  }
  const view = async (wording?: { currency?: string; locale?: Locale }) => {
    const result = await listCart(context(wording), {})
    if (!result.ok) throw new Error('a cart is always there to be shown')
    return result.value
  }
  return {
    cookies,
    written,
    view,
    does: <I, R>(action: (ctx: Ctx, input: I) => Promise<R>, input: I): Promise<R> => action(context(), input),
    quantities: async () => Object.fromEntries((await view()).lines.map(({ sku, quantity }) => [sku, quantity])),
    under: (key: string, body: { sku: string; quantity: number }) =>
      runIdempotent(context(), { scope: 'test', key, path: '/cart/add', body }, () => written, (ctx) => addToCart(ctx, body)),
  }
}
