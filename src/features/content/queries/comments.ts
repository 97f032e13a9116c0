import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { CommentState } from '../contract/comments.ts'
import type { HeldFor } from '../rules/held-for.ts'
import type { CommentRow } from './read.ts'

/* What readers write below articles. */

/** An article that visitors can read; it stays until the transaction ends. @returns its id, and which customer wrote it */
export async function holdArticle(
  tx: Tx,
  slug: string,
  now: Date,
): Promise<{ id: number; customer: number | null } | null> {
  const { rows: found } = await sql<{ id: number; customer: number | null }>`
    select e.id, (select w.customer_id from customer_articles w where w.article_id = e.id) as customer
    from articles e
    where e.slug = ${slug} and e.visible and e.published_at <= ${now}
    for key share of e`.execute(rows(tx))
  return found[0] ?? null
}

/** The names of a customer whose account is open, which stays open until the transaction ends; null for any other. */
export async function holdWriter(
  tx: Tx,
  customer: number,
): Promise<{ nickname: string; firstName: string; lastName: string } | null> {
  const { rows: found } = await sql<{ nickname: string; firstName: string; lastName: string }>`
    select nickname, first_name as "firstName", last_name as "lastName"
    from customers
    where id = ${customer} and closed_at is null
    for key share`.execute(rows(tx))
  return found[0] ?? null
}

/** The names of a customer. */
export async function writerOf(
  db: Db,
  customer: number,
): Promise<{ nickname: string; firstName: string; lastName: string } | null> {
  const { rows: found } = await sql<{ nickname: string; firstName: string; lastName: string }>`
    select nickname, first_name as "firstName", last_name as "lastName"
    from customers
    where id = ${customer}`.execute(rows(db))
  return found[0] ?? null
}

/**
 * The comment that begins the thread of a shown comment; null where that is not shown. It stays shown until the
 * transaction ends.
 */
export async function holdThread(tx: Tx, article: number, code: string): Promise<string | null> {
  const { rows: held } = await sql<{ code: string }>`
    select code
    from article_comments
    where code = ${code} and article_id = ${article} and visible
    for share`.execute(rows(tx))
  if (held[0] === undefined) return null
  const { rows: found } = await sql<{ code: string }>`
    with recursive up(code, answers, depth) as (
      select code, answers, 0
      from article_comments
      where code = ${code}
      union
      select c.code, c.answers, u.depth + 1
      from up u
      join article_comments c on c.code = u.answers and c.article_id = ${article} and c.visible
      where u.depth < 20
    )
    select code
    from up
    order by depth desc limit 1`.execute(rows(tx))
  return found[0]!.code
}

/** What is known of who wrote these words, and of the words. */
export async function historyOf(
  tx: Tx,
  { customer, content, since }: { customer: number | null; content: string; since: Date },
): Promise<{ isKnown: boolean; isRepeated: boolean }> {
  const { rows: found } = await sql<{ isKnown: boolean; isRepeated: boolean }>`
    select
      exists (
        select from article_comments where customer_id = ${customer} and state = 'published'
      ) as "isKnown",
      exists (
        select from article_comments
        where md5(content) = md5(${content}) and content = ${content} and created_at > ${since}
      ) as "isRepeated"`.execute(rows(tx))
  return found[0]!
}

export interface OwnCommentRow extends CommentRow {
  state: CommentState
  answers: string | null
  reason: string | null
}

const ownColumns = sql`
  c.code, c.author, c.locale, c.content, c.official, c.created_at as "createdAt", c.state, c.answers,
  c.reason`

/** The same words of the same person below the same article since a moment: a button that was pressed twice. */
export async function sameComment(
  tx: Tx,
  comment: Omit<NewComment, 'heldFor'>,
  since: Date,
): Promise<OwnCommentRow | null> {
  // Two presses at once must not both find nothing.
  const pressed = `comment ${comment.article} ${comment.content}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${pressed}, 0))`.execute(rows(tx))
  const { rows: found } = await sql<OwnCommentRow>`
    select ${ownColumns}
    from article_comments c
    where c.article_id = ${comment.article}
      and md5(c.content) = md5(${comment.content})
      and c.content = ${comment.content}
      and c.answers is not distinct from ${comment.answers}
      and c.customer_id is not distinct from ${comment.customer}
      and c.author = ${comment.author}
      and c.created_at > ${since}
    order by c.id limit 1`.execute(rows(tx))
  return found[0] ?? null
}

export interface NewComment {
  code: string
  article: number
  answers: string | null
  customer: number | null
  author: string
  locale: string
  content: string
  official: boolean
  /** Null: it is shown at once. */
  heldFor: HeldFor | null
}

export async function addComment(tx: Tx, comment: NewComment, now: Date): Promise<OwnCommentRow> {
  const isShown = comment.heldFor === null
  const { rows: added } = await sql<OwnCommentRow>`
    insert into article_comments as c (
      code, article_id, answers, customer_id, author, locale, content, official, created_at, visible, state,
      held_for
    )
    values (
      ${comment.code}, ${comment.article}, ${comment.answers}, ${comment.customer}, ${comment.author},
      ${comment.locale}, ${comment.content}, ${comment.official}, ${now}, ${isShown},
      ${isShown ? 'published' : 'pending'}, ${comment.heldFor}
    )
    returning ${ownColumns}`.execute(rows(tx))
  return added[0]!
}

/** Deletes a customer's own comment; null when it has none of that code. */
export async function deleteOwnComment(
  tx: Tx,
  customer: number,
  code: string,
): Promise<{ article: number; wasShown: boolean } | null> {
  const { rows: gone } = await sql<{ article: number; wasShown: boolean }>`
    delete from article_comments
    where code = ${code} and customer_id = ${customer}
    returning article_id as article, visible as "wasShown"`.execute(rows(tx))
  return gone[0] ?? null
}

/** Deletes all that a customer has written. Returns the ids of the articles below which something was shown. */
export async function deleteCommentsOf(tx: Tx, customer: number): Promise<number[]> {
  const { rows: gone } = await sql<{ article: number; visible: boolean }>`
    delete from article_comments
    where customer_id = ${customer}
    returning article_id as article, visible`.execute(rows(tx))
  return [...new Set(gone.filter(({ visible }) => visible).map(({ article }) => article))]
}

/** What a customer has written below an article, in its order. */
export async function commentsBy(db: Db, customer: number, article: string): Promise<OwnCommentRow[]> {
  const { rows: found } = await sql<OwnCommentRow>`
    select ${ownColumns}
    from article_comments c
    join articles e on e.id = c.article_id
    where c.customer_id = ${customer} and e.slug = ${article}
    order by c.created_at, c.id limit 200`.execute(rows(db))
  return found
}

export interface ListedCommentRow extends OwnCommentRow {
  article: string
  titles: Record<string, string> | null
}

/** What a customer has written below all articles, the newest first. */
export async function allCommentsBy(
  db: Db,
  customer: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ comments: ListedCommentRow[]; total: number }> {
  const { rows: found } = await sql<ListedCommentRow>`
    select ${ownColumns}, e.slug as article,
      (select jsonb_object_agg(t.locale, t.title) from article_texts t where t.article_id = e.id) as titles
    from article_comments c
    join articles e on e.id = c.article_id
    where c.customer_id = ${customer}
    order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`.execute(rows(db))
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from article_comments where customer_id = ${customer}`.execute(rows(db))
  return { comments: found, total: counted[0]!.total }
}

/** Deletes comments that were refused before a moment. */
export async function pruneRefused(db: Db, before: Date): Promise<void> {
  await sql`
    delete from article_comments where state = 'refused' and decided_at < ${before}`.execute(rows(db))
}
