import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { PictureRow } from '#features/listing/queries/cards.ts'

/** A category or a collection as stored, with its texts by language. */
export interface GroupRow {
  id: number
  slug: string
  parentId: number | null
  names: Record<string, string>
  descriptions: Record<string, string> | null
  picture: Omit<PictureRow, 'alt' | 'options'> | null
}

const pictureJson = sql`(
    select json_build_object(
      'key', i.key, 'width', i.width,
      'height', i.height, 'preview', i.preview,
      'color', i.average_color
    )
    from pictures i
    where i.id = g.picture_id
  )`

/** All visible categories, parents not nested, in the merchant's order. */
export async function allCategories(db: Db, locales: readonly string[]): Promise<GroupRow[]> {
  const { rows: found } = await sql<GroupRow>`
    select g.id, g.slug, g.parent_id as "parentId", ${pictureJson} as picture, null as descriptions,
      (
        select json_object_agg(t.locale, t.name)
        from category_texts t
        where t.category_id = g.id and t.locale = any(${localeArray(locales)})
      ) as names
    from categories g
    where g.visible
    order by g.position, g.id`.execute(rows(db))
  return found
}

/** A category's descriptions by language: not in `allCategories`, which every page's menu reads. */
export async function categoryDescriptions(
  db: Db,
  category: number,
  locales: readonly string[],
): Promise<Record<string, string> | null> {
  const { rows: found } = await sql<{ descriptions: Record<string, string> | null }>`
    select json_object_agg(t.locale, t.description) as descriptions
    from category_texts t
    where t.category_id = ${category}
      and t.locale = any(${localeArray(locales)})
      and t.description is not null`.execute(rows(db))
  return found[0]?.descriptions ?? null
}

export async function allCollections(db: Db, locales: readonly string[]): Promise<GroupRow[]> {
  const { rows: found } = await sql<GroupRow>`
    select g.id, g.slug, null::bigint as "parentId", ${pictureJson} as picture,
      (
        select json_object_agg(t.locale, t.name)
        from collection_texts t
        where t.collection_id = g.id and t.locale = any(${localeArray(locales)})
      ) as names,
      (
        select json_object_agg(t.locale, t.description)
        from collection_texts t
        where t.collection_id = g.id and t.locale = any(${localeArray(locales)}) and t.description is not null
      ) as descriptions
    from collections g
    where g.visible
    order by g.position, g.id`.execute(rows(db))
  return found
}

export async function tagBySlug(
  db: Db,
  slug: string,
  locales: readonly string[],
): Promise<{ id: number; slug: string; names: Record<string, string> } | null> {
  const { rows: found } = await sql<{ id: number; slug: string; names: Record<string, string> }>`
    select g.id, g.slug,
      (
        select json_object_agg(t.locale, t.name)
        from tag_texts t
        where t.tag_id = g.id and t.locale = any(${localeArray(locales)})
      ) as names
    from tags g
    where g.slug = ${slug}`.execute(rows(db))
  return found[0] ?? null
}
