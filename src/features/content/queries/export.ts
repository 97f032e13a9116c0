import { sql } from 'kysely'
import { slugsOf } from '#features/names/queries/entry-slugs.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { among, rows } from '#platform/server/db/rows.ts'

/* Articles, pages and comments as they are written to a file, in one order that no database setting changes. */

type Texts = Record<string, string>

export interface ExportedPicture {
  source: string | null
  key: string
  made: object | null
}

export interface ExportedPage {
  slug: string
  /** In single languages; null for none. */
  slugs: Texts | null
  visible: boolean
  texts: { locale: string; title: string; summary: string | null; body: string | null }[]
  picture: ExportedPicture | null
  alt: Texts
}

export interface ExportedArticle extends ExportedPage {
  author: { name: Texts; about?: Texts }
  publishedAt: Date
  updatedAt: Date | null
  tags: string[]
  products: string[]
}

const picture = sql`
  (
    select json_build_object('source', e.picture_source, 'key', i.key, 'made', i.made)
    from pictures i
    where i.id = e.picture_id
  ) as picture`
const texts = (table: string, owner: string) => sql`
  (
    select coalesce(
      json_agg(
        json_build_object('locale', t.locale, 'title', t.title, 'summary', t.summary, 'body', t.body)
        order by t.locale collate "C"
      ),
      '[]'
    )
    from ${sql.table(table)} t
    where t.${sql.ref(owner)} = e.id
  ) as texts`

/** The next articles by slug after the given one; none at the end. @param only these; null for all */
export async function exportedArticles(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedArticle[]> {
  const { rows: found } = await sql<ExportedArticle>`
    select e.slug, ${slugsOf('article', 'e.id')} as slugs, e.visible, e.author,
      e.published_at as "publishedAt", e.updated_at as "updatedAt", e.picture_alt as alt, ${picture},
      ${texts('article_texts', 'article_id')},
      array(
        select g.slug
        from article_tags x
        join tags g on g.id = x.tag_id
        where x.article_id = e.id
        order by g.slug collate "C"
      ) as tags,
      array(
        select p.slug
        from article_products x
        join products p on p.id = x.product_id
        where x.article_id = e.id
        order by x.position
      ) as products
    from articles e
    where e.slug collate "C" > ${after} and ${among('e.slug', only)}
    order by e.slug collate "C" limit ${limit}`.execute(rows(tx))
  return found
}

/** The next pages in the order in which they came, which is the order in which they are shown. */
export async function exportedPages(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedPage[]> {
  const { rows: found } = await sql<ExportedPage>`
    select e.slug, ${slugsOf('page', 'e.id')} as slugs, e.visible, e.picture_alt as alt, ${picture},
      ${texts('page_texts', 'page_id')}
    from pages e
    where e.id > coalesce((select id from pages where slug = ${after}), 0) and ${among('e.slug', only)}
    order by e.id limit ${limit}`.execute(rows(tx))
  return found
}

export interface ExportedComment {
  code: string
  article: string
  answers: string | null
  author: string
  locale: string
  content: string
  createdAt: Date
  official: boolean
}

/** The next comments by code after the given one; none at the end. Hidden ones are left out. */
export async function exportedComments(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedComment[]> {
  const { rows: found } = await sql<ExportedComment>`
    select c.code, e.slug as article, c.answers, c.author, c.locale, c.content, c.created_at as "createdAt",
      c.official
    from article_comments c
    join articles e on e.id = c.article_id
    where c.visible and c.code collate "C" > ${after} and ${among('c.code', only)}
    order by c.code collate "C" limit ${limit}`.execute(rows(tx))
  return found
}
