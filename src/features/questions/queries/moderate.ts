import { sql } from 'kysely'
import type { WrittenStatus } from '#domain/aftersale/moderation.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Questions and answers as the operator lists them. */

export interface WordRow {
  id: number
  code: string
  kind: 'question' | 'answer'
  /** Of an answer: the question's code and words. */
  question: { code: string; content: string } | null
  product: string
  author: string
  /** Of an answer: by whom. */
  by: 'merchant' | 'buyer' | null
  content: string
  locale: string
  state: WrittenStatus
  refusal: string | null
  createdAt: string
  isChecked: boolean
}

export interface WordFilter {
  state: WrittenStatus | null
  /** Only those that nobody has decided about. */
  unchecked: boolean
  product: string | null
  code: string | null
}

/** Questions and answers, oldest first. */
export async function wordRows(db: Db, filter: WordFilter, limit: number): Promise<WordRow[]> {
  const { state, unchecked, product, code } = filter
  const { rows: found } = await sql<WordRow>`
    select w.*
    from (
      select q.id, q.code, 'question' as kind, null::json as question, p.slug as product, q.author,
        null as by, q.content, q.locale, q.state, q.refusal, q.created_at as "createdAt",
        q.checked_at is not null as "isChecked"
      from questions q
      join products p on p.id = q.product_id
      union all
      select a.id, a.code, 'answer', json_build_object('code', q.code, 'content', q.content), p.slug,
        a.author, case when a.order_line_id is null then 'merchant' else 'buyer' end, a.content, a.locale,
        a.state, a.refusal, a.created_at, a.checked_at is not null
      from question_answers a
      join questions q on q.id = a.question_id
      join products p on p.id = q.product_id
    ) w
    where (${state}::text is null or w.state = ${state})
      and (not ${unchecked} or not w."isChecked")
      and (${product}::text is null or w.product = ${product})
      and (${code}::text is null or w.code = ${code})
    order by w."createdAt", w.code limit ${limit}`.execute(rows(db))
  return found
}
