import { sql } from 'kysely'
import type { Benefit, Conditions, Window } from '#domain/promotion.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { among, rows } from '#platform/server/db/rows.ts'

/* Promotions and coupons as they are written to a file, in one order that no database setting changes. */

interface ExportedOffer extends Window {
  slug: string
  visible: boolean
  conditions: Conditions
  benefit: Benefit
  names: Record<string, string>
  summaries: Record<string, string> | null
}

export interface ExportedPromotion extends ExportedOffer {
  descriptions: Record<string, string> | null
  picture: {
    source: string | null
    key: string
    made: object | null
  } | null
  alt: Record<string, string>
}

export interface ExportedCoupon extends ExportedOffer {
  code: string
  claimable: boolean
  useLimit: number | null
  /** The shop's own count; in no file. */
  usedCount: number
  limitPerCustomer: number
  stackable: boolean
}

const texts = (table: string, owner: string, column: string) => sql`
  (
    select json_object_agg(t.locale, t.${sql.ref(column)} order by t.locale collate "C")
    from ${sql.table(table)} t
    where t.${sql.ref(owner)} = e.id and t.${sql.ref(column)} is not null
  )`
const offer = sql`
  e.slug, e.visible, e.starts_at as "startsAt", e.ends_at as "endsAt", e.conditions, e.benefit`

/** The next promotions by slug after the given one; none at the end. */
export async function exportedPromotions(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedPromotion[]> {
  const text = (column: string) => texts('promotion_texts', 'promotion_id', column)
  const { rows: found } = await sql<ExportedPromotion>`
    select ${offer}, e.picture_alt as alt, ${text('name')} as names, ${text('summary')} as summaries,
      ${text('description')} as descriptions,
      (
        select json_build_object('source', e.picture_source, 'key', i.key, 'made', i.made)
        from pictures i
        where i.id = e.picture_id
      ) as picture
    from promotions e
    where e.slug collate "C" > ${after} and ${among('e.slug', only)}
    order by e.slug collate "C" limit ${limit}`.execute(rows(tx))
  return found
}

/** The next coupons by slug after the given one; none at the end. */
export async function exportedCoupons(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedCoupon[]> {
  const text = (column: string) => texts('coupon_texts', 'coupon_id', column)
  const { rows: found } = await sql<ExportedCoupon>`
    select ${offer}, e.code, e.claimable, e.use_limit as "useLimit", e.used_count as "usedCount",
      e.limit_per_customer as "limitPerCustomer", e.stackable, ${text('name')} as names,
      ${text('summary')} as summaries
    from coupons e
    where e.slug collate "C" > ${after} and ${among('e.slug', only)}
    order by e.slug collate "C" limit ${limit}`.execute(rows(tx))
  return found
}
