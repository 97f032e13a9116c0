import { sql, type RawBuilder } from 'kysely'
import { rankFound, type FoundProduct } from '#features/listing/queries/rank-found.ts'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import { entryKinds, type EntryKind } from './index.ts'

/* Matching products and entries. Every statement is bounded: by `maxCandidates`, and by the number of words. */

/** With this many candidates, `search_candidates` does not go on to descriptions. */
const page = 48

/** The score of a hit: for each group the points of its first `tsquery` that matches, added up. */
export interface Ranking {
  /** `tsquery`s on `head` (title, brand, type, labels), each group's best first. */
  groups: readonly (readonly { query: string; points: number }[])[]
}

export interface ProductsQuery {
  /** A `tsquery`. */
  wanted: string
  /** A `tsquery` for a whole title or article number: it is asked of every tier. Null for none. */
  named: string | null
  ranking: Ranking
  currency: string
  /** Candidates that are scored. */
  maxCandidates: number
  /** With this many candidates, the next tier is not asked. */
  stopAfter: number
  /** Ids that are returned. */
  limit: number
  /** Hits with fewer points are left out. */
  minPoints: number
  /** A looser query, run in the same statement if the first has fewer than `below` candidates; saves a round trip. */
  fallback: { wanted: string; stopAfter: number; below: number } | null
}

export interface ProductHits {
  /** Best first. */
  ids: number[]
  /** Hits among the scored candidates. */
  total: number
  /** No bound was reached: `total` counts every match in the shop. */
  isComplete: boolean
  /** The best hit's score. */
  points: number
}

/**
 * The visible products with a price in the currency that match, best first, and in the same statement those of the
 * fallback.
 * @returns `fallback` is null when it was not run
 */
export async function findProducts(
  db: Db,
  query: ProductsQuery,
): Promise<{ full: ProductHits; fallback: ProductHits | null }> {
  const { wanted, named, ranking, currency, maxCandidates, stopAfter, limit, minPoints, fallback } = query
  const candidates = (tsquery: string, stop: number): RawBuilder<unknown> =>
    sql`search_candidates(${tsquery}::tsquery, ${named}::tsquery, ${maxCandidates}::int, ${stop}::int)`
  const near =
    fallback === null
      ? sql``
      : sql`
        union all
        select true, id, head
        from ${candidates(fallback.wanted, fallback.stopAfter)}
        where (select count(*) from first) < ${fallback.below}::int`
  let compared = { first: 0, others: 0, hasTiers: false }
  const [first = [], others = []] = await rankFound(db, currency, async (news) => {
    // `|| ''` copies each head out of its row once; otherwise every comparison would fetch it again.
    const { rows: read } = await sql<{
      news: string | null
      tiers: boolean
      first: FoundProduct[] | null
      others: FoundProduct[] | null
      comparedFirst: number
      comparedOthers: number
    }>`
      with first as materialized (select false as near, id, head from ${candidates(wanted, stopAfter)})
      select ${news} as news, exists (select from search_known) or exists (select from search_rest) as tiers,
        best.*
      from (
        select
          json_agg(json_build_array(id, points)) filter (
            where not near and points >= ${minPoints}::int
          ) as first,
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
    compared = { first: answer.comparedFirst, others: answer.comparedOthers, hasTiers: answer.tiers }
    return { lists: [answer.first ?? [], answer.others ?? []], news: answer.news }
  })
  const hits = (found: readonly FoundProduct[], candidateCount: number, stop: number): ProductHits => ({
    ids: found.slice(0, limit).map(([id]) => id),
    total: found.length,
    isComplete: candidateCount < (compared.hasTiers ? Math.min(stop, page) : maxCandidates),
    points: found[0]?.[1] ?? 0,
  })
  return {
    full: hits(first, compared.first, stopAfter),
    fallback:
      fallback !== null && compared.first < fallback.below
        ? hits(others, compared.others, fallback.stopAfter)
        : null,
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
 * The same score with the ranking in parameters, so that all queries share one prepared statement: planning the query for
 * entries takes PostgreSQL ten times as long as running it. For hundreds of rows it is slower than {@link score}.
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

/** How many products each of these `tsquery`s matches, counted up to `maxCandidates`. */
export async function countProducts(
  db: Db,
  wanted: readonly string[],
  currency: string,
  maxCandidates: number,
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
                from search_candidates(w.query::tsquery, null, ${maxCandidates}::int, ${maxCandidates}::int) c
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
  /** 0: only its text matches. */
  points: number
}

/** The visible categories, collections, articles and pages that match, at most `limit` of each kind. */
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
  // Categories and collections only count by their names: a word in a long description says little.
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
