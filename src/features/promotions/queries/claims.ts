import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { couponColumns, type CouponRow } from './read.ts'
import { termsColumns, type CouponTerms } from './terms.ts'

/* The coupons that customers have claimed. */

/** A coupon that everyone may claim, as far as it decides about a claim. */
export interface Claimable extends CouponTerms {
  /** How often this customer has used it. */
  uses: number
}

/** Null for one that is not there, hidden, or only for who knows its code. @param who as in `coupon_uses.who` */
export async function claimable(db: Db, slug: string, who: readonly string[]): Promise<Claimable | null> {
  const { rows: found } = await sql<Claimable>`
    select ${termsColumns}, ${usesBy(who)} as uses
    from coupons e
    where e.slug = ${slug} and e.visible and e.claimable`.execute(rows(db))
  return found[0] ?? null
}

/** A customer has a coupon once, however often it is claimed. */
export async function putClaim(tx: Tx, customer: number, coupon: number, now: Date): Promise<void> {
  await sql`
    insert into coupon_claims (customer_id, coupon_id, claimed_at)
    values (${customer}, ${coupon}, ${now})
    on conflict do nothing`.execute(rows(tx))
}

export interface ClaimedCoupon extends CouponRow {
  visible: boolean
  uses: number
}

/** The last claimed first. */
export async function claimedCoupons(
  db: Db,
  customer: number,
  who: readonly string[],
  locales: readonly string[],
): Promise<ClaimedCoupon[]> {
  const { rows: found } = await sql<ClaimedCoupon>`
    select ${couponColumns(locales)}, e.visible, ${usesBy(who)} as uses
    from coupon_claims k
    join coupons e on e.id = k.coupon_id
    where k.customer_id = ${customer}
    order by k.claimed_at desc, e.id desc limit 500`.execute(rows(db))
  return found
}

/** Those of them that can be used now, as far as it is not about what is bought. */
export async function claimedTerms(db: Db, customer: number, now: Date): Promise<CouponTerms[]> {
  const { rows: found } = await sql<CouponTerms>`
    select ${termsColumns}
    from coupon_claims k
    join coupons e on e.id = k.coupon_id
    where k.customer_id = ${customer}
      and e.visible
      and (e.starts_at is null or e.starts_at <= ${now})
      and (e.ends_at is null or ${now} < e.ends_at)
      and (e.use_limit is null or e.used_count < e.use_limit)
    order by e.ends_at nulls last, e.id desc limit 50`.execute(rows(db))
  return found
}

/** Under which names the uses of a customer are counted: its own, and that of the e-mail address it has proven. */
export async function namesOf(db: Db, customer: number): Promise<string[]> {
  const { rows: found } = await sql<{ account: string }>`
    select account
    from customer_identities
    where customer_id = ${customer} and kind = 'email' and verified_at is not null`.execute(rows(db))
  return [`c:${customer}`, ...found.map(({ account }) => `m:${account}`)]
}

const usesBy = (who: readonly string[]) => sql`
  (select count(*)::int from coupon_uses u where u.coupon_id = e.id and u.who = any(${who}::text[]))`

/** When an account is closed. */
export async function deleteClaims(tx: Tx, customer: number): Promise<void> {
  await sql`delete from coupon_claims where customer_id = ${customer}`.execute(rows(tx))
}
