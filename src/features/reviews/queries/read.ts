import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Bought, Fit, ReviewSort } from '../contract.ts'

/* The read side of reviews: visible ones only. */

type Texts = Record<string, string>

export interface ReviewRow {
  id: number
  author: string
  locale: string
  score: number
  title: string | null
  content: string
  createdAt: Date
  helpful: number
  /** It was written for a line of an order of this shop. */
  isOrdered: boolean
  /** The merchant says that it was bought here. */
  verified: boolean
  fit: Fit | null
  editedAt: Date | null
  reply: string | null
  repliedAt: Date | null
  /** Option code → value code of the purchased SKU. */
  options: Texts | null
  /** The product's. */
  productOptions: { code: string; name: Texts; values: { code: string; name: Texts }[] }[]
  pictures: PictureRow[]
}

export interface PictureRow {
  key: string
  width: number
  height: number
  preview: string
  color: string
  alt: Texts
}

export interface ReviewQuery {
  /** The product's slug. */
  product: string
  sort: ReviewSort
  /** Only those of this score; null for all. */
  stars: number | null
  /** Only those who found that it fits like this; null for all. */
  fit: Fit | null
  /** Only those who bought this value of an option; null for all. */
  bought: Bought | null
  limit: number
  offset: number
  /** The visitor's language and its relatives. */
  locales: readonly string[]
}

export interface ReviewRows {
  reviews: ReviewRow[]
  /** The number of each score; scores without reviews are left out. */
  scores: { score: number; count: number }[]
  /** How many said how it fits. */
  fits: { fit: Fit; count: number }[]
  /** What those who wrote have bought. */
  values: { option: string; value: string; count: number }[]
  /** How many were written for an order. */
  ordered: number
  /** How many are of the wanted score, fit and option. */
  matching: number
  /** Those of the wanted and of the others, newest first. */
  pictures: (PictureRow & { author: string })[]
  productOptions: ReviewRow['productOptions']
}

/** Pictures above the list. */
const mostPictures = 12

/** One page of a product's reviews and what all of them say, in one statement; null for an unknown product. */
export async function reviewsOf(db: Db, query: ReviewQuery): Promise<ReviewRows | null> {
  const { stars, fit, bought } = query
  const option = bought?.option ?? null
  const wanted = sql`(
      (${stars}::int is null or r.score = ${stars}::int)
      and (${fit}::text is null or r.fit = ${fit}::text)
      and (
        ${option}::text is null
        or exists (
          select from skus b
          where b.id = r.sku_id and b.options ->> ${option}::text = ${bought?.value ?? null}::text
        )
      )
    )`
  const { rows: found } = await sql<(ReviewRow | { id: null }) & Omit<ReviewRows, 'reviews'>>`
    select g.*, r.id, r.author, r.locale, r.score, r.title, r.content, r.created_at as "createdAt",
      r.helpful_count as helpful, r.order_line_id is not null as "isOrdered", r.verified, r.fit,
      r.edited_at as "editedAt", r.reply, r.replied_at as "repliedAt", s.options,
      p.options as "productOptions",
      (
        select coalesce(jsonb_agg(${picture} order by x.position), '[]')
        from review_pictures x
        join pictures i on i.id = x.picture_id
        where x.review_id = r.id
      ) as pictures
    from products p
    cross join lateral (select ${summary(wanted)}) g
    left join lateral (
      select r.*
      from reviews r
      where r.product_id = p.id and r.visible and ${wanted}
      order by ${order(query)} limit ${query.limit} offset ${query.offset}
    ) r on true
    left join skus s on s.id = r.sku_id
    where p.slug = ${query.product} and p.visible
    order by ${order(query)}`.execute(rows(db))
  const [first] = found
  if (first === undefined) return null
  const { scores, fits, values, ordered, matching, strip, productOptions } = first as typeof first & {
    strip: ReviewRows['pictures']
  }
  const reviews = found.filter((row) => row.id !== null)
  return { reviews, scores, fits, values, ordered, matching, pictures: strip, productOptions }
}

const picture = sql`
  jsonb_build_object(
    'key', i.key, 'width', i.width,
    'height', i.height, 'preview', i.preview,
    'color', i.average_color, 'alt', x.alt
  )`

/** What all reviews of the product `p` say together. @param wanted the condition on those of the list */
function summary(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    (
      select coalesce(jsonb_agg(jsonb_build_object('score', c.score, 'count', c.count)), '[]')
      from (select score, count(*) from reviews where product_id = p.id and visible group by 1) c
    ) as scores,
    (
      select coalesce(jsonb_agg(jsonb_build_object('fit', c.fit, 'count', c.count)), '[]')
      from (
        select fit, count(*)
        from reviews
        where product_id = p.id and visible and fit is not null
        group by 1
      ) c
    ) as fits,
    (
      select coalesce(
        jsonb_agg(jsonb_build_object('option', c.key, 'value', c.value, 'count', c.count)), '[]'
      )
      from (
        select v.key, v.value, count(*)
        from reviews r
        join skus b on b.id = r.sku_id
        cross join lateral jsonb_each_text(b.options) v
        where r.product_id = p.id and r.visible
        group by 1, 2
      ) c
    ) as values,
    (
      select count(*)::int
      from reviews
      where product_id = p.id and visible and order_line_id is not null
    ) as ordered,
    (select count(*)::int from reviews r where r.product_id = p.id and r.visible and ${wanted}) as matching,
    (
      select coalesce(jsonb_agg(n.picture order by n.place), '[]')
      from (
        select ${picture} || jsonb_build_object('author', r.author) as picture,
          row_number() over (order by r.created_at desc, r.id desc, x.position) as place
        from reviews r
        join review_pictures x on x.review_id = r.id
        join pictures i on i.id = x.picture_id
        where r.product_id = p.id and r.visible
        order by place limit ${mostPictures}
      ) n
    ) as strip`
}

function order({ sort, locales }: ReviewQuery): RawBuilder<unknown> {
  switch (sort) {
    case 'helpful':
      return sql`
        r.locale = any(${localeArray(locales)}) desc, r.helpful_count desc, r.created_at desc, r.id desc`
    case 'new':
      return sql`r.created_at desc, r.id desc`
    case 'high':
      return sql`r.score desc, r.created_at desc, r.id desc`
    case 'low':
      return sql`r.score, r.created_at desc, r.id desc`
  }
}

export interface PraiseRow {
  id: number
  author: string
  locale: string
  content: string
  productId: number
}

/** Characters that say something; a Chinese one says as much as three letters. */
const length = { letters: [70, 320], signs: [24, 130] } as const

/**
 * The best of full score that are long enough to say something and short enough to be read, one for each product:
 * in the visitor's language first, then what most people found helpful.
 */
export async function praise(db: Db, locales: readonly string[], limit: number): Promise<PraiseRow[]> {
  const [fewLetters, mostLetters] = length.letters
  const [fewSigns, mostSigns] = length.signs
  const { rows: found } = await sql<PraiseRow>`
    select id, author, locale, content, "productId"
    from (
      select distinct on (r.product_id) r.id, r.author, r.locale, r.content, r.product_id as "productId",
        r.helpful_count, coalesce(array_position(${locales}::text[], r.locale), 1000) as place
      from reviews r
      join products p on p.id = r.product_id and p.visible
      where r.visible
        and r.score = 5
        and case
          when r.locale like 'zh%' or r.locale in ('ja', 'ko')
            then char_length(r.content) between ${fewSigns} and ${mostSigns}
          else char_length(r.content) between ${fewLetters} and ${mostLetters}
        end
      order by r.product_id, place, r.helpful_count desc, r.id desc
    ) best
    order by place, helpful_count desc, id desc limit ${limit}`.execute(rows(db))
  return found
}
