import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

/** A script or stylesheet of one build. */
export interface AssetRow {
  /** SHA-256 of the content. */
  hash: Buffer
  /** Without the hash of its URL: `base.css`. */
  name: string
}

/** Notes that a node serves these files. Returns the hashes that are not stored yet. */
export async function seeAssets(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<Buffer[]> {
  const { rows: known } = await sql<{ hash: Buffer }>`
    update assets set seen_at = ${now} where hash = any(${hashes}::bytea[]) returning hash`.execute(rows(tx))
  return hashes.filter((hash) => !known.some((one) => one.hash.equals(hash)))
}

/** Stores a file, unless another node has just stored it. */
export async function keepAsset(
  tx: Tx,
  { hash, name, content }: AssetRow & { content: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    insert into assets (hash, name, content, seen_at)
    values (${hash}, ${name}, ${content}, ${now})
    on conflict do nothing`.execute(rows(tx))
}

/** Deletes all versions of each file but the newest. */
export async function deleteOldAssets(tx: Tx, most: number): Promise<void> {
  await sql`
    delete from assets
    where hash in (
      select hash
      from (
        select hash, row_number() over (partition by name order by seen_at desc, hash) as place
        from assets
      ) versions
      where place > ${most}
    )`.execute(rows(tx))
}

/** All versions that are stored, without their contents. */
export async function listAssets(db: Db): Promise<AssetRow[]> {
  const { rows: found } = await sql<AssetRow>`select hash, name from assets`.execute(rows(db))
  return found
}

/** The content with this hash; null if it is not stored, or not any more. */
export async function findAsset(db: Db, hash: Buffer): Promise<Buffer | null> {
  const { rows: found } = await sql<{ content: Buffer }>`
    select content from assets where hash = ${hash}`.execute(rows(db))
  return found[0]?.content ?? null
}
