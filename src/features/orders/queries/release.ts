import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Releasing what an order holds: units, uses of coupons. All under the order's lock. */

/** Locks the SKUs of an order in the order that all code uses, and returns their products. */
export async function lockSkusOf(tx: Tx, orderId: number): Promise<number[]> {
  const { rows: found } = await sql<{ productId: number }>`
    select product_id as "productId"
    from skus
    where id in (select sku_id from order_lines where order_id = ${orderId})
    order by id for no key update`.execute(rows(tx))
  return [...new Set(found.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}

/**
 * Releases the units of an order of which nothing has left: held ones and sold ones. Its SKUs are locked. Each unit
 * is released once: false if that was done before.
 */
export async function giveUnitsBack(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const { rows: found } = await sql<{ id: number }>`
    with this as (
      update orders
      set stock_status = 'released'
      where id = ${orderId} and stock_status <> 'released'
      returning id
    ),
    units as (
      select l.sku_id, sum(l.held)::int as held,
        sum(l.quantity - l.shipped - l.withdrawn - l.held)::int as sold
      from order_lines l
      join this on this.id = l.order_id
      where l.sku_id is not null
      group by 1
    ),
    emptied as (update order_lines set held = 0 where order_id in (select id from this) and held > 0),
    moved as (
      update skus s
      set held = s.held - u.held, on_hand = s.on_hand + u.sold
      from units u
      where s.id = u.sku_id
    ),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select sku_id, ${orderId}::bigint, 'release', 0, -held, ${now}::timestamptz
      from units
      where held > 0
      union all
      select sku_id, ${orderId}::bigint, 'restock', sold, 0, ${now}::timestamptz
      from units
      where sold > 0
    )
    select id
    from this`.execute(rows(tx))
  return found.length > 0
}

/**
 * Takes the sold units that `giveUnitsBack` has just put on the shelf off it again, as an adjustment of the stock: the
 * order has nothing any more, and its moves say so. Its SKUs are locked.
 */
export async function writeUnitsOff(tx: Tx, orderId: number, now: Date): Promise<void> {
  await sql`
    with units as (
      select sku_id, sum(on_hand)::int as units
      from stock_moves
      where order_id = ${orderId} and kind = 'restock'
      group by 1
    ),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select sku_id, null, 'adjust', -units, 0, ${now}::timestamptz
      from units
    )
    update skus s
    set on_hand = s.on_hand - u.units
    from units u
    where s.id = u.sku_id`.execute(rows(tx))
}

/** Releases the units that an order still holds. Its SKUs are locked. False if there are none. */
export async function giveWaitingBack(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with units as (
      select sku_id, sum(held)::int as held
      from order_lines
      where order_id = ${orderId} and sku_id is not null and held > 0
      group by 1
    ),
    emptied as (update order_lines set held = 0 where order_id = ${orderId} and held > 0),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select sku_id, ${orderId}::bigint, 'release', 0, -held, ${now}::timestamptz
      from units
    )
    update skus s
    set held = s.held - u.held
    from units u
    where s.id = u.sku_id`.execute(rows(tx))
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Gives back the order's uses of coupons: they can be used again, by the same customer too. True if one of them had
 * been used up.
 */
export async function giveCouponsBack(tx: Tx, orderId: number): Promise<boolean> {
  const { rows: locked } = await sql<{ isUsedUp: boolean }>`
    select coalesce(claimable and used_count >= use_limit, false) as "isUsedUp"
    from coupons
    where id in (select coupon_id from coupon_uses where order_id = ${orderId})
    order by id for no key update`.execute(rows(tx))
  if (locked.length === 0) return false
  await sql`
    with gone as (delete from coupon_uses where order_id = ${orderId} returning coupon_id)
    update coupons c
    set used_count = c.used_count - g.uses
    from (select coupon_id, count(*)::int as uses from gone group by 1) g
    where c.id = g.coupon_id`.execute(rows(tx))
  return locked.some(({ isUsedUp }) => isUsedUp)
}
