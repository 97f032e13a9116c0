import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ReviewSort } from '../contract.ts'

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
  verified: boolean
  reply: string | null
  repliedAt: Date | null
  /** Option code → value code of the purchased SKU. */
  options: Texts | null
  /** The product's. */
  productOptions: { code: string; name: Texts; values: { code: string; name: Texts }[] }[]
  pictures: { key: string; width: number; height: number; preview: string; color: string; alt: Texts }[]
}

export interface ReviewQuery {
  /** The product's slug. */
  product: string
  sort: ReviewSort
  /** Only those of this score; null for all. */
  stars: number | null
  limit: number
  offset: number
  /** The visitor's language and its relatives. */
  locales: readonly string[]
}

export interface ReviewRows {
  reviews: ReviewRow[]
  /** The number of each score; scores without reviews are left out. */
  scores: { score: number; count: number }[]
}

/** One page of a product's reviews and all its scores, in one statement; null for an unknown product. */
export async function reviewsOf(db: Db, query: ReviewQuery): Promise<ReviewRows | null> {
  const { rows: found } = await sql<(ReviewRow | { id: null }) & Pick<ReviewRows, 'scores'>>`
    select g.scores, r.id, r.author, r.locale, r.score, r.title, r.content, r.created_at as "createdAt",
      r.helpful_count as helpful, r.verified, r.reply, r.replied_at as "repliedAt", s.options,
      p.options as "productOptions",
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'key', i.key, 'width', i.width,
              'height', i.height, 'preview', i.preview,
              'color', i.average_color, 'alt', x.alt
            )
            order by x.position
          ),
          '[]'
        )
        from review_pictures x
        join pictures i on i.id = x.picture_id
        where x.review_id = r.id
      ) as pictures
    from products p
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('score', c.score, 'count', c.count)), '[]') as scores
      from (select score, count(*) from reviews where product_id = p.id and visible group by 1) c
    ) g
    left join lateral (
      select r.*
      from reviews r
      where r.product_id = p.id
        and r.visible
        and (${query.stars}::int is null or r.score = ${query.stars}::int)
      order by ${order(query)} limit ${query.limit} offset ${query.offset}
    ) r on true
    left join skus s on s.id = r.sku_id
    where p.slug = ${query.product} and p.visible
    order by ${order(query)}`.execute(rows(db))
  if (!found[0]) return null
  return { scores: found[0].scores, reviews: found.filter((row) => row.id !== null) }
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
