import { sql } from 'kysely'
import type { Currency } from '#domain/currency.ts'
import type { RunningPromotion } from '#domain/shown/paid-price.ts'
import type { Window } from '#domain/promotion.ts'
import type { CouponFacts } from '#domain/quote.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Promotions and coupons as input of the price calculation. */

/** By language. */
type Names = Readonly<Record<string, string>>

export type PromotionTerms = RunningPromotion

export interface CouponTerms extends CouponFacts, Window {
  id: number
  visible: boolean
  /** As often as it may be, by everyone together. */
  isUsedUp: boolean
  limitPerCustomer: number
  names: Names | null
}

const termColumns = sql`
  e.slug, e.starts_at as "startsAt", e.ends_at as "endsAt", e.conditions, e.benefit`

/** Promotions that did not end before that moment, in the order in which they are tried: the oldest first. */
export async function promotionTerms(db: Db, since: Date): Promise<PromotionTerms[]> {
  const { rows: found } = await sql<PromotionTerms>`
    select ${termColumns},
      (select jsonb_object_agg(t.locale, t.name) from promotion_texts t where t.promotion_id = e.id) as names
    from promotions e
    where e.visible and (e.ends_at is null or ${since} < e.ends_at)
    order by e.id`.execute(rows(db))
  return found
}

/**
 * When promotions and coupons begin and end after that moment, the soonest first. Hidden ones, and coupons for whoever
 * knows their code, are on no page: a shop may have thousands, each with an end of its own.
 */
export async function turnsAfter(db: Db, moment: Date): Promise<Date[]> {
  const { rows: found } = await sql<{ at: Date }>`
    select distinct e.at
    from (
      select starts_at as at
      from promotions
      where visible
      union all
      select ends_at
      from promotions
      where visible
      union all
      select starts_at
      from coupons
      where visible and claimable
      union all
      select ends_at
      from coupons
      where visible and claimable
    ) e
    where e.at > ${moment}
    order by e.at limit 1000`.execute(rows(db))
  return found.map(({ at }) => at)
}

/** Of `coupons e`: a `CouponTerms`. */
export const termsColumns = sql`
  e.id, e.code, e.stackable, e.visible, e.limit_per_customer as "limitPerCustomer",
  coalesce(e.used_count >= e.use_limit, false) as "isUsedUp", ${termColumns},
  (select jsonb_object_agg(t.locale, t.name) from coupon_texts t where t.coupon_id = e.id) as names`

/** The code of a coupon; null if it is gone. */
export async function couponCode(db: Db, id: number): Promise<string | null> {
  const { rows: found } = await sql<{ code: string }>`
    select code from coupons where id = ${id}`.execute(rows(db))
  return found[0]?.code ?? null
}

/**
 * The coupons with these codes, however they are spelled, running or not.
 * @param who the customers as coupon uses name them; `uses` counts theirs
 */
export async function couponsByCodes(
  db: Db,
  codes: readonly string[],
  who: readonly string[],
): Promise<(CouponTerms & { uses: number })[]> {
  const { rows: found } = await sql<CouponTerms & { uses: number }>`
    select ${termsColumns},
      (
        select count(*)::int
        from coupon_uses u
        where u.coupon_id = e.id and u.who = any(${who}::text[])
      ) as uses
    from coupons e
    where upper(e.code) = any(select upper(given) from unnest(${codes}::text[]) given)`.execute(rows(db))
  return found
}

/** Coupons that everyone may claim and that run or will run, those that end soonest first. */
export async function claimableCoupons(db: Db, now: Date): Promise<CouponTerms[]> {
  const { rows: found } = await sql<CouponTerms>`
    select ${termsColumns}
    from coupons e
    where e.claimable and e.visible and (e.ends_at is null or ${now} < e.ends_at)
    order by e.ends_at nulls last, e.id desc`.execute(rows(db))
  return found
}

/** Promotions and coupons that run or will run and lack an amount in the base currency, by address; some of many. */
export async function offersWithout(
  db: Db,
  base: Currency,
  now: Date,
  limit: number,
): Promise<{ kind: 'promotion' | 'coupon'; slug: string }[]> {
  const lacking = sql`
    e.visible
    and (e.ends_at is null or ${now} < e.ends_at)
    and (
      (e.conditions -> 'minimumAmount' is not null and e.conditions -> 'minimumAmount' -> ${base} is null)
      or (e.benefit -> 'amounts' is not null and e.benefit -> 'amounts' -> ${base} is null)
    )`
  const { rows: found } = await sql<{ kind: 'promotion' | 'coupon'; slug: string }>`
    select 'promotion' as kind, e.slug
    from promotions e
    where ${lacking}
    union all
    select 'coupon', e.slug
    from coupons e
    where ${lacking}
    order by 1, 2 limit ${limit}`.execute(rows(db))
  return found
}
