import { sql } from 'kysely'
import type { Supply } from '#domain/cart.ts'
import type { Tier } from '#domain/tiers.ts'
import { available, offered, quantityRule } from '#features/catalog/queries/sellable.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

type LocalText = Readonly<Record<string, string>>

/** A SKU with the data of its line and of its price, as they are now. */
export interface LineSku extends Supply {
  skuId: number
  productId: number
  sku: string
  /** Option code → value code. */
  options: Readonly<Record<string, string>>
  /** The product's options with their names. */
  productOptions: readonly {
    code: string
    name: LocalText
    values: readonly { code: string; name: LocalText }[]
  }[]
  slug: string
  title: string | null
  /** Minor units; null where the SKU has no price in the currency. */
  amount: number | null
  lineAmount: number | null
  /** Unit prices by quantity, in minor units. */
  tiers: readonly Tier[] | null
  /** Made from the base currency's price by the shop's rate. */
  isConverted: boolean
  /** Grams. */
  weight: number | null
  taxClass: string | null
  /** Slugs, ancestors included. */
  categories: readonly string[]
  collections: readonly string[]
  picture: {
    key: string
    width: number
    height: number
    preview: string
    color: string
    alt: LocalText
  } | null
}

/** Those of the SKUs that exist, in any order. @param chain the languages of the titles, best first */
export async function pricedSkus(
  db: Db,
  skus: readonly string[],
  currency: string,
  chain: readonly string[],
): Promise<LineSku[]> {
  const { rows: found } = await sql<LineSku>`
    select ${skuColumns(chain)}
    from skus s
    join products p on p.id = s.product_id
    left join sku_prices price on price.sku_id = s.id and price.currency = ${currency}
    where s.sku = any(${skus}::text[])`.execute(rows(db))
  return found
}

/** The other variants of a product, in the merchant's order. @param skuId any of its SKUs */
export async function siblingSkus(
  db: Db,
  skuId: number,
  currency: string,
  chain: readonly string[],
): Promise<LineSku[]> {
  const { rows: found } = await sql<LineSku>`
    select ${skuColumns(chain)}
    from skus s
    join products p on p.id = s.product_id
    left join sku_prices price on price.sku_id = s.id and price.currency = ${currency}
    where s.product_id = (select product_id from skus where id = ${skuId}) and not s.retired
    order by s.position, s.id`.execute(rows(db))
  return found
}

/** Of `skus s`, `products p` and `sku_prices price`. */
export function skuColumns(chain: readonly string[]): ReturnType<typeof sql> {
  return sql`
    s.id as "skuId", s.product_id as "productId", s.sku, s.options, s.weight, s.backorder,
    ${available} as available, ${offered} and price.amount is not null as offered, ${quantityRule},
    price.amount, price.line_amount as "lineAmount", price.tiers,
    coalesce(price.converted, false) as "isConverted", p.slug, p.options as "productOptions",
    p.tax_class as "taxClass",
    array(
      select c.slug
      from product_categories x
      join categories c on c.id = x.category_id
      where x.product_id = p.id
    ) as categories,
    array(
      select c.slug
      from collection_products x
      join collections c on c.id = x.collection_id
      where x.product_id = p.id
    ) as collections,
    (
      select t.title
      from product_texts t
      where t.product_id = p.id
      order by array_position(${chain}::text[], t.locale) limit 1
    ) as title,
    (
      select json_build_object(
        'key', k.key, 'width', k.width,
        'height', k.height, 'preview', k.preview,
        'color', k.average_color, 'alt', pp.alt
      )
      from product_pictures pp
      join pictures k on k.id = pp.picture_id
      where pp.product_id = p.id
      order by case when pp.options = '{}' then 1 when pp.options <@ s.options then 0 else 2 end, pp.position
      limit 1
    ) as picture`
}
