import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { RevisionState } from './my-articles.ts'

/* Articles of customers as the merchant sees them, and what readers see of them. */

export interface RevisionRow {
  /** What the merchant names it by: exactly this text. */
  id: number
  /** The customer's article. */
  article: number
  articleId: number | null
  state: RevisionState
  title: string
  slug: string
  content: string
  locale: string
  reason: string | null
  writtenAt: Date
  decidedAt: Date | null
  /** Whether it changes an article that readers see. */
  isChange: boolean
  pictureId: number | null
  pictures: { id: number; key: string }[]
  customer: { id: number; number: string; nickname: string; firstName: string; lastName: string }
}

const columns = sql`
  r.id, w.id as article, w.article_id as "articleId", r.state, r.title, coalesce(e.slug, w.slug) as slug,
  r.content, r.locale, r.reason, r.written_at as "writtenAt", r.decided_at as "decidedAt",
  w.article_id is not null and r.state <> 'published' as "isChange", r.picture_id as "pictureId",
  (
    select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key) order by x.position), '[]')
    from article_revision_pictures x
    join pictures i on i.id = x.picture_id
    where x.revision_id = r.id
  ) as pictures,
  json_build_object(
    'id', c.id, 'number', c.number,
    'nickname', c.nickname, 'firstName', c.first_name,
    'lastName', c.last_name
  ) as customer`
const tables = sql`
  article_revisions r
  join customer_articles w on w.id = r.customer_article_id
  join customers c on c.id = w.customer_id
  left join articles e on e.id = w.article_id`

/** Revisions after an id, oldest first. @param state null: all but drafts, which are nobody's business */
export async function revisionRows(
  db: Db,
  state: RevisionState | null,
  after: number,
  limit: number,
): Promise<RevisionRow[]> {
  const { rows: found } = await sql<RevisionRow>`
    select ${columns}
    from ${tables}
    where r.id > ${after} and r.state <> 'draft' and (${state}::text is null or r.state = ${state})
    order by r.id limit ${limit}`.execute(rows(db))
  return found
}

export async function revisionById(db: Db, id: number): Promise<RevisionRow | null> {
  const { rows: found } = await sql<RevisionRow>`
    select ${columns} from ${tables} where r.id = ${id} and r.state <> 'draft'`.execute(rows(db))
  return found[0] ?? null
}

/** False where it is in another state by now. */
export async function decideRevision(
  tx: Tx,
  id: number,
  next: { state: 'published' | 'refused'; reason: string | null },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update article_revisions
    set state = ${next.state}, reason = ${next.reason}, decided_at = ${now}
    where id = ${id} and state = 'submitted'`.execute(rows(tx))
  return numAffectedRows === 1n
}

export interface PublishedText {
  slug: string
  author: Record<string, string>
  locale: string
  title: string
  /** Sanitised HTML. */
  body: string
  pictureId: number | null
}

/** Puts a text before readers for the first time; null where another article has the slug. */
export async function insertPublished(tx: Tx, text: PublishedText, now: Date): Promise<number | null> {
  const { rows: added } = await sql<{ id: number }>`
    insert into articles (slug, author, picture_id, published_at)
    values (${text.slug}, ${JSON.stringify({ name: text.author })}::jsonb, ${text.pictureId}, ${now})
    on conflict (slug) do nothing
    returning id`.execute(rows(tx))
  const [article] = added
  if (article === undefined) return null
  await putText(tx, article.id, text)
  return article.id
}

/** Puts a new text in the place of a published one, in the other language where that has changed. */
export async function updatePublished(
  tx: Tx,
  id: number,
  text: PublishedText,
  former: string | null,
  now: Date,
): Promise<void> {
  // An import compares with what it remembers: this is something else.
  await sql`
    update articles
    set author = author || jsonb_build_object('name', ${JSON.stringify(text.author)}::jsonb),
      picture_id = ${text.pictureId}, picture_source = null, updated_at = ${now}, hash = ''
    where id = ${id}`.execute(rows(tx))
  if (former !== null && former !== text.locale)
    await sql`
      delete from article_texts where article_id = ${id} and locale = ${former}`.execute(rows(tx))
  await putText(tx, id, text)
}

async function putText(tx: Tx, id: number, { locale, title, body }: PublishedText): Promise<void> {
  await sql`
    insert into article_texts (article_id, locale, title, body)
    values (${id}, ${locale}, ${title}, ${body})
    on conflict (article_id, locale) do update set title = excluded.title,
      body = excluded.body`.execute(rows(tx))
}

/** @param article what is published of a customer's article; null for nothing more */
export async function linkPublished(tx: Tx, id: number, article: number): Promise<void> {
  await rows(tx).updateTable('customer_articles').set({ article_id: article }).where('id', '=', id).execute()
}

/** The language of the published revision; null where there is none. */
export async function publishedLocale(tx: Tx, article: number): Promise<string | null> {
  const found = await rows(tx)
    .selectFrom('article_revisions')
    .select('locale')
    .where('customer_article_id', '=', article)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return found?.locale ?? null
}

/** Takes an article from its readers, with its comments and hearts: its address answers that it is gone. */
export async function deletePublished(tx: Tx, id: number): Promise<void> {
  await rows(tx).deleteFrom('articles').where('id', '=', id).execute()
}
