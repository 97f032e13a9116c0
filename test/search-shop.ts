import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { search } from '#features/search/actions/search.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { importFolder } from './import-folder.ts'
import { contextOf, type VisitorOptions } from './page-visitor.ts'

/*
 * A shop of six products and an article, imported as a merchant imports it: what the tests of search look for.
 */

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

export interface SearchShop {
  database: TestDatabase
  ctxOf: (options?: VisitorOptions) => Ctx
  /** Imports the catalogue with these products instead of those it had. */
  putProducts: (entries: readonly object[]) => Promise<void>
  /** Slugs of the products that are found, in their order. */
  found: (q: string, options?: VisitorOptions & { kept?: Ctx['kept'] }) => Promise<string[]>
  close: () => Promise<void>
}

export async function openSearchShop(): Promise<SearchShop> {
  const database = await createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'violet-search-shop-'))
  const ctxOf = (options: VisitorOptions = {}): Ctx => contextOf(database.db, { config, ...options })
  const putProducts = (entries: readonly object[]): Promise<void> =>
    importEntries(database.db, folder, entries)
  await putProducts(products())
  return {
    database,
    ctxOf,
    putProducts,
    async found(q, options = {}) {
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
    },
    async close() {
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

const color = (code: string, en: string) => ({ code, name: { en, zh: en === 'Ink' ? '墨' : '鼠尾草' } })

/** An entry of a catalogue file: a SKU for each of `colors`, five of each. */
export function product(slug: string, en: string, zh: string, more: object = {}, colors = ['ink']) {
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

/** The entries that the shop opens with. */
export function products(): object[] {
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

async function importEntries(db: Database, folder: string, entries: readonly object[]): Promise<void> {
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
  const imported = await importFolder(db, folder, { config, mediaDir: folder })
  if (!imported.ok || imported.value.problems.length > 0) throw new Error(JSON.stringify(imported))
}
