import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

type LocalText = Readonly<Record<string, string>>

/** Slug → name by language. Deleted entries are missing. */
export interface OfferNames {
  promotions: ReadonlyMap<string, LocalText>
  coupons: ReadonlyMap<string, LocalText>
}

/** What promotions and coupons are called, also those that are over. */
export async function offerNames(
  db: Db,
  promotions: readonly string[],
  coupons: readonly string[],
): Promise<OfferNames> {
  if (promotions.length + coupons.length === 0) return { promotions: new Map(), coupons: new Map() }
  const { rows: found } = await sql<{ kind: 'promotion' | 'coupon'; slug: string; names: LocalText }>`
    select 'promotion' as kind, p.slug, json_object_agg(t.locale, t.name) as names
    from promotions p
    join promotion_texts t on t.promotion_id = p.id
    where p.slug = any(${promotions}::text[])
    group by p.slug
    union all
    select 'coupon', c.slug, json_object_agg(t.locale, t.name)
    from coupons c
    join coupon_texts t on t.coupon_id = c.id
    where c.slug = any(${coupons}::text[])
    group by c.slug`.execute(rows(db))
  const of = (kind: string): Map<string, LocalText> =>
    new Map(found.filter((row) => row.kind === kind).map(({ slug, names }) => [slug, names]))
  return { promotions: of('promotion'), coupons: of('coupon') }
}
