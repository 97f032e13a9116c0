import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { skuColumns, type LineSku } from '#features/sales/queries/line-skus.ts'
import { hasChoice, type CartRow, type LineRow, type Wording } from './cart.ts'

export interface FirstAddition {
  newTokenHash: Buffer
  sku: string
  /** Null: the fewest that can be bought. */
  quantity: number | null
  /** The most that the shop allows in one line. */
  limit: number
  now: Date
}

export interface FirstOutcome {
  wanted: LineSku
  /** Null when nothing was written: there are fewer, or the shop allows fewer. */
  cart: CartRow | null
}

/**
 * Creates a cart with its first line and reads what the line shows, in one statement: most carts have one line, and
 * begin so. Null if there is no such SKU.
 */
export async function startCart(
  tx: Tx,
  addition: FirstAddition,
  wording: Wording,
): Promise<FirstOutcome | null> {
  const { newTokenHash, sku, quantity, limit, now } = addition
  type Found = LineSku & Pick<LineRow, 'hasChoice'> & { cartId: number | null; id: number }
  const { rows: found } = await sql<Found>`
    with wanted as materialized (
      select ${skuColumns(wording.chain)}, ${hasChoice} as "hasChoice"
      from skus s
      join products p on p.id = s.product_id
      left join sku_prices price on price.sku_id = s.id and price.currency = ${wording.currency}
      where s.sku = ${sku}
    ),
    allowed as (
      select "skuId", amount, units
      from (select wanted.*, coalesce(${quantity}::int, "minQuantity") as units from wanted) w
      where offered
        and units >= "minQuantity"
        and units % "quantityStep" = 0
        and units <= coalesce("maxQuantity", greatest(${limit}::int, "minQuantity"))
        and (backorder or units <= available)
    ),
    made as (
      insert into carts (token_hash, created_at, updated_at)
      select ${newTokenHash}::bytea, ${now}, ${now}
      from allowed
      returning id
    ),
    line as (
      insert into cart_lines (cart_id, sku_id, quantity, added_at, seen_amount, seen_currency)
      select made.id, "skuId", units, ${now}, amount, ${wording.currency}
      from made, allowed
      returning id, cart_id
    )
    select wanted.*, line.id, line.cart_id as "cartId"
    from wanted
    left join line on true`.execute(rows(tx))
  const [row] = found
  if (row === undefined) return null
  const { cartId, ...wanted } = row
  if (cartId === null) return { wanted, cart: null }
  const seen = { seenAmount: row.amount, seenCurrency: wording.currency, seenTrouble: null }
  const units = quantity ?? row.minQuantity
  const line: LineRow = { ...wanted, ...seen, amountInSeen: row.amount, quantity: units, selected: true }
  return {
    wanted,
    cart: { id: cartId, couponCodes: [], country: null, note: '', hasOrdered: null, lines: [line] },
  }
}
