import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The read side of articles, pages and comments. `locales` is the chain of fallbacks; a text in none of it comes in whatever there is. */

type Texts = Record<string, string>

interface PictureRow {
  key: string
  width: number
  height: number
  preview: string
  color: string
}

export interface ArticleCardRow {
  id: number
  slug: string
  author: { name: Texts; about?: Texts }
  publishedAt: Date
  texts: Record<string, { title: string; summary: string | null }> | null
  picture: PictureRow | null
  alt: Texts
}

const pictureJson = sql`(
    select jsonb_build_object(
      'key', i.key, 'width', i.width,
      'height', i.height, 'preview', i.preview,
      'color', i.average_color
    )
    from pictures i
    where i.id = e.picture_id
  )`

/** The columns of `ArticleCardRow`, of the article `e`. */
const cardColumns = (locales: readonly string[]) => sql`
  e.id, e.slug, e.author, e.published_at as "publishedAt", e.picture_alt as alt, ${pictureJson} as picture,
  (
    select jsonb_object_agg(t.locale, jsonb_build_object('title', t.title, 'summary', t.summary))
    from article_texts t
    where t.article_id = e.id
      and (
        t.locale = any(${localeArray(locales)})
        or not exists (
          select from article_texts o
          where o.article_id = e.id and o.locale = any(${localeArray(locales)})
        )
      )
  ) as texts`

export async function articleCards(
  db: Db,
  query: { now: Date; tag: string | null; limit: number; offset: number },
  locales: readonly string[],
): Promise<{ total: number; articles: ArticleCardRow[] }> {
  const { now, tag, limit, offset } = query
  const { rows: found } = await sql<ArticleCardRow & { total: number }>`
    select ${cardColumns(locales)}, count(*) over () as total
    from articles e
    where e.visible
      and e.published_at <= ${now}
      and (
        ${tag}::text is null
        or exists (
          select from article_tags x
          join tags g on g.id = x.tag_id
          where x.article_id = e.id and g.slug = ${tag}
        )
      )
    order by e.published_at desc, e.id desc limit ${limit} offset ${offset}`.execute(rows(db))
  return { total: found[0]?.total ?? 0, articles: found }
}

/** Others that share tags or products with this one, those that share most first; then the newest. */
export async function relatedCards(
  db: Db,
  query: { now: Date; id: number; limit: number },
  locales: readonly string[],
): Promise<ArticleCardRow[]> {
  const { now, id, limit } = query
  const { rows: found } = await sql<ArticleCardRow>`
    select ${cardColumns(locales)}
    from articles e
    where e.visible and e.published_at <= ${now} and e.id <> ${id}
    order by
      (
          select count(*)
          from article_tags a
          join article_tags b using (tag_id)
          where a.article_id = e.id and b.article_id = ${id}
        )
        + (
          select count(*)
          from article_products a
          join article_products b using (product_id)
          where a.article_id = e.id and b.article_id = ${id}
        ) desc,
      e.published_at desc, e.id desc limit ${limit}`.execute(rows(db))
  return found
}

/** The cards of these articles; hidden ones and those that are not published yet are left out. */
export async function articleCardsByIds(
  db: Db,
  ids: readonly number[],
  now: Date,
  locales: readonly string[],
): Promise<ArticleCardRow[]> {
  if (ids.length === 0) return []
  const { rows: found } = await sql<ArticleCardRow>`
    select ${cardColumns(locales)}
    from articles e
    where e.id = any(${ids}::bigint[]) and e.visible and e.published_at <= ${now}`.execute(rows(db))
  return found
}

/** The tags of visible articles, those with most articles first. */
export async function tagsOfArticles(
  db: Db,
  now: Date,
  locales: readonly string[],
): Promise<{ slug: string; names: Texts | null; count: number }[]> {
  const { rows: found } = await sql<{ slug: string; names: Texts | null; count: number }>`
    select g.slug, count(*) as count,
      (
        select jsonb_object_agg(t.locale, t.name)
        from tag_texts t
        where t.tag_id = g.id and t.locale = any(${localeArray(locales)})
      ) as names
    from article_tags x
    join tags g on g.id = x.tag_id
    join articles e on e.id = x.article_id
    where e.visible and e.published_at <= ${now}
    group by g.id
    order by count(*) desc, g.slug limit 100`.execute(rows(db))
  return found
}

export interface CommentRow {
  code: string
  author: string
  locale: string
  content: string
  official: boolean
  createdAt: Date
}

const commentColumns = sql`c.code, c.author, c.locale, c.content, c.official, c.created_at as "createdAt"`

/** Comments that answer none which can be seen, the newest first; null for an article that is not there. */
export async function commentsOf(
  db: Db,
  query: { article: string; now: Date; limit: number; offset: number },
): Promise<{ total: number; threads: (CommentRow & { replies: CommentRow[] })[] } | null> {
  const { article, now, limit, offset } = query
  const first = sql`
    not exists (
      select from article_comments o
      where o.code = c.answers and o.article_id = c.article_id and o.visible
    )`
  const { rows: found } = await sql<{ id: number; total: number }>`
    select e.id,
      (select count(*) from article_comments c where c.article_id = e.id and c.visible and ${first}) as total
    from articles e
    where e.slug = ${article} and e.visible and e.published_at <= ${now}`.execute(rows(db))
  if (found[0] === undefined) return null
  const { id, total } = found[0]
  if (total === 0) return { total, threads: [] }
  const { rows: shown } = await sql<CommentRow>`
    select ${commentColumns}
    from article_comments c
    where c.article_id = ${id} and c.visible and ${first}
    order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`.execute(rows(db))
  const codes = shown.map(({ code }) => code)
  const { rows: replies } = await sql<CommentRow & { thread: string }>`
    with recursive below(code, thread) as (
      select code, code
      from article_comments
      where code = any(${codes}::text[])
      union
      select c.code, b.thread
      from below b
      join article_comments c on c.answers = b.code and c.article_id = ${id} and c.visible
    )
    select ${commentColumns}, b.thread
    from below b
    join article_comments c using (code)
    where b.code <> b.thread
    order by c.created_at, c.id limit 200`.execute(rows(db))
  return {
    total,
    threads: shown.map((row) => ({
      ...row,
      replies: replies.filter(({ thread }) => thread === row.code),
    })),
  }
}

export interface ArticleRow extends Omit<ArticleCardRow, 'texts'> {
  updatedAt: Date | null
  texts: Record<string, { title: string; summary: string | null; body: string | null }> | null
  tags: { slug: string; names: Texts | null }[]
  productIds: number[]
}

export async function articleBySlug(
  db: Db,
  slug: string,
  now: Date,
  locales: readonly string[],
): Promise<ArticleRow | null> {
  const { rows: found } = await sql<ArticleRow>`
    select e.id, e.slug, e.author, e.published_at as "publishedAt", e.updated_at as "updatedAt",
      e.picture_alt as alt, ${pictureJson} as picture,
      (
        select jsonb_object_agg(
          t.locale, jsonb_build_object('title', t.title, 'summary', t.summary, 'body', t.body)
        )
        from article_texts t
        where t.article_id = e.id
          and (
            t.locale = any(${localeArray(locales)})
            or not exists (
              select from article_texts o
              where o.article_id = e.id and o.locale = any(${localeArray(locales)})
            )
          )
      ) as texts,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'slug', g.slug,
              'names',
              (
                select jsonb_object_agg(t.locale, t.name)
                from tag_texts t
                where t.tag_id = g.id and t.locale = any(${localeArray(locales)})
              )
            )
            order by g.slug
          ),
          '[]'
        )
        from article_tags x
        join tags g on g.id = x.tag_id
        where x.article_id = e.id
      ) as tags,
      array(
        select x.product_id from article_products x where x.article_id = e.id order by x.position
      ) as "productIds"
    from articles e
    where e.slug = ${slug} and e.visible and e.published_at <= ${now}`.execute(rows(db))
  return found[0] ?? null
}

export interface PageRow {
  id: number
  slug: string
  texts: Record<string, { title: string; summary: string | null; body: string | null }> | null
  picture: PictureRow | null
  alt: Texts
}

export async function pageBySlug(db: Db, slug: string, locales: readonly string[]): Promise<PageRow | null> {
  const { rows: found } = await sql<PageRow>`
    select e.id, e.slug, e.picture_alt as alt, ${pictureJson} as picture,
      (
        select jsonb_object_agg(
          t.locale, jsonb_build_object('title', t.title, 'summary', t.summary, 'body', t.body)
        )
        from page_texts t
        where t.page_id = e.id
          and (
            t.locale = any(${localeArray(locales)})
            or not exists (
              select from page_texts o
              where o.page_id = e.id and o.locale = any(${localeArray(locales)})
            )
          )
      ) as texts
    from pages e
    where e.slug = ${slug} and e.visible`.execute(rows(db))
  return found[0] ?? null
}

/** The visible pages in the order in which they came. */
export async function pageTitles(
  db: Db,
  locales: readonly string[],
): Promise<{ id: number; slug: string; titles: Texts | null }[]> {
  const { rows: found } = await sql<{ id: number; slug: string; titles: Texts | null }>`
    select e.id, e.slug,
      (
        select jsonb_object_agg(t.locale, t.title)
        from page_texts t
        where t.page_id = e.id
          and (
            t.locale = any(${localeArray(locales)})
            or not exists (
              select from page_texts o
              where o.page_id = e.id and o.locale = any(${localeArray(locales)})
            )
          )
      ) as titles
    from pages e
    where e.visible
    order by e.id`.execute(rows(db))
  return found
}

/** Some article comes to be published after the one moment and not after the other. */
export async function publishedBetween(db: Db, after: Date, until: Date): Promise<boolean> {
  const found = await rows(db)
    .selectFrom('articles')
    .select('id')
    .where('published_at', '>', after)
    .where('published_at', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
