import { sql, type RawBuilder } from 'kysely'
import type { EntryKind } from '#features/names/contract.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What an entry takes along when it is deleted, what is changed by that, and what cannot do without it. */

const count = (from: RawBuilder<unknown>) => sql<number>`(select count(*)::int from ${from})`

/** SQL that counts what goes with the entry of this id, by what it is called in the singular. */
const companions: Readonly<Partial<Record<EntryKind, (id: number) => Record<string, RawBuilder<number>>>>> = {
  product: (id) => ({
    SKU: count(sql`skus where product_id = ${id} and not retired`),
    review: count(sql`reviews where product_id = ${id}`),
    favourite: count(sql`favourites where product_id = ${id}`),
    alert: count(sql`alerts a join skus s on s.id = a.sku_id where s.product_id = ${id}`),
    'line in carts': count(sql`cart_lines l join skus s on s.id = l.sku_id where s.product_id = ${id}`),
  }),
  article: (id) => ({
    comment: count(sql`article_comments where article_id = ${id}`),
    favourite: count(sql`favourites where article_id = ${id}`),
  }),
  coupon: (id) => ({
    'use by an order': count(sql`coupon_uses where coupon_id = ${id}`),
    'claim by a customer': count(sql`coupon_claims where coupon_id = ${id}`),
  }),
}

/** What goes with the entry, by what it is called in the singular; without what there is none of. */
export async function companionsOf(tx: Tx, kind: EntryKind, id: number): Promise<Record<string, number>> {
  const counts = {
    ...companions[kind]?.(id),
    'former address': count(sql`former_slugs where kind = ${kind} and entry_id = ${id}`),
  }
  const { rows: found } = await sql<{ counts: Record<string, number> }>`
    select json_build_object(
      ${sql.join(Object.entries(counts).flatMap(([name, counted]) => [sql`${name}::text`, counted]))}
    ) as counts`.execute(rows(tx))
  return Object.fromEntries(Object.entries(found[0]!.counts).filter(([, counted]) => counted > 0))
}

/** SQL that selects the ids of pictures that nothing may show any more without the entry of this id. */
const pictures: Readonly<Partial<Record<EntryKind, (id: number) => RawBuilder<unknown>>>> = {
  product: (id) => sql`
    select picture_id
    from product_pictures
    where product_id = ${id}
    union
    select x.picture_id
    from review_pictures x
    join reviews r on r.id = x.review_id
    where r.product_id = ${id}`,
  article: (id) => sql`select picture_id from articles where id = ${id}`,
  category: (id) => sql`select picture_id from categories where id = ${id}`,
  collection: (id) => sql`select picture_id from collections where id = ${id}`,
  page: (id) => sql`select picture_id from pages where id = ${id}`,
  promotion: (id) => sql`select picture_id from promotions where id = ${id}`,
}

export interface ShownPicture {
  id: number
  key: string
  /** It stands where there is no picture. */
  isTile: boolean
}

export async function picturesOf(tx: Tx, kind: EntryKind, id: number): Promise<ShownPicture[]> {
  const chosen = pictures[kind]
  if (chosen === undefined) return []
  const { rows: found } = await sql<ShownPicture>`
    select i.id, i.key, i.made is not null as "isTile"
    from (${chosen(id)}) p
    join pictures i on i.id = p.picture_id`.execute(rows(tx))
  return found
}

/** Locks the SKUs of a product, which orders lock before they name the product: so neither waits for the other. */
export async function lockSkus(tx: Tx, slug: string): Promise<void> {
  await sql`
    select s.id
    from skus s
    where s.product_id = (select id from products where slug = ${slug})
    order by s.id for update`.execute(rows(tx))
}

/** Numbers of orders that still have units of the product to send, some of many. */
export async function ordersUnderWay(tx: Tx, product: number, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ number: string }>`
    select distinct o.number
    from order_lines l
    join orders o on o.id = l.order_id
    where l.sku_id in (select id from skus where product_id = ${product})
      and l.shipped + l.withdrawn < l.quantity
      and o.status in ('in_progress', 'pending_cancellation')
    order by o.number limit ${limit}`.execute(rows(tx))
  return found.map(({ number }) => number)
}

/** Promotions and coupons that name the entry in a list of their conditions: "promotion two-lamps". */
export async function offersNaming(tx: Tx, list: string, slug: string, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`
    select 'promotion ' || e.slug as name
    from promotions e
    where e.conditions -> ${list}::text ? ${slug}
    union all
    select 'coupon ' || e.slug
    from coupons e
    where e.conditions -> ${list}::text ? ${slug}
    order by 1 limit ${limit}`.execute(rows(tx))
  return found.map(({ name }) => name)
}

/** The categories directly below one. */
export async function categoriesBelow(tx: Tx, id: number, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select slug from categories where parent_id = ${id} order by slug limit ${limit}`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

interface Referring {
  kind: EntryKind
  /** Which of its members names the other entry. */
  member: string
  /** SQL that selects their slugs. */
  slugs: (slug: string) => RawBuilder<unknown>
}

const referrers: Readonly<Partial<Record<EntryKind, readonly Referring[]>>> = {
  product: [
    {
      kind: 'collection',
      member: 'products',
      slugs: (slug) => sql`
        select e.slug
        from collections e
        join collection_products x on x.collection_id = e.id
        join products p on p.id = x.product_id
        where p.slug = ${slug}`,
    },
    {
      kind: 'article',
      member: 'products',
      slugs: (slug) => sql`
        select e.slug
        from articles e
        join article_products x on x.article_id = e.id
        join products p on p.id = x.product_id
        where p.slug = ${slug}`,
    },
    {
      kind: 'product',
      member: 'goesWith',
      slugs: (slug) => sql`select slug from products where goes_with ? ${slug} and slug <> ${slug}`,
    },
  ],
  category: [
    {
      kind: 'product',
      member: 'categories',
      slugs: (slug) => sql`
        select e.slug
        from products e
        join product_categories x on x.product_id = e.id and x.direct
        join categories g on g.id = x.category_id
        where g.slug = ${slug}`,
    },
  ],
  tag: [
    {
      kind: 'product',
      member: 'tags',
      slugs: (slug) => sql`
        select e.slug
        from products e
        join product_tags x on x.product_id = e.id
        join tags g on g.id = x.tag_id
        where g.slug = ${slug}`,
    },
    {
      kind: 'article',
      member: 'tags',
      slugs: (slug) => sql`
        select e.slug
        from articles e
        join article_tags x on x.article_id = e.id
        join tags g on g.id = x.tag_id
        where g.slug = ${slug}`,
    },
  ],
  page: [
    {
      kind: 'product',
      member: 'sizeGuide',
      slugs: (slug) => sql`select slug from products where size_guide = ${slug}`,
    },
    {
      kind: 'category',
      member: 'sizeGuide',
      slugs: (slug) => sql`select slug from categories where size_guide = ${slug}`,
    },
  ],
}

/** Entries that name another in one of their members. */
export type Referrers = Pick<Referring, 'kind' | 'member'> & { slugs: string[] }

export async function referrersOf(db: Db, kind: EntryKind, slug: string): Promise<Referrers[]> {
  const found: Referrers[] = []
  for (const { slugs, ...where } of referrers[kind] ?? []) {
    const { rows: named } = await sql<{ slug: string }>`${slugs(slug)} order by 1`.execute(rows(db))
    if (named.length > 0) found.push({ ...where, slugs: named.map((row) => row.slug) })
  }
  return found
}
