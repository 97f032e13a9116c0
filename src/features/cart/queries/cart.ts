import { sql } from 'kysely'
import type { LineTrouble, Supply } from '#domain/cart.ts'
import type { Tier } from '#domain/tiers.ts'
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
}

type LocalText = Readonly<Record<string, string>>

/** A SKU with the data of its line and of its price, as they are now. */
export interface LineSku extends Supply {
  skuId: number
  productId: number
  sku: string
  /** Option code → value code. */
  options: Readonly<Record<string, string>>
  /** The product's options with their names. */
  product_options: readonly {
    code: string
    name: LocalText
    values: readonly { code: string; name: LocalText }[]
  }[]
  slug: string
  title: string | null
  /** Minor units; null where the SKU has no price in the currency. */
  amount: number | null
  line_amount: number | null
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
  /** Null if no coupon is entered, and if they are not needed. */
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
      case when c.coupon_codes <> '{}' then
        exists (select from orders o where o.owner_hash = c.token_hash and o.status <> 'cancelled') end as "hasOrdered",
      l.id, l.quantity, l.selected, l.seen_amount as "seenAmount", l.seen_currency as "seenCurrency",
      l.seen_trouble as "seenTrouble",
      case when l.seen_currency = ${wording.currency} then price.amount
        else (select amount from sku_prices where sku_id = s.id and currency = l.seen_currency) end as "amountInSeen",
      ${hasChoice} as "hasChoice",
      ${skuColumns(wording.chain)}
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
export const hasChoice = sql`exists (select from skus other where other.product_id = s.product_id and other.id <> s.id and not other.retired)`

/** Of `skus s`, `products p` and `sku_prices price`. */
export function skuColumns(chain: readonly string[]): ReturnType<typeof sql> {
  return sql`
    s.id as "skuId", s.product_id as "productId", s.sku, s.options, s.weight, s.backorder, s.on_hand - s.held as available,
    not s.retired and p.visible and price.amount is not null as offered,
    price.amount, price.line_amount, price.tiers, coalesce(price.converted, false) as "isConverted",
    p.slug, p.options as product_options, p.tax_class as "taxClass",
    array(select c.slug from product_categories x join categories c on c.id = x.category_id where x.product_id = p.id) as categories,
    array(select c.slug from collection_products x join collections c on c.id = x.collection_id where x.product_id = p.id) as collections,
    (select t.title from product_texts t where t.product_id = p.id
     order by array_position(${chain}::text[], t.locale) limit 1) as title,
    (select json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'preview', k.preview,
            'color', k.average_color, 'alt', pp.alt)
     from product_pictures pp join pictures k on k.id = pp.picture_id where pp.product_id = p.id
     order by case when pp.options = '{}' then 1 when pp.options <@ s.options then 0 else 2 end, pp.position
     limit 1) as picture`
}
