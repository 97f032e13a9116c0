import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Articles that customers write, as their authors see them. */

interface PictureRow {
  key: string
  width: number
  height: number
  preview: string
  color: string
}

export type RevisionState = 'draft' | 'submitted' | 'refused' | 'published'

export interface OwnArticleRow {
  id: number
  slug: string
  /** Of the published article: the merchant may have renamed it. Null where nothing is published. */
  liveSlug: string | null
  isVisible: boolean
  title: string
  state: RevisionState
  reason: string | null
  picture: PictureRow | null
  updatedAt: Date
}

/** The revision `r` that is worked on, or else the published one, of the article `w`; what is published of it is `e`. */
const latest = sql`
  join lateral (
    select *
    from article_revisions v
    where v.customer_article_id = w.id
    order by v.state = 'published', v.id desc limit 1
  ) r on true
  left join articles e on e.id = w.article_id`

export async function ownArticles(
  db: Db,
  customer: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ articles: OwnArticleRow[]; total: number }> {
  const { rows: found } = await sql<OwnArticleRow>`
    select w.id, w.slug, e.slug as "liveSlug", coalesce(e.visible, false) as "isVisible", r.title, r.state,
      r.reason, w.updated_at as "updatedAt",
      (
        select jsonb_build_object(
          'key', i.key, 'width', i.width,
          'height', i.height, 'preview', i.preview,
          'color', i.average_color
        )
        from pictures i
        where i.id = r.picture_id
      ) as picture
    from customer_articles w ${latest}
    where w.customer_id = ${customer}
    order by w.updated_at desc, w.id desc limit ${limit} offset ${offset}`.execute(rows(db))
  return { articles: found, total: await countArticles(db, customer) }
}

export async function countArticles(db: Db, customer: number): Promise<number> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from customer_articles where customer_id = ${customer}`.execute(rows(db))
  return counted[0]!.total
}

export interface OwnDraftRow extends Omit<OwnArticleRow, 'picture' | 'updatedAt'> {
  revision: number
  content: string
  locale: string
  /** The key of the thumbnail. */
  thumbnail: string | null
  /** Keys, in the order of the text. */
  pictures: string[]
}

export async function ownDraft(db: Db, customer: number, id: number): Promise<OwnDraftRow | null> {
  const { rows: found } = await sql<OwnDraftRow>`
    select w.id, w.slug, e.slug as "liveSlug", coalesce(e.visible, false) as "isVisible", r.id as revision,
      r.title, r.content, r.locale, r.state, r.reason,
      (select i.key from pictures i where i.id = r.picture_id) as thumbnail,
      array(
        select i.key
        from article_revision_pictures x
        join pictures i on i.id = x.picture_id
        where x.revision_id = r.id
        order by x.position
      ) as pictures
    from customer_articles w ${latest}
    where w.customer_id = ${customer} and w.id = ${id}`.execute(rows(db))
  return found[0] ?? null
}

export interface LockedArticle {
  id: number
  customer: number
  slug: string
  /** What is published of it. */
  articleId: number | null
  /** The form that saved it last; null for one without a name. */
  savedIn: string | null
}

/** Who writes a revision of an article or decides on one locks the article first. @param customer null: the merchant */
export async function lockArticle(
  tx: Tx,
  id: number,
  customer: number | null,
): Promise<LockedArticle | null> {
  const { rows: found } = await sql<LockedArticle>`
    select id, customer_id as customer, slug, article_id as "articleId", saved_in as "savedIn"
    from customer_articles
    where id = ${id} and (${customer}::bigint is null or customer_id = ${customer})
    for update`.execute(rows(tx))
  return found[0] ?? null
}

/**
 * Locks the article that a form has made; null for a form that has made none, or has no name. Of two saves of one form
 * the second waits here for the first.
 */
export async function lockArticleMadeIn(
  tx: Tx,
  form: string,
  customer: number,
): Promise<LockedArticle | null> {
  if (form === '') return null
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`article form ${customer} ${form}`}, 0)
    )`.execute(rows(tx))
  const { rows: found } = await sql<LockedArticle>`
    select id, customer_id as customer, slug, article_id as "articleId", saved_in as "savedIn"
    from customer_articles
    where customer_id = ${customer} and made_in = ${form}
    for update`.execute(rows(tx))
  return found[0] ?? null
}

/** The revision that is worked on, or else the published one. */
export async function latestRevision(
  tx: Tx,
  article: number,
): Promise<{ id: number; state: RevisionState } | null> {
  const { rows: found } = await sql<{ id: number; state: RevisionState }>`
    select id, state
    from article_revisions
    where customer_article_id = ${article}
    order by state = 'published', id desc limit 1`.execute(rows(tx))
  return found[0] ?? null
}

/** From here to the end of the transaction no other author takes or changes the slug of an article. */
export async function holdSlugs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('slugs of customer articles', 0))`.execute(rows(tx))
}

/** A new article with a slug that is free while `holdSlugs` holds. */
export async function insertArticle(
  tx: Tx,
  customer: number,
  slug: string,
  form: string,
  now: Date,
): Promise<LockedArticle> {
  const { rows: added } = await sql<LockedArticle>`
    insert into customer_articles (customer_id, slug, made_in, saved_in, created_at, updated_at)
    values (${customer}, ${slug}, nullif(${form}, ''), nullif(${form}, ''), ${now}, ${now})
    returning id, customer_id as customer, slug, article_id as "articleId",
      saved_in as "savedIn"`.execute(rows(tx))
  return added[0]!
}

/** Those of the slugs that other articles of customers have reserved. */
export async function reservedAmong(
  tx: Tx,
  slugs: readonly string[],
  except: number | null,
): Promise<string[]> {
  const { rows: found } = await sql<{ slug: string }>`
    select slug
    from customer_articles
    where slug = any(${slugs}::text[]) and id is distinct from ${except}`.execute(rows(tx))
  return found.map(({ slug }) => slug)
}

/** @param form that saves it; empty for none */
export async function touchArticle(tx: Tx, id: number, slug: string, form: string, now: Date): Promise<void> {
  await rows(tx)
    .updateTable('customer_articles')
    .set({ slug, saved_in: form === '' ? null : form, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export interface NewRevision {
  article: number
  state: 'draft' | 'submitted'
  title: string
  content: string
  locale: string
  /** The thumbnail. */
  picture: number | null
  /** Those of the text, in its order. */
  pictures: readonly number[]
}

/**
 * Puts a revision in the place of the one that was worked on. Returns its id, and the ids of the pictures that the former
 * one had.
 */
export async function putRevision(
  tx: Tx,
  revision: NewRevision,
  now: Date,
): Promise<{ id: number; former: number[] }> {
  const former = await deleteRevisions(tx, revision.article, 'working')
  const { rows: added } = await sql<{ id: number }>`
    insert into article_revisions (customer_article_id, state, title, content, locale, picture_id, written_at)
    values (
      ${revision.article}, ${revision.state}, ${revision.title}, ${revision.content}, ${revision.locale},
      ${revision.picture}, ${now}
    )
    returning id`.execute(rows(tx))
  const { id } = added[0]!
  await sql`
    insert into article_revision_pictures (revision_id, picture_id, position)
    select ${id}, picture, place
    from unnest(${revision.pictures}::bigint[]) with ordinality p(picture, place)`.execute(rows(tx))
  return { id, former }
}

/** Deletes the revision that is worked on, or the published one. Returns the ids of its pictures. */
export async function deleteRevisions(
  tx: Tx,
  article: number,
  which: 'working' | 'published',
): Promise<number[]> {
  const { rows: shown } = await sql<{ picture: number }>`
    with gone as (
      delete from article_revisions
      where customer_article_id = ${article} and (state = 'published') = ${which === 'published'}
      returning id, picture_id
    )
    select picture_id as picture
    from gone
    where picture_id is not null
    union
    select x.picture_id
    from article_revision_pictures x
    where x.revision_id in (select id from gone)`.execute(rows(tx))
  return shown.map(({ picture }) => picture)
}

/** Ids of all articles of a customer. */
export async function articlesOf(tx: Tx, customer: number): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id from customer_articles where customer_id = ${customer} order by id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

export async function deleteArticleRow(tx: Tx, id: number): Promise<void> {
  await rows(tx).deleteFrom('customer_articles').where('id', '=', id).execute()
}
