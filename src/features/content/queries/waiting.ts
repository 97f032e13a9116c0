import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What waits for the merchant, and when it was told of that. */

export interface Waiting {
  comments: number
  articles: number
  reviews: number
  /** With their answers. */
  questions: number
}

/** Counts what waits. `isNews`: some of it has come since the last mail. */
export async function waiting(tx: Tx): Promise<Waiting & { isNews: boolean }> {
  const { rows: found } = await sql<Waiting & { isNews: boolean }>`
    select c.count as comments, r.count as articles, v.count as reviews, q.count as questions,
      coalesce(
        greatest(c.newest, r.newest, v.newest, q.newest) > coalesce(
          (select told_at from content_told), '-infinity'
        ),
        false
      ) as "isNews"
    from (select count(*), max(created_at) as newest from article_comments where state = 'pending') c,
      (select count(*), max(written_at) as newest from article_revisions where state = 'submitted') r,
      (
        select count(*), max(greatest(created_at, edited_at)) as newest
        from reviews
        where state = 'pending'
      ) v,
      (
        select count(*), max(created_at) as newest
        from (
          select created_at
          from questions
          where state = 'pending'
          union all
          select created_at
          from question_answers
          where state = 'pending'
        ) asked
      ) q`.execute(rows(tx))
  return found[0]!
}

/** Notes that the merchant is told; false where that was done after the moment. Nobody else can note it meanwhile. */
export async function noteTold(tx: Tx, now: Date, after: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into content_told as t (told_at)
    values (${now})
    on conflict (one) do update set told_at = excluded.told_at
    where t.told_at <= ${after}`.execute(rows(tx))
  return numAffectedRows === 1n
}
