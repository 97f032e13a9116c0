import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isInPrice, type PriceTerms } from '#domain/shown/paid-price.ts'
import { namesGoods } from '#domain/promotion.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { groupOf, type IndexOffers } from '../engine/listing-index.ts'

/** What the promotions in the price are for, by ids; null if there are none. */
export async function offerGoods(db: Db, shown: PriceTerms): Promise<IndexOffers | null> {
  const { currency, rates } = shown
  const promotions = shown.promotions.filter(isInPrice)
  if (promotions.length === 0) return null
  const named = promotions.flatMap(({ conditions }, number) =>
    namesGoods(conditions) ? [{ number, ...conditions }] : [],
  )
  const { rows: found } = await sql<{ number: number; products: number[]; categories: number[] }>`
    select o.number,
      (
        select coalesce(json_agg(n.id order by n.id), '[]')
        from (
          select p.id
          from products p
          where p.slug in (select jsonb_array_elements_text(o.products))
          union
          select x.product_id
          from collection_products x
          join collections c on c.id = x.collection_id
          where c.slug in (select jsonb_array_elements_text(o.collections))
        ) n
      ) as products,
      (
        select coalesce(json_agg(c.id order by c.id), '[]')
        from categories c
        where c.slug in (select jsonb_array_elements_text(o.categories))
      ) as categories
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as o (
      number int, products jsonb, categories jsonb, collections jsonb
    )
    order by o.number`.execute(rows(db))
  const byNumber = new Map(found.map((row) => [row.number, row]))
  const terms = {
    currency,
    rates: { baseCurrency: rates.baseCurrency, currencies: rates.currencies },
    promotions,
  }
  return {
    key: createHash('md5')
      .update(JSON.stringify([terms, found]))
      .digest('base64url'),
    terms,
    goods: promotions.map((_, number) => {
      const row = byNumber.get(number)
      return row === undefined
        ? null
        : {
            products: new Set(row.products),
            categories: new Set(row.categories.map((id) => groupOf('category', id))),
          }
    }),
  }
}
