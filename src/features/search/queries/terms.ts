import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Search terms that found something, counted by language and day. Nothing else is stored. */

export async function addTerms(
  db: Db,
  day: string,
  terms: readonly { term: string; locale: string; count: number }[],
): Promise<void> {
  await sql`
    insert into search_terms as t (term, locale, day, count)
    select g.term, g.locale, ${day}::date, g.count
    from json_to_recordset(${JSON.stringify(terms)}::json) as g(term text, locale text, count int)
    order by 2, 1
    on conflict (locale, term, day) do update set count = t.count + excluded.count`.execute(rows(db))
}

/** The most frequent terms of a language. @param least searches below which a term is left out */
export async function frequentTerms(db: Db, locale: string, least: number, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ term: string }>`
    select term
    from search_terms
    where locale = ${locale}
    group by term
    having sum(count) >= ${least}
    order by sum(count) desc, term limit ${limit}`.execute(rows(db))
  return found.map(({ term }) => term)
}

/** @param before ISO date */
export async function pruneTerms(db: Db, before: string): Promise<void> {
  await sql`delete from search_terms where day < ${before}::date`.execute(rows(db))
}
