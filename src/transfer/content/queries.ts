import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ContentKind } from './read.ts'

/* The content's pictures, and those it still waits for. The bytes belong to the feature `media`. */

const shown = sql`
  select 'article' as kind, id, slug as key, 0 as position, picture_id, picture_source as source,
    picture_alt as alt
  from articles
  union all
  select 'page', id, slug, 0, picture_id, picture_source, picture_alt
  from pages
  union all
  select 'promotion', id, slug, 0, picture_id, picture_source, picture_alt
  from promotions
  union all
  select 'review', r.id, r.code, x.position, x.picture_id, x.source, x.alt
  from review_pictures x
  join reviews r on r.id = x.review_id
  union all
  select 'prose', 0, x.source, 0, x.picture_id, x.source, '{}'
  from prose_pictures x
  where x.source not like '/media/%'`

export interface HeldPicture {
  key: string
  pictureId: number
  source: string | null
  alt: Record<string, string>
  /** As the column has it, of a tile that stands where the one of `source` is to be, or where there is none. */
  made: unknown
}

/** The pictures that these entries have already, in their order. @param keys slugs or codes */
export async function heldPictures(
  tx: Tx,
  kind: ContentKind,
  keys: readonly string[],
): Promise<HeldPicture[]> {
  const { rows: found } = await sql<HeldPicture>`
    select w.key, w.picture_id as "pictureId", w.source, w.alt, i.made
    from (${shown}) w
    join pictures i on i.id = w.picture_id
    where w.kind = ${kind} and w.key = any(${keys}::text[])
    order by w.key, w.position`.execute(rows(tx))
  return found
}

/** Sources after `after`, in order, in whose place a tile still stands, or nothing within a text. */
export async function waitingSources(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ source: string }>`
    select w.source collate "C" as source
    from (${shown}) w
    left join pictures i on i.id = w.picture_id
    where w.source is not null
      and (i.made is not null or w.kind = 'prose' and w.picture_id is null)
      and w.source collate "C" > ${after}
    group by 1
    order by 1 limit ${limit}`.execute(rows(db))
  return found.map(({ source }) => source)
}

/** Each real picture that the content shows, with the source that it is known by. */
export async function exportedPictures(tx: Tx): Promise<{ source: string | null; key: string }[]> {
  const { rows: found } = await sql<{ source: string | null; key: string }>`
    select distinct w.source, i.key
    from (${shown}) w
    join pictures i on i.id = w.picture_id
    where i.made is null
    order by i.key, w.source`.execute(rows(tx))
  return found
}

export interface PictureUsers {
  articles: number[]
  pages: number[]
  promotions: number[]
  /** Of the reviews. */
  products: number[]
  /** Products, categories and collections whose description shows it. */
  described: { products: number[]; categories: number[]; collections: number[] }
}

/** Shows the picture wherever a tile stands in the place of this source. Returns who shows it now. */
export async function showPicture(tx: Tx, source: string, picture: number): Promise<PictureUsers> {
  const tile = sql`in (select id from pictures where made is not null)`
  const put = async (table: 'articles' | 'pages' | 'promotions'): Promise<number[]> => {
    const { rows: found } = await sql<{ id: number }>`
      update ${sql.table(table)}
      set picture_id = ${picture}
      where picture_source = ${source} and picture_id ${tile}
      returning id`.execute(rows(tx))
    return found.map(({ id }) => id)
  }
  const { rows: reviews } = await sql<{ id: number }>`
    with put as (
      update review_pictures
      set picture_id = ${picture}
      where source = ${source} and picture_id ${tile}
      returning review_id
    )
    select distinct r.product_id as id
    from put
    join reviews r on r.id = put.review_id`.execute(rows(tx))
  const within = await showInTexts(tx, source, picture)
  return {
    articles: [...(await put('articles')), ...within.articles],
    pages: [...(await put('pages')), ...within.pages],
    promotions: [...(await put('promotions')), ...within.promotions],
    products: reviews.map(({ id }) => id),
    described: within.described,
  }
}

/** Shows the picture within the texts that name this source. Returns whose texts these are. */
async function showInTexts(
  tx: Tx,
  source: string,
  picture: number,
): Promise<Pick<PictureUsers, 'articles' | 'pages' | 'promotions' | 'described'>> {
  const { rows: put } = await sql<{ source: string }>`
    update prose_pictures
    set picture_id = ${picture}
    where source = ${source} and picture_id is null
    returning source`.execute(rows(tx))
  if (put.length === 0)
    return {
      articles: [],
      pages: [],
      promotions: [],
      described: { products: [], categories: [], collections: [] },
    }
  const named = `<img src="${source.replaceAll('&', '&amp;')}" `
  const owners = async (table: string, owner: string, column: string): Promise<number[]> => {
    const { rows: found } = await sql<{ id: number }>`
      select distinct ${sql.ref(owner)} as id
      from ${sql.table(table)}
      where position(${named} in ${sql.ref(column)}) > 0`.execute(rows(tx))
    return found.map(({ id }) => id)
  }
  return {
    articles: await owners('article_texts', 'article_id', 'body'),
    pages: await owners('page_texts', 'page_id', 'body'),
    promotions: await owners('promotion_texts', 'promotion_id', 'description'),
    described: {
      products: await owners('product_texts', 'product_id', 'description'),
      categories: await owners('category_texts', 'category_id', 'description'),
      collections: await owners('collection_texts', 'collection_id', 'description'),
    },
  }
}
