import { sql } from 'kysely'
import type { Supply } from '#domain/cart.ts'
import type { Tier } from '#domain/tiers.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { LineRow } from './lines.ts'

/** What is asked of a SKU to price it, and to say what it is. */
export interface PricedSkuRow extends Supply, Pick<
  LineRow,
  'sku' | 'slug' | 'title' | 'options' | 'product_options' | 'picture'
> {
  skuId: number
  productId: number
  /** Minor units; null where it has no price in the currency. */
  amount: number | null
  /** Made from the base currency's price by the shop's rate. */
  isConverted: boolean
  tiers: readonly Tier[] | null
  /** Grams. */
  weight: number | null
  taxClass: string | null
  /** Slugs, ancestors included. */
  categories: readonly string[]
  collections: readonly string[]
}

/** Those of the SKUs that there are, in any order. @param chain the languages of the titles, best first */
export async function pricedSkus(
  db: Db,
  skus: readonly string[],
  currency: string,
  chain: readonly string[],
): Promise<PricedSkuRow[]> {
  const { rows: found } = await sql<PricedSkuRow>`
    select s.id as "skuId", s.product_id as "productId", s.sku, s.options, s.weight, s.backorder, s.on_hand - s.held as available,
      not s.retired and p.visible and price.amount is not null as offered,
      price.amount, coalesce(price.converted, false) as "isConverted", price.tiers, p.slug, p.options as product_options, p.tax_class as "taxClass",
      array(select c.slug from product_categories x join categories c on c.id = x.category_id where x.product_id = p.id) as categories,
      array(select c.slug from collection_products x join collections c on c.id = x.collection_id where x.product_id = p.id) as collections,
      (select t.title from product_texts t where t.product_id = p.id
       order by array_position(${chain}::text[], t.locale) limit 1) as title,
      (select json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'preview', k.preview,
              'color', k.average_color, 'alt', pp.alt)
       from product_pictures pp join pictures k on k.id = pp.picture_id where pp.product_id = p.id
       order by case when pp.options = '{}' then 1 when pp.options <@ s.options then 0 else 2 end, pp.position
       limit 1) as picture
    from skus s
    join products p on p.id = s.product_id
    left join sku_prices price on price.sku_id = s.id and price.currency = ${currency}
    where s.sku = any(${skus}::text[])`.execute(rows(db))
  return found
}
