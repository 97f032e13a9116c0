import { sql, type RawBuilder } from 'kysely'
import {
  isInPrice,
  paidPrice,
  promotionsFor,
  struckPrice,
  type PriceTerms,
  type PromotedGoods,
  type RunningPromotion,
} from '#domain/shown/paid-price.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface PictureRow {
  key: string
  width: number
  height: number
  preview: string
  color: string
  alt: Record<string, string>
  options: Record<string, string>
}

export interface OptionJson {
  code: string
  name: Record<string, string>
  values: { code: string; name: Record<string, string>; swatch?: string }[]
}

export interface CardRow extends CardJson {
  id: number
  inStock: boolean
  publishedAt: Date
  ratingAverage: number | null
  ratingCount: number
  /** The span of what is really paid. */
  amountFrom: number
  amountTo: number
  /** What the cheapest SKU cost before; null if nothing is reduced. */
  lineFrom: number | null
  /** Promotions for it that are not in the price. */
  told: readonly RunningPromotion[]
}

/** The contents of `product_cards`: everything on a card except price, stock and ratings. */
export interface CardJson {
  slug: string
  brand: string | null
  /** In every language that there is. */
  titles: Record<string, string> | null
  /** The first two. */
  pictures: Omit<PictureRow, 'options'>[] | null
  /** The SKU when the product has exactly one. */
  onlySku: string | null
  /** The values of the first option that has colours. */
  swatches: OptionJson['values'] | null
}

/** A card as read from the database, with prices before promotions; {@link toCard} converts it. */
export interface RawCard extends Omit<CardRow, keyof CardJson | 'told'> {
  card: string
  groups: NamedGroups | null
}

/** Slugs of a product's categories (ancestors included) and collections, as far as promotions name them. */
export interface NamedGroups {
  categories: string[]
  collections: string[]
}

/** SQL for the `NamedGroups` of a product; null where promotions name none. @param product the column of its id */
export function namedGroups(product: string, { promotions }: PriceTerms): RawBuilder<unknown> {
  const named = (kind: keyof NamedGroups): string[] => [
    ...new Set(promotions.flatMap(({ conditions }) => conditions[kind])),
  ]
  const [categories, collections] = [named('categories'), named('collections')]
  if (categories.length + collections.length === 0) return sql`null::json`
  return sql`
    json_build_object(
      'categories',
      array(
        select c.slug
        from product_categories x
        join categories c on c.id = x.category_id
        where x.product_id = ${sql.ref(product)} and c.slug = any(${categories}::text[])
      ),
      'collections',
      array(
        select c.slug
        from collection_products x
        join collections c on c.id = x.collection_id
        where x.product_id = ${sql.ref(product)} and c.slug = any(${collections}::text[])
      )
    )`
}

export function goodsOf(slug: string, groups: NamedGroups | null): PromotedGoods {
  return { product: slug, categories: groups?.categories ?? [], collections: groups?.collections ?? [] }
}

/** The columns of a `RawCard`, from {@link cardTables}. */
export function cardColumns(terms: PriceTerms): RawBuilder<unknown> {
  return sql`
    p.id, p.in_stock as "inStock", p.published_at as "publishedAt", p.rating_average as "ratingAverage",
    p.rating_count as "ratingCount", pp.amount_from as "amountFrom", pp.amount_to as "amountTo",
    pp.line_from as "lineFrom", pc.card, ${namedGroups('p.id', terms)} as groups`
}

/** `products p` joined with the data of its cards. */
export function cardTables(currency: string): RawBuilder<unknown> {
  return sql`
    products p
    join product_cards pc on pc.product_id = p.id
    join product_prices pp on pp.product_id = p.id and pp.currency = ${currency}`
}

export function toCard({ card, groups, ...row }: RawCard, terms: PriceTerms): CardRow {
  const known = JSON.parse(card) as CardJson
  const goods = goodsOf(known.slug, groups)
  const { amount } = paidPrice(row.amountFrom, goods, terms)
  return {
    ...row,
    ...known,
    amountFrom: amount,
    amountTo: paidPrice(row.amountTo, goods, terms).amount,
    lineFrom: struckPrice(row.amountFrom, amount, row.lineFrom),
    told: promotionsFor(goods, terms).filter((promotion) => !isInPrice(promotion)),
  }
}

/**
 * The cards of these products, in the order of the ids; hidden ones and those without a price in the currency are
 * left out.
 */
export async function cardsById(db: Db, ids: readonly number[], terms: PriceTerms): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows: found } = await sql<RawCard>`
    select ${cardColumns(terms)}
    from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join (${cardTables(terms.currency)}) on p.id = wanted.id and p.visible
    order by wanted.place`.execute(rows(db))
  return found.map((row) => toCard(row, terms))
}
