import { sql } from 'kysely'
import type { NicknamedPerson } from '#domain/person/public-name.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The read side of questions: published ones only, of products that the shop shows. */

export interface QuestionRow {
  code: string
  author: string
  content: string
  locale: string
  createdAt: Date
  answers: {
    author: string
    content: string
    locale: string
    createdAt: string
    isMerchant: boolean
  }[]
}

const answers = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'author', a.author, 'content', a.content,
          'locale', a.locale, 'createdAt', a.created_at,
          'isMerchant', a.order_line_id is null
        )
        order by a.order_line_id is null desc, a.id
      ),
      '[]'
    )
    from question_answers a
    where a.question_id = q.id and a.state = 'published'
  )`

/** One page of a product's questions, answered ones first, and how many there are; null for an unknown product. */
export async function questionsOf(
  db: Db,
  product: string,
  limit: number,
  offset: number,
): Promise<{ questions: QuestionRow[]; total: number } | null> {
  const { rows: found } = await sql<(QuestionRow | { code: null }) & { total: number }>`
    select q.code, q.author, q.content, q.locale, q.created_at as "createdAt", q.answers,
      (select count(*)::int from questions c where c.product_id = p.id and c.state = 'published') as total
    from products p
    left join lateral (
      select q.*, ${answers} as answers
      from questions q
      where q.product_id = p.id and q.state = 'published'
      order by
        exists (select from question_answers b where b.question_id = q.id and b.state = 'published') desc,
        q.created_at desc, q.id desc limit ${limit} offset ${offset}
    ) q on true
    where p.slug = ${product} and p.visible`.execute(rows(db))
  const [first] = found
  if (first === undefined) return null
  return { questions: found.filter((row) => row.code !== null), total: first.total }
}

export interface FoundQuestion extends QuestionRow {
  productId: number
  product: string
  titles: Record<string, string>
}

/** A question that is shown; null for every other. */
export async function findQuestion(db: Db, code: string): Promise<FoundQuestion | null> {
  const { rows: found } = await sql<FoundQuestion>`
    select q.code, q.author, q.content, q.locale, q.created_at as "createdAt", ${answers} as answers,
      p.id as "productId", p.slug as product,
      (select json_object_agg(x.locale, x.title) from product_texts x where x.product_id = p.id) as titles
    from questions q
    join products p on p.id = q.product_id and p.visible
    where q.code = ${code} and q.state = 'published'`.execute(rows(db))
  return found[0] ?? null
}

/** What a question is asked about: a product that the shop shows. */
export async function findAskable(
  db: Db,
  slug: string,
): Promise<{ id: number; slug: string; titles: Record<string, string> } | null> {
  const { rows: found } = await sql<{ id: number; slug: string; titles: Record<string, string> }>`
    select p.id, p.slug,
      (select json_object_agg(x.locale, x.title) from product_texts x where x.product_id = p.id) as titles
    from products p
    where p.slug = ${slug} and p.visible`.execute(rows(db))
  return found[0] ?? null
}

export async function namesOf(db: Db, customer: number): Promise<NicknamedPerson | null> {
  const { rows: found } = await sql<NicknamedPerson>`
    select nickname, first_name as "firstName", last_name as "lastName"
    from customers
    where id = ${customer}`.execute(rows(db))
  return found[0] ?? null
}
