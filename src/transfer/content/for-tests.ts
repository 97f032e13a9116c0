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
