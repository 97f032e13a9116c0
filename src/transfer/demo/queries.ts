import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The demo's entries, and references to them from elsewhere. */

export interface DemoEntry {
  kind: string
  key: string
  hash: string
}

/** Without prices, of which there may be many. */
export async function recordedEntries(tx: Tx): Promise<DemoEntry[]> {
  return rows(tx)
    .selectFrom('demo_entries')
    .select(['kind', 'key', 'hash'])
    .where('kind', '<>', priceKind)
    .execute()
}

/** Prices that the demo's base currency has adopted: SKU and hash of the price. */
export async function recordedPrices(tx: Tx): Promise<DemoEntry[]> {
  return rows(tx)
    .selectFrom('demo_entries')
    .select(['kind', 'key', 'hash'])
    .where('kind', '=', priceKind)
    .execute()
}

export const priceKind = 'price'

/** Adds them, or takes the newer hash. */
export async function recordEntries(tx: Tx, given: readonly DemoEntry[]): Promise<void> {
  await sql`
    insert into demo_entries (kind, key, hash)
    select kind, key, hash
    from json_to_recordset(${JSON.stringify(given)}::json) as g(kind text, key text, hash text)
    on conflict (kind, key) do update set hash = excluded.hash`.execute(rows(tx))
}

export async function forgetPrices(tx: Tx): Promise<void> {
  await rows(tx).deleteFrom('demo_entries').where('kind', '=', priceKind).execute()
}

/** Products that the demo did not bring, and orders but those of its customer. */
export async function ownTrade(tx: Tx): Promise<{ products: number; orders: number }> {
  const { rows: found } = await sql<{ products: number; orders: number }>`
    select
      (
        select count(*)::int
        from products p
        where not exists (select from demo_entries e where e.kind = 'products' and e.key = p.slug)
      ) as products,
      (
        select count(*)::int
        from orders o
        where not exists (
          select from demo_entries e where e.kind = 'customer' and e.hash = o.customer_id::text
        )
      ) as orders`.execute(rows(tx))
  return found[0]!
}

/** The shop has the demo, and no product besides. */
export async function isDemoOnly(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ isDemoOnly: boolean }>`
    select exists (select from demo_entries where kind = 'products')
      and not exists (
        select from products p
        where not exists (select from demo_entries e where e.kind = 'products' and e.key = p.slug)
      ) as "isDemoOnly"`.execute(rows(db))
  return found[0]!.isDemoOnly
}

export async function forgetEntries(tx: Tx): Promise<void> {
  await rows(tx).deleteFrom('demo_entries').execute()
}

/** Those of the products that have reviews: a review is deleted with its product. */
export async function productsInUse(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select p.slug
    from products p
    where p.slug = any(${slugs}::text[])
      and exists (select from reviews r where r.product_id = p.id)`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/** Those of the articles that have comments: a comment is deleted with its article. */
export async function articlesInUse(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select e.slug
    from articles e
    where e.slug = any(${slugs}::text[])
      and exists (select from article_comments c where c.article_id = e.id)`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/** Those of the tags that a product or an article has. */
export async function tagsInUse(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select g.slug
    from tags g
    where g.slug = any(${slugs}::text[])
      and (
        exists (select from product_tags x where x.tag_id = g.id)
        or exists (select from article_tags x where x.tag_id = g.id)
      )`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/** Those of the categories that contain, at any depth, a product or a category outside of the given ones. */
export async function categoriesInUse(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    with recursive needed(id, parent_id) as (
      select c.id, c.parent_id
      from categories c
      where not c.slug = any(${slugs}::text[])
        or exists (select from product_categories x where x.category_id = c.id)
      union
      select c.id, c.parent_id
      from needed n
      join categories c on c.id = n.parent_id
    )
    select c.slug
    from needed
    join categories c using (id)
    where c.slug = any(${slugs}::text[])`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/**
 * Deletes the import records of collections and articles that show one of these products: without it they differ from
 * their files. Returns their names.
 */
export async function unsettle(tx: Tx, products: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`
    with gone as materialized (select id from products where slug = any(${products}::text[])),
    c as (
      update collections
      set hash = ''
      where id in (select collection_id from collection_products where product_id in (select id from gone))
      returning 'collection ' || slug as name
    ),
    a as (
      update articles
      set hash = ''
      where id in (select article_id from article_products where product_id in (select id from gone))
      returning 'article ' || slug as name
    )
    select name
    from c
    union all
    select name
    from a
    order by 1`.execute(rows(tx))
  return found.map(({ name }) => name)
}
