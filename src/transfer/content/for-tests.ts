import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportOptions } from '../catalog/import.ts'
import { dollars, entry, fileOf, noon } from '../catalog/for-tests.ts'
import type { Database } from '#platform/server/db/db.ts'
import { importShop, type ShopImportReport } from '../import-shop.ts'
import { exportContent } from './export.ts'
import { contentKinds, plurals, type ContentKind } from './read.ts'

/* What the tests of content have in common. */

type Content = Partial<Record<(typeof plurals)[ContentKind], object[]>>

export function contentFileOf(parts: Content, name?: string): Promise<string> {
  return fileOf(JSON.stringify({ format: 'violet-content', version: 1, ...parts }, null, 1), name)
}

/** What the entries below speak of. */
export const catalog = {
  format: 'violet-catalog',
  version: 1,
  categories: [{ slug: 'kitchen', name: { en: 'Kitchen' } }],
  tags: [{ slug: 'oak', name: { en: 'Oak' } }],
  products: [
    entry('cup', { categories: ['kitchen'], rating: { average: 3.1, count: 40 } }),
    entry('stool', {
      tags: ['oak'],
      options: [
        {
          code: 'color',
          name: { en: 'Colour' },
          values: [
            { code: 'sage', name: { en: 'Sage', zh: '灰绿' } },
            { code: 'ink', name: { en: 'Ink' } },
          ],
        },
      ],
      skus: ['sage', 'ink'].map((color) => ({
        sku: `stool-${color}`,
        options: { color },
        prices: { USD: { price: '90' } },
        stock: 2,
      })),
    }),
  ],
  collections: [{ slug: 'quiet', name: { en: 'Quiet' }, products: ['cup'] }],
}

export function article(slug: string, more: object = {}): object {
  return {
    slug,
    title: { en: `About ${slug}` },
    summary: { en: 'In short.' },
    body: { en: '<p>At length.</p>' },
    author: { name: { en: 'Ada' } },
    publishedAt: '2026-11-01T08:00:00Z',
    ...more,
  }
}

export function page(slug: string, more: object = {}): object {
  return { slug, title: { en: `Our ${slug}` }, body: { en: '<p>Words.</p>' }, ...more }
}

export function promotion(slug: string, more: object = {}): object {
  return {
    slug,
    name: { en: `Offer ${slug}` },
    summary: { en: 'Cheaper.' },
    benefit: { kind: 'percent', percent: 15 },
    ...more,
  }
}

export function coupon(slug: string, more: object = {}): object {
  return {
    slug,
    code: slug.toUpperCase(),
    name: { en: `Coupon ${slug}` },
    summary: {},
    benefit: { kind: 'amount', amounts: { USD: '10', JPY: '1500' } },
    ...more,
  }
}

export function form(slug: string, more: object = {}): object {
  return {
    slug,
    title: { en: `Form ${slug}` },
    summary: { en: 'Tell us.' },
    contentLabel: { en: 'Your message' },
    fields: [
      {
        code: 'how-many',
        label: { en: 'How many' },
        kind: 'choice',
        choices: [{ code: 'few', name: { en: 'A few' } }],
      },
    ],
    thanks: { en: 'Thank you.' },
    ...more,
  }
}

export function review(code: string, more: object = {}): object {
  return {
    code,
    product: 'cup',
    author: 'Mara K.',
    locale: 'en',
    score: 5,
    content: 'Holds coffee, and holds it well. The handle fits two fingers, which is one more than most.',
    createdAt: '2026-10-02T10:00:00Z',
    ...more,
  }
}

export function comment(code: string, more: object = {}): object {
  return {
    code,
    article: 'oak',
    author: 'Ruth A.',
    locale: 'en',
    content: 'I have sat on oak for forty years and it has never complained.',
    createdAt: '2026-11-11T10:00:00Z',
    ...more,
  }
}

/** Imports without pictures unless `more` says otherwise. */
export async function run(
  db: Database,
  path: string,
  more: Partial<ImportOptions> = {},
): Promise<ShopImportReport> {
  const imported = await importShop(db, {
    path,
    shop: dollars,
    now: noon,
    format: null,
    currency: null,
    locale: 'en',
    pictures: 'none',
    pictureFolder: null,
    mediaDir: join(tmpdir(), 'violet-import-media'),
    strict: false,
    dryRun: false,
    onProgress: () => {},
    ...more,
  })
  if (!imported.ok) throw new Error(`the import did not run: ${JSON.stringify(imported.problem)}`)
  return imported.value
}

/** A shop that has the catalogue above. */
export async function stocked(db: Database): Promise<Database> {
  const report = await run(db, await fileOf(JSON.stringify(catalog)))
  if (report.problems.length > 0) throw new Error(JSON.stringify(report.problems))
  return db
}

/** Imports a catalogue and content into a shop that the whole file uses; outside of a test. */
export async function fillShop(db: Database, files: object, content: Content): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-fill-'))
  try {
    await writeFile(join(folder, 'catalog.json'), JSON.stringify(files))
    const file = { format: 'violet-content', version: 1, ...content }
    await writeFile(join(folder, 'content.json'), JSON.stringify(file))
    const { problems } = await run(db, folder)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Added, changed, same, refused; by kind, those of which there were any. */
export function counts(report: ShopImportReport): Record<string, number[]> {
  return Object.fromEntries(
    contentKinds.flatMap((kind) => {
      const { added, changed, same, refused } = report[plurals[kind]]
      return added + changed + same + refused === 0 ? [] : [[plurals[kind], [added, changed, same, refused]]]
    }),
  )
}

export async function exportedContent(db: Database): Promise<string> {
  let text = ''
  await exportContent(db, { write: async (piece) => void (text += piece), picture: null })
  return text
}

/** One of each kind, with everything that an entry can say. */
export const everything = {
  articles: [
    article('oak', {
      title: { en: 'Oak', zh: '橡木' },
      summary: { en: 'A tree.', zh: '  ' },
      body: { en: '<h1>Oak</h1><p onclick="x()">A <a href="/product/stool">stool</a>.</p>' },
      author: { name: { en: 'Ada' }, about: { en: 'Sits a lot.' } },
      picture: { made: { motif: 'stool', color: '#C6A075', seed: 3 }, alt: { en: 'An oak' } },
      products: ['stool', 'cup'],
      tags: ['oak'],
      publishedAt: '2026-11-01T09:00:00+01:00',
      updatedAt: '2026-11-03T09:00:00+01:00',
    }),
  ],
  pages: [page('shipping', { summary: { en: 'How it comes.' } }), page('about', { visible: false })],
  promotions: [
    promotion('table', {
      description: { en: '<p>Set it.</p>' },
      startsAt: '2026-11-01T00:00:00Z',
      endsAt: '2027-02-01T00:00:00Z',
      conditions: {
        minimumAmount: { USD: '50.00' },
        minimumQuantity: 2,
        products: ['stool', 'cup'],
        categories: ['kitchen'],
        collections: ['quiet'],
        firstOrder: true,
      },
      benefit: {
        kind: 'tiered',
        steps: [
          { quantity: 4, percent: 20 },
          { quantity: 2, percent: 10 },
        ],
      },
    }),
  ],
  coupons: [
    coupon('welcome', { limit: 100, stackable: true, claimable: false }),
    coupon('two', { benefit: { kind: 'buy-get', buy: 2, get: 1 } }),
  ],
  forms: [form('quote')],
  reviews: [
    review('rv-1', {
      product: 'stool',
      sku: 'stool-sage',
      title: 'Sits well',
      pictures: [{ tint: '#a3b096' }],
      helpful: 4,
      verified: true,
      reply: { content: 'Thank you.', createdAt: '2026-10-03T10:00:00Z' },
    }),
  ],
  comments: [comment('co-1'), comment('co-2', { answers: 'co-1', official: true })],
}

export async function rating(db: Database, slug: string): Promise<unknown> {
  const { rows } = await db.pool.query('select rating_average, rating_count from products where slug = $1', [
    slug,
  ])
  return rows[0]
}

/** Every row of content with the transaction that wrote it: equal states mean that nothing was written. */
export async function tableStates(db: Database): Promise<unknown> {
  const tables = [
    'articles',
    'article_texts',
    'article_products',
    'article_tags',
    'pages',
    'page_texts',
    'promotions',
    'promotion_texts',
    'coupons',
    'coupon_texts',
    'inquiry_forms',
    'inquiry_form_texts',
    'reviews',
    'review_pictures',
    'article_comments',
    'products',
  ]
  const found = await Promise.all(
    tables.map(
      async (table) => (await db.pool.query(`select xmin::text, t.* from ${table} t order by 1, 2`)).rows,
    ),
  )
  return found
}
