import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { available } from './sellable.ts'

/* The operator's view of stock. Units that orders hold are never touched. */

export interface StockRow {
  sku: string
  productId: number
  /** The slug of its product. */
  product: string
  onHand: number
  held: number
  backorder: boolean
}

/**
 * Sets or adds to the units on hand, and records the difference, unless orders hold more units than would be left.
 * Null if nothing was changed: `stockOf` tells why.
 */
export async function writeStock(
  tx: Tx,
  sku: string,
  how: 'set' | 'add',
  quantity: number,
  now: Date,
): Promise<StockRow | null> {
  const next = how === 'set' ? sql`${quantity}::int` : sql`s.on_hand + ${quantity}::int`
  const { rows: found } = await sql<StockRow>`
    with before as materialized (
      select id, on_hand from skus where sku = ${sku} and not retired for no key update
    ),
    changed as (
      update skus s
      set on_hand = ${next}
      from before b
      where b.id = s.id and ${next} >= 0 and (s.backorder or ${next} >= s.held)
      returning s.id, s.sku, s.product_id, s.on_hand, s.held, s.backorder, s.on_hand - b.on_hand as added
    ),
    noted as (
      insert into stock_moves (sku_id, kind, on_hand, held, at)
      select id, 'adjust', added, 0, ${now}::timestamptz
      from changed
      where added <> 0
    )
    select c.sku, c.product_id as "productId", p.slug as product, c.on_hand as "onHand", c.held, c.backorder
    from changed c
    join products p on p.id = c.product_id`.execute(rows(tx))
  return found[0] ?? null
}

export async function stockOf(db: Db, sku: string): Promise<StockRow | null> {
  const { rows: found } = await sql<StockRow>`
    select s.sku, s.product_id as "productId", p.slug as product, s.on_hand as "onHand", s.held, s.backorder
    from skus s
    join products p on p.id = s.product_id
    where s.sku = ${sku} and not s.retired`.execute(rows(db))
  return found[0] ?? null
}

/** SKUs after `after`, in order; optionally only those with at most `low` units left. */
export async function stockRows(
  db: Db,
  low: number | null,
  after: string,
  limit: number,
): Promise<StockRow[]> {
  const { rows: found } = await sql<StockRow>`
    select s.sku, s.product_id as "productId", p.slug as product, s.on_hand as "onHand", s.held, s.backorder
    from skus s
    join products p on p.id = s.product_id
    where not s.retired
      and s.sku collate "C" > ${after}
      and (${low}::int is null or (not s.backorder and ${available} <= ${low}::int))
    order by s.sku collate "C" limit ${limit}`.execute(rows(db))
  return found
}
