import { sql } from 'kysely'
import type { Tier } from '#domain/tiers.ts'
import type { Measure } from '#domain/unit-price.ts'
import { slugsOf } from '#features/names/queries/entry-slugs.ts'
import type { QuantityEntry, VideoEntry } from '#wire/catalog-format.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { among, rows } from '#platform/server/db/rows.ts'

/* The catalogue as it is written to a file, in one order that no database setting changes. */

/** To be called first in the transaction: everything after it sees one moment, however long the reader takes. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(rows(tx))
  await tx.withoutTimeLimit()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(rows(tx))
}

type Texts = Record<string, string>

export interface ExportedPicture {
  source: string | null
  key: string
  made: object | null
}

export interface ExportedGroup {
  slug: string
  /** In single languages; null for none. */
  slugs: Texts | null
  parent: string | null
  position: number
  visible: boolean
  names: Texts
  descriptions: Texts | null
  picture: ExportedPicture | null
}

export type ExportedTag = Pick<ExportedGroup, 'slug' | 'slugs' | 'names'>

/** @param only these slugs; null for all. Also of the two below. */
export async function exportedCategories(
  tx: Tx,
  only: readonly string[] | null = null,
): Promise<(ExportedGroup & { sizeGuide: string | null })[]> {
  const { rows: found } = await sql<ExportedGroup & { sizeGuide: string | null }>`
    select g.slug, ${slugsOf('category', 'g.id')} as slugs, up.slug as parent, g.position, g.visible,
      g.size_guide as "sizeGuide",
      coalesce(
        (
          select json_object_agg(t.locale, t.name order by t.locale collate "C")
          from category_texts t
          where t.category_id = g.id
        ),
        '{}'
      ) as names,
      (
        select json_object_agg(t.locale, t.description order by t.locale collate "C")
        from category_texts t
        where t.category_id = g.id and t.description is not null
      ) as descriptions,
      (
        select json_build_object('source', g.picture_source, 'key', i.key, 'made', i.made)
        from pictures i
        where i.id = g.picture_id
      ) as picture
    from categories g
    left join categories up on up.id = g.parent_id
    where ${among('g.slug', only)}
    order by g.slug collate "C"`.execute(rows(tx))
  return found
}

export async function exportedTags(tx: Tx, only: readonly string[] | null = null): Promise<ExportedTag[]> {
  const { rows: found } = await sql<ExportedTag>`
    select g.slug, ${slugsOf('tag', 'g.id')} as slugs,
      coalesce(
        (
          select json_object_agg(t.locale, t.name order by t.locale collate "C")
          from tag_texts t
          where t.tag_id = g.id
        ),
        '{}'
      ) as names
    from tags g
    where ${among('g.slug', only)}
    order by g.slug collate "C"`.execute(rows(tx))
  return found
}

export async function exportedCollections(
  tx: Tx,
  only: readonly string[] | null = null,
): Promise<(ExportedGroup & { products: string[] })[]> {
  const { rows: found } = await sql<ExportedGroup & { products: string[] }>`
    select g.slug, ${slugsOf('collection', 'g.id')} as slugs, null as parent, g.position, g.visible,
      coalesce(
        (
          select json_object_agg(t.locale, t.name order by t.locale collate "C")
          from collection_texts t
          where t.collection_id = g.id
        ),
        '{}'
      ) as names,
      (
        select json_object_agg(t.locale, t.description order by t.locale collate "C")
        from collection_texts t
        where t.collection_id = g.id and t.description is not null
      ) as descriptions,
      (
        select json_build_object('source', g.picture_source, 'key', i.key, 'made', i.made)
        from pictures i
        where i.id = g.picture_id
      ) as picture,
      array(
        select p.slug
        from collection_products m
        join products p on p.id = m.product_id
        where m.collection_id = g.id
        order by m.position, p.slug collate "C"
      ) as products
    from collections g
    where ${among('g.slug', only)}
    order by g.slug collate "C"`.execute(rows(tx))
  return found
}

export interface ExportedProduct {
  slug: string
  slugs: Texts | null
  visible: boolean
  brand: string | null
  type: string | null
  options: { code: string; name: Texts; values: { code: string; name: Texts; swatch?: string }[] }[]
  details: { label: Texts; value: Texts }[]
  goesWith: string[]
  sizeGuide: string | null
  delivery: string | null
  taxClass: string | null
  quantity: QuantityEntry | null
  videos: VideoEntry[]
  ratingAverage: number | null
  ratingCount: number
  soldCount: number
  publishedAt: Date
  texts: {
    locale: string
    title: string
    summary: string | null
    description: string | null
    seoTitle: string | null
    seoDescription: string | null
  }[]
  categories: string[]
  tags: string[]
  skus: {
    sku: string
    options: Texts
    onHand: number
    backorder: boolean
    weight: number | null
    barcode: string | null
    unit: Measure | null
    quantity: QuantityEntry | null
    prices: { currency: string; amount: number; line: number | null; tiers: Tier[] | null }[]
  }[]
  pictures: (ExportedPicture & { alt: Texts; options: Texts })[]
}

/** Opens the list of all products, to be read with `nextProducts` in this transaction. */
export async function openProducts(tx: Tx): Promise<void> {
  await sql`
    declare exported_products no scroll cursor for
    select id
    from products
    order by slug collate "C"`.execute(rows(tx))
}

/**
 * The next products by slug; none at the end. Rows that no import restores (retired SKUs, converted prices) are left
 * out.
 */
export async function nextProducts(tx: Tx, count: number): Promise<ExportedProduct[]> {
  const { rows: ids } = await sql<{
    id: number
  }>`fetch forward ${sql.raw(String(Math.trunc(count)))} from exported_products`.execute(rows(tx))
  return productsById(
    tx,
    ids.map(({ id }) => id),
  )
}

/** What an import of a part needs to know beyond what is exported. */
export type ImportedProduct = ExportedProduct & {
  /** Its rating is that of its reviews. */
  reviewed: boolean
  /** `importedOnHand`: the stock that a file said last. */
  skus: { importedOnHand: number | null }[]
}

/** The products with these slugs. */
export async function productsBySlug(tx: Tx, slugs: readonly string[]): Promise<ImportedProduct[]> {
  if (slugs.length === 0) return []
  const { rows: ids } = await sql<{
    id: number
  }>`select id from products where slug = any(${slugs}::text[])`.execute(rows(tx))
  return productsById(
    tx,
    ids.map(({ id }) => id),
  )
}

/** The products of these SKUs: SKU → slug. Retired ones are left out. */
export async function productsOfSkus(db: Db, skus: readonly string[]): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ sku: string; slug: string }>`
    select s.sku, p.slug
    from skus s
    join products p on p.id = s.product_id
    where s.sku = any(${skus}::text[]) and not s.retired`.execute(rows(db))
  return new Map(found.map(({ sku, slug }) => [sku, slug]))
}

async function productsById(tx: Tx, ids: readonly number[]): Promise<ImportedProduct[]> {
  const { rows: found } = await sql<ImportedProduct>`
    select p.slug, ${slugsOf('product', 'p.id')} as slugs, p.reviewed, p.visible, p.brand, p.type, p.options,
      p.details, p.goes_with as "goesWith", p.size_guide as "sizeGuide", p.delivery,
      p.tax_class as "taxClass", p.quantity, p.videos, p.rating_average as "ratingAverage",
      p.rating_count as "ratingCount", p.sold_count as "soldCount", p.published_at as "publishedAt",
      (
        select coalesce(
          json_agg(
            json_build_object(
              'locale', t.locale, 'title', t.title,
              'summary', t.summary, 'description', t.description,
              'seoTitle', t.seo_title, 'seoDescription', t.seo_description
            )
            order by t.locale collate "C"
          ),
          '[]'
        )
        from product_texts t
        where t.product_id = p.id
      ) as texts,
      array(
        select c.slug
        from product_categories pc
        join categories c on c.id = pc.category_id
        where pc.product_id = p.id and pc.direct
        order by c.slug collate "C"
      ) as categories,
      array(
        select g.slug
        from product_tags pt
        join tags g on g.id = pt.tag_id
        where pt.product_id = p.id
        order by g.slug collate "C"
      ) as tags,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'sku', s.sku, 'options', s.options,
              'onHand', s.on_hand, 'backorder', s.backorder,
              'weight', s.weight, 'barcode', s.barcode,
              'unit', s.unit, 'quantity', s.quantity,
              'importedOnHand', s.imported_on_hand,
              'prices',
              (
                select coalesce(
                  json_agg(
                    json_build_object(
                      'currency', c.currency, 'amount', c.amount,
                      'line', c.line_amount, 'tiers', c.tiers
                    )
                    order by c.currency collate "C"
                  ),
                  '[]'
                )
                from sku_prices c
                where c.sku_id = s.id and not c.converted
              )
            )
            order by s.position, s.id
          ),
          '[]'
        )
        from skus s
        where s.product_id = p.id and not s.retired
      ) as skus,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'source', x.source, 'key', i.key,
              'made', i.made, 'alt', x.alt,
              'options', x.options
            )
            order by x.position
          ),
          '[]'
        )
        from product_pictures x
        join pictures i on i.id = x.picture_id
        where x.product_id = p.id
      ) as pictures
    from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join products p on p.id = wanted.id
    order by wanted.place`.execute(rows(tx))
  return found
}

/** Each real picture that the catalogue shows, with the source that it is known by. */
export async function exportedPictures(tx: Tx): Promise<{ source: string | null; key: string }[]> {
  const { rows: found } = await sql<{ source: string | null; key: string }>`
    select distinct w.source, i.key
    from (
      select source, picture_id
      from product_pictures
      union all
      select picture_source, picture_id
      from categories
      union all
      select picture_source, picture_id
      from collections
    ) w
    join pictures i on i.id = w.picture_id
    where i.made is null
    order by i.key, w.source`.execute(rows(tx))
  return found
}
