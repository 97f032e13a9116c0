import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The catalogue's pictures, and those it still waits for. The bytes belong to the feature `media`. */

/** Pictures that were fetched from these URLs before. */
export async function picturesBySource(tx: Tx, sources: readonly string[]): Promise<Map<string, number>> {
  if (sources.length === 0) return new Map()
  const { rows: found } = await sql<{
    id: number
    source: string
  }>`select id, source from pictures where source = any(${sources}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, source }) => [source, id]))
}

/** A picture in its place. */
export interface PictureHere {
  pictureId: number
  source: string | null
  /** As the column has it: null for a real picture. */
  made: unknown
}

// Real pictures with a source, and recipes of older versions. A tile of this version is found by its key.
const worthKeeping = sql`i.made ->> 'icon' is null`

/** The pictures that these products have already, and that an import may keep. */
export async function picturesOfProducts(
  tx: Tx,
  products: readonly number[],
): Promise<(PictureHere & { productId: number; position: number })[]> {
  if (products.length === 0) return []
  const { rows: found } = await sql<PictureHere & { productId: number; position: number }>`
    select x.product_id as "productId", x.position, x.source, x.picture_id as "pictureId", i.made
    from product_pictures x
    join pictures i on i.id = x.picture_id
    where x.product_id = any(${products}::bigint[]) and ${worthKeeping}`.execute(rows(tx))
  return found
}

/** The same of these categories or collections, by slug. */
export async function picturesOfGroups(
  tx: Tx,
  kind: 'category' | 'collection',
  slugs: readonly string[],
): Promise<Map<string, PictureHere>> {
  const table = sql.table(kind === 'category' ? 'categories' : 'collections')
  const { rows: found } = await sql<PictureHere & { slug: string }>`
    select g.slug, g.picture_source as source, g.picture_id as "pictureId", i.made
    from ${table} g
    join pictures i on i.id = g.picture_id
    where g.slug = any(${slugs}::text[]) and ${worthKeeping}`.execute(rows(tx))
  return new Map(found.map(({ slug, ...here }) => [slug, here]))
}

/** Sources after `after`, in order, in whose place a tile still stands. */
export async function waitingSources(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ source: string }>`
    select w.source collate "C" as source
    from (
      select x.source, x.picture_id
      from product_pictures x
      where x.source is not null
      union all
      select picture_source, picture_id
      from categories
      where picture_source is not null
      union all
      select picture_source, picture_id
      from collections
      where picture_source is not null
    ) w
    join pictures i on i.id = w.picture_id
    where i.made is not null and w.source collate "C" > ${after}
    group by 1
    order by 1 limit ${limit}`.execute(rows(db))
  return found.map(({ source }) => source)
}

export interface PictureUsers {
  products: number[]
  categories: number[]
  collections: number[]
}

/** Shows the picture wherever a tile stands in the place of this source. Returns who shows it now. */
export async function showPicture(tx: Tx, source: string, picture: number): Promise<PictureUsers> {
  const tile = sql`in (select id from pictures where made is not null)`
  const { rows: products } = await sql<{ id: number }>`
    update product_pictures
    set picture_id = ${picture}
    where source = ${source} and picture_id ${tile}
    returning product_id as id`.execute(rows(tx))
  const { rows: categories } = await sql<{ id: number }>`
    update categories
    set picture_id = ${picture}
    where picture_source = ${source} and picture_id ${tile}
    returning id`.execute(rows(tx))
  const { rows: collections } = await sql<{ id: number }>`
    update collections
    set picture_id = ${picture}
    where picture_source = ${source} and picture_id ${tile}
    returning id`.execute(rows(tx))
  const ids = (found: { id: number }[]) => [...new Set(found.map(({ id }) => id))]
  return { products: ids(products), categories: ids(categories), collections: ids(collections) }
}
