import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { among, rows } from '#platform/server/db/rows.ts'

/* Reviews as they are written to a file, in one order that no database setting changes. */

export interface ExportedReview {
  code: string
  product: string
  sku: string | null
  author: string
  locale: string
  score: number
  title: string | null
  content: string
  createdAt: Date
  helpful: number
  verified: boolean
  fit: string | null
  editedAt: Date | null
  reply: string | null
  repliedAt: Date | null
  pictures: {
    source: string | null
    key: string
    made: object | null
    alt: Record<string, string>
  }[]
}

/** The next reviews by code after the given one; none at the end. Hidden ones are left out. */
export async function exportedReviews(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedReview[]> {
  const { rows: found } = await sql<ExportedReview>`
    select r.code, p.slug as product, s.sku, r.author, r.locale, r.score, r.title, r.content,
      r.created_at as "createdAt", r.helpful_count as helpful, r.verified, r.fit, r.edited_at as "editedAt",
      r.reply, r.replied_at as "repliedAt",
      (
        select coalesce(
          json_agg(
            json_build_object('source', x.source, 'key', i.key, 'made', i.made, 'alt', x.alt)
            order by x.position
          ),
          '[]'
        )
        from review_pictures x
        join pictures i on i.id = x.picture_id
        where x.review_id = r.id
      ) as pictures
    from reviews r
    join products p on p.id = r.product_id
    left join skus s on s.id = r.sku_id
    where r.visible and r.code collate "C" > ${after} and ${among('r.code', only)}
    order by r.code collate "C" limit ${limit}`.execute(rows(tx))
  return found
}
