import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface Rating {
  productId: number
  /** Two decimals. */
  average: number
  count: number
}

/** Locks products, by ascending id. */
export async function lockProducts(tx: Tx, products: readonly number[]): Promise<void> {
  await sql`
    select from products
    where id = any(${products}::bigint[])
    order by id for no key update`.execute(rows(tx))
}

/**
 * Writes ratings from reviews. A product that is not given, and had a rating from reviews, loses it. Returns the ids
 * of the changed.
 */
export async function setRatings(
  tx: Tx,
  products: readonly number[],
  given: readonly Rating[],
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    update products p
    set rating_average = w.average, rating_count = w.count, reviewed = w.reviewed
    from (
      select p.id, g.average, coalesce(g.count, 0) as count, g.average is not null as reviewed
      from products p
      left join json_to_recordset(${JSON.stringify(given)}::json) as g(
        "productId" bigint, average numeric, count int
      ) on g."productId" = p.id
      where p.id = any(${products}::bigint[]) and (p.reviewed or g.average is not null)
    ) w
    where p.id = w.id
      and (p.rating_average, p.rating_count, p.reviewed) is distinct from (w.average, w.count, w.reviewed)
    returning p.id`.execute(rows(tx))
  return found.map(({ id }) => id)
}
