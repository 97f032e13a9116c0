import type { Database } from '#platform/server/db/db.ts'

/** A shown comment of a customer's, below an article of the shop's. @returns its code */
export async function plantComment({ pool }: Database, customer: number): Promise<string> {
  const { rows } = await pool.query<{ code: string }>(
    `with article as (
       insert into articles (slug, author, published_at) values ('oak', '{"name": {"en": "Ada"}}', now())
       on conflict (slug) do update set slug = excluded.slug
       returning id
     )
     insert into article_comments (code, article_id, customer_id, author, locale, content, created_at)
     select gen_random_uuid()::text, id, $1, 'Ada L.', 'en', 'Fine.', now() from article
     returning code`,
    [customer],
  )
  return rows[0]!.code
}

/** A draft of a customer's. @returns its id, and that of its revision */
export async function plantArticle(
  { pool }: Database,
  customer: number,
): Promise<{ id: number; revision: number }> {
  const { rows } = await pool.query<{ id: number; revision: number }>(
    `with article as (
       insert into customer_articles (customer_id, slug, created_at, updated_at)
       values ($1, gen_random_uuid()::text, now(), now())
       returning id
     )
     insert into article_revisions (customer_article_id, state, title, content, locale, written_at)
     select id, 'draft', 'Oak', 'Fine.', 'en', now() from article
     returning customer_article_id as id, id as revision`,
    [customer],
  )
  return rows[0]!
}

/** A stored picture, without its bytes, and the upload that it came by. */
export async function plantUpload(
  { pool }: Database,
  sign: string,
): Promise<{ key: string; upload: string }> {
  const [key, upload] = [sign.repeat(16), sign.repeat(32)]
  await pool.query(
    `with made as (
       insert into pictures (key, width, height, bytes, preview, average_color)
       values ($1, 1200, 800, 1000, '', '#aabbcc')
       returning id
     )
     insert into uploads (id, picture_id, created_at) select $2, id, now() from made`,
    [key, upload],
  )
  return { key, upload }
}
