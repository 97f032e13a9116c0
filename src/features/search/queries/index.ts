import { sql, type RawBuilder } from 'kysely'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Reads what has to be indexed from the tables of catalogue and content, and writes the index; nothing else does. */

export const entryKinds = ['category', 'collection', 'article', 'page'] as const
export type EntryKind = (typeof entryKinds)[number]
export type Kind = 'product' | EntryKind

// One indexer at a time: two that count the same words would wait for each other's rows.
const indexLock = 0x5ea2c4

/** Takes the lock of the index for this transaction; false if another node holds it. */
export async function lockIndex(tx: Tx): Promise<boolean> {
  const { rows: found } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(${indexLock}) as locked`.execute(rows(tx))
  return found[0]!.locked
}

/** Waits for the lock of the index, without the usual timeouts for this and the statements that follow: for background work. */
export async function awaitIndex(tx: Tx): Promise<void> {
  await tx.withoutTimeLimit()
  await sql`set local lock_timeout = 0`.execute(rows(tx))
  await sql`select pg_advisory_xact_lock(${indexLock})`.execute(rows(tx))
}

/** Something that is indexed. */
export interface Thing {
  kind: Kind
  id: number
}

/**
 * Takes the things of the oldest marks, deleting all their marks; empty when the index is up to date.
 * @param limit marks
 * @param except things whose marks stay
 */
export async function takeStale(tx: Tx, limit: number, except: readonly Thing[]): Promise<Thing[]> {
  const { rows: found } = await sql<Thing>`
    with picked as materialized (
      select distinct kind, id
      from (
        select kind, id
        from search_stale
        where (kind, id) not in (
          select *
          from unnest(${except.map(({ kind }) => kind)}::text[], ${except.map(({ id }) => id)}::bigint[])
        )
        order by no limit ${limit}
      ) oldest
    ),
    taken as (delete from search_stale s using picked where s.kind = picked.kind and s.id = picked.id)
    select kind, id
    from picked`.execute(rows(tx))
  return found
}

export async function hasStale(db: Db): Promise<boolean> {
  const found = await rows(db).selectFrom('search_stale').select('no').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Empties the index and marks everything as stale. */
export async function markAll(tx: Tx): Promise<void> {
  await sql`truncate search_products, search_entries, search_words, search_stale`.execute(rows(tx))
  const all = [...sourceTables].map(
    ([kind, table]) => sql`select ${sql.lit(kind)}, id from ${sql.table(table)}`,
  )
  await sql`insert into search_stale (kind, id) ${sql.join(all, sql` union all `)}`.execute(rows(tx))
}

const sourceTables = new Map<Kind, string>([
  ['category', 'categories'],
  ['collection', 'collections'],
  ['article', 'articles'],
  ['page', 'pages'],
  ['product', 'products'],
])

type Texts = Record<string, string>

export interface ProductSource {
  id: number
  brand: string | null
  type: string | null
  options: { code: string; values: { code: string; name: Texts }[] }[]
  /** Option values that some SKU has: `color sage`. */
  chosen: string[] | null
  details: { value: Texts }[]
  titles: string[] | null
  summaries: string[] | null
  /** HTML. */
  descriptions: string[] | null
  numbers: string[] | null
  tags: string[] | null
  categories: string[] | null
}

export async function productSources(db: Db, ids: readonly number[]): Promise<ProductSource[]> {
  const { rows: found } = await sql<ProductSource>`
    select p.id, p.brand, p.type, p.options, p.details, t.*,
      (
        select array_agg(v.option_code || ' ' || v.value_code)
        from product_option_values v
        where v.product_id = p.id
      ) as chosen,
      (
        select array_agg(n)
        from (
          select s.sku as n
          from skus s
          where s.product_id = p.id and not s.retired
          union
          select s.barcode
          from skus s
          where s.product_id = p.id and not s.retired and s.barcode is not null
        ) numbers
      ) as numbers,
      (
        select array_agg(distinct x.name)
        from product_tags pt
        join tag_texts x on x.tag_id = pt.tag_id
        where pt.product_id = p.id
      ) as tags,
      (
        select array_agg(distinct x.name)
        from product_categories pc
        join category_texts x on x.category_id = pc.category_id
        where pc.product_id = p.id
      ) as categories
    from products p,
      lateral (
        select array_agg(title order by locale) as titles, array_agg(summary) as summaries,
          array_agg(description) as descriptions
        from product_texts t
        where t.product_id = p.id
      ) t
    where p.id = any(${ids}::bigint[])`.execute(rows(db))
  return found
}

export interface EntrySource {
  id: number
  titles: string[] | null
  /** HTML. */
  texts: string[] | null
  labels: string[] | null
}

const noLabels = sql`null::text[]`
const entrySelects: Readonly<Record<EntryKind, RawBuilder<unknown>>> = {
  category: sql`
    select category_id as id, array_agg(name order by locale) as titles, array_agg(description) as texts,
      ${noLabels} as labels
    from category_texts`,
  collection: sql`
    select collection_id as id, array_agg(name order by locale) as titles, array_agg(description) as texts,
      ${noLabels} as labels
    from collection_texts`,
  article: sql`
    select article_id as id, array_agg(title order by locale) as titles,
      array_agg(concat_ws(' ', summary, body)) as texts,
      (
        select array_agg(distinct x.name)
        from article_tags g
        join tag_texts x on x.tag_id = g.tag_id
        where g.article_id = article_texts.article_id
      ) as labels
    from article_texts`,
  page: sql`
    select page_id as id, array_agg(title order by locale) as titles,
      array_agg(concat_ws(' ', summary, body)) as texts, ${noLabels} as labels
    from page_texts`,
}

export async function entrySources(db: Db, kind: EntryKind, ids: readonly number[]): Promise<EntrySource[]> {
  const key = sql.ref(`${kind}_id`)
  const { rows: found } = await sql<EntrySource>`
    ${entrySelects[kind]} where ${key} = any(${ids}::bigint[]) group by ${key}`.execute(rows(db))
  return found
}

export interface IndexRow {
  id: number
  /** A `tsvector` in PostgreSQL's text format. */
  head: string
  words: string
}

/**
 * Replaces the index rows of these products; those that are not among `given` are deleted. New products enter tier 0
 * until it holds `most`, and tier 2 afterwards.
 */
export async function putProducts(
  tx: Tx,
  ids: readonly number[],
  given: readonly IndexRow[],
  most: number,
): Promise<void> {
  await sql`
    with ${givenRows(given)},
    ${countedWords(sql`search_products where product_id = any(${ids}::bigint[])`)},
    gone as (
      delete from search_products
      where product_id = any(${ids}::bigint[]) and product_id not in (select id from given)
    ),
    changed as (
      update search_products s
      set head = g.head, words = g.words
      from given g
      where s.product_id = g.id
        and s.product_id = any(${ids}::bigint[])
        and (s.head <> g.head or s.words <> g.words)
    )
    insert into search_products (product_id, tier, head, words)
    select id,
      case
        when (select count(*) from (select from search_popular limit ${most}) popular) < ${most} then 0
        else 2
      end,
      head, words
    from given
    where id not in (
      select product_id from search_products where product_id = any(${ids}::bigint[])
    )`.execute(rows(tx))
}

/** The same for entries of one kind. */
export async function putEntries(
  tx: Tx,
  kind: EntryKind,
  ids: readonly number[],
  given: readonly IndexRow[],
): Promise<void> {
  await sql`
    with ${givenRows(given)},
    ${countedWords(sql`
      search_entries where kind = ${kind} and id = any(${ids}::bigint[])`)},
    gone as (
      delete from search_entries
      where kind = ${kind} and id = any(${ids}::bigint[]) and id not in (select id from given)
    )
    insert into search_entries (kind, id, head, words)
    select ${kind}, id, head, words
    from given
    on conflict (kind, id) do update set head = excluded.head, words = excluded.words`.execute(rows(tx))
}

function givenRows(given: readonly IndexRow[]): RawBuilder<unknown> {
  return sql`
    given as materialized (
      select g.id, g.head::tsvector as head, g.words::tsvector as words
      from json_to_recordset(${JSON.stringify(given)}::json) as g(id bigint, head text, words text)
    )`
}

/** Adds the words of `given` to the table of words, and subtracts those of the rows they replace. */
function countedWords(before: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    counts as (
      select word, sum(n)::int as n
      from (
        select unnest(tsvector_to_array(head)) as word, 1 as n
        from given
        union all
        select unnest(tsvector_to_array(head)), -1
        from ${before}
      ) both_sides
      where ${isShown}
      group by word
      having sum(n) <> 0
      order by word
    ),
    counted as (
      insert into search_words as w (word, things)
      select word, n
      from counts
      on conflict (word) do update set things = w.things + excluded.things
    )`
}

// Words that may be displayed as completions: no bare numbers, no marked lexemes (tokens.ts), no pairs of Han or Kana.
const isShown = sql`
  length(word) between 2 and 40 and word !~ '^([~^#=]|[0-9]+$)' and word !~ '[\u2e80-\ud7ff\uf900-\ufaff]'`

/** Deletes words that no product or entry has any longer. */
export async function forgetWords(tx: Tx): Promise<void> {
  await sql`delete from search_words where things <= 0`.execute(rows(tx))
}

/** Refreshes PostgreSQL's statistics. */
export async function analyzeIndex(db: Database): Promise<void> {
  await sql`analyze search_products, search_entries, search_words`.execute(rows(db))
}

/**
 * Sorts products into tiers by sales, products in stock first: `most` in tier 0, `next` in tier 1, the rest in tier 2.
 * Moves at most `limit` products and returns how many. In a shop of no more than `most` products nothing moves.
 */
export async function choosePopular(
  tx: Tx,
  { most, next, limit }: { most: number; next: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with best as materialized (
      select s.product_id
      from search_products s
      join products p on p.id = s.product_id
      order by p.in_stock desc, p.sold_count desc, p.id desc limit ${most + next}
    ),
    ranked as materialized (
      select product_id, case when row_number() over () <= ${most} then 0 else 1 end as tier
      from best
    ),
    wanted as materialized (
      select s.product_id, coalesce(r.tier, 2) as tier
      from search_products s
      left join ranked r on r.product_id = s.product_id
      where s.tier <> coalesce(r.tier, 2)
      limit ${limit}
    )
    update search_products s
    set tier = w.tier
    from wanted w
    where w.product_id = s.product_id`.execute(rows(tx))
  return Number(numAffectedRows ?? 0)
}
