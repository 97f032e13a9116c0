import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { entry, scratchFolder } from '#transfer/catalog/for-tests.ts'
import { article, comment, coupon, fillShop, page, promotion, review } from '#transfer/content/for-tests.ts'
import { deleteEntry } from '#transfer/entries/delete.ts'
import { violet } from './for-tests.ts'

let shop: WholeShop
beforeEach(async () => {
  shop = await openWholeShop()
  vi.stubEnv('DATABASE_URL', shop.database.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
  await fillShop(
    shop.database.db,
    {
      format: 'violet-catalog',
      version: 1,
      categories: [
        { slug: 'kitchen', name: { en: 'Kitchen' } },
        { slug: 'cups', parent: 'kitchen', name: { en: 'Cups' } },
      ],
      tags: [{ slug: 'oak', name: { en: 'Oak' } }],
      products: [
        entry('cup', {
          title: { en: 'Clay cup', zh: '陶杯' },
          brand: 'Violet',
          categories: ['cups'],
          skus: [{ sku: 'CUP', prices: { USD: { price: '19.90', linePrice: '24' } }, stock: 3 }],
        }),
        entry('pot', { categories: ['cups'], goesWith: ['cup'] }),
        entry('stool', { tags: ['oak'] }),
      ],
      collections: [{ slug: 'quiet', name: { en: 'Quiet' }, products: ['cup', 'stool'] }],
    },
    {
      articles: [article('oak', { products: ['cup'] })],
      pages: [page('terms')],
      promotions: [promotion('stools', { conditions: { products: ['stool'] } })],
      coupons: [coupon('welcome')],
      reviews: [review('rv-1'), review('rv-2')],
      comments: [comment('co-1')],
    },
  )
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await shop.close()
})

const status = async (path: string): Promise<number> => {
  await shop.catchUp()
  return (await shop.get(path)).status
}

const column = async (query: string): Promise<unknown[]> =>
  (await shop.database.db.pool.query<{ value: unknown }>(query)).rows.map(({ value }) => value)

describe('one entry', () => {
  it('is shown, and as a file it can be changed and imported again', async () => {
    const { out } = await violet('product', 'show', 'cup')
    expect(out.split('\n').slice(0, 4)).toEqual([
      'cup  Clay cup',
      'product, /product/cup, in en, zh',
      'brand: Violet',
      expect.stringMatching(/^publishedAt: /),
    ])
    expect(out).toContain(
      '\n\nSKU  OPTIONS  PRICE      WAS    FROM MORE ON  ON HAND\nCUP           19.90 USD  24.00                3\n',
    )
    const file = JSON.parse((await violet('product', 'show', 'cup', '--json')).out) as {
      products: { title: Record<string, string> }[]
    }
    file.products[0]!.title['en'] = 'Mug'
    const path = join(await scratchFolder(), 'cup.json')
    await writeFile(path, JSON.stringify(file))
    expect((await violet('import', path, '--pictures', 'none', '--strict')).out).toContain('1 changed')
    expect(JSON.parse((await violet('product', 'show', 'cup', '--json')).out)).toEqual(file)
  })

  it.each(['category', 'collection', 'tag', 'article', 'page', 'promotion', 'coupon'])(
    'is shown whatever it is: a %s',
    async (noun) => {
      const slug = { category: 'cups', collection: 'quiet', tag: 'oak', article: 'oak', page: 'terms' }[noun]
      const name = slug ?? (noun === 'promotion' ? 'stools' : 'WELCOME')
      expect((await violet(noun, 'show', name)).out).toMatch(new RegExp(`^(${name}|welcome)  \\S`))
      expect(await violet(noun, 'show', 'nothing')).toMatchObject({
        out: '',
        failure: `the shop has no ${noun} "nothing"`,
      })
    },
  )

  it('is hidden and put on the shop again', async () => {
    expect((await violet('product', 'hide', 'cup')).out).toBe('product cup is hidden\n')
    expect(await status('/product/cup')).toBe(410)
    expect((await violet('product', 'hide', 'cup')).out).toBe('product cup is hidden already\n')
    expect(JSON.parse((await violet('product', 'unhide', 'cup', '--json')).out)).toEqual({
      product: 'cup',
      visible: true,
      changed: true,
    })
    expect(await status('/product/cup')).toBe(200)
    expect((await violet('coupon', 'hide', 'welcome')).out).toBe('coupon welcome is hidden\n')
    expect(await column('select visible as value from coupons')).toEqual([false])
  })
})

describe('a product that is deleted', () => {
  it('goes with what belongs to it, and what named it does no more', async () => {
    await violet('rename', 'product', 'cup', 'mug')
    expect((await violet('product', 'delete', 'mug', '--dry-run')).out).toBe(
      'a dry run: the product mug with 1 SKU, 2 reviews, 1 former address would be deleted, and pictures that nothing else shows\n' +
        'name it, and would no more: collection quiet, article oak, product pot\n',
    )
    expect(await violet('product', 'delete', 'mug', '--json')).toMatchObject({
      out: '',
      failure:
        'Delete the product mug with 1 SKU, 2 reviews, 1 former address for good? To take it off the shop and keep it: violet product hide mug. Say --yes to do it.',
    })
    expect(await column('select slug as value from products order by 1')).toEqual(['mug', 'pot', 'stool'])
    expect(await status('/product/mug')).toBe(200)

    expect(JSON.parse((await violet('product', 'delete', 'mug', '--yes', '--json')).out)).toMatchObject({
      deleted: true,
      product: 'mug',
      with: { SKU: 1, review: 2, 'former address': 1 },
      changed: ['collection quiet', 'article oak', 'product pot'],
    })
    expect([await status('/product/mug'), await status('/product/cup')]).toEqual([410, 410])
    expect([await status('/collection/quiet'), await status('/article/oak')]).toEqual([200, 200])
    expect(await column('select count(*)::int as value from reviews')).toEqual([0])
    expect(await column('select goes_with as value from products order by slug')).toEqual([[], []])
    const again = await violet('product', 'delete', 'mug', '--yes')
    expect(again.failure).toBe('the shop has no product "mug"')
  })

  it('is kept while an order under way or an offer needs it', async () => {
    await shop.configure({ sales: { payment: testMethods } })
    const { number } = await placeTestOrder(shop.database.db, { units: { CUP: 1 }, method: 'transfer' })
    expect((await violet('product', 'delete', 'cup', '--yes')).failure).toBe(
      `the product cup cannot be deleted: order ${number} needs it; violet product hide cup takes it off the shop`,
    )
    expect((await violet('product', 'delete', 'stool', '--yes')).failure).toBe(
      'the product stool cannot be deleted: promotion stools needs it; violet product hide stool takes it off the shop',
    )
    expect(await column('select count(*)::int as value from products')).toEqual([3])

    await violet('orders', 'pay', number)
    await violet('orders', 'ship', number, '--carrier', 'DHL')
    expect((await violet('product', 'delete', 'cup', '--yes')).failure).toBe(null)
    const kept = JSON.parse((await violet('orders', 'show', number, '--json')).out) as object
    expect(kept).toMatchObject({ lines: [{ sku: 'CUP', title: 'The cup', quantity: 1 }] })
    expect((await violet('orders', 'deliver', number)).failure).toBe(null)
  })
})

// Holds the second look in `deleteEntry`.
it('a product is kept when an order for it comes after it was looked at', async () => {
  const { db } = shop.database
  await shop.configure({ sales: { payment: testMethods } })
  let transactions = 0
  let number = ''
  const between: Database = {
    ...db,
    async transact(work) {
      transactions += 1
      if (transactions === 2)
        ({ number } = await placeTestOrder(db, { units: { pot: 1 }, method: 'transfer' }))
      return db.transact(work)
    },
  }
  const { document } = await loadConfig(db)
  const options = { document, now: new Date(), mediaDir: await scratchFolder(), dryRun: false }
  expect(await deleteEntry(between, 'product', 'pot', options)).toEqual({
    ok: false,
    problem: { name: 'needed', by: [`order ${number}`] },
  })
  expect(await column('select slug as value from products order by 1')).toEqual(['cup', 'pot', 'stool'])
})

describe('others that are deleted', () => {
  it('leave what was in them', async () => {
    expect((await violet('category', 'delete', 'kitchen', '--yes')).failure).toBe(
      'the category kitchen cannot be deleted: category cups needs it; violet category hide kitchen takes it off the shop',
    )
    expect((await violet('category', 'delete', 'cups', '--yes')).out).toBe(
      'deleted: the category cups\nnamed it, and do no more: product cup, product pot\n',
    )
    expect((await violet('category', 'delete', 'kitchen', '--yes')).failure).toBe(null)
    expect(await column('select count(*)::int as value from product_categories')).toEqual([0])
    expect((await violet('tag', 'delete', 'oak', '--yes')).out).toBe(
      'deleted: the tag oak\nnamed it, and do no more: product stool\n',
    )
    expect((await violet('article', 'delete', 'oak', '--yes')).out).toBe(
      'deleted: the article oak with 1 comment\n',
    )
    expect((await violet('coupon', 'delete', 'WELCOME', '--yes')).out).toBe('deleted: the coupon welcome\n')
    expect((await violet('promotion', 'delete', 'stools', '--yes')).failure).toBe(null)
    expect([
      await status('/category/cups'),
      await status('/article/oak'),
      await status('/coupon/welcome'),
    ]).toEqual([410, 410, 410])
    expect(await status('/product/stool')).toBe(200)
  })

  it('are kept while a setting needs them', async () => {
    await shop.configure({ sales: { terms: 'terms' } })
    expect((await violet('page', 'delete', 'terms', '--yes')).failure).toBe(
      'the page terms cannot be deleted: setting sales.terms needs it; violet page hide terms takes it off the shop',
    )
    expect(await violet('page', 'hide', 'terms')).toMatchObject({
      out: 'page terms is hidden\n',
      err: 'what names it lacks it now: sales.terms (violet config check says what follows)\n',
    })
    await violet('rename', 'page', 'terms', 'conditions')
    expect((await violet('page', 'delete', 'conditions', '--yes')).failure).toMatch(
      /setting sales\.terms needs it/,
    )
    await violet('rename', 'page', 'conditions', 'terms')
    await shop.configure({})
    expect((await violet('page', 'delete', 'terms', '--yes')).out).toBe(
      'deleted: the page terms with 2 former addresses\n',
    )
    expect(await status('/page/terms')).toBe(410)
  })

  it('say how often a coupon was used', async () => {
    const { db } = shop.database
    const order = await placeTestOrder(db)
    await db.pool.query(
      `insert into coupon_uses (coupon_id, who, slot, order_id, at) select id, 'a', 1, $1, now() from coupons where slug = 'welcome'`,
      [order.id],
    )
    expect((await violet('coupon', 'delete', 'WELCOME', '--dry-run')).out).toBe(
      'a dry run: the coupon welcome with 1 use by an order would be deleted, and pictures that nothing else shows\n',
    )
  })
})
