import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { putEntries, type EntriesPut, type EntryTable } from '#platform/server/db/put-entries.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The write side of reviews. */

export const reviewTable: EntryTable = {
  name: 'reviews',
  key: 'code',
  columns: {
    product_id: 'bigint',
    sku_id: 'bigint',
    author: 'text',
    locale: 'text',
    score: 'smallint',
    title: 'text',
    content: 'text',
    created_at: 'timestamptz',
    helpful_count: 'int',
    verified: 'boolean',
    reply: 'text',
    replied_at: 'timestamptz',
    fit: 'text',
    edited_at: 'timestamptz',
  },
  growing: ['helpful_count'],
}
const reviewPictures: OwnedTable = {
  name: 'review_pictures',
  owner: 'review_id',
  key: { position: 'int' },
  columns: { picture_id: 'bigint', alt: 'jsonb', source: 'text' },
}

export interface ReviewIn {
  row: {
    code: string
    product_id: number
    sku_id: number | null
    author: string
    locale: string
    score: number
    title: string | null
    content: string
    created_at: string
    helpful_count: number
    verified: boolean
    reply: string | null
    replied_at: string | null
    fit: string | null
    edited_at: string | null
  }
  pictures: readonly { picture_id: number; alt: Record<string, string>; source: string | null }[]
}

export async function putReviews(tx: Tx, given: readonly ReviewIn[]): Promise<EntriesPut> {
  const put = await putEntries(
    tx,
    reviewTable,
    given.map(({ row }) => row),
  )
  const owned = given.map(({ row, pictures }) => ({ id: put.ids.get(row.code)!, pictures }))
  const touched = await replaceRows(
    tx,
    reviewPictures,
    owned.map(({ id }) => id),
    owned.flatMap(({ id, pictures }) =>
      pictures.map((picture, position) => ({ review_id: id, position, ...picture })),
    ),
  )
  return { ...put, changed: new Set([...put.changed, ...touched]).difference(put.added) }
}

/** Of these codes, the reviews that buyers wrote here: what nobody else may change of them. */
export async function ownWords(
  tx: Tx,
  codes: readonly string[],
): Promise<Map<string, Partial<ReviewIn['row']>>> {
  const { rows: found } = await sql<{ code: string; row: Partial<ReviewIn['row']> }>`
    select code,
      json_build_object(
        'product_id', product_id, 'sku_id', sku_id,
        'author', author, 'locale', locale,
        'score', score, 'title', title,
        'content', content, 'created_at', created_at,
        'verified', verified, 'fit', fit,
        'edited_at', edited_at
      ) as row
    from reviews
    where code = any(${codes}::text[]) and order_line_id is not null`.execute(rows(tx))
  return new Map(found.map(({ code, row }) => [code, row]))
}

/** The products that these reviews are of now. */
export async function reviewedProducts(tx: Tx, codes: readonly string[]): Promise<number[]> {
  const { rows: found } = await sql<{
    id: number
  }>`select distinct product_id as id from reviews where code = any(${codes}::text[])`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** SKU → its id and product. Retired ones too: people have bought them. */
export async function skuOwners(
  tx: Tx,
  skus: readonly string[],
): Promise<Map<string, { id: number; product: string }>> {
  if (skus.length === 0) return new Map()
  const { rows: found } = await sql<{ id: number; sku: string; product: string }>`
    select s.id, s.sku, p.slug as product
    from skus s
    join products p on p.id = s.product_id
    where s.sku = any(${skus}::text[])`.execute(rows(tx))
  return new Map(found.map(({ sku, id, product }) => [sku, { id, product }]))
}

/** The ratings of these products from their visible reviews; products without any are missing. */
export async function ratingsOf(
  tx: Tx,
  products: readonly number[],
): Promise<{ productId: number; average: number; count: number }[]> {
  const { rows: found } = await sql<{ productId: number; average: number; count: number }>`
    select product_id as "productId", round(avg(score), 2) as average, count(*) as count
    from reviews
    where visible and product_id = any(${products}::bigint[])
    group by 1`.execute(rows(tx))
  return found
}
