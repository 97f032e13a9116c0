import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Links that show a version to whoever has them. A link that is not there any more shows nothing. */

export interface ThemeLink {
  id: number
  /** Of the theme. */
  version: number
  expiresAt: Date
}

const columns = ['id', 'version_id as version', 'expires_at as expiresAt'] as const

/** Gives its id. */
export async function insertLink(tx: Tx, version: number, expiresAt: Date, now: Date): Promise<number> {
  const { id } = await rows(tx)
    .insertInto('theme_links')
    .values({ version_id: version, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null: it was taken back, or is over. */
export async function linkOf(db: Db, id: number, now: Date): Promise<ThemeLink | null> {
  const row = await rows(db)
    .selectFrom('theme_links')
    .select(columns)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Links that have not expired, the one that lasts longest first. @param version null: of all */
export function linksTo(db: Db, version: number | null, now: Date): Promise<ThemeLink[]> {
  return rows(db)
    .selectFrom('theme_links')
    .select(columns)
    .where('expires_at', '>', now)
    .$if(version !== null, (query) => query.where('version_id', '=', version!))
    .orderBy('expires_at', 'desc')
    .execute()
}

/** Takes all links to a version back; gives how many there were. */
export async function removeLinks(tx: Tx, version: number): Promise<number> {
  const { numDeletedRows } = await rows(tx)
    .deleteFrom('theme_links')
    .where('version_id', '=', version)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Links to a version show the version that replaces it from then on. */
export async function moveLinks(tx: Tx, from: number, to: number): Promise<void> {
  await rows(tx).updateTable('theme_links').set({ version_id: to }).where('version_id', '=', from).execute()
}

export async function pruneLinks(db: Db, before: Date): Promise<void> {
  await sql`
    delete from theme_links where expires_at < ${before}`.execute(rows(db))
}
