import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { namedKinds, type NamedKind } from '#wire/entry-slugs.ts'
import { entryTables } from '../queries.ts'

/* The slugs that entries have in single languages, in place of their own. */

export interface CurrentSlug {
  kind: NamedKind
  locale: string
  /** The entry's own slug. */
  entry: string
  slug: string
}

/** All slugs that entries have in single languages. */
export async function currentSlugs(db: Db): Promise<CurrentSlug[]> {
  const each = namedKinds.map(
    (kind) => sql`
      select x.kind, x.locale, e.slug as entry, x.slug
      from entry_slugs x
      join ${sql.table(entryTables[kind].table)} e on e.id = x.entry_id
      where x.kind = ${kind} and not x.is_former`,
  )
  const { rows: found } = await sql<CurrentSlug>`${sql.join(each, sql` union all `)}`.execute(rows(db))
  return found
}

/** The slugs of the row `owner` in single languages, as JSON; null for none. */
export function slugsOf(kind: NamedKind, owner: string): RawBuilder<unknown> {
  return sql`
    (
      select json_object_agg(x.locale, x.slug order by x.locale collate "C")
      from entry_slugs x
      where x.kind = ${kind} and x.entry_id = ${sql.ref(owner)} and not x.is_former
    )`
}

/** An entry of a file or a command, with its slugs in single languages. */
export interface SlugsWanted {
  /** Its own. */
  slug: string
  slugs: Readonly<Record<string, string>>
}

interface SlugTaken {
  /** Of the wanted. */
  entry: string
  slug: string
  /** Who has it. */
  owner: string
  /** In which language; null for its own slug. */
  locale: string | null
}

/**
 * What of the wanted slugs other entries of the shop have. Entries that are themselves among the wanted are left out:
 * they may be about to change.
 */
export async function takenSlugs(
  tx: Tx,
  kind: NamedKind,
  wanted: readonly SlugsWanted[],
): Promise<SlugTaken[]> {
  const { table } = entryTables[kind]
  const own = wanted.map(({ slug }) => slug)
  const named = wanted.flatMap(({ slug: entry, slugs }) =>
    Object.entries(slugs).map(([locale, slug]) => ({ entry, locale, slug })),
  )
  const { rows: found } = await sql<SlugTaken>`
    with wanted as (
      select entry, locale, slug
      from json_to_recordset(${JSON.stringify(named)}::json) as g(entry text, locale text, slug text)
    )
    select w.entry, w.slug, e.slug as owner, null as locale
    from wanted w
    join ${sql.table(table)} e on e.slug = w.slug
    where e.slug <> w.entry
    union all
    select w.entry, w.slug, e.slug, x.locale
    from wanted w
    join entry_slugs x on x.kind = ${kind} and x.locale = w.locale and x.slug = w.slug and not x.is_former
    join ${sql.table(table)} e on e.id = x.entry_id
    where e.slug <> all(${own}::text[])
    union all
    select o.slug, o.slug, e.slug, x.locale
    from unnest(${own}::text[]) o(slug)
    join entry_slugs x on x.kind = ${kind} and x.slug = o.slug and not x.is_former
    join ${sql.table(table)} e on e.id = x.entry_id
    where e.slug <> all(${own}::text[])`.execute(rows(tx))
  return found
}

/** Makes these the slugs of the entries in single languages; those before lead on. Returns the ids of the changed. */
export async function putSlugs(
  tx: Tx,
  kind: NamedKind,
  given: readonly { id: number; slugs: Readonly<Record<string, string>> }[],
): Promise<number[]> {
  if (given.length === 0) return []
  const wanted = JSON.stringify(
    given.flatMap(({ id, slugs }) => Object.entries(slugs).map(([locale, slug]) => ({ id, locale, slug }))),
  )
  const type = sql.raw('g(id bigint, locale text, slug text)')
  const { rows: left } = await sql<{ id: number }>`
    update entry_slugs x
    set is_former = true
    where x.kind = ${kind}
      and x.entry_id = any(${given.map(({ id }) => id)}::bigint[])
      and not x.is_former
      and not exists (
        select from json_to_recordset(${wanted}::json) as ${type}
        where g.id = x.entry_id and g.locale = x.locale and g.slug = x.slug
      )
    returning x.entry_id as id`.execute(rows(tx))
  const { rows: put } = await sql<{ id: number }>`
    insert into entry_slugs as x (kind, locale, slug, entry_id)
    select ${kind}, g.locale, g.slug, g.id
    from json_to_recordset(${wanted}::json) as ${type}
    on conflict (kind, locale, slug) do update set entry_id = excluded.entry_id, is_former = false
    where x.is_former
    returning x.entry_id as id`.execute(rows(tx))
  return [...new Set([...left, ...put].map(({ id }) => id))]
}

/** The slugs of one entry in single languages. */
export async function slugsOfEntry(tx: Tx, kind: NamedKind, id: number): Promise<Record<string, string>> {
  const found = await rows(tx)
    .selectFrom('entry_slugs')
    .select(['locale', 'slug'])
    .where('kind', '=', kind)
    .where('entry_id', '=', id)
    .where('is_former', '=', false)
    .execute()
  return Object.fromEntries(found.map(({ locale, slug }) => [locale, slug]))
}
