import { sql } from 'kysely'
import type { Tier } from '#domain/tiers.ts'
import type { Measure } from '#domain/unit-price.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import type { QuantityEntry } from '#wire/catalog-format.ts'

/*
 * The write side of the catalogue: products in batches, each table by one statement that leaves equal rows alone.
 */

export interface KnownProduct {
  id: number
  slug: string
  hash: string
  picturesHash: string | null
  publishedAt: Date
  soldCount: number
}

/** The shop's products with these slugs. */
export async function knownProducts(tx: Tx, slugs: readonly string[]): Promise<KnownProduct[]> {
  const { rows: found } = await sql<KnownProduct>`
    select id, slug, hash, pictures_hash as "picturesHash", published_at as "publishedAt",
      sold_count as "soldCount"
    from products
    where slug = any(${slugs}::text[])`.execute(rows(tx))
  return found
}

export interface KnownSku {
  id: number
  sku: string
  /** The slug of its product. */
  product: string
  onHand: number
  held: number
  importedOnHand: number | null
}

/** These SKUs, wherever they are, locked in the order that orders lock them. */
export async function lockSkus(tx: Tx, skus: readonly string[]): Promise<KnownSku[]> {
  const { rows: found } = await sql<KnownSku>`
    select s.id, s.sku, p.slug as product, s.on_hand as "onHand", s.held,
      s.imported_on_hand as "importedOnHand"
    from skus s
    join products p on p.id = s.product_id
    where s.sku = any(${skus}::text[])
    order by s.id for update of s`.execute(rows(tx))
  return found
}

export interface ProductRowIn {
  slug: string
  visible: boolean
  brand: string | null
  type: string | null
  options: unknown
  details: unknown
  goes_with: readonly string[]
  size_guide: string | null
  delivery: string | null
  tax_class: string | null
  quantity: QuantityEntry | null
  videos: unknown
  rating_average: number | null
  rating_count: number | null
  sold_count: number | null
  published_at: string | null
}

const productType = sql.raw(
  'g(slug text, visible boolean, brand text, type text, options jsonb, details jsonb, goes_with jsonb, size_guide text, delivery text, tax_class text, quantity jsonb, videos jsonb, rating_average numeric, rating_count int, sold_count bigint, published_at timestamptz)',
)

/** Inserts the products that are missing. Returns their slugs. */
export async function insertProducts(tx: Tx, given: readonly ProductRowIn[], now: Date): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    insert into products (
      slug, visible, brand, type, options, details, goes_with, size_guide, delivery, tax_class, quantity,
      videos, rating_average, rating_count, sold_count, published_at, hash
    )
    select slug, visible, brand, type, options, details, goes_with, size_guide, delivery, tax_class, quantity,
      videos, rating_average, coalesce(rating_count, 0), coalesce(sold_count, 0),
      coalesce(published_at, ${now}), ''
    from json_to_recordset(${JSON.stringify(given)}::json) as ${productType}
    on conflict (slug) do nothing
    returning slug`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/**
 * Updates products that differ. A rating, date or number of sales that the file does not give is the shop's own and
 * stays, and so does a rating from reviews; sales only grow. Returns the ids of the changed.
 */
export async function updateProducts(tx: Tx, given: readonly ProductRowIn[]): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    update products p
    set visible = g.visible, brand = g.brand, type = g.type, options = g.options, details = g.details,
      goes_with = g.goes_with, size_guide = g.size_guide, delivery = g.delivery, tax_class = g.tax_class,
      quantity = g.quantity, videos = g.videos,
      rating_average = case
        when p.reviewed then p.rating_average
        else coalesce(g.rating_average, p.rating_average)
      end,
      rating_count = case
        when p.reviewed then p.rating_count
        else coalesce(g.rating_count, p.rating_count)
      end,
      sold_count = greatest(p.sold_count, g.sold_count),
      published_at = coalesce(g.published_at, p.published_at)
    from json_to_recordset(${JSON.stringify(given)}::json) as ${productType}
    where p.slug = g.slug
      and (
        (
            p.visible, p.brand, p.type, p.options, p.details, p.goes_with, p.size_guide, p.delivery,
            p.tax_class, p.quantity, p.videos
          )
          is distinct from (
            g.visible, g.brand, g.type, g.options, g.details, g.goes_with, g.size_guide, g.delivery,
            g.tax_class, g.quantity, g.videos
          )
        or (
          not p.reviewed
          and (coalesce(g.rating_average, p.rating_average), coalesce(g.rating_count, p.rating_count))
            is distinct from (p.rating_average, p.rating_count)
        )
        or g.sold_count > p.sold_count
        or g.published_at <> date_trunc('milliseconds', p.published_at)
      )
    returning p.id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

export async function productIds(tx: Tx, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows: found } = await sql<{
    id: number
    slug: string
  }>`select id, slug from products where slug = any(${slugs}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, slug }) => [slug, id]))
}

const texts: OwnedTable = {
  name: 'product_texts',
  owner: 'product_id',
  key: { locale: 'text' },
  columns: {
    title: 'text',
    summary: 'text',
    description: 'text',
    seo_title: 'text',
    seo_description: 'text',
  },
}
const categories: OwnedTable = {
  name: 'product_categories',
  owner: 'product_id',
  key: { category_id: 'bigint' },
  columns: { direct: 'boolean' },
}
const tags: OwnedTable = { name: 'product_tags', owner: 'product_id', key: { tag_id: 'bigint' }, columns: {} }
const prices: OwnedTable = {
  name: 'sku_prices',
  owner: 'sku_id',
  key: { currency: 'char(3)' },
  columns: { amount: 'bigint', line_amount: 'bigint', tiers: 'jsonb', converted: 'boolean' },
}
const pictures: OwnedTable = {
  name: 'product_pictures',
  owner: 'product_id',
  key: { position: 'int' },
  columns: { picture_id: 'bigint', alt: 'jsonb', options: 'jsonb', source: 'text' },
}

export interface TextRowIn {
  product_id: number
  locale: string
  title: string
  summary: string | null
  description: string | null
  seo_title: string | null
  seo_description: string | null
}

export function putTexts(
  tx: Tx,
  products: readonly number[],
  given: readonly TextRowIn[],
): Promise<number[]> {
  return replaceRows(tx, texts, products, given)
}

/** With the ancestors of each category, which have `direct` false. */
export function putCategories(
  tx: Tx,
  products: readonly number[],
  given: readonly { product_id: number; category_id: number; direct: boolean }[],
): Promise<number[]> {
  return replaceRows(tx, categories, products, given)
}

export function putTags(
  tx: Tx,
  products: readonly number[],
  given: readonly { product_id: number; tag_id: number }[],
): Promise<number[]> {
  return replaceRows(tx, tags, products, given)
}

export interface PictureRowIn {
  product_id: number
  position: number
  picture_id: number
  alt: Record<string, string>
  options: Record<string, string>
  source: string | null
}

export function putPictures(
  tx: Tx,
  products: readonly number[],
  given: readonly PictureRowIn[],
): Promise<number[]> {
  return replaceRows(tx, pictures, products, given)
}

export interface PriceRowIn {
  sku_id: number
  currency: string
  amount: number
  line_amount: number | null
  tiers: readonly Tier[] | null
  converted: boolean
}

/** Returns the ids of the SKUs with changed prices. */
export function putPrices(tx: Tx, skus: readonly number[], given: readonly PriceRowIn[]): Promise<number[]> {
  return replaceRows(tx, prices, skus, given)
}

export interface SkuRowIn {
  product_id: number
  sku: string
  position: number
  options: Record<string, string>
  on_hand: number
  backorder: boolean
  weight: number | null
  barcode: string | null
  unit: Measure | null
  quantity: QuantityEntry | null
  min_quantity: number
  max_quantity: number | null
  quantity_step: number
}

export interface SkusPut {
  added: number
  changed: number
  retired: number
  /** Products of which a SKU changed. */
  products: number[]
  /** SKU → id. */
  ids: Map<string, number>
}

const skuType = sql.raw(
  'g(product_id bigint, sku text, position int, options jsonb, on_hand int, backorder boolean, weight int, barcode text, unit jsonb, quantity jsonb, min_quantity int, max_quantity int, quantity_step int)',
)

/**
 * Makes the SKUs of these products equal to the given ones. Others are retired, since orders and carts refer to them.
 * The stock is taken over if the file gives another number than last time.
 */
export async function putSkus(
  tx: Tx,
  products: readonly number[],
  given: readonly SkuRowIn[],
): Promise<SkusPut> {
  const text = JSON.stringify(given)
  const stock = sql.raw(
    'case when s.imported_on_hand is distinct from excluded.on_hand then excluded.on_hand else s.on_hand end',
  )
  const { rows: put } = await sql<{ productId: number; added: boolean }>`
    insert into skus as s (
      product_id, sku, position, options, on_hand, imported_on_hand, backorder, weight, barcode, unit,
      quantity, min_quantity, max_quantity, quantity_step
    )
    select product_id, sku, position, options, on_hand, on_hand, backorder, weight, barcode, unit, quantity,
      min_quantity, max_quantity, quantity_step
    from json_to_recordset(${text}::json) as ${skuType}
    on conflict (sku) do update set position = excluded.position, options = excluded.options,
      on_hand = ${stock}, imported_on_hand = excluded.on_hand, backorder = excluded.backorder,
      weight = excluded.weight, barcode = excluded.barcode, unit = excluded.unit,
      quantity = excluded.quantity, min_quantity = excluded.min_quantity,
      max_quantity = excluded.max_quantity, quantity_step = excluded.quantity_step, retired = false
    where (
          s.position, s.options, s.on_hand, s.backorder, s.weight, s.barcode, s.unit, s.quantity,
          s.min_quantity, s.max_quantity, s.quantity_step, s.retired
        )
        is distinct from (
          excluded.position, excluded.options, ${stock}, excluded.backorder, excluded.weight,
          excluded.barcode, excluded.unit, excluded.quantity, excluded.min_quantity, excluded.max_quantity,
          excluded.quantity_step, false
        )
    returning s.product_id as "productId", xmax = 0 as added`.execute(rows(tx))
  const { rows: retired } = await sql<{ productId: number }>`
    update skus s
    set retired = true
    where s.product_id = any(${products}::bigint[])
      and not s.retired
      and not exists (select 1 from json_to_recordset(${text}::json) as ${skuType} where g.sku = s.sku)
    returning s.product_id as "productId"`.execute(rows(tx))
  // The file's values are recorded even if they equal the shop's: no visible change.
  const { rows: all } = await sql<{ id: number; sku: string }>`
    with said as (
      update skus s
      set imported_on_hand = g.on_hand
      from json_to_recordset(${text}::json) as ${skuType}
      where s.sku = g.sku and s.imported_on_hand is distinct from g.on_hand
    )
    select s.id, s.sku
    from skus s
    join json_to_recordset(${text}::json) as ${skuType} on g.sku = s.sku`.execute(rows(tx))
  const added = put.filter((row) => row.added).length
  return {
    added,
    changed: put.length - added,
    retired: retired.length,
    products: [...new Set([...put, ...retired].map(({ productId }) => productId))],
    ids: new Map(all.map(({ id, sku }) => [sku, id])),
  }
}

/** The products that these SKUs belong to. */
export async function productsOfSkus(tx: Tx, skus: readonly number[]): Promise<number[]> {
  if (skus.length === 0) return []
  const { rows: found } = await sql<{
    id: number
  }>`select distinct product_id as id from skus where id = any(${skus}::bigint[])`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** Records what was imported. @param picturesHash null leaves the old one: the pictures were left out */
export async function setHashes(
  tx: Tx,
  given: readonly { id: number; hash: string; pictures_hash: string | null }[],
): Promise<void> {
  await sql`
    update products p
    set hash = g.hash, pictures_hash = coalesce(g.pictures_hash, p.pictures_hash)
    from json_to_recordset(${JSON.stringify(given)}::json) as g(id bigint, hash text, pictures_hash text)
    where p.id = g.id
      and (p.hash, p.pictures_hash)
        is distinct from (g.hash, coalesce(g.pictures_hash, p.pictures_hash))`.execute(rows(tx))
}
