import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { skuColumns, type LineSku } from './cart.ts'

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
