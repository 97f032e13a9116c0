import { sql } from 'kysely'
import type { Benefit, Conditions, Window } from '#domain/promotion.ts'
import type { Db } from '#platform/server/db/db.ts'
import { localeArray } from '#platform/server/db/locale-array.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The read side of promotions and coupons. `locales` is the chain of fallbacks; a text in none of it comes in whatever there is. */

type Texts = Record<string, string>

export interface OfferRow extends Window {
  slug: string
  conditions: Conditions
  benefit: Benefit
  texts: Record<string, { name: string; summary: string | null; description?: string | null }> | null
}

export interface PromotionRow extends OfferRow {
  id: number
  picture: { key: string; width: number; height: number; preview: string; color: string } | null
  alt: Texts
}

const promotionColumns = (locales: readonly string[]) => sql`
  e.id, e.slug, e.starts_at as "startsAt", e.ends_at as "endsAt", e.conditions, e.benefit,
  e.picture_alt as alt,
  (
    select jsonb_build_object(
      'key', i.key, 'width', i.width,
      'height', i.height, 'preview', i.preview,
      'color', i.average_color
    )
    from pictures i
    where i.id = e.picture_id
  ) as picture,
  (
    select jsonb_object_agg(
      t.locale, jsonb_build_object('name', t.name, 'summary', t.summary, 'description', t.description)
    )
    from promotion_texts t
    where t.promotion_id = e.id
      and (
        t.locale = any(${localeArray(locales)})
        or not exists (
          select from promotion_texts o
          where o.promotion_id = e.id and o.locale = any(${localeArray(locales)})
        )
      )
  ) as texts`

const running = (now: Date) =>
  sql`
    e.visible
    and (e.starts_at is null or e.starts_at <= ${now})
    and (e.ends_at is null or ${now} < e.ends_at)`

/** Those that end soonest first, then the newest. */
export async function runningPromotions(
  db: Db,
  now: Date,
  locales: readonly string[],
): Promise<PromotionRow[]> {
  const { rows: found } = await sql<PromotionRow>`
    select ${promotionColumns(locales)}
    from promotions e
    where ${running(now)}
    order by e.ends_at nulls last, e.id desc`.execute(rows(db))
  return found
}

/** Running or not. */
export async function promotionBySlug(
  db: Db,
  slug: string,
  locales: readonly string[],
): Promise<PromotionRow | null> {
  const { rows: found } = await sql<PromotionRow>`
    select ${promotionColumns(locales)}
    from promotions e
    where e.slug = ${slug} and e.visible`.execute(rows(db))
  return found[0] ?? null
}

/** Products that the conditions name, by themselves or by category or collection; available ones first. */
export async function promotedIds(db: Db, conditions: Conditions, limit: number): Promise<number[]> {
  const { products, categories, collections } = conditions
  if (products.length + categories.length + collections.length === 0) return []
  const { rows: found } = await sql<{ id: number }>`
    select p.id
    from products p
    where p.visible
      and (
        p.slug = any(${products}::text[])
        or exists (
          select from product_categories x
          join categories c on c.id = x.category_id
          where x.product_id = p.id and c.slug = any(${categories}::text[])
        )
        or exists (
          select from collection_products x
          join collections c on c.id = x.collection_id
          where x.product_id = p.id and c.slug = any(${collections}::text[])
        )
      )
    order by p.in_stock desc, p.sold_count desc, p.id desc limit ${limit}`.execute(rows(db))
  return found.map(({ id }) => id)
}

/** The categories and collections that the conditions name and that can be seen, in the order of the shop. */
export async function promotedGroups(
  db: Db,
  { categories, collections }: Conditions,
  locales: readonly string[],
): Promise<{ kind: 'category' | 'collection'; slug: string; names: Texts | null }[]> {
  if (categories.length + collections.length === 0) return []
  const { rows: found } = await sql<{ kind: 'category' | 'collection'; slug: string; names: Texts | null }>`
    select kind, slug, names
    from (
      select 'category' as kind, c.slug, c.position,
        (
          select jsonb_object_agg(t.locale, t.name)
          from category_texts t
          where t.category_id = c.id and t.locale = any(${localeArray(locales)})
        ) as names
      from categories c
      where c.visible and c.slug = any(${categories}::text[])
      union all
      select 'collection', c.slug, c.position,
        (
          select jsonb_object_agg(t.locale, t.name)
          from collection_texts t
          where t.collection_id = c.id and t.locale = any(${localeArray(locales)})
        )
      from collections c
      where c.visible and c.slug = any(${collections}::text[])
    ) e
    order by kind, position, slug`.execute(rows(db))
  return found
}

export interface CouponRow extends OfferRow {
  code: string
  limitPerCustomer: number
  stackable: boolean
  /** As often as it may be, by everyone together. */
  usedUp: boolean
}

export const couponColumns = (locales: readonly string[]) => sql`
  e.slug, e.code, e.starts_at as "startsAt", e.ends_at as "endsAt", e.conditions, e.benefit,
  e.limit_per_customer as "limitPerCustomer", e.stackable,
  coalesce(e.used_count >= e.use_limit, false) as "usedUp",
  (
    select jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary))
    from coupon_texts t
    where t.coupon_id = e.id
      and (
        t.locale = any(${localeArray(locales)})
        or not exists (
          select from coupon_texts o
          where o.coupon_id = e.id and o.locale = any(${localeArray(locales)})
        )
      )
  ) as texts`

/** Of those that everyone may claim: the ones that can be used now. */
const open = (now: Date) =>
  sql`e.claimable and ${running(now)} and (e.use_limit is null or e.used_count < e.use_limit)`

/** Those that end soonest first, then the newest. */
export async function openCoupons(db: Db, now: Date, locales: readonly string[]): Promise<CouponRow[]> {
  const { rows: found } = await sql<CouponRow>`
    select ${couponColumns(locales)}
    from coupons e
    where ${open(now)}
    order by e.ends_at nulls last, e.id desc`.execute(rows(db))
  return found
}

/** Running or not; never one that only who knows its code has. */
export async function couponBySlug(
  db: Db,
  slug: string,
  locales: readonly string[],
): Promise<CouponRow | null> {
  const { rows: found } = await sql<CouponRow>`
    select ${couponColumns(locales)}
    from coupons e
    where e.slug = ${slug} and e.visible and e.claimable`.execute(rows(db))
  return found[0] ?? null
}

/** Whether a promotion runs, and whether there is a coupon to claim. */
export async function runningOffers(db: Db, now: Date): Promise<{ promotions: boolean; coupons: boolean }> {
  const { rows: found } = await sql<{ promotions: boolean; coupons: boolean }>`
    select exists (select from promotions e where ${running(now)}) as promotions,
      exists (select from coupons e where ${open(now)}) as coupons`.execute(rows(db))
  return found[0] ?? { promotions: false, coupons: false }
}

/** Some promotion or coupon that is shown starts or ends after the one moment and not after the other. */
export async function turnsBetween(db: Db, after: Date, until: Date): Promise<boolean> {
  const { rows: found } = await sql<{ turns: boolean }>`
    select exists (
      select from (
        select starts_at, ends_at
        from promotions
        where visible
        union all
        select starts_at, ends_at
        from coupons
        where visible and claimable
      ) e
      where (e.starts_at > ${after} and e.starts_at <= ${until})
        or (e.ends_at > ${after} and e.ends_at <= ${until})
    ) as turns`.execute(rows(db))
  return found[0]?.turns ?? false
}
