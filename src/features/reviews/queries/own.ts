import { sql, type RawBuilder } from 'kysely'
import type { WrittenStatus } from '#domain/aftersale/moderation.ts'
import type { NicknamedPerson } from '#domain/person/public-name.ts'
import { isOwn, type OrderAccess } from '#features/orders/queries/lock.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Fit } from '../contract.ts'
import type { PictureRow } from './read.ts'
import { buyerJoin, buyerName } from './shown-name.ts'

/* Reviews as their writers have them. Whose a review is, is whose order it was written for. */

/** A line of an order of the visitor's, with the review that it has. Moments as ISO 8601. */
export interface OwnLineRow extends NicknamedPerson {
  id: number
  order: string
  placedAt: Date
  productId: number | null
  skuId: number | null
  slug: string
  sku: string
  title: string
  choice: string
  picture: PictureRow | null
  /** The shop still shows the product. */
  isOffered: boolean
  /** It comes in sizes. */
  hasSizes: boolean
  parcels: { shippedAt: string; deliveredAt: string | null }[]
  /** Its review was deleted by who wrote it. */
  wasDeleted: boolean
  review: OwnReviewRow | null
}

export interface OwnReviewRow {
  id: number
  author: string
  locale: string
  score: number
  title: string | null
  content: string
  fit: Fit | null
  state: WrittenStatus
  refusal: string | null
  refusalNote: string | null
  createdAt: string
  editedAt: string | null
  reply: string | null
  repliedAt: string | null
  pictures: (PictureRow & { id: number })[]
}

/** The code of the option that is a size. */
const sizeOption = 'size'

const lineColumns = sql`
  l.id, orders.number as order, orders.placed_at as "placedAt", ${buyerName}, l.product_id as "productId",
  l.sku_id as "skuId", l.slug, l.sku, l.title, l.choice, l.picture, coalesce(p.visible, false) as "isOffered",
  coalesce(
    jsonb_path_exists(p.options, ${`$[*].code ? (@ == "${sizeOption}")`}::jsonpath), false
  ) as "hasSizes",
  (
    select coalesce(
      json_agg(json_build_object('shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at)), '[]'
    )
    from shipment_lines x
    join shipments s on s.id = x.shipment_id
    where x.order_line_id = l.id
  ) as parcels,
  exists (select from deleted_reviews d where d.order_line_id = l.id) as "wasDeleted",
  (
    select json_build_object(
      'id', r.id, 'author', r.author,
      'locale', r.locale, 'score', r.score,
      'title', r.title, 'content', r.content,
      'fit', r.fit, 'state', r.state,
      'refusal', r.refusal, 'refusalNote', r.refusal_note,
      'createdAt', r.created_at, 'editedAt', r.edited_at,
      'reply', r.reply, 'repliedAt', r.replied_at,
      'pictures',
      (
        select coalesce(
          json_agg(
            json_build_object(
              'id', i.id, 'key', i.key,
              'width', i.width, 'height', i.height,
              'preview', i.preview, 'color', i.average_color,
              'alt', v.alt
            )
            order by v.position
          ),
          '[]'
        )
        from review_pictures v
        join pictures i on i.id = v.picture_id
        where v.review_id = r.id
      )
    )
    from reviews r
    where r.order_line_id = l.id
  ) as review`

// `isOwn` speaks of `orders` by its own name.
const lines = sql`
  orders
  join order_lines l on l.order_id = orders.id ${buyerJoin}
  left join products p on p.id = l.product_id`

/** A line of an order of the visitor's; null for one of somebody else, as for none. */
export async function findOwnLine(db: Db, line: number, access: OrderAccess): Promise<OwnLineRow | null> {
  const { rows: found } = await sql<OwnLineRow>`
    select ${lineColumns} from ${lines} where l.id = ${line} and ${isOwn(access)}`.execute(rows(db))
  return found[0] ?? null
}

/** The same with its order locked, so that two browsers of one buyer come one after the other. */
export async function lockOwnLine(tx: Tx, line: number, access: OrderAccess): Promise<OwnLineRow | null> {
  // A statement of its own: one that waited for the lock would not see what was written before it.
  const { rows: locked } = await sql`
    select from orders
    where id = (select order_id from order_lines where id = ${line}) and ${isOwn(access)}
    for update`.execute(rows(tx))
  return locked.length === 0 ? null : findOwnLine(tx, line, access)
}

/** The line that an own review was written for; null for a review of somebody else, as for none. */
export async function lineOfReview(db: Db, review: number, access: OrderAccess): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select l.id
    from ${lines}
    where l.id = (select order_line_id from reviews where id = ${review})
      and ${isOwn(access)}`.execute(rows(db))
  return found[0]?.id ?? null
}

/** Own lines with a review, newest review first; and how many there are. */
export async function ownReviewed(
  db: Db,
  access: OrderAccess,
  limit: number,
  offset: number,
): Promise<{ lines: OwnLineRow[]; count: number }> {
  const { rows: found } = await sql<OwnLineRow & { count: number }>`
    select ${lineColumns}, count(*) over ()::int as count
    from ${lines}
    join reviews own on own.order_line_id = l.id
    where ${isOwn(access)}
    order by own.created_at desc, own.id desc limit ${limit} offset ${offset}`.execute(rows(db))
  return { lines: found, count: found[0]?.count ?? 0 }
}

/** Own lines without a review of which a parcel has arrived by now, newest order first. */
export async function ownWaiting(
  db: Db,
  access: OrderAccess,
  leftBefore: Date,
  limit: number,
): Promise<OwnLineRow[]> {
  const { rows: found } = await sql<OwnLineRow>`
    select ${lineColumns}
    from ${lines}
    where ${isOwn(access)} and ${mayBeJudged(leftBefore)}
    order by orders.placed_at desc, l.position limit ${limit}`.execute(rows(db))
  return found
}

/** The condition on a line `l` that it is without a review, and that what it bought is there and in the shop. */
export function mayBeJudged(leftBefore: Date): RawBuilder<unknown> {
  return sql`(
      p.visible
      and not exists (select from reviews r where r.order_line_id = l.id)
      and exists (
        select from shipment_lines x
        join shipments s on s.id = x.shipment_id
        where x.order_line_id = l.id and (s.delivered_at is not null or s.shipped_at <= ${leftBefore})
      )
    )`
}

export interface NewReview {
  code: string
  productId: number
  skuId: number | null
  orderLine: number
  author: string
  locale: string
  score: number
  title: string | null
  content: string
  fit: Fit | null
  state: WrittenStatus
  now: Date
}

/** Null where the line has a review already. */
export async function addOwnReview(tx: Tx, review: NewReview): Promise<number | null> {
  const { code, productId, skuId, orderLine, author, locale, score, title, content, fit, state, now } = review
  const { rows: put } = await sql<{ id: number }>`
    insert into reviews (
      code, product_id, sku_id, order_line_id, author, locale, score, title, content, fit, state, verified,
      created_at, checked_at
    )
    values (
      ${code}, ${productId}, ${skuId}, ${orderLine}, ${author}, ${locale}, ${score}, ${title}, ${content},
      ${fit}, ${state}, true, ${now}, null
    )
    on conflict (order_line_id) do nothing
    returning id`.execute(rows(tx))
  return put[0]?.id ?? null
}

export interface ChangedReview extends Pick<
  NewReview,
  'author' | 'locale' | 'score' | 'title' | 'content' | 'fit' | 'now'
> {
  id: number
  from: WrittenStatus
  to: Exclude<WrittenStatus, 'refused'>
}

/** False, and nothing written, if it was changed before, or is no longer in the state that was checked. */
export async function changeOwnReview(tx: Tx, changed: ChangedReview): Promise<boolean> {
  const { id, from, to, author, locale, score, title, content, fit, now } = changed
  const { numAffectedRows } = await sql`
    update reviews
    set author = ${author}, locale = ${locale}, score = ${score}, title = ${title}, content = ${content},
      fit = ${fit}, state = ${to}, edited_at = ${now}, checked_at = null, refusal = null, refusal_note = null
    where id = ${id} and state = ${from} and edited_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Deletes a review, and notes that its line had one where that line is an order's. */
export async function deleteReviewRow(tx: Tx, id: number, now: Date): Promise<boolean> {
  await sql`
    insert into deleted_reviews (order_line_id, deleted_at)
    select order_line_id, ${now}
    from reviews
    where id = ${id} and order_line_id is not null
    on conflict do nothing`.execute(rows(tx))
  const { numAffectedRows } = await sql`delete from reviews where id = ${id}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** The pictures of a review, in this order. */
export async function setReviewPictures(tx: Tx, review: number, pictures: readonly number[]): Promise<void> {
  await sql`delete from review_pictures where review_id = ${review}`.execute(rows(tx))
  await sql`
    insert into review_pictures (review_id, position, picture_id)
    select ${review}::bigint, place - 1, picture
    from unnest(${pictures}::bigint[]) with ordinality x(picture, place)`.execute(rows(tx))
}

/** Reviews that a customer wrote, with their products and pictures. */
export async function reviewsOfCustomer(
  tx: Tx,
  customer: number,
): Promise<{ id: number; productId: number; isShown: boolean; pictures: number[] }[]> {
  const { rows: found } = await sql<{
    id: number
    productId: number
    isShown: boolean
    pictures: number[]
  }>`
    select r.id, r.product_id as "productId", r.visible as "isShown",
      (
        select coalesce(json_agg(x.picture_id), '[]')
        from review_pictures x
        where x.review_id = r.id
      ) as pictures
    from reviews r
    join order_lines l on l.id = r.order_line_id
    join orders o on o.id = l.order_id
    where o.customer_id = ${customer}
    order by r.id`.execute(rows(tx))
  return found
}
