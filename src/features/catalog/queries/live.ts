import { sql } from 'kysely'
import { isInPrice, promotionsFor, type PriceTerms } from '#domain/shown/paid-price.ts'
import { goodsOf, namedGroups, type NamedGroups } from '#features/listing/queries/cards.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { available, inStock } from './sellable.ts'

/** What shoppers see of a product, as a text: equal texts look equal. */
export interface ProductMarks {
  id: number
  prices: string
  stock: string
}

/**
 * Prices in all currencies with the promotions in them, and the displayed stock: the number only if it is at most
 * `low`. Products that are no longer shown are absent.
 */
export async function productMarks(
  db: Db,
  ids: readonly number[],
  low: number,
  terms: PriceTerms,
): Promise<ProductMarks[]> {
  const { rows: found } = await sql<ProductMarks & { slug: string; groups: NamedGroups | null }>`
    select p.id, p.slug, ${namedGroups('p.id', terms)} as groups,
      coalesce(
        (
          select md5(
            string_agg(
              concat_ws(':', c.sku_id, c.currency, c.amount, c.line_amount), ','
              order by c.sku_id, c.currency
            )
          )
          from skus s
          join sku_prices c on c.sku_id = s.id
          where s.product_id = p.id and not s.retired
        ),
        ''
      ) as prices,
      coalesce(
        (
          select string_agg(
            concat(
              s.id, ':',
              case
                when s.backorder then 'order'
                when not ${inStock} then '0'
                when ${available} > ${low}::int then 'in'
                else ${available}::text
              end
            ),
            ','
            order by s.id
          )
          from skus s
          where s.product_id = p.id and not s.retired
        ),
        ''
      ) as stock
    from products p
    where p.id = any(${[...ids]}::bigint[]) and p.visible`.execute(rows(db))
  return found.map(({ slug, groups, prices, ...marks }) => {
    const inPrice = promotionsFor(goodsOf(slug, groups), terms).filter(isInPrice)
    const terse = inPrice.map(({ slug: name, benefit }) => [name, benefit])
    return { ...marks, prices: inPrice.length === 0 ? prices : `${prices} ${JSON.stringify(terse)}` }
  })
}
