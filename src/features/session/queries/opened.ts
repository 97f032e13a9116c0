import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Links to orders that customers have taken back. A guest's order has nobody who could. */

/** For which order a key was signed, and when. */
export interface SignedFor {
  order: number
  at: Date
}

/** The ids of those orders whose customer has not taken the links of then back, in that order. */
export async function withoutTakenBack(db: Db, signed: readonly SignedFor[]): Promise<number[]> {
  if (signed.length === 0) return []
  const { rows: gone } = await sql<{ id: number }>`
    select o.id
    from unnest(
      ${signed.map(({ order }) => order)}::bigint[], ${signed.map(({ at }) => at)}::timestamptz[]
    ) s(id, at)
    join orders o on o.id = s.id
    join customers c on c.id = o.customer_id
    where s.at <= c.links_valid_from`.execute(rows(db))
  const ids = new Set(gone.map(({ id }) => id))
  return signed.map(({ order }) => order).filter((id) => !ids.has(id))
}
