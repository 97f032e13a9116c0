import { sql, type RawBuilder } from 'kysely'
import { paidPrice, struckPrice, type PriceTerms, type PromotedGoods } from '#domain/shown/paid-price.ts'
import {
  goodsOf,
  type OptionJson,
  type CardRow,
  type RawCard,
  cardColumns,
  cardTables,
  toCard,
} from '#features/listing/queries/cards.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { inStock } from './sellable.ts'

export interface RelatedCards {
  related: CardRow[]
  /** Bought-together products, with the SKU to add. */
  together: (CardRow & { sku: TogetherSku })[]
}

export interface TogetherSku {
  sku: string
  options: Record<string, string>
  productOptions: OptionJson[]
  /** What is really paid for one. */
  amount: number
  lineAmount: number | null
}

/** How many are offered to be bought with a product. */
const togetherCount = 2

/**
 * The cards of other products in the same categories, those with most common ones first, then best sellers; null for
 * an unknown product. Parent categories are read only if its own have too few products: they may hold half of the
 * shop. Also the products that the merchant says go with it and that can be bought; if none are named, its neighbours
 * in a collection.
 */
export async function relatedCards(
  db: Db,
  slug: string,
  limit: number,
  terms: PriceTerms,
): Promise<RelatedCards | null> {
  const { currency } = terms
  const read = async (near: RawBuilder<unknown>): Promise<RelatedCards | null> => {
    const { rows: found } = await sql<(RawCard & { sku: TogetherSku | null }) | { id: null }>`
      select ${cardColumns(terms)}, wanted.sku
      from products me
      left join lateral (
        (
          select q.id, row_number() over () as place, null::json as sku
          from (
            select p.id
            from (
              select other.product_id, count(*) as shared
              from product_categories mine
              join product_categories other on other.category_id = mine.category_id
                and other.product_id <> mine.product_id
              where mine.product_id = me.id ${near}
              group by 1
              order by 2 desc, 1 desc limit 200
            ) near
            join products p on p.id = near.product_id and p.visible
            order by p.in_stock desc, near.shared desc, p.sold_count desc, p.id desc limit ${sql.lit(limit)}
          ) q
        )
        union all (
          select p.id, mate.place, buy.sku
          from (
            select p.id, w.place
            from jsonb_array_elements_text(me.goes_with) with ordinality w(slug, place)
            join products p on p.slug = w.slug
            union all (
              select other.product_id, abs(other.position - mine.position)
              from (
                select * from collection_products where product_id = me.id order by collection_id limit 1
              ) mine
              join collections c on c.id = mine.collection_id and c.visible
              join collection_products other on other.collection_id = mine.collection_id
                and other.product_id <> me.id
                and other.position between mine.position - 4 and mine.position + 4
              where me.goes_with = '[]'
            )
          ) mate
          join products p on p.id = mate.id and p.visible and p.in_stock
          cross join lateral (
            select json_build_object(
              'sku', s.sku, 'options', s.options,
              'productOptions', p.options, 'amount', c.amount,
              'lineAmount', c.line_amount
            ) as sku
            from skus s
            join sku_prices c on c.sku_id = s.id and c.currency = ${currency}
            -- One press adds one of each: what is sold by the dozen is not among them.
            where s.product_id = p.id and not s.retired and s.min_quantity = 1 and ${inStock}
            order by s.position limit 1
          ) buy
          order by mate.place, p.id limit ${sql.lit(togetherCount)}
        )
      ) wanted on true
      left join (${cardTables(currency)}) on p.id = wanted.id
      where me.slug = ${slug} and me.visible
      order by wanted.place`.execute(rows(db))
    if (found.length === 0) return null
    const cards = found.flatMap((row) => {
      if (row.id === null) return []
      const { sku, ...raw } = row
      const card = toCard(raw, terms)
      return [{ ...card, sku: sku && pricedSku(sku, goodsOf(card.slug, raw.groups), terms) }]
    })
    return {
      related: cards.filter(({ sku }) => sku === null),
      together: cards.flatMap((card) => (card.sku === null ? [] : [{ ...card, sku: card.sku }])),
    }
  }
  const near = await read(sql`and mine.direct`)
  return near === null || near.related.length >= limit ? near : read(sql``)
}

function pricedSku(sku: TogetherSku, goods: PromotedGoods, terms: PriceTerms): TogetherSku {
  const { amount } = paidPrice(sku.amount, goods, terms)
  return { ...sku, amount, lineAmount: struckPrice(sku.amount, amount, sku.lineAmount) }
}
