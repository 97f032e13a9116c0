import { sql, type RawBuilder } from 'kysely'
import type { PriceTerms } from '#domain/shown/paid-price.ts'
import type { QuantityRule } from '#domain/quantity/quantity-rule.ts'
import type { Tier } from '#domain/tiers.ts'
import type { Measure } from '#domain/unit-price.ts'
import type { Db } from '#platform/server/db/db.ts'
import {
  namedGroups,
  type NamedGroups,
  type OptionJson,
  type PictureRow,
} from '#features/listing/queries/cards.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { VideoEntry } from '#wire/catalog-format.ts'
import { available } from './sellable.ts'

export interface ProductRow {
  id: number
  slug: string
  brand: string | null
  type: string | null
  version: number
  visible: boolean
  publishedAt: Date
  ratingAverage: number | null
  ratingCount: number
  options: OptionJson[]
  details: { label: Record<string, string>; value: Record<string, string> }[]
  /** The slug of a content page. */
  sizeGuide: string | null
  /** How it travels; null for as most things do. */
  delivery: string | null
  videos: VideoEntry[]
  texts: Record<string, ProductTextRow> | null
  /** All that it has texts in. */
  languages: string[] | null
}

export interface ProductTextRow {
  title: string
  summary: string | null
  description: string | null
  seoTitle: string | null
  seoDescription: string | null
}

export interface SkuRow extends QuantityRule {
  sku: string
  options: Record<string, string>
  available: number
  backorder: boolean
  /** Without promotions, as all amounts here. */
  amount: number
  lineAmount: number | null
  /** Of the 30 days before the reduction. */
  lowestAmount: number | null
  /** Milliseconds since 1970: since when this price and line price hold. */
  since: number
  /** Prices before that; null where there is no promotion, and was none lately. */
  held: { amount: number; since: number; until: number }[] | null
  tiers: Tier[] | null
  unit: Measure | null
}

export interface TrailRow {
  slug: string
  names: Record<string, string>
}

export interface ProductRows {
  product: ProductRow
  skus: SkuRow[]
  pictures: PictureRow[]
  /** From the root down. */
  trail: TrailRow[]
  tags: TrailRow[]
  categoryIds: number[]
  /** As far as promotions name them. */
  groups: NamedGroups | null
  /** Cache tags of the groups that decide the page on sizes. */
  guideTags: string[]
}

/**
 * Everything on a product page, in one statement: a round trip costs as much as its answer.
 * @param shopGuide the slug of the page on sizes for products that name none
 */
export async function productBySlug(
  db: Db,
  slug: string,
  // What a price was before a reduction depends on promotions that have ended.
  { past }: { past: PriceTerms },
  locales: readonly string[],
  shopGuide: string | null,
): Promise<ProductRows | null> {
  const { rows: found } = await sql<ProductRow & ProductLists>`
    select p.id, p.slug, p.brand, p.type, p.version, p.visible, p.published_at as "publishedAt",
      p.rating_average as "ratingAverage", p.rating_count as "ratingCount", p.options, p.details,
      p.size_guide as "sizeGuide", p.delivery, p.videos, (${textList(locales)}) as texts,
      (select json_agg(t.locale) from product_texts t where t.product_id = p.id) as languages,
      (${skuList(past)}) as skus, (${pictureList}) as pictures, (${categoryList(locales)}) as categories,
      (${tagList(locales)}) as tags, (${guideList(shopGuide)}) as guides,
      ${namedGroups('p.id', past)} as groups
    from products p
    where p.slug = ${slug} and p.visible`.execute(rows(db))
  if (!found[0]) return null
  const { skus, pictures, categories, tags, guides, groups, ...product } = found[0]
  // That of the product, of the nearest category, of the shop; a page that is not there explains nothing.
  const named = [product.sizeGuide, ...guidesOf(categories ?? []), shopGuide].filter(
    (guide) => guide !== null,
  )
  const guide = named.find((name) => guides !== null && Object.hasOwn(guides, name)) ?? null
  return {
    product: { ...product, sizeGuide: guide },
    guideTags: guide !== null ? [`page:${guides![guide]}`] : named.length > 0 ? ['content'] : [],
    groups,
    skus: skus ?? [],
    pictures: pictures ?? [],
    tags: tags ?? [],
    trail: trailOf(categories ?? []),
    categoryIds: (categories ?? []).filter(({ direct }) => direct).map(({ id }) => id),
  }
}

// The lists of a product `p`, each as JSON.

/** In `locales`; in every language if there are none in these. */
function textList(locales: readonly string[]): RawBuilder<unknown> {
  return sql`
    select json_object_agg(
      t.locale,
      json_build_object(
        'title', t.title, 'summary', t.summary,
        'description', t.description, 'seoTitle', t.seo_title,
        'seoDescription', t.seo_description
      )
    )
    from product_texts t
    where t.product_id = p.id
      and (
        t.locale = any(${localeArray(locales)})
        or not exists (
          select from product_texts o
          where o.product_id = p.id and o.locale = any(${localeArray(locales)})
        )
      )`
}

function skuList({ currency, promotions }: PriceTerms): RawBuilder<unknown> {
  const held =
    promotions.length === 0
      ? sql`null::json`
      : sql`(
          select json_agg(
            json_build_object(
              'amount', h.amount, 'since', ${millis('h.since')},
              'until', ${millis('h.until')}
            )
          )
          from price_history h
          where h.sku_id = s.id and h.currency = c.currency
        )`
  return sql`
    select json_agg(
      json_build_object(
        'sku', s.sku, 'options', s.options,
        'available', greatest(${available}, 0), 'backorder', s.backorder,
        'amount', c.amount, 'lineAmount', c.line_amount,
        'lowestAmount', c.lowest_amount, 'since', ${millis('c.since')},
        'held', ${held}, 'tiers', c.tiers,
        'unit', s.unit, 'minQuantity', s.min_quantity,
        'maxQuantity', s.max_quantity, 'quantityStep', s.quantity_step
      )
      order by s.position
    )
    from skus s
    join sku_prices c on c.sku_id = s.id and c.currency = ${currency}
    where s.product_id = p.id and not s.retired`
}

const millis = (column: string): RawBuilder<unknown> =>
  sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

const pictureList = sql`
  select json_agg(
    json_build_object(
      'key', i.key, 'width', i.width,
      'height', i.height, 'preview', i.preview,
      'color', i.average_color, 'alt', x.alt,
      'options', x.options
    )
    order by x.position
  )
  from product_pictures x
  join pictures i on i.id = x.picture_id
  where x.product_id = p.id`

/** Also the parents of its categories, which are not `direct`. */
function categoryList(locales: readonly string[]): RawBuilder<unknown> {
  return sql`
    select json_agg(
      json_build_object(
        'id', c.id, 'parentId', c.parent_id,
        'slug', c.slug, 'direct', pc.direct,
        'sizeGuide', c.size_guide,
        'names',
        (
          select json_object_agg(t.locale, t.name)
          from category_texts t
          where t.category_id = c.id and t.locale = any(${localeArray(locales)})
        )
      )
      order by c.position, c.id
    )
    from product_categories pc
    join categories c on c.id = pc.category_id
    where pc.product_id = p.id and c.visible`
}

function tagList(locales: readonly string[]): RawBuilder<unknown> {
  return sql`
    select json_agg(
      json_build_object(
        'slug', g.slug,
        'names',
        (
          select json_object_agg(t.locale, t.name)
          from tag_texts t
          where t.tag_id = g.id and t.locale = any(${localeArray(locales)})
        )
      )
      order by g.slug
    )
    from product_tags pt
    join tags g on g.id = pt.tag_id
    where pt.product_id = p.id`
}

/** The pages on sizes that it, a category of it, or the shop names, and that there are. */
function guideList(shopGuide: string | null): RawBuilder<unknown> {
  return sql`
    select json_object_agg(g.slug, g.id)
    from pages g
    where g.visible
      and (
        g.slug = p.size_guide
        or g.slug = ${shopGuide}
        or g.slug in (
          select c.size_guide
          from product_categories pc
          join categories c on c.id = pc.category_id
          where pc.product_id = p.id
        )
      )`
}

interface ProductLists {
  groups: NamedGroups | null
  skus: SkuRow[] | null
  pictures: PictureRow[] | null
  categories: CategoryOfProduct[] | null
  tags: TrailRow[] | null
  /** Slug → id of the pages on sizes that there are. */
  guides: Record<string, number> | null
}

interface CategoryOfProduct {
  id: number
  parentId: number | null
  slug: string
  direct: boolean
  sizeGuide: string | null
  names: Record<string, string>
}

function trailOf(categories: readonly CategoryOfProduct[]): TrailRow[] {
  return pathOf(categories).map(({ slug, names }) => ({ slug, names }))
}

/** The nearest category's first. */
function guidesOf(categories: readonly CategoryOfProduct[]): (string | null)[] {
  return pathOf(categories)
    .map(({ sizeGuide }) => sizeGuide)
    .toReversed()
}

/** From the root to the product's first category. */
function pathOf(categories: readonly CategoryOfProduct[]): CategoryOfProduct[] {
  const trail: CategoryOfProduct[] = []
  let at = categories.find((category) => category.direct)
  while (at && trail.length < 10) {
    trail.unshift(at)
    const parent = at.parentId
    at = categories.find((category) => category.id === parent)
  }
  return trail
}

export async function newestIds(db: Db, limit: number): Promise<number[]> {
  const found = await rows(db)
    .selectFrom('products')
    .select('id')
    .where('visible', '=', true)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

export async function bestIds(db: Db, limit: number): Promise<number[]> {
  const found = await rows(db)
    .selectFrom('products')
    .select('id')
    .where('visible', '=', true)
    .orderBy('sold_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** Nothing has been imported yet. */
export async function isEmptyCatalog(db: Db): Promise<boolean> {
  const found = await rows(db).selectFrom('products').select('id').limit(1).executeTakeFirst()
  return found === undefined
}

/** Own slug → id, of those that are there. */
export async function idsBySlugs(db: Db, slugs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await sql<{ id: number; slug: string }>`
    select id, slug from products where slug = any(${slugs}::text[])`.execute(rows(db))
  return new Map(found.map(({ id, slug }) => [slug, id]))
}
