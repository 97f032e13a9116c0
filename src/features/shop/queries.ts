import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface StoredConfig {
  version: number
  document: unknown
}

/** The newest configuration document; null in a shop that has never been configured. */
export async function newestConfig(db: Db): Promise<StoredConfig | null> {
  const row = await rows(db)
    .selectFrom('shop_config')
    .select(['version', 'document'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** An older document, or the newest; null for a version that never was. */
export async function configOf(db: Db, version: number): Promise<StoredConfig | null> {
  const row = await rows(db)
    .selectFrom('shop_config')
    .select(['version', 'document'])
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

/** Writes the next version. Two writers of one version cannot both succeed: `version` is the primary key. */
export async function insertConfig(tx: Tx, version: number, document: unknown, now: Date): Promise<void> {
  await rows(tx)
    .insertInto('shop_config')
    .values({ version, document: JSON.stringify(document), changed_at: now })
    .execute()
}

/** The document that the newest one replaced; null where there is none. */
export async function replacedConfig(tx: Tx): Promise<StoredConfig | null> {
  const row = await rows(tx)
    .selectFrom('shop_config')
    .select(['version', 'document'])
    .orderBy('version', 'desc')
    .limit(1)
    .offset(1)
    .executeTakeFirst()
  return row ?? null
}

/** Where the shop's server was last open, such as `https://shop.example`; null of one that has never been. */
export async function notedOrigin(db: Db): Promise<string | null> {
  const row = await rows(db).selectFrom('shop_origin').select('origin').executeTakeFirst()
  return row?.origin ?? null
}

export async function noteOrigin(db: Db, origin: string, now: Date): Promise<void> {
  await rows(db)
    .insertInto('shop_origin')
    .values({ origin, noted_at: now })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ origin, noted_at: now }))
    .execute()
}
