import { sql } from 'kysely'
import type { RefusalReason, WrittenStatus } from '#domain/aftersale/moderation.ts'
import type { NicknamedPerson } from '#domain/person/public-name.ts'
import { isOwn, type OrderAccess } from '#features/orders/queries/lock.ts'
import { buyerJoin, buyerName } from '#features/reviews/queries/shown-name.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The write side of questions and their answers. */

export interface NewQuestion {
  code: string
  productId: number
  customer: number | null
  author: string
  email: string | null
  content: string
  locale: string
  state: WrittenStatus
  now: Date
}

export async function addQuestion(tx: Tx, question: NewQuestion): Promise<void> {
  const { code, productId, customer, author, email, content, locale, state, now } = question
  await sql`
    insert into questions (code, product_id, customer_id, author, email, content, locale, state, created_at)
    values (
      ${code}, ${productId}, ${customer}, ${author}, ${email}, ${content}, ${locale}, ${state}, ${now}
    )`.execute(rows(tx))
}

/** A question in the same words of the same person about the same product, since a moment: it was pressed twice. */
export async function sameQuestion(
  tx: Tx,
  { productId, content, customer, email }: Pick<NewQuestion, 'productId' | 'content' | 'customer' | 'email'>,
  since: Date,
): Promise<{ code: string; state: WrittenStatus } | null> {
  // Two presses at once must not both find nothing.
  const pressed = `question ${productId} ${content}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${pressed}, 0))`.execute(rows(tx))
  const { rows: found } = await sql<{ code: string; state: WrittenStatus }>`
    select code, state
    from questions
    where product_id = ${productId}
      and content = ${content}
      and customer_id is not distinct from ${customer}
      and email is not distinct from ${email}
      and created_at > ${since}
    order by id limit 1`.execute(rows(tx))
  return found[0] ?? null
}

/** Whether so many questions about a product, or more, wait to be read. */
export async function hasUnread(tx: Tx, productId: number, least: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from questions
    where product_id = ${productId} and checked_at is null
    limit ${least}`.execute(rows(tx))
  return found.length >= least
}

export interface OwnedLine extends NicknamedPerson {
  id: number
  parcels: { shippedAt: string; deliveredAt: string | null }[]
}

/** Lines of the visitor's orders that bought a product, newest first. */
export async function ownLinesOf(db: Db, productId: number, access: OrderAccess): Promise<OwnedLine[]> {
  const { rows: found } = await sql<OwnedLine>`
    select l.id, ${buyerName},
      (
        select coalesce(
          json_agg(json_build_object('shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at)), '[]'
        )
        from shipment_lines x
        join shipments s on s.id = x.shipment_id
        where x.order_line_id = l.id
      ) as parcels
    from orders
    join order_lines l on l.order_id = orders.id ${buyerJoin}
    where l.product_id = ${productId} and ${isOwn(access)}
    order by l.id desc limit 50`.execute(rows(db))
  return found
}

export interface NewAnswer {
  code: string
  questionId: number
  /** Null for the merchant's. */
  orderLine: number | null
  author: string
  content: string
  locale: string
  state: WrittenStatus
  now: Date
}

/** Locks a question that is shown; null for every other. */
export async function lockShownQuestion(
  tx: Tx,
  code: string,
): Promise<{ id: number; productId: number } | null> {
  const { rows: found } = await sql<{ id: number; productId: number }>`
    select q.id, q.product_id as "productId"
    from questions q
    where q.code = ${code} and q.state = 'published'
    for update`.execute(rows(tx))
  return found[0] ?? null
}

/** Whether one of these lines of orders has answered a question. */
export async function hasAnswered(
  tx: Tx,
  questionId: number,
  orderLines: readonly number[],
): Promise<boolean> {
  const { rows: found } = await sql`
    select from question_answers
    where question_id = ${questionId} and order_line_id = any(${orderLines}::bigint[])
    limit 1`.execute(rows(tx))
  return found.length > 0
}

/** False where the line has answered the question already. */
export async function addAnswer(tx: Tx, answer: NewAnswer): Promise<boolean> {
  const { code, questionId, orderLine, author, content, locale, state, now } = answer
  const { rows: put } = await sql`
    insert into question_answers (
      code, question_id, order_line_id, author, content, locale, state, created_at, checked_at
    )
    values (
      ${code}, ${questionId}, ${orderLine}, ${author}, ${content}, ${locale}, ${state}, ${now},
      ${orderLine === null ? now : null}
    )
    on conflict (question_id, order_line_id) do nothing
    returning 1`.execute(rows(tx))
  return put.length > 0
}

/** Forgets where answers to old questions would have gone. */
export async function forgetEmails(db: Db, before: Date): Promise<void> {
  await sql`
    update questions set email = null where email is not null and created_at < ${before}`.execute(rows(db))
}

/**
 * Deletes what a customer asked, or somebody with one of these e-mail addresses, and what they answered as a buyer.
 * Returns the products whose pages change.
 */
export async function deleteWordsOf(tx: Tx, customer: number, emails: readonly string[]): Promise<number[]> {
  const { rows: found } = await sql<{ productId: number }>`
    with asked as (
      delete from questions
      where customer_id = ${customer} or lower(email) = any(${emails}::text[])
      returning product_id
    ),
    answered as (
      delete from question_answers a
      using order_lines l, orders o, questions q
      where l.id = a.order_line_id
        and o.id = l.order_id
        and o.customer_id = ${customer}
        and q.id = a.question_id
      returning q.product_id
    )
    select product_id as "productId"
    from asked
    union
    select product_id
    from answered`.execute(rows(tx))
  return found.map(({ productId }) => productId)
}

/** What the operator decides about: a question or an answer, by its code. */
export type WordTable = 'questions' | 'question_answers'

export interface LockedWord {
  id: number
  table: WordTable
  state: WrittenStatus
  productId: number
}

/** Locks a question or an answer; null where there is none. */
export async function lockWord(tx: Tx, code: string): Promise<LockedWord | null> {
  const { rows: questions } = await sql<LockedWord>`
    select id, 'questions' as table, state, product_id as "productId"
    from questions
    where code = ${code}
    for update`.execute(rows(tx))
  if (questions[0]) return questions[0]
  const { rows: answers } = await sql<LockedWord>`
    select a.id, 'question_answers' as table, a.state, q.product_id as "productId"
    from question_answers a
    join questions q on q.id = a.question_id
    where a.code = ${code}
    for update of a`.execute(rows(tx))
  return answers[0] ?? null
}

/** False, and nothing written, if it is no longer in the state that was checked. */
export async function moveWord(
  tx: Tx,
  { id, table, state }: LockedWord,
  to: WrittenStatus,
  refusal: RefusalReason | null,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    table === 'questions'
      ? await sql`
        update questions
        set state = ${to}, refusal = ${refusal}, checked_at = ${now}
        where id = ${id} and state = ${state}`.execute(rows(tx))
      : await sql`
        update question_answers
        set state = ${to}, refusal = ${refusal}, checked_at = ${now}
        where id = ${id} and state = ${state}`.execute(rows(tx))
  return numAffectedRows === 1n
}

export async function deleteWord(tx: Tx, { id, table }: LockedWord): Promise<void> {
  if (table === 'questions') await sql`delete from questions where id = ${id}`.execute(rows(tx))
  else await sql`delete from question_answers where id = ${id}`.execute(rows(tx))
}

export interface Asker {
  /** Of the question. */
  id: number
  /** Who was signed in. */
  customer: number | null
  email: string
  locale: string
  code: string
  content: string
  answer: string
}

/**
 * Somebody who asked and waits for an answer that is shown by now, with that answer; locked. Null where nobody waits whom
 * another transaction is not writing to.
 * @param except ids of questions to skip
 */
export async function claimAsker(tx: Tx, except: readonly number[]): Promise<Asker | null> {
  const { rows: found } = await sql<Asker>`
    select q.id, q.customer_id as customer, q.email, q.locale, q.code, q.content,
      (
        select a.content
        from question_answers a
        where a.question_id = q.id and a.state = 'published'
        order by a.order_line_id is null desc, a.id limit 1
      ) as answer
    from questions q
    where q.email is not null
      and q.state = 'published'
      and q.id <> all(${except}::bigint[])
      and exists (select from question_answers a where a.question_id = q.id and a.state = 'published')
    order by q.id limit 1 for update of q skip locked`.execute(rows(tx))
  return found[0] ?? null
}

/** Deletes where the answer to a question goes. */
export async function forgetAsker(tx: Tx, id: number): Promise<void> {
  await sql`update questions set email = null where id = ${id}`.execute(rows(tx))
}
