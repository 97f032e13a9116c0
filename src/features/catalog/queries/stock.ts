import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Stock as the operator sees and sets it. What orders hold is never touched. */

export interface StockRow {
  sku: string
  productId: number
  /** The address of its product. */
  product: string
  onHand: number
  held: number
  backorder: boolean
}

/**
 * Sets or adds to what is on hand, unless orders hold more than would be left. Null when nothing was changed:
 * `stockOf` tells why.
 */
export async function writeStock(
  tx: Tx,
  sku: string,
  how: 'set' | 'add',
  quantity: number,
): Promise<StockRow | null> {
  const next = how === 'set' ? sql`${quantity}::int` : sql`s.on_hand + ${quantity}::int`
  const { rows: found } = await sql<StockRow>`
    update skus s set on_hand = ${next} from products p
    where p.id = s.product_id and s.sku = ${sku} and not s.retired and ${next} >= 0 and (s.backorder or ${next} >= s.held)
    returning s.sku, s.product_id as "productId", p.slug as product, s.on_hand as "onHand", s.held, s.backorder`.execute(
    rows(tx),
  )
  return found[0] ?? null
}

export async function stockOf(db: Db, sku: string): Promise<StockRow | null> {
  const { rows: found } = await sql<StockRow>`
    select s.sku, s.product_id as "productId", p.slug as product, s.on_hand as "onHand", s.held, s.backorder
    from skus s join products p on p.id = s.product_id where s.sku = ${sku} and not s.retired`.execute(
    rows(db),
  )
  return found[0] ?? null
}

/** SKUs after `after`, in order; only those with at most `low` left when that is given. */
export async function stockRows(
  db: Db,
  low: number | null,
  after: string,
  limit: number,
): Promise<StockRow[]> {
  const { rows: found } = await sql<StockRow>`
    select s.sku, s.product_id as "productId", p.slug as product, s.on_hand as "onHand", s.held, s.backorder
    from skus s join products p on p.id = s.product_id
    where not s.retired and s.sku collate "C" > ${after}
      and (${low}::int is null or (not s.backorder and s.on_hand - s.held <= ${low}::int))
    order by s.sku collate "C" limit ${limit}`.execute(rows(db))
  return found
}
