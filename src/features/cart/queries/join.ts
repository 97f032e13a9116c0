import { sql } from 'kysely'
import type { Supply } from '#domain/cart.ts'
import type { MergeLine } from '#domain/cart-merge.ts'
import { available, offeredIn, quantityRule } from '#features/catalog/queries/sellable.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Joining a guest's cart with the customer's at sign-in. */

/** Locks the carts of these owners, always in one order; owners without a cart are absent. */
export async function lockCarts(
  tx: Tx,
  owners: readonly Buffer[],
): Promise<{ id: number; tokenHash: Buffer }[]> {
  const { rows: found } = await sql<{ id: number; tokenHash: Buffer }>`
    select id, token_hash as "tokenHash"
    from carts
    where token_hash = any(${owners}::bytea[])
    order by id for update`.execute(rows(tx))
  return found
}

export type JoiningLine = MergeLine & Supply

/** The lines of a locked cart, the oldest first. */
export async function joiningLines(tx: Tx, cartId: number, currency: string): Promise<JoiningLine[]> {
  const { rows: found } = await sql<JoiningLine>`
    select s.sku, l.quantity, l.selected, s.backorder, ${available} as available,
      ${offeredIn(currency)} as offered, ${quantityRule}
    from cart_lines l
    join skus s on s.id = l.sku_id
    join products p on p.id = s.product_id
    where l.cart_id = ${cartId}
    order by l.added_at, l.id`.execute(rows(tx))
  return found
}

/** Gives a guest's cart to a customer who has none. */
export async function giveCart(tx: Tx, cartId: number, owner: Buffer, now: Date): Promise<void> {
  await sql`
    update carts set token_hash = ${owner}, updated_at = ${now} where id = ${cartId}`.execute(rows(tx))
}

/**
 * Writes the joined lines into the customer's cart, what found no room into its saved lines, and removes the guest's
 * cart. Coupons, country and note are the guest's where the customer's cart has none.
 */
export async function absorbCart(
  tx: Tx,
  {
    from,
    into,
    lines,
    left,
    now,
  }: {
    from: number
    into: number
    lines: readonly MergeLine[]
    left: readonly MergeLine[]
    now: Date
  },
): Promise<void> {
  await sql`
    insert into cart_lines (cart_id, sku_id, quantity, selected, added_at)
    select ${into}::bigint, s.id, l.quantity, l.selected, ${now}::timestamptz
    from unnest(
      ${lines.map(({ sku }) => sku)}::text[], ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ selected }) => selected)}::boolean[]
    ) l(sku, quantity, selected)
    join skus s on s.sku = l.sku
    order by s.id
    on conflict (cart_id, sku_id) do update set quantity = excluded.quantity,
      selected = excluded.selected`.execute(rows(tx))
  await sql`
    insert into saved_lines (cart_id, sku_id, quantity, saved_at)
    select ${into}::bigint, sku_id, max(quantity), max(saved_at)
    from (
      select sku_id, quantity, saved_at
      from saved_lines
      where cart_id = ${from}
      union all
      select s.id, l.quantity, ${now}::timestamptz
      from unnest(
        ${left.map(({ sku }) => sku)}::text[], ${left.map(({ quantity }) => quantity)}::int[]
      ) l(sku, quantity)
      join skus s on s.sku = l.sku
    ) more
    group by sku_id
    on conflict (cart_id, sku_id) do update set quantity = greatest(
      saved_lines.quantity, excluded.quantity
    )`.execute(rows(tx))
  await sql`
    update carts c
    set coupon_codes = case when c.coupon_codes = '{}' then g.coupon_codes else c.coupon_codes end,
      country = coalesce(c.country, g.country), note = case when c.note = '' then g.note else c.note end,
      updated_at = ${now}
    from carts g
    where c.id = ${into} and g.id = ${from}`.execute(rows(tx))
}

/** Removes a cart whose lines are in another one, after its checkouts follow that. */
export async function removeCart(tx: Tx, cartId: number): Promise<void> {
  await sql`delete from carts where id = ${cartId}`.execute(rows(tx))
}

/** Units in a locked cart. */
export async function unitsOfCart(tx: Tx, cartId: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select coalesce(sum(quantity), 0)::int as count
    from cart_lines
    where cart_id = ${cartId}`.execute(rows(tx))
  return found[0]!.count
}
