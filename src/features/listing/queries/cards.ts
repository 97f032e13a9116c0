import { sql, type RawBuilder } from 'kysely'
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
  amountFrom: number
  amountTo: number
  lineFrom: number | null
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

/** A card as read from the database; {@link toCard} converts it. */
export interface RawCard extends Omit<CardRow, keyof CardJson> {
  card: string
}

/** The columns of a `RawCard`, from {@link cardTables}. */
export const cardColumns = sql`
  p.id, p.in_stock as "inStock", p.published_at as "publishedAt", p.rating_average as "ratingAverage",
  p.rating_count as "ratingCount", pp.amount_from as "amountFrom", pp.amount_to as "amountTo",
  pp.line_from as "lineFrom", pc.card`

/** `products p` joined with the data of its cards. */
export function cardTables(currency: string): RawBuilder<unknown> {
  return sql`
    products p
    join product_cards pc on pc.product_id = p.id
    join product_prices pp on pp.product_id = p.id and pp.currency = ${currency}`
}

export function toCard({ card, ...row }: RawCard): CardRow {
  return { ...row, ...(JSON.parse(card) as CardJson) }
}

/**
 * The cards of these products, in the order of the ids; hidden ones and those without a price in the currency are
 * left out.
 */
export async function cardsById(db: Db, ids: readonly number[], currency: string): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows: found } = await sql<RawCard>`
    select ${cardColumns}
    from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join (${cardTables(currency)}) on p.id = wanted.id and p.visible
    order by wanted.place`.execute(rows(db))
  return found.map(toCard)
}
