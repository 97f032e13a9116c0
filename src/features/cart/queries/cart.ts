import { sql } from 'kysely'
import type { LineTrouble } from '#domain/cart.ts'
import { skuColumns, type LineSku } from '#features/sales/queries/line-skus.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/*
 * The cart's tables, joined with the catalogue. A cart stores SKUs and quantities; titles, prices and stock are read
 * each time.
 */

/** Inputs of reading a line: the currency of its prices, and the languages of its texts, best first. */
export interface Wording {
  currency: string
  chain: readonly string[]
  /** The buyer's earlier orders are asked for though the cart has no coupon: another one may be for first orders. */
  asksOrdered: boolean
}

/** The state of a line when its owner last saw it. */
export interface Seen {
  /** Minor units for one in `seenCurrency`; null where it was not to be had. */
  seenAmount: number | null
  /** Null: not seen yet. */
  seenCurrency: string | null
  seenTrouble: LineTrouble | null
  /** The present unit price in `seenCurrency`. */
  amountInSeen: number | null
}

export interface LineRow extends LineSku, Seen {
  id: number
  quantity: number
  selected: boolean
  /** The product has other variants. */
  hasChoice: boolean
}

/** A cart with its lines, newest first. */
export interface CartRow {
  id: number
  /** As they were entered. */
  couponCodes: string[]
  /** ISO 3166-1; null: not chosen. */
  country: string | null
  note: string
  /** Null if they are not asked for, and no coupon is entered. */
  hasOrdered: boolean | null
  lines: LineRow[]
}

/** A visitor's cart; null when there is none. */
export async function findCart(db: Db, tokenHash: Buffer | null, wording: Wording): Promise<CartRow | null> {
  return tokenHash === null ? null : cartWhere(db, sql`c.token_hash = ${tokenHash}`, wording)
}

/** A cart that the transaction has locked. */
export async function cartOf(tx: Tx, cartId: number, wording: Wording): Promise<CartRow> {
  const cart = await cartWhere(tx, sql`c.id = ${cartId}`, wording)
  if (cart === null) throw new Error('a locked cart cannot be gone')
  return cart
}

/** The cart of a visitor who may come with several tokens, of which only one has a cart here; null if none has. */
export async function cartOfEither(
  tx: Tx,
  tokenHashes: readonly Buffer[],
  wording: Wording,
): Promise<CartRow | null> {
  return cartWhere(tx, sql`c.token_hash in (${sql.join(tokenHashes)})`, wording)
}

async function cartWhere(
  db: Db,
  condition: ReturnType<typeof sql>,
  wording: Wording,
): Promise<CartRow | null> {
  type Found = Omit<CartRow, 'id' | 'lines'> & { cartId: number } & (LineRow | { id: null })
  const { rows: found } = await sql<Found>`
    select c.id as "cartId", c.coupon_codes as "couponCodes", c.country, c.note,
      case
        when ${wording.asksOrdered}::boolean or c.coupon_codes <> '{}' then exists (
          select from orders o where o.owner_hash = c.token_hash and o.status <> 'cancelled'
        )
      end as "hasOrdered",
      l.id, l.quantity, l.selected, l.seen_amount as "seenAmount", l.seen_currency as "seenCurrency",
      l.seen_trouble as "seenTrouble",
      case
        when l.seen_currency = ${wording.currency} then price.amount
        else (select amount from sku_prices where sku_id = s.id and currency = l.seen_currency)
      end as "amountInSeen",
      ${hasChoice} as "hasChoice", ${skuColumns(wording.chain)}
    from carts c
    left join cart_lines l on l.cart_id = c.id
    left join skus s on s.id = l.sku_id
    left join products p on p.id = s.product_id
    left join sku_prices price on price.sku_id = s.id and price.currency = ${wording.currency}
    where ${condition}
    order by l.added_at desc, l.id desc`.execute(rows(db))
  const [first] = found
  if (first === undefined) return null
  const { cartId: id, couponCodes, country, note, hasOrdered } = first
  const lines = found.flatMap((row) => (row.id === null ? [] : [row]))
  return { id, couponCodes, country, note, hasOrdered, lines }
}

/** Of `skus s`. */
export const hasChoice = sql`
  exists (
    select from skus other
    where other.product_id = s.product_id and other.id <> s.id and not other.retired
  )`
