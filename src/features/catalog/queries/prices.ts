import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Deletes prices that ended before that moment: no rule needs more than 30 days. */
export async function prunePrices(db: Db, before: Date): Promise<void> {
  await sql`delete from price_history where until < ${before}`.execute(rows(db))
}
