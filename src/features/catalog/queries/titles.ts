import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface TitleQuery {
  /** All of them must stand in one title. */
  words: readonly string[]
  locales: readonly string[]
  currency: string
  limit: number
  offset: number
}

/** Ids of the visible products whose title holds every word, best sellers first, and how many there are. */
export async function idsByTitle(
  db: Db,
  { words, locales, currency, limit, offset }: TitleQuery,
): Promise<{ ids: number[]; total: number }> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const { rows: found } = await sql<{ id: number | null; total: number }>`
    with hits as materialized (
      select p.id, p.in_stock, p.sold_count from products p
      join product_prices pp on pp.product_id = p.id and pp.currency = ${currency}
      where p.visible and exists (
        select 1 from product_texts t
        where t.product_id = p.id and t.locale = any(${localeArray(locales)}) and t.title ilike all(${patterns}::text[])
      )
    )
    select page.id, total.count as total
    from (select count(*) as count from hits) total
    left join lateral (select id, row_number() over (order by in_stock desc, sold_count desc, id desc) as place from hits
      order by in_stock desc, sold_count desc, id desc limit ${limit} offset ${offset}) page on true
    order by page.place`.execute(rows(db))
  return { ids: found.flatMap(({ id }) => (id === null ? [] : [id])), total: found[0]?.total ?? 0 }
}
