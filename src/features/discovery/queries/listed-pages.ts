import { sql, type RawBuilder } from 'kysely'
import type { EntryKind } from '#features/names/contract.ts'
import { entryTables } from '#features/names/queries.ts'
import { homePageSlug } from '#features/content/contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'

/*
 * All URLs of the shop, for those who read it whole. Everything goes by ranges of ids: a million rows are never
 * held, and never skipped over.
 */

/** The kinds that have a page for everyone to find. */
export const listedKinds = [
  'product',
  'category',
  'collection',
  'tag',
  'article',
  'page',
  'promotion',
  'coupon',
  'inquiry',
] as const satisfies readonly EntryKind[]
export type ListedKind = (typeof listedKinds)[number]

/** SQL on the row `e`: entries to be listed; all others have no page, or an empty one. */
const listed: Readonly<Record<ListedKind, RawBuilder<unknown>>> = {
  article: sql`e.visible and e.published_at <= now()`,
  category: sql`
    e.visible
    and exists (
      select from product_categories x
      join products p on p.id = x.product_id
      where x.category_id = e.id and p.visible
    )`,
  collection: sql`
    e.visible
    and exists (
      select from collection_products x
      join products p on p.id = x.product_id
      where x.collection_id = e.id and p.visible
    )`,
  coupon: sql`e.visible and e.claimable and (e.ends_at is null or e.ends_at > now())`,
  inquiry: sql`e.visible`,
  page: sql`e.visible and e.slug <> ${homePageSlug}`,
  product: sql`e.visible and exists (select from skus s where s.product_id = e.id and not s.retired)`,
  promotion: sql`
    e.visible and (e.starts_at is null or e.starts_at <= now()) and (e.ends_at is null or e.ends_at > now())`,
  tag: sql`
    exists (
      select from product_tags x
      join products p on p.id = x.product_id
      where x.tag_id = e.id and p.visible
    )`,
}

/** SQL for the keys of the pictures of the row `e`. */
const pictures: Readonly<Partial<Record<ListedKind, RawBuilder<unknown>>>> = {
  product: sql`
    array(
      select i.key
      from product_pictures x
      join pictures i on i.id = x.picture_id
      where x.product_id = e.id and i.made is null
      order by x.position limit 3
    )`,
  tag: sql`array[]::text[]`,
  coupon: sql`array[]::text[]`,
  inquiry: sql`array[]::text[]`,
}
const ownPicture = sql`array(select i.key from pictures i where i.id = e.picture_id and i.made is null)`

export interface Chunk {
  /** From 1: it holds the entries with ids in `(number - 1) × size + 1 … number × size`. */
  number: number
  /** When one of them was last changed. */
  changedAt: Date
  /** The requested languages in which at least one entry has texts. */
  locales: string[]
}

/** The first range of `size` ids beyond an id with any rows in it; null after the last. */
export async function nextChunk(
  db: Db,
  kind: ListedKind,
  size: number,
  locales: readonly string[],
  after: number,
): Promise<Chunk | null> {
  const { table, texts, owner } = entryTables[kind]
  const { rows: found } = await sql<Chunk>`
    select c.number, c."changedAt",
      array(
        select l.locale
        from unnest(${localeArray(locales)}) l(locale)
        where exists (
          select from ${sql.table(table)} e
          join ${sql.table(texts)} t on t.${sql.ref(owner)} = e.id and t.locale = l.locale
          where e.id > (c.number - 1) * ${size}::bigint
            and e.id <= c.number * ${size}::bigint
            and ${listed[kind]}
        )
      ) as locales
    from (
      select f.number,
        (
          select max(e.changed_at)
          from ${sql.table(table)} e
          where e.id > (f.number - 1) * ${size}::bigint and e.id <= f.number * ${size}::bigint
        ) as "changedAt"
      from (
        select (min(e.id) - 1) / ${size}::bigint + 1 as number
        from ${sql.table(table)} e
        where e.id > ${after}
      ) f
      where f.number is not null
    ) c`.execute(rows(db))
  return found[0] ?? null
}

export interface FoundEntry {
  id: number
  slug: string
  changedAt: Date
  /** All languages that it has texts in. */
  locales: string[]
  /** Keys of its first pictures. */
  pictures: string[]
}

/** Entries with texts in the language, by id: after one, up to and including another. */
export async function entriesOf(
  db: Db,
  kind: ListedKind,
  locale: string,
  range: { after: number; until: number; limit: number },
): Promise<FoundEntry[]> {
  const { table, texts, owner } = entryTables[kind]
  const { rows: found } = await sql<FoundEntry>`
    select e.id, e.slug, e.changed_at as "changedAt", ${pictures[kind] ?? ownPicture} as pictures,
      array(select t.locale from ${sql.table(texts)} t where t.${sql.ref(owner)} = e.id) as locales
    from ${sql.table(table)} e
    where e.id > ${range.after}
      and e.id <= ${range.until}
      and ${listed[kind]}
      and exists (select from ${sql.table(texts)} t where t.${sql.ref(owner)} = e.id and t.locale = ${locale})
    order by e.id limit ${range.limit}`.execute(rows(db))
  return found
}

/** Grows with every change that is announced to the page caches: what machines read is the same while it is. */
export async function changeStamp(db: Db): Promise<number> {
  const { rows: found } = await sql<{
    stamp: number
  }>`select last_value as stamp from cache_changes_id_seq`.execute(rows(db))
  return found[0]!.stamp
}
