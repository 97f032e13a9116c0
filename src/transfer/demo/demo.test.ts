import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entry, exported, fileOf, noon } from '../catalog/for-tests.ts'
import { refreshCards } from '#features/catalog/queries/derived.ts'
import { renameEntry } from '#features/names/shop.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { configure } from '#app/configure.ts'
import {
  catalog,
  comment,
  contentFileOf,
  counts,
  exportedContent,
  page,
  review,
  run,
} from '../content/for-tests.ts'
import { removeDemo } from './remove.ts'
import { ownShop } from './replaced.ts'
import { loadDemo, tryDemo } from './demo.ts'
import { demoFolders, emptyShop } from '#test/small-demo.ts'

const removedAll = {
  comments: 1,
  reviews: 2,
  forms: 0,
  coupons: 1,
  promotions: 0,
  pages: 1,
  articles: 1,
  collections: 1,
  products: 2,
  tags: 1,
  categories: 1,
}

const goneAgain = { restored: ['shop.name'], kept: [], demos: [] }

describe('the demo', () => {
  it('comes whole and goes whole: nothing of it is left, not even a picture', async () => {
    const shop = await emptyShop()
    const reports = await loadDemo(shop, await demoFolders())
    expect(reports.map(({ problems }) => problems)).toEqual([[], []])
    expect((await loadConfig(shop.db)).document.shop.name).toBe('Demo')

    const removed = await removeDemo(shop)
    expect(removed).toMatchObject({
      ok: true,
      value: { removed: removedAll, settings: goneAgain, kept: [], touched: [] },
    })
    expect(await rowsLeft(shop.db)).toEqual(['cache_changes', 'listing_changes', 'shop_config'])
    expect((await loadConfig(shop.db)).document.shop.name).toBe('Violet')
    expect(await removeDemo(shop)).toEqual({ ok: false, problem: { name: 'nothing_recorded' } })
  })

  it('is tried: what it would bring is counted, and nothing of it is kept', async () => {
    const shop = await emptyShop()
    const from = await demoFolders()
    expect(await tryDemo(shop, from)).toMatchObject({
      products: { added: 2, changed: 0, same: 0 },
      articles: { added: 1 },
      reviews: { added: 2 },
      problems: [],
      applied: false,
    })
    expect(await rowsLeft(shop.db)).toEqual([])
    await loadDemo(shop, from)
    expect(await tryDemo(shop, from)).toMatchObject({
      products: { added: 0, changed: 0, same: 2 },
      problems: [],
    })
  })

  it('takes its pictures from the disk when it goes', async () => {
    const shop = await emptyShop()
    const from = await demoFolders()
    const { default: sharp } = await import('sharp')
    const picture = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#8268b0' },
    })
      .png()
      .toBuffer()
    await writeFile(join(from!.pictures, 'page.png'), picture)
    await writeFile(join(from!.pictures, 'spare.png'), await sharp(picture).negate().png().toBuffer())
    await writeFile(
      join(from!.folders[1]!, 'more.json'),
      JSON.stringify({
        format: 'violet-content',
        version: 1,
        pages: [
          page('about', { picture: { src: 'page.png' } }),
          page('visit', { picture: { src: 'page.png' } }),
          page('press', { picture: { src: 'lost.png' } }),
        ],
      }),
    )
    const [, content] = await loadDemo(shop, from)
    expect(content!.pictures).toEqual({ fetched: 1, failed: 1, waiting: 0 })
    expect(content!.notes).toEqual([
      { note: 'the picture lost.png could not be had: the file is not there', count: 1 },
    ])
    const { rows } = await shop.db.pool.query<{ slug: string; width: number }>(
      'select p.slug, i.width from pages p join pictures i on i.id = p.picture_id where i.made is null order by 1',
    )
    expect(rows.map(({ slug, width }) => [slug, width])).toEqual([
      ['about', 400],
      ['visit', 400],
    ])
    const originals = join(shop.mediaDir, 'originals')
    expect(await filesIn(originals)).toBe(1)
    await removeDemo(shop)
    expect(await filesIn(originals)).toBe(0)
  })

  it('changes nothing when it is loaded again', async () => {
    const shop = await emptyShop()
    const from = await demoFolders()
    await loadDemo(shop, from)
    const { version } = await loadConfig(shop.db)
    const again = await loadDemo(shop, from)
    expect(again.map(({ products, reviews }) => [products, reviews])).toEqual([
      [
        { added: 0, changed: 0, same: 2, refused: 0 },
        { added: 0, changed: 0, same: 0, refused: 0 },
      ],
      [
        { added: 0, changed: 0, same: 0, refused: 0 },
        { added: 0, changed: 0, same: 2, refused: 0 },
      ],
    ])
    expect((await loadConfig(shop.db)).version).toBe(version)
    expect(await removeDemo(shop)).toMatchObject({ value: { removed: removedAll, settings: goneAgain } })
  })

  it('goes from a shop that an older version filled, after an export was imported again', async () => {
    const shop = await emptyShop()
    const { db } = shop
    const from = await demoFolders({ products: [entry('lamp', { pictures: [{ tint: '#8268b0' }] })] })
    const categories = [
      { slug: 'baths', name: { en: 'Baths' }, picture: { tint: '#a3b096' } },
      { slug: 'beds', name: { en: 'Beds' }, picture: { tint: '#a3b096' } },
      { slug: 'chairs', name: { en: 'Chairs' }, picture: { src: 'lost.png' } },
    ]
    await writeFile(
      join(from!.folders[0]!, 'more.json'),
      JSON.stringify({ format: 'violet-catalog', version: 1, categories }),
    )
    await writeFile(
      join(from!.folders[1]!, 'more.json'),
      JSON.stringify({
        format: 'violet-content',
        version: 1,
        pages: [page('about', { picture: { tint: '#a3b096' } })],
      }),
    )
    await loadDemo(shop, from)
    await asOfOldVersion(db)
    const { rows: products } = await db.pool.query<{ id: number }>('select id from products')
    await db.transact((tx) =>
      refreshCards(
        tx,
        products.map(({ id }) => id),
      ),
    )
    const shown = async (): Promise<unknown> => (await db.pool.query(picturesInPlace)).rows
    const before = await shown()

    const { document } = await loadConfig(db)
    const options = { pictures: 'fetch', mediaDir: shop.mediaDir, shop: document.shop } as const
    const again = await run(db, await fileOf(await exported(db)), options)
    expect([again.categories, again.collections, again.products]).toEqual([
      { added: 0, changed: 0, same: 4, refused: 0 },
      { added: 0, changed: 0, same: 1, refused: 0 },
      { added: 0, changed: 0, same: 3, refused: 0 },
    ])
    const content = await run(db, await fileOf(await exportedContent(db)), options)
    expect(counts(content)['pages']).toEqual([0, 0, 2, 0])
    expect(await shown()).toEqual(before)
    // The cup came with a rating that its reviews have replaced: it differs from the demo's file, and needs its category.
    expect(await removeDemo(shop)).toMatchObject({
      value: {
        removed: { ...removedAll, pages: 2, categories: 3 },
        kept: [
          { kind: 'products', key: 'cup', reason: 'changed' },
          { kind: 'categories', key: 'kitchen', reason: 'in_use' },
        ],
      },
    })
  })

  it('leaves what the merchant made and changed, and what that needs', async () => {
    const shop = await emptyShop()
    const { db } = shop
    // There before the demo, under a name that the demo has too.
    await run(db, await contentFileOf({ pages: [page('shipping', { body: { en: '<p>Mine.</p>' } })] }))
    await loadDemo(shop, await demoFolders())
    await configure(db, { shop: { name: 'Mine' } }, noon)
    const mine = {
      format: 'violet-catalog',
      version: 1,
      products: [
        entry('vase', { categories: ['kitchen'], tags: ['oak'] }),
        entry('cup', { title: { en: 'My cup' } }),
      ],
      collections: [{ slug: 'mine', name: { en: 'Mine' }, products: ['stool', 'vase'] }],
    }
    expect((await run(db, await fileOf(JSON.stringify(mine)))).problems).toEqual([])

    const removed = await removeDemo(shop)
    expect(removed).toEqual({
      ok: true,
      value: {
        removed: { ...removedAll, pages: 0, products: 1, tags: 0, categories: 0 },
        orders: 0,
        pictures: expect.any(Number),
        settings: { restored: [], kept: ['shop.name'], demos: [] },
        kept: [
          { kind: 'products', key: 'cup', reason: 'changed' },
          { kind: 'tags', key: 'oak', reason: 'in_use' },
          { kind: 'categories', key: 'kitchen', reason: 'in_use' },
        ],
        touched: ['collection mine'],
      },
    })
    const names = await db.pool.query(
      `select slug from products union all select slug from collections union all select slug from pages order by 1`,
    )
    expect(names.rows.map(({ slug }) => slug)).toEqual(['cup', 'mine', 'shipping', 'vase'])
    const rating = await db.pool.query("select rating_average, reviewed from products where slug = 'cup'")
    expect(rating.rows).toEqual([{ rating_average: null, reviewed: false }])
    expect((await loadConfig(db)).document.shop.name).toBe('Mine')
  })

  it('gives back converted prices that its base currency had made fixed, but none that was changed since', async () => {
    const shop = await emptyShop()
    const { db } = shop
    const euros = { baseCurrency: 'EUR', currencies: [{ code: 'USD', rate: '1.1', roundTo: 1 }] }
    expect((await configure(db, { shop: euros }, noon)).ok).toBe(true)
    const own = (slug: string, prices: object) => entry(slug, { skus: [{ sku: slug, prices, stock: 3 }] })
    const mine = {
      format: 'violet-catalog',
      version: 1,
      products: [
        own('vase', { EUR: { price: '10' } }),
        own('bowl', { EUR: { price: '10' }, USD: { price: '12' } }),
        own('tray', { EUR: { price: '10' } }),
      ],
    }
    expect((await run(db, await fileOf(JSON.stringify(mine)), { shop: euros })).problems).toEqual([])
    await loadDemo(shop, await demoFolders())
    await db.pool.query(`
      update sku_prices set amount = 1500
      where currency = 'USD' and sku_id = (select id from skus where sku = 'tray')`)
    expect(await removeDemo(shop)).toMatchObject({ value: { settings: { kept: [], demos: [] } } })
    const raised = { ...euros, currencies: [{ code: 'USD', rate: '1.3', roundTo: 1 }] }
    expect((await configure(db, { shop: raised }, noon)).ok).toBe(true)
    const { rows } = await db.pool.query<{ sku: string; amount: number; converted: boolean }>(
      `select sku, amount, converted from sku_prices join skus on skus.id = sku_id where currency = 'USD' order by 1`,
    )
    expect(rows).toEqual([
      { sku: 'bowl', amount: 1200, converted: false },
      { sku: 'tray', amount: 1500, converted: false },
      { sku: 'vase', amount: 1300, converted: true },
    ])
  })

  it('knows what of a shop it would replace', async () => {
    const shop = await emptyShop()
    const { db } = shop
    const from = await demoFolders()
    expect(await ownShop(db, from)).toBe(null)
    await run(db, await contentFileOf({ pages: [page('shipping'), page('mine')] }))
    await run(db, await fileOf(JSON.stringify({ ...catalog, products: [entry('vase')], collections: [] })))
    expect((await configure(db, { shop: { name: 'Mine', maxQuantityPerLine: 5 } }, noon)).ok).toBe(true)
    expect(await ownShop(db, from)).toEqual({
      settings: ['shop.name', 'shop.maxQuantityPerLine'],
      entries: expect.arrayContaining(['pages shipping']),
      products: 1,
      orders: 0,
    })
  })

  it('replaces nothing of a shop that has nothing but the demo', async () => {
    const shop = await emptyShop()
    const from = await demoFolders()
    await loadDemo(shop, from)
    expect(await ownShop(shop.db, from)).toBe(null)
    await configure(shop.db, { shop: { name: 'Mine' } }, noon)
    expect(await ownShop(shop.db, from)).toEqual({
      settings: ['shop.name'],
      entries: [],
      products: 0,
      orders: 0,
    })
  })

  it('keeps an article that somebody else has commented on', async () => {
    const shop = await emptyShop()
    await loadDemo(shop, await demoFolders())
    await run(shop.db, await contentFileOf({ comments: [comment('own')] }))
    expect(await removeDemo(shop)).toMatchObject({
      value: {
        removed: { articles: 0, comments: 1 },
        kept: expect.arrayContaining([{ kind: 'articles', key: 'oak', reason: 'in_use' }]),
      },
    })
  })

  it('keeps a product that somebody else has reviewed', async () => {
    const shop = await emptyShop()
    await loadDemo(shop, await demoFolders())
    await run(shop.db, await contentFileOf({ reviews: [review('own', { product: 'stool' })] }))
    expect(await removeDemo(shop)).toMatchObject({
      value: {
        removed: { products: 1, reviews: 2 },
        kept: [
          { kind: 'products', key: 'stool', reason: 'in_use' },
          { kind: 'tags', key: 'oak', reason: 'in_use' },
        ],
      },
    })
  })

  it('names by its new name what was renamed, and stays', async () => {
    const shop = await emptyShop()
    await loadDemo(shop, await demoFolders())
    expect((await renameEntry(shop.db, 'product', 'stool', 'seat')).ok).toBe(true)
    expect(await removeDemo(shop)).toMatchObject({
      value: {
        removed: { products: 1 },
        kept: expect.arrayContaining([{ kind: 'products', key: 'seat', reason: 'changed' }]),
      },
    })
  })

  it('stays as it is when rows that may not be lost refer to it', async () => {
    const shop = await emptyShop()
    await loadDemo(shop, await demoFolders())
    await shop.db.pool.query(
      'create table sold (sku_id bigint references skus); insert into sold select id from skus limit 1',
    )
    const before = await rowsLeft(shop.db)
    expect(await removeDemo(shop)).toMatchObject({
      ok: false,
      problem: { name: 'referred_to', table: 'sold', detail: expect.stringContaining('is still referenced') },
    })
    expect(await rowsLeft(shop.db)).toEqual(before)
    expect((await loadConfig(shop.db)).document.shop.name).toBe('Demo')
  })
})

const picturesInPlace = `
  select slug, picture_id from categories union all select slug, picture_id from pages
  union all select p.slug, x.picture_id from products p join product_pictures x on x.product_id = p.id order by 1, 2`

/**
 * Turns every tile into what older versions stored: a drawing of its own for each place, under a key of its own, and
 * categories whose hash was calculated with the drawing.
 */
async function asOfOldVersion(db: Database): Promise<void> {
  await db.pool.query(`
    create temporary table drawn on commit drop as
      select 'categories' as owner, c.id, 0 as position, c.picture_id from categories c where picture_id is not null
      union all select 'pages', id, 0, picture_id from pages where picture_id is not null
      union all select 'product_pictures', product_id, position, picture_id from product_pictures;
    alter table drawn add column key text default substr(md5(random()::text), 1, 16);
    insert into pictures (key, made, width, height, bytes, preview, average_color)
      select d.key, jsonb_build_object('motif', 'vase', 'color', coalesce(i.made ->> 'tint', '#c0ffee'), 'seed', 4),
        i.width, i.height, 0, '', i.average_color
      from drawn d join pictures i on i.id = d.picture_id;
    update categories c set picture_id = i.id from drawn d join pictures i using (key) where d.owner = 'categories' and d.id = c.id;
    update pages c set picture_id = i.id from drawn d join pictures i using (key) where d.owner = 'pages' and d.id = c.id;
    update product_pictures c set picture_id = i.id from drawn d join pictures i using (key)
      where d.owner = 'product_pictures' and d.id = c.product_id and d.position = c.position;
    update categories set hash = 'of an older version ' || slug where picture_id is not null;
    update demo_entries e set hash = c.hash from categories c where e.kind = 'categories' and e.key = c.slug`)
}

/** The tables that have any row. */
async function rowsLeft(db: Database): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`,
  )
  const filled: string[] = []
  for (const { name } of tables)
    if ((await db.pool.query(`select 1 from ${name} limit 1`)).rows.length > 0) filled.push(name)
  return filled
}

async function filesIn(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((file) => file.isFile()).length
}
