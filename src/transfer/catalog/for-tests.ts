import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { exportCatalog } from './export.ts'
import { importCatalog, type ImportOptions, type ImportReport } from './import.ts'
import type { Currencies } from '#features/catalog/rules/prices.ts'

/* What the tests of import and export have in common. */

const shared = '../shared/data'

/** Real catalogues by others. */
export const samples = {
  apparel: `${shared}/catalogue/shopify-apparel.csv`,
  home: `${shared}/catalogue/shopify-home-and-garden.csv`,
  dummy: `${shared}/catalogue/dummyjson-products.json`,
}
export const naughtyStrings = `${shared}/corpora/naughty-strings.json`

/** For `it.skipIf`: the catalogues are not part of the repository. */
export const withoutSamples = !existsSync(samples.dummy) || !existsSync(naughtyStrings)

export const dollars: Currencies = {
  baseCurrency: 'USD',
  currencies: [
    { code: 'EUR', rate: '0.92', roundTo: 1 },
    { code: 'JPY', rate: '151.37', roundTo: 10 },
  ],
}

/** A folder for one test. */
export async function scratchFolder(whenDone: WhenDone = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-import-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Takes a task for the end of a test, or of a file whose tests share something. */
export type WhenDone = (end: () => Promise<void>) => void

/** A file with this content. */
export async function fileOf(
  content: string | Uint8Array,
  name = `${randomBytes(4).toString('hex')}.txt`,
): Promise<string> {
  const path = join(await scratchFolder(), name)
  await writeFile(path, content)
  return path
}

/** A file of our own format. */
export function violetFile(parts: {
  categories?: unknown[]
  tags?: unknown[]
  products?: unknown[]
  collections?: unknown[]
}): Promise<string> {
  return fileOf(JSON.stringify({ format: 'violet-catalog', version: 1, ...parts }, null, 1))
}

/** An entry of our own format with as little as can be. */
export function entry(slug: string, more: object = {}): object {
  return {
    slug,
    title: { en: slug },
    skus: [{ sku: slug, prices: { USD: { price: '19.90' } }, stock: 3 }],
    ...more,
  }
}

export const noon = new Date('2026-11-21T12:00:00.000Z')

/** Imports without pictures, whose drawing takes a process of its own, unless `more` says otherwise. */
export async function run(
  db: Database,
  path: string,
  more: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const imported = await importCatalog(db, {
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

/** Added, changed, same, refused. */
export function counts({ products: { added, changed, same, refused } }: ImportReport): number[] {
  return [added, changed, same, refused]
}

export async function exported(db: Database): Promise<string> {
  let text = ''
  await exportCatalog(db, { write: async (piece) => void (text += piece), picture: null })
  return text
}

export interface ExportedShop {
  categories: Record<string, unknown>[]
  tags: Record<string, unknown>[]
  /** Address → the product's whole entry as text. */
  products: Map<string, string>
  collections: Record<string, unknown>[]
}

export async function shopOf(db: Database): Promise<ExportedShop> {
  const shop = JSON.parse(await exported(db)) as {
    categories: Record<string, unknown>[]
    tags: Record<string, unknown>[]
    products: { slug: string }[]
    collections: Record<string, unknown>[]
  }
  return {
    ...shop,
    products: new Map(shop.products.map((product) => [product.slug, JSON.stringify(product)])),
  }
}

/** Every product in the shop is one of the whole ones, to the last letter. Returns how many there are. */
export async function expectOnlyWhole(
  db: Database,
  whole: ReadonlyMap<string, string>,
  except: readonly string[] = [],
): Promise<number> {
  const { products } = await shopOf(db)
  for (const [slug, text] of products) {
    if (!except.includes(slug)) expect(text).toBe(whole.get(slug))
  }
  return products.size
}

/** What the tables must always agree on, whatever was imported. */
export async function expectConsistent(db: Database): Promise<void> {
  const wrong = await db.pool.query<{ what: string }>(`
    select 'in_stock of ' || p.slug as what from products p
      where p.in_stock <> exists (select 1 from skus s where s.product_id = p.id and not s.retired and (s.backorder or s.on_hand - s.held >= s.min_quantity))
    union all select 'no SKU of ' || slug from products p where not exists (select 1 from skus s where s.product_id = p.id and not s.retired)
    union all select 'no text of ' || slug from products p where not exists (select 1 from product_texts t where t.product_id = p.id)
    union all select 'no price of ' || s.sku from skus s where (select count(*) from sku_prices c where c.sku_id = s.id) < 3
    union all select 'span of ' || p.slug from products p join (
        select s.product_id, c.currency, min(c.amount) low, max(c.amount) high from skus s join sku_prices c on c.sku_id = s.id where not s.retired group by 1, 2
      ) w on w.product_id = p.id left join product_prices pp on pp.product_id = p.id and pp.currency = w.currency
      where (pp.amount_from, pp.amount_to) is distinct from (w.low, w.high)
    union all select 'option values of ' || p.slug from products p where
      (select count(*) from product_option_values v where v.product_id = p.id) <>
      (select count(distinct (o.key, o.value)) from skus s, jsonb_each_text(s.options) o where s.product_id = p.id and not s.retired)
    union all select 'ancestors of ' || p.slug from products p join product_categories pc on pc.product_id = p.id join categories c on c.id = pc.category_id
      where c.parent_id is not null and not exists (select 1 from product_categories up where up.product_id = p.id and up.category_id = c.parent_id)
    union all select 'card of ' || p.slug from products p left join product_cards k on k.product_id = p.id
      where (k.card::jsonb -> 'titles', k.card::jsonb ->> 'onlySku', jsonb_path_query_array(k.card::jsonb, '$.pictures[*].key')) is distinct from (
        (select jsonb_object_agg(t.locale, t.title) from product_texts t where t.product_id = p.id),
        (select min(s.sku) from skus s where s.product_id = p.id and not s.retired having count(*) = 1),
        (select coalesce(jsonb_agg(i.key order by x.position), '[]') from product_pictures x join pictures i on i.id = x.picture_id
          where x.product_id = p.id and 2 > (select count(*) from product_pictures before where before.product_id = p.id and before.position < x.position)))
    union all select 'no hash of ' || slug from products where hash = ''`)
  expect(wrong.rows).toEqual([])
}
