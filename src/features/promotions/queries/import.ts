import { sql } from 'kysely'
import type { Benefit, Conditions } from '#domain/promotion.ts'
import type { PlacedPicture } from '#features/media/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { putEntries, type EntriesPut, type EntryTable } from '#platform/server/db/put-entries.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The write side of promotions and coupons. */

const termColumns = {
  visible: 'boolean',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  conditions: 'jsonb',
  benefit: 'jsonb',
}

interface TermsIn {
  slug: string
  visible: boolean
  starts_at: string | null
  ends_at: string | null
  conditions: Conditions
  benefit: Benefit
}

export const promotionTable: EntryTable = {
  name: 'promotions',
  key: 'slug',
  columns: { ...termColumns, picture_id: 'bigint', picture_source: 'text', picture_alt: 'jsonb' },
}
const promotionTexts: OwnedTable = {
  name: 'promotion_texts',
  owner: 'promotion_id',
  key: { locale: 'text' },
  columns: { name: 'text', summary: 'text', description: 'text' },
}

export interface PromotionIn {
  row: TermsIn & PlacedPicture
  texts: readonly { locale: string; name: string; summary: string | null; description: string | null }[]
}

export function putPromotions(tx: Tx, given: readonly PromotionIn[]): Promise<EntriesPut> {
  return putWithTexts(tx, promotionTable, promotionTexts, given)
}

export const couponTable: EntryTable = {
  name: 'coupons',
  key: 'slug',
  columns: {
    ...termColumns,
    code: 'text',
    claimable: 'boolean',
    use_limit: 'int',
    limit_per_customer: 'int',
    stackable: 'boolean',
  },
}
const couponTexts: OwnedTable = {
  name: 'coupon_texts',
  owner: 'coupon_id',
  key: { locale: 'text' },
  columns: { name: 'text', summary: 'text' },
}

export interface CouponIn {
  row: TermsIn & {
    code: string
    claimable: boolean
    use_limit: number | null
    limit_per_customer: number
    stackable: boolean
  }
  texts: readonly { locale: string; name: string; summary: string | null }[]
}

export function putCoupons(tx: Tx, given: readonly CouponIn[]): Promise<EntriesPut> {
  return putWithTexts(tx, couponTable, couponTexts, given)
}

async function putWithTexts(
  tx: Tx,
  table: EntryTable,
  textTable: OwnedTable,
  given: readonly { row: { slug: string }; texts: readonly object[] }[],
): Promise<EntriesPut> {
  const put = await putEntries(
    tx,
    table,
    given.map(({ row }) => row),
  )
  const owned = given.map(({ row, texts }) => ({ id: put.ids.get(row.slug)!, texts }))
  const touched = await replaceRows(
    tx,
    textTable,
    owned.map(({ id }) => id),
    owned.flatMap(({ id, texts }) => texts.map((text) => ({ [textTable.owner]: id, ...text }))),
  )
  return { ...put, changed: new Set([...put.changed, ...touched]).difference(put.added) }
}

/** Whose these codes are, by the code in capitals. */
export async function couponsByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ code: string; slug: string }>`
    select upper(code) as code, slug
    from coupons
    where upper(code) = any(select upper(c) from unnest(${codes}::text[]) c)`.execute(rows(tx))
  return new Map(found.map(({ code, slug }) => [code, slug]))
}
