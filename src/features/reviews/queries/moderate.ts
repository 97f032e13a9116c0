import { sql } from 'kysely'
import type { RefusalReason, WrittenStatus } from '#domain/aftersale/moderation.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Fit } from '../contract.ts'

/* Reviews as the operator lists them and decides about them. */

export interface ReviewListing {
  id: number
  code: string
  product: string
  sku: string | null
  /** The order that it was written for. */
  order: string | null
  author: string
  locale: string
  score: number
  title: string | null
  content: string
  fit: Fit | null
  state: WrittenStatus
  refusal: RefusalReason | null
  refusalNote: string | null
  createdAt: Date
  editedAt: Date | null
  /** Somebody has decided about it as it stands. */
  isChecked: boolean
  helpful: number
  reply: string | null
  pictures: string[]
}

export interface ReviewFilter {
  state: WrittenStatus | null
  /** Only those that nobody has decided about as they stand. */
  unchecked: boolean
  product: string | null
  score: number | null
  code: string | null
}

/** Oldest first, after the given id. */
export async function reviewRows(
  db: Db,
  { state, unchecked, product, score, code }: ReviewFilter,
  after: number,
  limit: number,
): Promise<ReviewListing[]> {
  const { rows: found } = await sql<ReviewListing>`
    select r.id, r.code, p.slug as product, s.sku, o.number as order, r.author, r.locale, r.score, r.title,
      r.content, r.fit, r.state, r.refusal, r.refusal_note as "refusalNote", r.created_at as "createdAt",
      r.edited_at as "editedAt", r.checked_at is not null as "isChecked", r.helpful_count as helpful, r.reply,
      (
        select coalesce(json_agg(i.key order by x.position), '[]')
        from review_pictures x
        join pictures i on i.id = x.picture_id
        where x.review_id = r.id
      ) as pictures
    from reviews r
    join products p on p.id = r.product_id
    left join skus s on s.id = r.sku_id
    left join order_lines l on l.id = r.order_line_id
    left join orders o on o.id = l.order_id
    where r.id > ${after}
      and (${state}::text is null or r.state = ${state})
      and (not ${unchecked} or r.checked_at is null)
      and (${product}::text is null or p.slug = ${product})
      and (${score}::int is null or r.score = ${score})
      and (${code}::text is null or r.code = ${code})
    order by r.id limit ${limit}`.execute(rows(db))
  return found
}

export interface LockedReview {
  id: number
  code: string
  state: WrittenStatus
  productId: number
  content: string
  editedAt: Date | null
  /** Who wrote it, to be written to; null for a review of a file. */
  writer: {
    email: string
    locale: string
    orderId: number
    placedAt: string
    line: number
    title: string
  } | null
  pictures: number[]
}

export async function lockReview(tx: Tx, code: string): Promise<LockedReview | null> {
  // A statement of its own: one that waited for the lock would not see what was written before it.
  await sql`select from reviews where code = ${code} for update`.execute(rows(tx))
  const { rows: found } = await sql<LockedReview>`
    select r.id, r.code, r.state, r.product_id as "productId", r.content, r.edited_at as "editedAt",
      case
        when o.id is not null then json_build_object(
          'email', o.email, 'locale', o.locale,
          'orderId', o.id, 'placedAt', o.placed_at,
          'line', l.id, 'title', l.title
        )
      end as writer,
      (
        select coalesce(json_agg(x.picture_id), '[]')
        from review_pictures x
        where x.review_id = r.id
      ) as pictures
    from reviews r
    left join order_lines l on l.id = r.order_line_id
    left join orders o on o.id = l.order_id
    where r.code = ${code}`.execute(rows(tx))
  return found[0] ?? null
}

/** False, and nothing written, if it is no longer in the state that was checked. */
export async function moveReview(
  tx: Tx,
  id: number,
  from: WrittenStatus,
  {
    to,
    refusal,
    note,
    now,
  }: { to: WrittenStatus; refusal: RefusalReason | null; note: string | null; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reviews
    set state = ${to}, refusal = ${refusal}, refusal_note = ${note}, checked_at = ${now}
    where id = ${id} and state = ${from}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** The merchant's answer, which everybody reads; null takes it away. */
export async function setReply(tx: Tx, id: number, reply: string | null, now: Date): Promise<void> {
  await sql`
    update reviews
    set reply = ${reply}, replied_at = ${reply === null ? null : now}
    where id = ${id}`.execute(rows(tx))
}

/** How many reviews of each score are in which state: whether bad ones are held back. */
export async function moderationCounts(
  db: Db,
): Promise<{ score: number; pending: number; published: number; refused: number }[]> {
  const { rows: found } = await sql<{ score: number; pending: number; published: number; refused: number }>`
    select score, count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'published')::int as published,
      count(*) filter (where state = 'refused')::int as refused
    from reviews
    group by score
    order by score desc`.execute(rows(db))
  return found
}
