import { sql, type RawBuilder } from 'kysely'
import { rankFound, type FoundProduct } from '#features/catalog/queries/rank-found.ts'
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

/**
 * The visible products with a price in the currency that have what is wanted, best first.
 * @param wanted a `tsquery`; `most`: so many are compared; `enough`: with so many found, the next tier is not asked;
 * `least`: points that one must have; `total`: of them, that are fit; `isAll`: there are no others; `points`: of the best
 */
export async function findProducts(
  db: Db,
  query: {
    wanted: string
    ranking: Ranking
    currency: string
    most: number
    enough: number
    limit: number
    least: number
  },
): Promise<{ ids: number[]; total: number; isAll: boolean; points: number }> {
  const { wanted, ranking, currency, most, enough, limit, least } = query
  let isAll = true
  const [found = []] = await rankFound(db, currency, async (news) => {
    // Taken out of the row once (`|| ''`): each comparison would fetch it again.
    const { rows: read } = await sql<{
      news: string | null
      found: FoundProduct[] | null
      compared: number
      tiers: boolean
    }>`
      select ${news} as news, exists (select from search_known) or exists (select from search_rest) as tiers, best.*
      from (
        select json_agg(json_build_array(id, points)) filter (where points >= ${least}::int) as found, count(*)::int as compared
        from (select id, ${score(ranking)} as points from (
          select id, head || ''::tsvector as head from search_candidates(${wanted}::tsquery, ${most}::int, ${enough}::int) offset 0
        ) c offset 0) c
      ) best`.execute(rows(db))
    const { compared, tiers } = read[0]!
    isAll = compared < (tiers ? Math.min(enough, page) : most)
    return { lists: [read[0]!.found ?? []], news: read[0]!.news }
  })
  return {
    ids: found.slice(0, limit).map(([id]) => id),
    total: found.length,
    isAll,
    points: found[0]?.[1] ?? 0,
  }
}

function score({ groups }: Ranking): RawBuilder<unknown> {
  const cases = groups.map(
    (group) =>
      sql`(case ${sql.join(
        group.map(({ query, points }) => sql`when c.head @@ ${query}::tsquery then ${sql.lit(points)}`),
        sql` `,
      )} else 0 end)`,
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
  return sql`coalesce((
    select sum(points) from (
      select max(r.points) as points from unnest(${queries}::text[]::tsquery[], ${nos}::int[], ${points}::int[]) r(query, no, points)
      where c.head @@ r.query group by r.no) best), 0)::int`
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
      select ${news} as news, (select json_agg(coalesce((
          select json_agg(json_build_array(c.id, 0)) from search_candidates(w.query::tsquery, ${most}::int, ${most}::int) c), '[]') order by place)
        from unnest(${wanted}::text[]) with ordinality w(query, place)) as lists`.execute(rows(db))
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
      select c.kind, c.id, ${scoreByList(ranking)} as points from search_entries c where c.words @@ ${wanted}::tsquery limit 500
    ),
    seen as (${sql.join(
      entryKinds.map((kind) => seenEntries(kind, now)),
      sql` union all `,
    )}),
    best as (select *, row_number() over (partition by kind order by points desc, id) as place from seen)
    select kind, slug, titles, points from (${sql.join(
      entryKinds.map((kind) => titledEntries(kind, locales, limit)),
      sql` union all `,
    )}) titled where titles is not null order by kind, place`.execute(rows(db))
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
  return sql`select h.kind, h.id, h.points, e.slug from hits h join ${sql.table(tables[kind])} e on e.id = h.id where h.kind = ${sql.lit(kind)} and e.visible${published}${named}`
}

function titledEntries(kind: EntryKind, locales: readonly string[], limit: number): RawBuilder<unknown> {
  const title = sql.ref(kind === 'article' || kind === 'page' ? 't.title' : 't.name')
  const owner = sql.ref(`t.${kind}_id`)
  return sql`select b.kind, b.slug, b.place, b.points, (select json_object_agg(t.locale, ${title}) from ${sql.table(`${kind}_texts`)} t where ${owner} = b.id and (t.locale = any(${localeArray(locales)})
      or not exists (select from ${sql.table(`${kind}_texts`)} o where ${sql.ref(`o.${kind}_id`)} = b.id and o.locale = any(${localeArray(locales)})))) as titles
    from best b where b.kind = ${sql.lit(kind)} and b.place <= ${sql.lit(limit)}`
}
