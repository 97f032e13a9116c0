import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { CommentState } from '../contract/comments.ts'
import type { HeldFor } from '../rules/held-for.ts'

/* Comments as the merchant sees them. */

export interface ModeratedRow {
  id: number
  code: string
  state: CommentState
  /** Whether visitors see it: a published one may be below a hidden article, or hidden by itself. */
  visible: boolean
  heldFor: HeldFor | null
  reason: string | null
  /** Its slug. */
  article: string
  articleId: number
  answers: string | null
  author: string
  /** The customer's number; null for guests, files and the shop. */
  customer: string | null
  /** The same customer. */
  customerId: number | null
  official: boolean
  locale: string
  content: string
  createdAt: Date
  decidedAt: Date | null
}

const columns = sql`
  c.id, c.code, c.state, c.visible, c.held_for as "heldFor", c.reason, e.slug as article,
  c.article_id as "articleId", c.answers, c.author,
  (select w.number from customers w where w.id = c.customer_id) as customer, c.customer_id as "customerId",
  c.official, c.locale, c.content, c.created_at as "createdAt", c.decided_at as "decidedAt"`

export interface CommentFilter {
  state: CommentState | null
  article: string | null
}

/** Comments after an id, oldest first. */
export async function moderatedRows(
  db: Db,
  { state, article }: CommentFilter,
  after: number,
  limit: number,
): Promise<ModeratedRow[]> {
  const { rows: found } = await sql<ModeratedRow>`
    select ${columns}
    from article_comments c
    join articles e on e.id = c.article_id
    where c.id > ${after}
      and (${state}::text is null or c.state = ${state})
      and (${article}::text is null or e.slug = ${article})
    order by c.id limit ${limit}`.execute(rows(db))
  return found
}

export async function moderatedByCode(db: Db, code: string): Promise<ModeratedRow | null> {
  const { rows: found } = await sql<ModeratedRow>`
    select ${columns}
    from article_comments c
    join articles e on e.id = c.article_id
    where c.code = ${code}`.execute(rows(db))
  return found[0] ?? null
}

/** Locked until the transaction ends: an author who deletes it waits. */
export async function lockComment(tx: Tx, code: string): Promise<ModeratedRow | null> {
  const { rows: found } = await sql<ModeratedRow>`
    select ${columns}
    from article_comments c
    join articles e on e.id = c.article_id
    where c.code = ${code}
    for update of c`.execute(rows(tx))
  return found[0] ?? null
}

/** The comment was in another state, if this is false. */
export async function decideComment(
  tx: Tx,
  id: number,
  expected: CommentState,
  next: { state: Exclude<CommentState, 'pending'>; reason: string | null },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update article_comments
    set state = ${next.state}, visible = ${next.state === 'published'}, reason = ${next.reason},
      decided_at = ${now}
    where id = ${id} and state = ${expected}`.execute(rows(tx))
  return numAffectedRows === 1n
}

export async function deleteComment(tx: Tx, id: number): Promise<void> {
  await rows(tx).deleteFrom('article_comments').where('id', '=', id).execute()
}

/** A shown comment of a customer, for the mail that it was answered; null for any other. */
export async function answeredComment(
  tx: Tx,
  code: string,
): Promise<{ customer: number; article: string; content: string } | null> {
  const { rows: found } = await sql<{ customer: number; article: string; content: string }>`
    select c.customer_id as customer, e.slug as article, c.content
    from article_comments c
    join articles e on e.id = c.article_id
    where c.code = ${code} and c.customer_id is not null and c.visible`.execute(rows(tx))
  return found[0] ?? null
}

/** Who is mailed of what became of something that it wrote. */
export interface Recipient {
  /** Proven: what somebody typed once gets no mail. */
  email: string
  locale: string
}

/** The e-mail address of a customer whose account is open; null where there is none that is proven. */
export async function recipientOf(
  tx: Tx,
  customer: { number: string } | { id: number },
): Promise<Recipient | null> {
  const { rows: found } = await sql<Recipient>`
    select i.account as email, c.locale
    from customers c
    join customer_identities i on i.customer_id = c.id and i.kind = 'email'
    where ${'id' in customer ? sql`c.id = ${customer.id}` : sql`c.number = ${customer.number}`}
      and c.closed_at is null
      and i.verified_at is not null`.execute(rows(tx))
  return found[0] ?? null
}
