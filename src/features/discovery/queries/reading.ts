import { sql } from 'kysely'
import { homePageSlug } from '#features/content/contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What feeds of articles and the overview for language models tell. */

export interface FeedArticle {
  slug: string
  title: string
  summary: string | null
  /** HTML, sanitised when it was stored. */
  body: string | null
  author: Record<string, string>
  tags: string[]
  publishedAt: Date
  picture: string | null
}

/** The newest articles with texts in the language. */
export async function newestArticles(
  db: Db,
  locale: string,
  now: Date,
  limit: number,
): Promise<FeedArticle[]> {
  const { rows: found } = await sql<FeedArticle>`
    select e.slug, t.title, t.summary, t.body, e.author->'name' as author, e.published_at as "publishedAt",
      (select i.key from pictures i where i.id = e.picture_id) as picture,
      array(
        select coalesce(n.name, g.slug)
        from article_tags x
        join tags g on g.id = x.tag_id
        left join tag_texts n on n.tag_id = g.id and n.locale = ${locale}
        where x.article_id = e.id
        order by g.slug
      ) as tags
    from articles e
    join article_texts t on t.article_id = e.id and t.locale = ${locale}
    where e.visible and e.published_at <= ${now}
    order by e.published_at desc, e.id desc limit ${limit}`.execute(rows(db))
  return found
}

export interface Named {
  slug: string
  name: string
  /** Plain text or HTML. */
  about: string | null
}

/** The shop's categories, collections and pages, in one language. */
export async function overview(
  db: Db,
  locale: string,
  limit: number,
): Promise<{ categories: Named[]; collections: Named[]; pages: Named[]; products: number }> {
  const { rows: found } = await sql<{
    categories: Named[]
    collections: Named[]
    pages: Named[]
    products: number
  }>`
    select
      (
        select coalesce(json_agg(g), '[]')
        from (
          select e.slug, t.name, t.description as about
          from categories e
          join category_texts t on t.category_id = e.id and t.locale = ${locale}
          where e.visible
          order by e.position, e.id limit ${limit}
        ) g
      ) as categories,
      (
        select coalesce(json_agg(g), '[]')
        from (
          select e.slug, t.name, t.description as about
          from collections e
          join collection_texts t on t.collection_id = e.id and t.locale = ${locale}
          where e.visible
          order by e.position, e.id limit ${limit}
        ) g
      ) as collections,
      (
        select coalesce(json_agg(g), '[]')
        from (
          select e.slug, t.title as name, t.summary as about
          from pages e
          join page_texts t on t.page_id = e.id and t.locale = ${locale}
          where e.visible and e.slug <> ${homePageSlug}
          order by e.id limit ${limit}
        ) g
      ) as pages,
      (
        select greatest(c.reltuples, 0)::bigint from pg_class c where c.oid = 'products'::regclass
      ) as products`.execute(rows(db))
  return found[0]!
}
