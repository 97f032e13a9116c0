import { sql } from 'kysely'
import type { PlacedPicture } from '#features/media/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { putEntries, type EntriesPut, type EntryTable } from '#platform/server/db/put-entries.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The write side of articles, pages and comments. */

const pictureColumns = { picture_id: 'bigint', picture_source: 'text', picture_alt: 'jsonb' }
const textColumns = { title: 'text', summary: 'text', body: 'text' }

export const articleTable: EntryTable = {
  name: 'articles',
  key: 'slug',
  columns: {
    visible: 'boolean',
    author: 'jsonb',
    published_at: 'timestamptz',
    updated_at: 'timestamptz',
    ...pictureColumns,
  },
}
const articleTexts: OwnedTable = {
  name: 'article_texts',
  owner: 'article_id',
  key: { locale: 'text' },
  columns: textColumns,
}
const articleProducts: OwnedTable = {
  name: 'article_products',
  owner: 'article_id',
  key: { product_id: 'bigint' },
  columns: { position: 'int' },
}
const articleTags: OwnedTable = {
  name: 'article_tags',
  owner: 'article_id',
  key: { tag_id: 'bigint' },
  columns: {},
}

export interface ArticleRowIn extends PlacedPicture {
  slug: string
  visible: boolean
  author: unknown
  published_at: string
  updated_at: string | null
}

export interface TextRowIn {
  locale: string
  title: string
  summary: string | null
  body: string | null
}

export interface ArticleIn {
  row: ArticleRowIn
  texts: readonly TextRowIn[]
  /** Ids, in the order in which they are shown. */
  products: readonly number[]
  tags: readonly number[]
}

export async function putArticles(tx: Tx, given: readonly ArticleIn[]): Promise<EntriesPut> {
  const put = await putEntries(
    tx,
    articleTable,
    given.map(({ row }) => row),
  )
  const owned = given.map((article) => ({ id: put.ids.get(article.row.slug)!, ...article }))
  const ids = owned.map(({ id }) => id)
  const texts = owned.flatMap(({ id, texts }) => texts.map((text) => ({ article_id: id, ...text })))
  const products = owned.flatMap(({ id, products }) =>
    products.map((product_id, position) => ({ article_id: id, product_id, position })),
  )
  const tags = owned.flatMap(({ id, tags }) => tags.map((tag_id) => ({ article_id: id, tag_id })))
  const touched = [
    ...(await replaceRows(tx, articleTexts, ids, texts)),
    ...(await replaceRows(tx, articleProducts, ids, products)),
    ...(await replaceRows(tx, articleTags, ids, tags)),
  ]
  return withTouched(put, touched)
}

export const pageTable: EntryTable = {
  name: 'pages',
  key: 'slug',
  columns: { visible: 'boolean', ...pictureColumns },
}
const pageTexts: OwnedTable = {
  name: 'page_texts',
  owner: 'page_id',
  key: { locale: 'text' },
  columns: textColumns,
}

export interface PageIn {
  row: PlacedPicture & { slug: string; visible: boolean }
  texts: readonly TextRowIn[]
}

export async function putPages(tx: Tx, given: readonly PageIn[]): Promise<EntriesPut> {
  const put = await putEntries(
    tx,
    pageTable,
    given.map(({ row }) => row),
  )
  const owned = given.map((page) => ({ id: put.ids.get(page.row.slug)!, ...page }))
  const texts = owned.flatMap(({ id, texts }) => texts.map((text) => ({ page_id: id, ...text })))
  return withTouched(
    put,
    await replaceRows(
      tx,
      pageTexts,
      owned.map(({ id }) => id),
      texts,
    ),
  )
}

export const commentTable: EntryTable = {
  name: 'article_comments',
  key: 'code',
  columns: {
    article_id: 'bigint',
    answers: 'text',
    author: 'text',
    locale: 'text',
    content: 'text',
    official: 'boolean',
    created_at: 'timestamptz',
  },
}

export interface CommentIn {
  code: string
  article_id: number
  answers: string | null
  author: string
  locale: string
  content: string
  official: boolean
  created_at: string
}

export function putComments(tx: Tx, given: readonly CommentIn[]): Promise<EntriesPut> {
  return putEntries(tx, commentTable, given)
}

/** The articles that these comments stand below now. */
export async function commentedArticles(tx: Tx, codes: readonly string[]): Promise<number[]> {
  const { rows: found } = await sql<{
    id: number
  }>`
    select distinct article_id as id
    from article_comments
    where code = any(${codes}::text[])`.execute(rows(tx))
  return found.map(({ id }) => id)
}

export async function articleIds(tx: Tx, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows: found } = await sql<{
    id: number
    slug: string
  }>`select id, slug from articles where slug = any(${slugs}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, slug }) => [slug, id]))
}

function withTouched({ ids, added, changed }: EntriesPut, touched: readonly number[]): EntriesPut {
  return { ids, added, changed: new Set([...changed, ...touched]).difference(added) }
}
