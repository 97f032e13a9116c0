import type { Benefit, Conditions } from '#domain/promotion.ts'
import type { PlacedPicture } from '#features/media/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { CouponEntry, PromotionEntry } from '#wire/content-format.ts'
import { putCoupons, putPromotions } from '../queries/import.ts'

interface Terms {
  conditions: Conditions
  benefit: Benefit
}

export interface CheckedPromotion extends Terms {
  entry: PromotionEntry
  picture: PlacedPicture
}

/** Writes checked promotions that differ. */
export async function importPromotions(tx: Tx, promotions: readonly CheckedPromotion[]): Promise<EntriesPut> {
  const put = await putPromotions(
    tx,
    promotions.map(({ entry, picture, conditions, benefit }) => ({
      row: { ...window(entry), conditions, benefit, ...picture },
      texts: Object.entries(entry.name).map(([locale, name]) => ({
        locale,
        name,
        summary: entry.summary[locale] ?? null,
        description: entry.description?.[locale] ?? null,
      })),
    })),
  )
  await announce(tx, put)
  return put
}

export interface CheckedCoupon extends Terms {
  entry: CouponEntry
}

/** Writes checked coupons that differ, codes included. */
export async function importCoupons(tx: Tx, coupons: readonly CheckedCoupon[]): Promise<EntriesPut> {
  const put = await putCoupons(
    tx,
    coupons.map(({ entry, conditions, benefit }) => ({
      row: {
        ...window(entry),
        conditions,
        benefit,
        code: entry.code,
        claimable: entry.claimable,
        use_limit: entry.limit ?? null,
        limit_per_customer: entry.limitPerCustomer,
        stackable: entry.stackable,
      },
      texts: Object.entries(entry.name).map(([locale, name]) => ({
        locale,
        name,
        summary: entry.summary[locale] ?? null,
      })),
    })),
  )
  await announce(tx, put)
  return put
}

function window({ slug, visible, startsAt, endsAt }: PromotionEntry | CouponEntry): {
  slug: string
  visible: boolean
  starts_at: string | null
  ends_at: string | null
} {
  return { slug, visible, starts_at: startsAt ?? null, ends_at: endsAt ?? null }
}

/** Promises about prices are never shown a moment too long. */
async function announce(tx: Tx, { added, changed }: EntriesPut): Promise<void> {
  if (added.size + changed.size > 0) await announceChanges(tx, ['promotions'], true)
}
