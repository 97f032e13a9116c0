import { sql, type RawBuilder } from 'kysely'
import type { Locale } from '#i18n/locales.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ChangedText, Pack } from './contract.ts'

/* All SQL on the interface texts of a shop. */

export interface StoredWords {
  packs: Pack[]
  changed: ChangedText[]
}

/** ISO 8601, the same whatever the zone of a connection: nodes compare it. */
function utc(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Everything that a shop has of its own, of one moment: a statement sees one snapshot. */
export async function storedWords(db: Db): Promise<StoredWords> {
  const { rows: found } = await sql<{ packs: Pack[] | null; changed: ChangedText[] | null }>`
    select
      (
        select json_agg(
          json_build_object(
            'language', p.language, 'lang', p.lang,
            'messages', p.messages, 'addedAt', ${utc('p.added_at')}
          )
          order by p.language
        )
        from word_packs p
      ) as packs,
      (
        select json_agg(
          json_build_object(
            'language', w.language, 'key', w.key,
            'message', w.message, 'changedAt', ${utc('w.changed_at')}
          )
          order by w.language, w.key
        )
        from words w
      ) as changed`.execute(rows(db))
  return { packs: found[0]!.packs ?? [], changed: found[0]!.changed ?? [] }
}

/** Nobody else writes texts until the transaction ends: what a text may be depends on the pack below it. */
export async function lockWords(tx: Tx): Promise<void> {
  await sql`lock table word_packs in share row exclusive mode`.execute(rows(tx))
}

/** Turns a language on, or gives it another pack. */
export async function putPack(tx: Tx, pack: Omit<Pack, 'addedAt'>, now: Date): Promise<void> {
  const messages = pack.messages === null ? null : JSON.stringify(pack.messages)
  await sql`
    insert into word_packs (language, lang, messages, added_at)
    values (${pack.language}, ${pack.lang}, ${messages}::jsonb, ${now})
    on conflict (language) do update set lang = excluded.lang, messages = excluded.messages,
      added_at = excluded.added_at`.execute(rows(tx))
}

/** Turns a language off, with all that the merchant changed in it. */
export async function deletePack(tx: Tx, language: Locale): Promise<void> {
  await rows(tx).deleteFrom('words').where('language', '=', language).execute()
  await rows(tx).deleteFrom('word_packs').where('language', '=', language).execute()
}

/** Writes texts of one language, or those of the same keys anew. */
export async function putTexts(
  tx: Tx,
  language: Locale,
  texts: readonly { key: string; message: string }[],
  now: Date,
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    insert into words (language, key, message, changed_at)
    select ${language}, t.key, t.message, ${now}
    from json_to_recordset(${JSON.stringify(texts)}::json) as t(key text, message text)
    on conflict (language, key) do update set message = excluded.message,
      changed_at = excluded.changed_at`.execute(rows(tx))
}

/** Brings texts back as they come. */
export async function deleteTexts(tx: Tx, language: Locale, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await rows(tx).deleteFrom('words').where('language', '=', language).where('key', 'in', keys).execute()
}
