import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { skuColumns, type LineSku } from '#features/sales/queries/line-skus.ts'
import type { Wording } from './cart.ts'

/* Saved lines are a table of their own, so that code that counts or sells lines never meets them. */

export interface SavedRow extends LineSku {
  quantity: number
}

/** The saved lines of a cart, newest first. */
export async function savedLines(db: Db, cartId: number, wording: Wording): Promise<SavedRow[]> {
  return savedWhere(db, sql`v.cart_id = ${cartId}`, wording)
}

/** The saved lines of a visitor, newest first; none without a cart. */
export async function savedLinesOf(db: Db, tokenHash: Buffer | null, wording: Wording): Promise<SavedRow[]> {
  if (tokenHash === null) return []
  return savedWhere(db, sql`v.cart_id = (select id from carts where token_hash = ${tokenHash})`, wording)
}

async function savedWhere(
  db: Db,
  condition: ReturnType<typeof sql>,
  { currency, chain }: Wording,
): Promise<SavedRow[]> {
  const { rows: found } = await sql<SavedRow>`
    select v.quantity, ${skuColumns(chain)}
    from saved_lines v
    join skus s on s.id = v.sku_id
    join products p on p.id = s.product_id
    left join sku_prices price on price.sku_id = s.id and price.currency = ${currency}
    where ${condition}
    order by v.saved_at desc, v.sku_id desc`.execute(rows(db))
  return found
}

/** Moves a line of a locked cart to the saved lines; one of the same SKU is merged with it. False: no such line. */
export async function saveLine(tx: Tx, cartId: number, line: number, now: Date): Promise<boolean> {
  const { rows: found } = await sql`
    with moved as (
      delete from cart_lines
      where id = ${line} and cart_id = ${cartId}
      returning sku_id, quantity
    )
    insert into saved_lines (cart_id, sku_id, quantity, saved_at)
    select ${cartId}, sku_id, quantity, ${now}
    from moved
    on conflict (cart_id, sku_id) do update set quantity = greatest(saved_lines.quantity, excluded.quantity),
      saved_at = excluded.saved_at
    returning sku_id`.execute(rows(tx))
  return found.length > 0
}

/** Deletes a saved line of a locked cart. Returns its quantity; null if it does not exist. */
export async function takeSaved(tx: Tx, cartId: number, sku: string): Promise<number | null> {
  const { rows: found } = await sql<{ quantity: number }>`
    delete from saved_lines v
    using skus s
    where v.cart_id = ${cartId} and s.id = v.sku_id and s.sku = ${sku}
    returning v.quantity`.execute(rows(tx))
  return found[0]?.quantity ?? null
}
