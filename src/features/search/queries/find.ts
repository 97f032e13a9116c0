import { sql, type RawBuilder } from 'kysely'
import { rankFound, type FoundProduct } from '#features/listing/queries/rank-found.ts'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import { entryKinds, type EntryKind } from './index.ts'

/* What is found. Every question is bounded: by `most`, and by the lists of words that it is asked with. */

/** Where so many are found, `search_candidates` no longer asks for descriptions. */
const page = 48

/** How good a hit is: the points of the best row that is true, for each group, added up. */
export interface Ranking {
  /** tsqueries on the head, best first. */
  groups: readonly (readonly { query: string; points: number }[])[]
}

export interface ProductsQuery {
  /** A `tsquery`. */
  wanted: string
  /** A `tsquery` for what is named so: found in every tier. Null: nothing may be. */
  named: string | null
  ranking: Ranking
  currency: string
  /** So many are compared. */
  most: number
  /** With so many found, the next tier is not asked. */
  enough: number
  /** Ids that are returned. */
  limit: number
  /** Points that one must have. */
  least: number
  /** Asked for as well when fewer than `few` have what is wanted. */
  more: { wanted: string; enough: number; few: number } | null
}

export interface ProductHits {
  /** Best first. */
  ids: number[]
  /** Of those that were compared, that are fit. */
  total: number
  /** There are no others. */
  isAll: boolean
  /** Of the best. */
  points: number
}

/**
 * The visible products with a price in the currency that have what is wanted, best first, and in the same statement
 * what is nearly as good.
 * @returns `more` is null when it was not asked for
 */
export async function findProducts(
  db: Db,
  query: ProductsQuery,
): Promise<{ first: ProductHits; more: ProductHits | null }> {
  const { wanted, named, ranking, currency, most, enough, limit, least, more } = query
  const candidates = (tsquery: string, stop: number): RawBuilder<unknown> =>
    sql`search_candidates(${tsquery}::tsquery, ${named}::tsquery, ${most}::int, ${stop}::int)`
  const near =
    more === null
      ? sql``
      : sql`
        union all
        select true, id, head
        from ${candidates(more.wanted, more.enough)}
        where (select count(*) from first) < ${more.few}::int`
  let compared = { first: 0, more: 0, tiers: false }
  const [first = [], others = []] = await rankFound(db, currency, async (news) => {
    // Heads are taken out of their rows once (`|| ''`): each comparison would fetch them again.
    const { rows: read } = await sql<{
      news: string | null
      tiers: boolean
      first: FoundProduct[] | null
      others: FoundProduct[] | null
      comparedFirst: number
      comparedOthers: number
    }>`
      with first as materialized (select false as near, id, head from ${candidates(wanted, enough)})
      select ${news} as news, exists (select from search_known) or exists (select from search_rest) as tiers,
        best.*
      from (
        select
          json_agg(json_build_array(id, points)) filter (where not near and points >= ${least}::int) as first,
          json_agg(json_build_array(id, points)) filter (where near) as others,
          (count(*) filter (where not near))::int as "comparedFirst",
          (count(*) filter (where near))::int as "comparedOthers"
        from (
          select near, id, ${score(ranking)} as points
          from (
            select near, id, head || ''::tsvector as head
            from (select near, id, head from first ${near}) c
            offset 0
          ) c
          offset 0
        ) c
      ) best`.execute(rows(db))
    const answer = read[0]!
    compared = { first: answer.comparedFirst, more: answer.comparedOthers, tiers: answer.tiers }
    return { lists: [answer.first ?? [], answer.others ?? []], news: answer.news }
  })
  const hits = (found: readonly FoundProduct[], of: number, stop: number): ProductHits => ({
    ids: found.slice(0, limit).map(([id]) => id),
    total: found.length,
    isAll: of < (compared.tiers ? Math.min(stop, page) : most),
    points: found[0]?.[1] ?? 0,
  })
  return {
    first: hits(first, compared.first, enough),
    more: more !== null && compared.first < more.few ? hits(others, compared.more, more.enough) : null,
  }
}

function score({ groups }: Ranking): RawBuilder<unknown> {
  const cases = groups.map(
    (group) =>
      sql`(
          case
            ${sql.join(
              group.map(({ query, points }) => sql`when c.head @@ ${query}::tsquery then ${sql.lit(points)}`),
              sql` `,
            )}
            else 0
          end
        )`,
  )
  return cases.length === 0 ? sql`0` : sql.join(cases, sql` + `)
}

/**
 * The same, in a text that is the same whatever is asked: to plan the question about entries takes PostgreSQL ten times
 * as long as to answer it. For hundreds of rows it is slower than {@link score}.
 */
function scoreByList({ groups }: Ranking): RawBuilder<unknown> {
  const all = groups.flatMap((group, no) => group.map(({ query, points }) => ({ query, points, no })))
  const [queries, nos, points] = [
    all.map(({ query }) => query),
    all.map(({ no }) => no),
    all.map((one) => one.points),
  ]
  return sql`
    coalesce(
      (
        select sum(points)
        from (
          select max(r.points) as points
          from unnest(${queries}::text[]::tsquery[], ${nos}::int[], ${points}::int[]) r(query, no, points)
          where c.head @@ r.query
          group by r.no
        ) best
      ),
      0
    )::int`
}

/** How many products each of these would find, counted up to `most`. */
export async function countProducts(
  db: Db,
  wanted: readonly string[],
  currency: string,
  most: number,
): Promise<number[]> {
  if (wanted.length === 0) return []
  const lists = await rankFound(db, currency, async (news) => {
    const { rows: read } = await sql<{ news: string | null; lists: FoundProduct[][] }>`
      select ${news} as news,
        (
          select json_agg(
            coalesce(
              (
                select json_agg(json_build_array(c.id, 0))
                from search_candidates(w.query::tsquery, null, ${most}::int, ${most}::int) c
              ),
              '[]'
            )
            order by place
          )
          from unnest(${wanted}::text[]) with ordinality w(query, place)
        ) as lists`.execute(rows(db))
    return read[0]!
  })
  return lists.map((list) => list.length)
}

export interface EntryRow {
  kind: EntryKind
  slug: string
  titles: Record<string, string>
  /** 0: the words stand somewhere in its text. */
  points: number
}

/** The visible categories, collections, articles and pages that have what is wanted, at most `limit` of each. */
export async function findEntries(
  db: Db,
  query: { wanted: string; ranking: Ranking; locales: readonly string[]; now: Date; limit: number },
): Promise<EntryRow[]> {
  const { wanted, ranking, locales, now, limit } = query
  const { rows: found } = await sql<EntryRow>`
    with hits as materialized (
      select c.kind, c.id, ${scoreByList(ranking)} as points
      from search_entries c
      where c.words @@ ${wanted}::tsquery
      limit 500
    ),
    seen as (
      ${sql.join(
        entryKinds.map((kind) => seenEntries(kind, now)),
        sql` union all `,
      )}
    ),
    best as (select *, row_number() over (partition by kind order by points desc, id) as place from seen)
    select kind, slug, titles, points
    from (
      ${sql.join(
        entryKinds.map((kind) => titledEntries(kind, locales, limit)),
        sql` union all `,
      )}
    ) titled
    where titles is not null
    order by kind, place`.execute(rows(db))
  return found
}

const tables: Readonly<Record<EntryKind, string>> = {
  category: 'categories',
  collection: 'collections',
  article: 'articles',
  page: 'pages',
}

function seenEntries(kind: EntryKind, now: Date): RawBuilder<unknown> {
  const published = kind === 'article' ? sql` and e.published_at <= ${now}` : sql``
  // What a thing is named is what it is about; a word somewhere in a long text is little.
  const named = kind === 'article' || kind === 'page' ? sql`` : sql` and h.points > 0`
  return sql`
    select h.kind, h.id, h.points, e.slug
    from hits h
    join ${sql.table(tables[kind])} e on e.id = h.id
    where h.kind = ${sql.lit(kind)} and e.visible${published}${named}`
}

function titledEntries(kind: EntryKind, locales: readonly string[], limit: number): RawBuilder<unknown> {
  const title = sql.ref(kind === 'article' || kind === 'page' ? 't.title' : 't.name')
  const owner = sql.ref(`t.${kind}_id`)
  return sql`
    select b.kind, b.slug, b.place, b.points,
      (
        select json_object_agg(t.locale, ${title})
        from ${sql.table(`${kind}_texts`)} t
        where ${owner} = b.id
          and (
            t.locale = any(${localeArray(locales)})
            or not exists (
              select from ${sql.table(`${kind}_texts`)} o
              where ${sql.ref(`o.${kind}_id`)} = b.id and o.locale = any(${localeArray(locales)})
            )
          )
      ) as titles
    from best b
    where b.kind = ${sql.lit(kind)} and b.place <= ${sql.lit(limit)}`
}
