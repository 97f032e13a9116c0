import type { Kysely } from 'kysely'
import { handle, type Db } from './db.ts'
import type { DB } from './schema.gen.ts'

/** Opens the handle. Only the `queries.ts` of the feature that owns a table may import this. */
export function rows(db: Db): Kysely<DB> {
  return db[handle]
}
