import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importShop } from '#app/import-shop.ts'
import { indexStale, rebuildIndex } from '#features/search/actions/keep-index.ts'
import { search } from '#features/search/actions/search.ts'
import { choosePopular } from '#features/search/queries/index.ts'
import { suggest } from '#features/search/actions/suggest.ts'
import { hotTerms, writeTerms } from '#features/search/actions/terms.ts'
import { setStock } from '#features/catalog/actions/stock.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createPageCache } from '#platform/server/page-cache.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, loadPage, seePage, type SeenPage, type VisitorOptions } from '#test/page-visitor.ts'
import { shopConfig } from '#wire/shop-config.ts'
import page from './search.page.tsx'

let database: TestDatabase
let folder: string

const config = {
  search: {
    synonyms: [
      ['sofa', 'couch'],
      ['mug', 'coffee cup'],
    ],
    redirects: { Delivery: '/page/shipping' },
    hot: { en: ['Oak'], zh: ['橡木'] },
  },
}

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'violet-search-page-'))
  await putShop(products())
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const color = (code: string, en: string) => ({ code, name: { en, zh: en === 'Ink' ? '墨' : '鼠尾草' } })

function product(slug: string, en: string, zh: string, more: object = {}, colors = ['ink']) {
  return {
    slug,
    title: { en, zh },
    categories: [],
    options: [
      { code: 'color', name: { en: 'Colour' }, values: [color('ink', 'Ink'), color('sage', 'Sage')] },
    ],
    skus: colors.map((code) => ({
      sku: `NO-${slug.toUpperCase()}-${code.toUpperCase()}`,
      options: { color: code },
      prices: { USD: { price: '20.00' } },
      stock: 5,
    })),
    ...more,
  }
}

function products(): object[] {
  return [
    product('oak-stool', 'Oak Stool', '橡木凳', { brand: 'Ninth Joint', soldCount: 5 }, ['ink', 'sage']),
    product('oak-table', 'Oak Table', '橡木桌', { soldCount: 9 }),
    product('reed-lamp', 'Reed Lamp', '芦影台灯', {
      description: { en: '<p>Stands on an <b>oak</b> foot.</p>' },
    }),
    product('b-and-b', '<b>Mug</b> & "1"', '杯'),
    product('sofa', 'Long Sofa', '长沙发'),
    product('hidden-lamp', 'Hidden Lamp', '暗灯', { visible: false }),
  ]
}

async function putShop(entries: readonly object[]): Promise<void> {
  const catalog = {
    format: 'violet-catalog',
    version: 1,
    categories: [{ slug: 'things', name: { en: 'Oak Things', zh: '橡木' } }],
    products: entries,
  }
  const texts = (en: string) => ({ en })
  const content = {
    format: 'violet-content',
    version: 1,
    articles: [
      {
        slug: 'oiling-oak',
        title: texts('How to oil oak'),
        summary: texts('Slowly.'),
        body: texts('<p>With a cloth.</p>'),
        author: { name: texts('Ann') },
        publishedAt: '2026-01-01T00:00:00Z',
      },
    ],
    pages: [{ slug: 'shipping', title: texts('Shipping'), body: texts('<p>By boat.</p>') }],
  }
  await writeFile(join(folder, 'catalog.json'), JSON.stringify(catalog))
  await writeFile(join(folder, 'content.json'), JSON.stringify(content))
  const imported = await importShop(database.db, {
    path: folder,
    shop: shopConfig.parse(config).shop,
    now: new Date('2026-11-21T12:00:00Z'),
    format: null,
    currency: null,
    locale: 'en',
    pictures: 'none',
    pictureFolder: null,
    mediaDir: folder,
    strict: false,
    dryRun: false,
    onProgress: () => {},
  })
  expect(imported.ok && imported.value.problems).toEqual([])
}

const ctxOf = (options: VisitorOptions = {}) => contextOf(database.db, { config, ...options })

function see(query: Record<string, string>, options: VisitorOptions = {}): Promise<SeenPage> {
  return seePage(page, ctxOf(options), {}, `?${new URLSearchParams(query)}`)
}

/** Titles of the cards, in their order. */
function titles({ html }: SeenPage): string[] {
  return [...html.matchAll(/<h3[^>]*>([^<]*)/g)].map(([, title]) => title!)
}

async function found(q: string, options: VisitorOptions & { kept?: Ctx['kept'] } = {}): Promise<string[]> {
  const answer = await search(
    { ...ctxOf(options), ...(options.kept ? { kept: options.kept } : {}) },
    {
      q,
      filters: { options: {}, priceMin: null, priceMax: null, inStock: false, tags: [], rating: null },
      sort: 'featured',
      page: 1,
    },
  )
  return answer.ok ? answer.value.listing.products.map(({ slug }) => slug) : []
}

describe('the page', () => {
  it('without words is the whole shop', async () => {
    const seen = await see({})
    expect(titles(seen)).toHaveLength(5)
    expect(seen.head.noindex).not.toBe(true)
  })

  it('shows what was found, what else there is, and wants to be in no index', async () => {
    const seen = await see({ q: 'oak' })
    expect(titles(seen)).toEqual(['Oak Table', 'Oak Stool', 'Reed Lamp'])
    expect(seen.html).toMatch(
      /<h2[^>]*>Categories<\/h2>.*?<a href="\/category\/things"><mark>Oak<\/mark> Things<\/a>/,
    )
    expect(seen.html).toMatch(
      /<h2[^>]*>Journal<\/h2>.*?<a href="\/article\/oiling-oak">How to oil <mark>oak<\/mark><\/a>/,
    )
    expect(seen.head).toMatchObject({ noindex: true, title: '3 products for “oak” – Violet' })
  })

  it('keeps the words when it is narrowed, sorted and paged', async () => {
    const { html } = await see({ q: 'oak', 'o.color': 'sage' })
    expect(html).toContain('<input type="hidden" name="q" value="oak"/>')
    expect(html).toContain('href="/search?q=oak"')
    expect(titles({ html } as SeenPage)).toEqual(['Oak Stool'])
    expect(await loadPage(page, ctxOf(), {}, '?q=oak&page=7&sort=new')).toEqual({
      kind: 'redirect',
      to: '/search?q=oak&sort=new',
      status: 302,
    })
  })

  it('says which filter to leave out, and what there is then', async () => {
    const { html } = await see({ q: 'table', 'o.color': 'sage' })
    expect(html).toContain('Nothing here fits every filter')
    expect(html).toMatch(/href="\/search\?q=table"[^>]*>Without Colour: 1 product</)
  })

  it('says which word to leave out, and what there is then; what is called by some of the words follows', async () => {
    const { html } = await see({ q: 'oak unicorn' })
    expect(html).toContain('Nothing fits all of what you typed.')
    expect(html).toMatch(/href="\/search\?q=oak"[^>]*>“oak”: 3 products</)
    expect(html).not.toContain('>“unicorn”')
    // The third only speaks of oak.
    expect(titles({ html } as SeenPage)).toEqual(['Oak Table', 'Oak Stool'])
    const neither = await see({ q: 'dragon unicorn' })
    expect(titles(neither)).toEqual([])
    expect(neither.html).toContain('We have nothing by that name')
  })

  it('finds what is written a little differently, and says so', async () => {
    const seen = await see({ q: 'satble' })
    expect(titles(seen)).toEqual([])
    const other = await see({ q: 'stol' })
    expect(titles(other)).toEqual(['Oak Stool'])
    expect(other.html).toContain('Nothing is called “stol” here. These are for “stool”.')
  })

  it('leads where the merchant wants a term to lead', async () => {
    const load = (search: string, options: VisitorOptions = {}) => loadPage(page, ctxOf(options), {}, search)
    expect(await load('?q=delivery')).toEqual({ kind: 'redirect', to: '/page/shipping', status: 302 })
    expect(await load('?q=DELIVERY', { locale: 'zh' })).toMatchObject({ to: '/zh/page/shipping' })
  })

  it('repeats what was typed as text, and takes signs of the database as they are', async () => {
    for (const q of [
      '<script>alert(1)</script>',
      "'; drop table products; --",
      '%',
      '_',
      '\\',
      "'",
      '()|&!:*<->',
      ':*',
      '\u0000',
      '🪑',
      '1',
      '店',
    ])
      expect((await see({ q })).html, q).not.toContain('<script>')
    expect(titles(await see({ q: '<b>mug & "1"' }))).toEqual(['&lt;b&gt;Mug&lt;/b&gt; &amp; &quot;1&quot;'])
    expect((await database.db.pool.query('select count(*)::int as n from products')).rows).toEqual([{ n: 6 }])
  })

  it('reads 200 characters of ten thousand, and says so', async () => {
    const seen = await see({ q: `oak ${'x '.repeat(5_000)}` })
    expect(seen.html).toContain('Only the first 200 characters were read.')
    expect((await see({ q: 'oak' })).html).not.toContain('characters were read')
    expect((await see({ q: '漢'.repeat(10_000) })).html).toContain('Only the first 200')
  })
})

describe('a search', () => {
  it('finds a word in title, option, number, brand and text, the title first', async () => {
    expect(await found('oak')).toEqual(['oak-table', 'oak-stool', 'reed-lamp'])
    expect(await found('no-oak-stool-sage')).toEqual(['oak-stool'])
    expect(await found('ninth joint')).toEqual(['oak-stool'])
    expect(await found('foot')).toEqual(['reed-lamp'])
  })

  it('knows plurals, synonyms, pinyin and the other script', async () => {
    expect(await found('stools')).toEqual(['oak-stool'])
    expect(await found('couches')).toEqual(['sofa'])
    expect(await found('coffee cup')).toEqual(['b-and-b'])
    expect(await found('taideng')).toEqual(['reed-lamp'])
    expect(await found('檯燈', { locale: 'zh-HK' })).toEqual(['reed-lamp'])
  })

  it('never finds what is hidden, and what is sold out comes last', async () => {
    expect(await found('hidden')).toEqual([])
    expect(await found('hidden lamp')).toEqual(['reed-lamp'])
    const set = await setStock(database.db, 'NO-OAK-TABLE-INK', 0, new Date())
    expect(set.ok).toBe(true)
    expect((await found('oak')).slice(0, 2)).toEqual(['oak-stool', 'oak-table'])
    await setStock(database.db, 'NO-OAK-TABLE-INK', 5, new Date())
  })

  it('finds a change when it has been indexed, and no more what is gone', async () => {
    await putShop([
      ...products().slice(1),
      product('oak-stool', 'Birch Stool', '桦木凳', {}, ['ink', 'sage']),
    ])
    expect(await found('birch')).toEqual(['oak-stool'])
    expect(await found('oak')).not.toContain('oak-stool')
    await database.db.pool.query("update product_texts set title = 'Ash Stool' where title = 'Birch Stool'")
    expect(await found('ash')).toEqual([])
    expect(await indexStale(database.db)).toBe(1)
    expect(await found('ash')).toEqual(['oak-stool'])
    const words = await database.db.pool.query(
      "select word, things from search_words where word in ('birch', 'ash') order by 1",
    )
    expect(words.rows.filter(({ things }) => things > 0)).toEqual([{ word: 'ash', things: 1 }])
    await putShop(products())
    await database.db.pool.query("update product_texts set title = 'Oak Stool' where title = 'Ash Stool'")
    await indexStale(database.db)
  })

  it('is not remembered beyond the moment in which the index follows a change', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 })
    const changes = await followChanges({
      db: database.db,
      url: database.url,
      log: pino({ level: 'silent' }),
      pollEvery: 60_000,
      apply: ({ tags, hard }) => cache.change(tags, hard),
    })
    try {
      expect(await found('larch', { kept: cache.data })).toEqual([])
      await database.db.pool.query("update product_texts set title = 'Larch Stool' where title = 'Oak Stool'")
      expect(await found('larch', { kept: cache.data })).toEqual([])
      expect(await indexStale(database.db)).toBe(1)
      await changes.catchUp()
      expect(await found('larch', { kept: cache.data })).toEqual(['oak-stool'])
      await database.db.pool.query("update product_texts set title = 'Oak Stool' where title = 'Larch Stool'")
      await indexStale(database.db)
    } finally {
      await changes.close()
    }
  })

  it('is the same after the index was made anew', async () => {
    const before = await database.db.pool.query(
      'select product_id, head::text, words::text from search_products order by 1',
    )
    const words = await database.db.pool.query('select * from search_words where things > 0 order by 1')
    expect(before.rows).toHaveLength(6)
    await rebuildIndex(database.db, () => {})
    expect(
      (
        await database.db.pool.query(
          'select product_id, head::text, words::text from search_products order by 1',
        )
      ).rows,
    ).toEqual(before.rows)
    expect(
      (await database.db.pool.query('select * from search_words where things > 0 order by 1')).rows,
    ).toEqual(words.rows)
  })

  it('asks the best sellers first, and no others where they are enough', async () => {
    const tiers = async (): Promise<number[]> => {
      const { rows } = await database.db.pool.query<{ tier: number; count: number }>(
        'select t.tier, count(s.product_id)::int as count from generate_series(0, 2) t(tier) left join search_products s using (tier) group by 1 order by 1',
      )
      return rows.map(({ count }) => count)
    }
    const candidates = async (most: number, enough: number): Promise<string[]> => {
      const { rows } = await database.db.pool.query<{ slug: string }>(
        `select p.slug from search_candidates('oak'::tsquery, $1, $2) with ordinality c(id, head, place) join products p on p.id = c.id order by place`,
        [most, enough],
      )
      return rows.map(({ slug }) => slug)
    }
    const all = await candidates(10, 10)
    expect(await tiers()).toEqual([6, 0, 0])
    await database.db.pool.query("update products set sold_count = 100 where slug = 'reed-lamp'")
    expect(await database.db.transact((tx) => choosePopular(tx, { most: 1, next: 2, limit: 10 }))).toBe(5)
    expect(await tiers()).toEqual([1, 2, 3])
    // The lamp says it in its text only: it is asked first all the same.
    expect((await candidates(10, 10))[0]).toBe('reed-lamp')
    expect(new Set(await candidates(10, 10))).toEqual(new Set(all))
    expect(await candidates(10, 1)).toHaveLength(1)
    expect(await candidates(2, 2)).toHaveLength(2)
    expect((await found('oak')).toSorted()).toEqual(all.toSorted())
    // What is indexed anew stays where it is.
    await database.db.pool.query("update product_texts set summary = summary || ' Again.'")
    expect(await indexStale(database.db)).toBe(6)
    expect(await tiers()).toEqual([1, 2, 3])
    await database.db.pool.query("update products set sold_count = 0 where slug = 'reed-lamp'")
    expect(await database.db.transact((tx) => choosePopular(tx, { most: 100, next: 0, limit: 10 }))).toBe(5)
    expect(await tiers()).toEqual([6, 0, 0])
  })

  it('leaves no mark when only the stock changes', async () => {
    await indexStale(database.db)
    await setStock(database.db, 'NO-OAK-STOOL-INK', 3, new Date())
    expect((await database.db.pool.query('select kind, id from search_stale')).rows).toEqual([])
  })
})

describe('suggestions', () => {
  const ask = async (q: string, options: VisitorOptions = {}, history: string[] = []) => {
    const answer = await suggest(ctxOf(options), { q, history })
    if (!answer.ok) throw new Error('refused')
    return answer.value
  }

  it('are terms, products and pages that what is typed may become', async () => {
    const answer = await ask('oa', {}, ['oak bench', 'lamp'])
    expect(answer.terms.map(({ text }) => text)).toEqual(['oak bench', 'oak'])
    expect(answer.products.map(({ href, price }) => [href, price])).toEqual([
      ['/product/oak-table', '$20'],
      ['/product/oak-stool', '$20'],
      ['/product/reed-lamp', '$20'],
    ])
    expect(answer.products[0]?.title).toEqual([
      { text: 'Oa', mark: true },
      { text: 'k Table', mark: false },
    ])
    expect(answer.categories.map(({ href }) => href)).toEqual(['/category/things'])
  })

  it('without words are the terms in demand: the merchant’s, then those that people search for', async () => {
    expect(await ask(' ')).toMatchObject({
      terms: [],
      products: [],
      hot: [{ text: 'Oak', href: '/search?q=Oak' }],
    })
    expect((await ask('', { locale: 'zh' })).hot.map(({ text }) => text)).toEqual(['橡木'])
    await writeTerms(database.db, new Date('2026-11-21T12:00:00Z'))
    await database.db.pool.query('truncate search_terms')
    for (let times = 0; times < 3; times++) await found('reed lamp')
    for (let times = 0; times < 3; times++) await found('ann@example.com lamp')
    await found('oak table')
    await writeTerms(database.db, new Date('2026-11-21T12:00:00Z'))
    expect(await hotTerms(ctxOf(), 8)).toEqual(['Oak', 'reed lamp'])
    const { rows } = await database.db.pool.query('select term, count from search_terms order by 1')
    expect(rows).toEqual([
      { term: 'oak table', count: 1 },
      { term: 'reed lamp', count: 3 },
    ])
    await writeTerms(database.db, new Date('2026-12-31T12:00:00Z'))
    expect((await database.db.pool.query('select 1 from search_terms')).rows).toEqual([])
  })

  it('say what was probably meant', async () => {
    expect((await ask('stol')).didYouMean).toEqual({ text: 'stool', href: '/search?q=stool' })
    expect((await ask('stool')).didYouMean).toBeNull()
  })
})
