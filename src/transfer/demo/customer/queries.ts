import { sql } from 'kysely'
import { available, offered } from '#features/catalog/queries/sellable.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The demo's customer: what it buys, and how all of it is taken away again. */

/** SKUs of the demo's products that are in stock, the first of each product, sold by the piece. */
export async function demoSkus(db: Db, most: number): Promise<string[]> {
  const { rows: found } = await sql<{ sku: string }>`
    select sku
    from (
      select distinct on (p.id) s.sku, p.id
      from products p
      join skus s on s.product_id = p.id
      join demo_entries e on e.kind = 'products' and e.key = p.slug
      where ${offered}
        and not s.backorder
        and s.min_quantity = 1
        and s.quantity_step = 1
        and ${available} >= 12
        and p.delivery is null
      order by p.id, s.id
    ) x
    order by id limit ${most}`.execute(rows(db))
  return found.map(({ sku }) => sku)
}

/** Slugs of some of the demo's products, to be favourites. */
export async function demoFavourites(db: Db, most: number): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select p.slug
    from products p
    join demo_entries e on e.kind = 'products' and e.key = p.slug
    where p.visible
    order by p.id desc limit ${most}`.execute(rows(db))
  return found.map(({ slug }) => slug)
}

/** The demo's customer, as it was recorded when it was made; null where there is none. */
export async function demoCustomer(db: Db): Promise<{ id: number; email: string } | null> {
  const { rows: found } = await sql<{ id: number; email: string }>`
    select c.id, e.key as email
    from demo_entries e
    join customers c on c.id::text = e.hash
    where e.kind = 'customer' and c.closed_at is null`.execute(rows(db))
  return found[0] ?? null
}

/** The shop has the demo and nothing of its own, nobody has bought anything, and no customer was made of it yet. */
export async function isUntouched(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ isUntouched: boolean }>`
    select exists (select from demo_entries where kind = 'products')
      and not exists (select from demo_entries where kind = 'customer')
      and not exists (select from orders)
      and not exists (
        select from products p
        where not exists (select from demo_entries e where e.kind = 'products' and e.key = p.slug)
      ) as "isUntouched"`.execute(rows(db))
  return found[0]!.isUntouched
}

/** Nobody is written to about what the demo customer did before it was there. */
export async function settleHistory(tx: Tx, customer: number, now: Date): Promise<void> {
  await sql`
    update order_events
    set handled_at = ${now}
    where handled_at is null
      and order_id in (select id from orders where customer_id = ${customer})`.execute(rows(tx))
}

/**
 * Takes a customer away with its orders, as if there had never been any: stock and coupons are as they would be without
 * them. Returns how many orders.
 */
export async function removeTraces(tx: Tx, customer: number): Promise<number> {
  const run = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(rows(tx))).numAffectedRows ?? 0n)
  const own = sql`(select id from orders where customer_id = ${customer})`
  await sql`select from orders where customer_id = ${customer} order by id for update`.execute(rows(tx))
  await sql`
    select from skus
    where id in (select sku_id from stock_moves where order_id in ${own})
    order by id for update`.execute(rows(tx))
  await run(sql`
    update skus s
    set on_hand = s.on_hand - m.on_hand, held = s.held - m.held
    from (
      select sku_id, sum(on_hand)::int as on_hand, sum(held)::int as held
      from stock_moves
      where order_id in ${own}
      group by sku_id
    ) m
    where s.id = m.sku_id`)
  await run(sql`
    update coupons c
    set used_count = c.used_count - u.count
    from (
      select coupon_id, count(*)::int as count
      from coupon_uses
      where order_id in ${own}
      group by coupon_id
    ) u
    where c.id = u.coupon_id`)
  await run(sql`
    delete from payment_events
    where payment_id in (select id from payments where order_id in ${own})`)
  await run(sql`
    delete from shipment_lines
    where shipment_id in (select id from shipments where order_id in ${own})`)
  await run(sql`delete from coupon_uses where order_id in ${own}`)
  await run(sql`delete from order_adjustments where order_id in ${own}`)
  const returned = sql`(select id from returns where order_id in ${own})`
  await run(sql`delete from return_drafts where order_id in ${own}`)
  await run(sql`delete from refunds where order_id in ${own}`)
  await run(sql`delete from payments where order_id in ${own}`)
  await run(sql`delete from shipments where order_id in ${own}`)
  await run(sql`delete from stock_moves where order_id in ${own}`)
  await run(sql`delete from return_lines where return_id in ${returned}`)
  await run(sql`delete from return_images where return_id in ${returned}`)
  await run(sql`delete from return_events where return_id in ${returned}`)
  await run(sql`delete from returns where order_id in ${own}`)
  await run(sql`delete from order_events where order_id in ${own}`)
  await run(sql`delete from order_lines where order_id in ${own}`)
  await run(sql`delete from credit_entries where customer_id = ${customer}`)
  await run(sql`delete from credit_balances where customer_id = ${customer}`)
  await run(sql`update checkouts set order_id = null where customer_id = ${customer}`)
  const orders = await run(sql`delete from orders where customer_id = ${customer}`)
  await run(sql`delete from checkouts where customer_id = ${customer}`)
  await run(sql`delete from article_comments where customer_id = ${customer}`)
  await run(sql`delete from customer_articles where customer_id = ${customer}`)
  await run(sql`delete from customers where id = ${customer}`)
  return orders
}
