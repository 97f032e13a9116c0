import { sql } from 'kysely'
import type { Supply } from '#domain/cart.ts'
import { available, offeredIn, quantityRule } from '#features/catalog/queries/sellable.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* A checkout's access to carts: the lines it begins with, and removing what was bought. */

export interface ChosenLine extends Supply {
  id: number
  sku: string
  quantity: number
}

export interface CartToBuy {
  id: number
  /** It has more than lines for a checkout: coupons, a note, a country. */
  hasMore: boolean
}

/** Locks the visitor's cart, to begin a checkout; null when there is no such cart. */
export async function lockCartToBuy(tx: Tx, tokenHash: Buffer): Promise<CartToBuy | null> {
  const { rows: found } = await sql<CartToBuy>`
    select id, coupon_codes <> '{}' or note <> '' or country is not null as "hasMore"
    from carts
    where token_hash = ${tokenHash}
    for update`.execute(rows(tx))
  return found[0] ?? null
}

/** Lines of a visitor's cart, newest first: the named ones, otherwise the chosen ones. Sent behind the lock. */
export async function chosenLines(
  tx: Tx,
  tokenHash: Buffer,
  lines: readonly number[] | null,
  currency: string,
): Promise<ChosenLine[]> {
  const { rows: found } = await sql<ChosenLine>`
    select l.id, s.sku, l.quantity, s.backorder, ${available} as available, ${offeredIn(currency)} as offered,
      ${quantityRule}
    from cart_lines l
    join skus s on s.id = l.sku_id
    join products p on p.id = s.product_id
    where l.cart_id = (select id from carts where token_hash = ${tokenHash})
      and case when ${lines}::bigint[] is null then l.selected else l.id = any(${lines}::bigint[]) end
    order by l.added_at desc, l.id desc`.execute(rows(tx))
  return found
}

/** The stock of one SKU; null for an unknown one. */
export async function supplyOf(db: Db, sku: string, currency: string): Promise<Supply | null> {
  const { rows: found } = await sql<Supply>`
    select s.backorder, ${available} as available, ${offeredIn(currency)} as offered, ${quantityRule}
    from skus s
    join products p on p.id = s.product_id
    where s.sku = ${sku}`.execute(rows(db))
  return found[0] ?? null
}

/** Creates an empty cart: its token owns the browser's checkouts, orders and favourites. Returns its id. */
export async function insertCart(tx: Tx, tokenHash: Buffer, now: Date): Promise<number> {
  const { id } = await rows(tx)
    .insertInto('carts')
    .values({ token_hash: tokenHash, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Removes what was bought from a cart; units beyond that stay. Returns the units that are left, null if the cart is
 * gone.
 */
export async function takeBought(
  tx: Tx,
  cartId: number,
  bought: readonly { skuId: number; quantity: number }[],
  now: Date,
): Promise<number | null> {
  const ids = bought.map(({ skuId }) => skuId)
  const quantities = bought.map(({ quantity }) => quantity)
  const { rows: found } = await sql<{ count: number }>`
    with cart as materialized (select id from carts where id = ${cartId} for update),
    taken as (
      select l.id, l.quantity, least(l.quantity, b.quantity) as units
      from cart
      join cart_lines l on l.cart_id = cart.id
      join unnest(${ids}::bigint[], ${quantities}::int[]) b(sku_id, quantity) on b.sku_id = l.sku_id
    ),
    emptied as (delete from cart_lines where id in (select id from taken where units = quantity)),
    lessened as (
      update cart_lines l
      set quantity = l.quantity - t.units
      from taken t
      where l.id = t.id and t.units < t.quantity
    ),
    touched as (
      -- Coupon and note were meant for what is bought.
      update carts
      set updated_at = ${now}, coupon_codes = '{}', note = ''
      where id in (select id from cart)
    )
    select (
      coalesce(
        (select sum(l.quantity) from cart_lines l where l.cart_id = cart.id), 0
      ) - coalesce((select sum(units) from taken), 0)
    )::int as count
    from cart`.execute(rows(tx))
  return found[0]?.count ?? null
}
