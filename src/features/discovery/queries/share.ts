import { sql } from 'kysely'
import { paidPrice, type PriceTerms } from '#domain/shown/paid-price.ts'
import { goodsOf, namedGroups, type NamedGroups } from '#features/listing/queries/cards.ts'
import type { EntryKind } from '#features/names/contract.ts'
import { entryTables } from '#features/names/queries.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** An entry's facts for the preview card of a link. */
export interface SharedEntry {
  names: Record<string, string>
  /** Key of its picture. */
  picture: string | null
  /** Minor units: the lowest price of a product. */
  amountFrom: number | null
  amountTo: number | null
}

/** Null for what visitors do not see. */
export async function sharedEntry(
  db: Db,
  kind: EntryKind,
  slug: string,
  terms: PriceTerms,
): Promise<SharedEntry | null> {
  const { table, texts, owner, name, shown } = entryTables[kind]
  const picture =
    kind === 'product'
      ? sql`(
          select i.key
          from product_pictures x
          join pictures i on i.id = x.picture_id
          where x.product_id = e.id and i.made is null
          order by x.position limit 1
        )`
      : kind === 'tag' || kind === 'coupon' || kind === 'inquiry'
        ? sql`null`
        : sql`(select i.key from pictures i where i.id = e.picture_id and i.made is null)`
  const span = (column: 'amount_from' | 'amount_to') =>
    kind === 'product'
      ? sql`(
          select p.${sql.ref(column)}
          from product_prices p
          where p.product_id = e.id and p.currency = ${terms.currency}
        )`
      : sql`null::bigint`
  const { rows: found } = await sql<SharedEntry & { groups: NamedGroups | null }>`
    select
      coalesce(
        (
          select json_object_agg(t.locale, t.${sql.ref(name)})
          from ${sql.table(texts)} t
          where t.${sql.ref(owner)} = e.id
        ),
        '{}'
      ) as names,
      ${picture} as picture, ${span('amount_from')} as "amountFrom", ${span('amount_to')} as "amountTo",
      ${kind === 'product' ? namedGroups('e.id', terms) : sql`null::json`} as groups
    from ${sql.table(table)} e
    where e.slug = ${slug} and ${sql.raw(shown)}`.execute(rows(db))
  if (found[0] === undefined) return null
  const { groups, amountFrom, amountTo, ...entry } = found[0]
  const paid = (amount: number | null): number | null =>
    amount === null ? null : paidPrice(amount, goodsOf(slug, groups), terms).amount
  return { ...entry, amountFrom: paid(amountFrom), amountTo: paid(amountTo) }
}
