import { sql } from 'kysely'
import { paidPrice, type PriceTerms } from '#domain/shown/paid-price.ts'
import { goodsOf, namedGroups, type NamedGroups } from '#features/listing/queries/cards.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { FavouriteCounts, FavouriteType } from '../contract.ts'
import type { Owner } from '../rules/owner.ts'
import { isOf } from './lists.ts'

/*
 * What is in the lists. A product or an article that is hidden stays in its lists, and is neither shown nor counted
 * until it is visible again.
 */

export interface Addition {
  listId: number
  slug: string
  /** Of the price that is stored with a product: what is paid for it now. */
  terms: PriceTerms
  now: Date
}

export interface Added {
  isNew: boolean
  /** All that is in the list, hidden ones included. */
  stored: number
}

/** Adds a product to a locked list, with its price and stock of now; null if there is no such product. */
export async function addProduct(tx: Tx, { listId, slug, terms, now }: Addition): Promise<Added | null> {
  const { currency } = terms
  const amount = await paidNow(tx, slug, terms)
  const { rows: found } = await sql<Added>`
    with wanted as (
      select p.id, not p.in_stock as sold_out, ${amount}::bigint as amount
      from products p
      where p.slug = ${slug} and p.visible
    ),
    added as (
      insert into favourites (list_id, product_id, added_at, seen_amount, seen_currency, was_sold_out)
      select ${listId}, id, ${now}, amount, case when amount is not null then ${currency} end, sold_out
      from wanted
      on conflict (list_id, product_id) do nothing
      returning id
    )
    select exists (select from added) as "isNew",
      (
        (select count(*) from favourites where list_id = ${listId}) + (select count(*) from added)
      )::int as stored
    from wanted`.execute(rows(tx))
  return found[0] ?? null
}

/** Null without a price in the currency. */
async function paidNow(tx: Tx, slug: string, terms: PriceTerms): Promise<number | null> {
  const { rows: found } = await sql<{ amount: number; groups: NamedGroups | null }>`
    select price.amount_from as amount, ${namedGroups('p.id', terms)} as groups
    from products p
    join product_prices price on price.product_id = p.id and price.currency = ${terms.currency}
    where p.slug = ${slug}`.execute(rows(tx))
  const row = found[0]
  return row === undefined ? null : paidPrice(row.amount, goodsOf(slug, row.groups), terms).amount
}

/** Adds an article to a locked list; null if there is no such article, or it is not published. */
export async function addArticle(
  tx: Tx,
  { listId, slug, now }: Omit<Addition, 'terms'>,
): Promise<Added | null> {
  const { rows: found } = await sql<Added>`
    with wanted as (
      select e.id
      from articles e
      where e.slug = ${slug} and e.visible and e.published_at <= ${now}
    ),
    added as (
      insert into favourites (list_id, article_id, added_at)
      select ${listId}, id, ${now}
      from wanted
      on conflict (list_id, article_id) do nothing
      returning id
    )
    select exists (select from added) as "isNew",
      (
        (select count(*) from favourites where list_id = ${listId}) + (select count(*) from added)
      )::int as stored
    from wanted`.execute(rows(tx))
  return found[0] ?? null
}

/** Removes from a locked list what has this slug; nothing if it is not there. */
export async function removeFavourite(
  tx: Tx,
  listId: number,
  type: FavouriteType,
  slug: string,
): Promise<void> {
  await sql`
    delete from favourites
    where list_id = ${listId}
      and case
        ${type}::text
        when 'product' then product_id = (select id from products where slug = ${slug})
        else article_id = (select id from articles where slug = ${slug})
      end`.execute(rows(tx))
}

/** The visible favourites `f` of an owner, with their products `p` and articles `e`. */
const shown = (owner: Owner, now: Date) => sql`
  favourite_lists l
  join favourites f on f.list_id = l.id
  left join products p on p.id = f.product_id and p.visible
  left join articles e on e.id = f.article_id and e.visible and e.published_at <= ${now}
  where ${isOf(owner)}`

/** How many of them there are, as a column of another statement. */
export const shownCount = (owner: Owner, now: Date) => sql<number>`
  select count(coalesce(p.id, e.id))::int from ${shown(owner, now)}`

export async function countShown(db: Db, owner: Owner | null, now: Date): Promise<FavouriteCounts> {
  if (owner === null) return { count: 0, products: 0, articles: 0 }
  const { rows: found } = await sql<FavouriteCounts>`
    select count(coalesce(p.id, e.id))::int as count, count(p.id)::int as products,
      count(e.id)::int as articles
    from ${shown(owner, now)}`.execute(rows(db))
  return found[0]!
}

/** The slugs of all, those added last first. */
export async function slugsOf(
  db: Db,
  owner: Owner | null,
  now: Date,
): Promise<{ articles: string[]; products: string[] }> {
  if (owner === null) return { articles: [], products: [] }
  const { rows: found } = await sql<{ product: string | null; article: string | null }>`
    select p.slug as product, e.slug as article
    from ${shown(owner, now)}
    order by f.added_at desc, f.id desc`.execute(rows(db))
  return {
    articles: found.flatMap(({ article }) => article ?? []),
    products: found.flatMap(({ product }) => product ?? []),
  }
}

export interface Window {
  limit: number
  offset: number
}

export interface FavouriteProductRow {
  productId: number
  addedAt: Date
  /** When it was added; null without a price. */
  seenAmount: number | null
  seenCurrency: string | null
  wasSoldOut: boolean
  /** The lowest price now in `seenCurrency`. */
  amountInSeen: number | null
}

interface StoredProductRow extends FavouriteProductRow {
  slug: string
  groups: NamedGroups | null
}

/** Those with a price in the currency, added last first; `total` counts all of them. */
export async function productRows(
  db: Db,
  owner: Owner,
  terms: PriceTerms,
  { limit, offset }: Window,
): Promise<{ total: number; rows: FavouriteProductRow[] }> {
  const from = sql`
    favourite_lists l
    join favourites f on f.list_id = l.id
    join products p on p.id = f.product_id and p.visible
    join product_prices price on price.product_id = p.id and price.currency = ${terms.currency}
    left join product_prices seen on seen.product_id = p.id and seen.currency = f.seen_currency
    where ${isOf(owner)}`
  const [page, counted] = await Promise.all([
    sql<StoredProductRow>`
      select f.product_id as "productId", f.added_at as "addedAt", f.seen_amount as "seenAmount",
        f.seen_currency as "seenCurrency", f.was_sold_out as "wasSoldOut", seen.amount_from as "amountInSeen",
        p.slug, ${namedGroups('p.id', terms)} as groups
      from ${from}
      order by f.added_at desc, f.id desc limit ${limit} offset ${offset}`.execute(rows(db)),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(rows(db)),
  ])
  return { total: counted.rows[0]!.total, rows: page.rows.map((row) => paidInSeen(row, terms)) }
}

function paidInSeen({ slug, groups, ...row }: StoredProductRow, terms: PriceTerms): FavouriteProductRow {
  const { amountInSeen, seenCurrency } = row
  if (amountInSeen === null || seenCurrency === null) return row
  const inSeen = { ...terms, currency: seenCurrency }
  return { ...row, amountInSeen: paidPrice(amountInSeen, goodsOf(slug, groups), inSeen).amount }
}

export interface FavouriteArticleRow {
  articleId: number
  addedAt: Date
}

/** Those that are published, added last first; `total` counts all of them. */
export async function articleRows(
  db: Db,
  owner: Owner,
  now: Date,
  { limit, offset }: Window,
): Promise<{ total: number; rows: FavouriteArticleRow[] }> {
  const from = sql`
    favourite_lists l
    join favourites f on f.list_id = l.id
    join articles e on e.id = f.article_id and e.visible and e.published_at <= ${now}
    where ${isOf(owner)}`
  const [page, counted] = await Promise.all([
    sql<FavouriteArticleRow>`
      select f.article_id as "articleId", f.added_at as "addedAt"
      from ${from}
      order by f.added_at desc, f.id desc limit ${limit} offset ${offset}`.execute(rows(db)),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(rows(db)),
  ])
  return { total: counted.rows[0]!.total, rows: page.rows }
}
