import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** The paths of all films and captions in the shop's own folder. */
export async function filmPaths(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ path: string }>`
    select distinct path
    from (
      select v ->> 'src' as path
      from products, jsonb_array_elements(videos) v
      where videos <> '[]'
      union all
      select c.value
      from products, jsonb_array_elements(videos) v, jsonb_each_text(v -> 'captions') c
      where videos <> '[]'
    ) f
    where path not like 'https://%'
    order by 1`.execute(rows(db))
  return found.map(({ path }) => path)
}
