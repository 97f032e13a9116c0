import { sql } from 'kysely'
import { available, offered } from '#features/catalog/queries/sellable.ts'
import { claimAsk } from '#features/reviews/queries/ask.ts'
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

/** The slug of the newest article of the demo that was there at a moment; null for none. */
export async function demoArticle(db: Db, at: Date): Promise<string | null> {
  const { rows: found } = await sql<{ slug: string }>`
    select a.slug
    from articles a
    join demo_entries e on e.kind = 'articles' and e.key = a.slug
    where a.visible and a.published_at <= ${at}
    order by a.published_at desc, a.id limit 1`.execute(rows(db))
  return found[0]?.slug ?? null
}

/** The key of a picture of the demo's smallest goods, which an article can begin with; null for none. */
export async function demoPicture(db: Db): Promise<string | null> {
  const { rows: found } = await sql<{ key: string }>`
    select i.key
    from products p
    join demo_entries e on e.kind = 'products' and e.key = p.slug
    join product_categories x on x.product_id = p.id
    join categories c on c.id = x.category_id and c.slug = 'cups-mugs'
    join product_pictures v on v.product_id = p.id
    join pictures i on i.id = v.picture_id
    order by p.id, v.position limit 1`.execute(rows(db))
  return found[0]?.key ?? null
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
    with own as materialized (select id from orders where customer_id = ${customer}),
    ordered as (
      update order_events
      set handled_at = ${now}
      where handled_at is null and order_id in (select id from own)
    ),
    returned as (
      update return_events
      set handled_at = ${now}
      where handled_at is null
        and return_id in (select id from returns where order_id in (select id from own))
    )
    delete from outbox_mails
    where recipient in (
      select account from customer_identities where customer_id = ${customer}
    )`.execute(rows(tx))
}

/**
 * The commit does not wait for the disk: hundreds of them would. Any later commit that does wait makes this one durable,
 * too.
 */
export async function commitSoon(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(rows(tx))
}

/** Nor asked for a review of what arrived before. */
export async function noteAsked(tx: Tx, customer: number, now: Date): Promise<void> {
  const { rows: found } = await sql<{ id: number }>`
    select id from orders where customer_id = ${customer} order by id`.execute(rows(tx))
  for (const { id } of found) await claimAsk(tx, id, now)
}

/** Slugs of what readers see of the customer's articles. */
export async function shownArticles(tx: Tx, customer: number): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select a.slug
    from customer_articles w
    join articles a on a.id = w.article_id
    where w.customer_id = ${customer}`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/**
 * Takes a customer away with its orders, as if there had never been any: stock and coupons are as they would be without
 * them. Returns how many orders.
 */
export async function removeTraces(tx: Tx, customer: number): Promise<number> {
  const run = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(rows(tx))).numAffectedRows ?? 0n)
  const own = sql`(select id from orders where customer_id = ${customer})`
  const returned = sql`(select id from returns where order_id in ${own})`
  // What a return holds or brings back is moved by the return.
  const moved = sql`(order_id in ${own} or return_id in ${returned})`
  await sql`select from orders where customer_id = ${customer} order by id for update`.execute(rows(tx))
  await sql`
    select from skus
    where id in (select sku_id from stock_moves where ${moved})
    order by id for update`.execute(rows(tx))
  await run(sql`
    update skus s
    set on_hand = s.on_hand - m.on_hand, held = s.held - m.held
    from (
      select sku_id, sum(on_hand)::int as on_hand, sum(held)::int as held
      from stock_moves
      where ${moved}
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
  await run(sql`delete from return_drafts where order_id in ${own}`)
  await run(sql`delete from refunds where order_id in ${own}`)
  await run(sql`delete from payments where order_id in ${own}`)
  await run(sql`delete from shipments where order_id in ${own}`)
  await run(sql`delete from stock_moves where ${moved}`)
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
  // With the merchant's answers: without what they answer, they say nothing.
  await run(sql`
    delete from article_comments
    where official
      and customer_id is null
      and answers in (select code from article_comments where customer_id = ${customer})`)
  await run(sql`delete from article_comments where customer_id = ${customer}`)
  await run(sql`delete from customers where id = ${customer}`)
  return orders
}
