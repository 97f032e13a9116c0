import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

export interface DictionaryRow {
  /** SHA-256 of the content. */
  hash: Buffer
  langPath: string
  content: Buffer
}

/** The dictionary of one language and edition; null before one is made. */
export async function findDictionary(
  db: Db,
  langPath: string,
  edition: string,
): Promise<DictionaryRow | null> {
  const { rows: found } = await sql<DictionaryRow>`
    select hash, lang_path as "langPath", content
    from dictionaries
    where lang_path = ${langPath} and edition = ${edition}`.execute(rows(db))
  return found[0] ?? null
}

/** The dictionary with this hash; null if there is none, or none any more. */
export async function findDictionaryByHash(db: Db, hash: Buffer): Promise<DictionaryRow | null> {
  const { rows: found } = await sql<DictionaryRow>`
    select hash, lang_path as "langPath", content from dictionaries where hash = ${hash}`.execute(rows(db))
  return found[0] ?? null
}

/** Stores one, unless another node has stored that of the same edition before. */
export async function keepDictionary(
  tx: Tx,
  { hash, langPath, content, edition }: DictionaryRow & { edition: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into dictionaries (hash, lang_path, edition, content, created_at)
    values (${hash}, ${langPath}, ${edition}, ${content}, ${now})
    on conflict do nothing`.execute(rows(tx))
}

/** Deletes all of a language but the newest. */
export async function deleteOldDictionaries(tx: Tx, langPath: string, most: number): Promise<void> {
  await sql`
    delete from dictionaries
    where lang_path = ${langPath}
      and hash not in (
        select hash
        from dictionaries
        where lang_path = ${langPath}
        order by created_at desc limit ${most}
      )`.execute(rows(tx))
}
