import { sql, type Kysely, type RawBuilder } from 'kysely'
import { handle, type Db } from './db.ts'
import type { DB } from './schema.gen.ts'

/** Opens the handle. Only the `queries.ts` of the feature that owns a table may import this. */
export function rows(db: Db): Kysely<DB> {
  return db[handle]
}

/** The condition that a column has one of these values; null for any. */
export function among(column: string, values: readonly string[] | null): RawBuilder<boolean> {
  return values === null ? sql`true` : sql`${sql.ref(column)} = any(${values}::text[])`
}
