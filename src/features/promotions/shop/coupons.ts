import type { Benefit, Conditions } from '#domain/promotion.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { exportedCoupons, type ExportedCoupon } from '../queries/export.ts'
import { couponsByCodes } from '../queries/terms.ts'

export interface ListedCoupon {
  code: string
  slug: string
  state: 'running' | 'coming' | 'ended' | 'used up' | 'hidden'
  startsAt: Date | null
  endsAt: Date | null
  benefit: Benefit
  conditions: Conditions
  used: number
  /** In all; null for no end. */
  limit: number | null
  limitPerCustomer: number
}

/** Calls `each` with every coupon, by address. */
export async function listCoupons(tx: Tx, now: Date, each: (coupon: ListedCoupon) => void): Promise<void> {
  for (let after = ''; ;) {
    const found = await exportedCoupons(tx, after, 500)
    for (const coupon of found) each(listed(coupon, now))
    const last = found.at(-1)
    if (last === undefined) return
    after = last.slug
  }
}

function listed(coupon: ExportedCoupon, now: Date): ListedCoupon {
  const { code, slug, startsAt, endsAt, benefit, conditions, usedCount, useLimit, limitPerCustomer } = coupon
  const state = stateOf(coupon, now)
  return {
    code,
    slug,
    state,
    startsAt,
    endsAt,
    benefit,
    conditions,
    used: usedCount,
    limit: useLimit,
    limitPerCustomer,
  }
}

function stateOf(coupon: ExportedCoupon, now: Date): ListedCoupon['state'] {
  const { visible, startsAt, endsAt, useLimit, usedCount } = coupon
  if (endsAt !== null && endsAt <= now) return 'ended'
  if (!visible) return 'hidden'
  if (useLimit !== null && usedCount >= useLimit) return 'used up'
  return startsAt !== null && now < startsAt ? 'coming' : 'running'
}

/** The coupon that has this code, however it is spelled; null for none. */
export async function couponOfCode(
  db: Db,
  code: string,
): Promise<{ slug: string; startsAt: Date | null; endsAt: Date | null } | null> {
  const [found] = await couponsByCodes(db, [code], [])
  return found ?? null
}
