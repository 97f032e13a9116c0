import { sql } from 'kysely'
import type { PriceTerms } from '#domain/shown/paid-price.ts'
import { namedGroups, type NamedGroups } from '#features/listing/queries/cards.ts'
import type { Tier } from '#domain/tiers.ts'
import { available } from '#features/catalog/queries/sellable.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

type Texts = Record<string, string>

export interface MerchantProduct {
  id: number
  slug: string
  brand: string | null
  type: string | null
  title: string
  summary: string | null
  /** HTML, sanitised when it was stored. */
  description: string | null
  options: { code: string; name: Texts; values: { code: string; name: Texts }[] }[]
  /** Slugs of the categories from the root down to the first that it is put in. */
  trail: string[]
  pictures: { key: string; options: Texts }[]
  /** As far as promotions name them. */
  groups: NamedGroups | null
  skus: {
    sku: string
    options: Texts
    barcode: string | null
    /** Grams. */
    weight: number | null
    available: number
    backorder: boolean
    /** As few as are sold at once. */
    minQuantity: number
    tiers: Tier[] | null
    /** Minor units, without promotions. */
    amount: number
    lineAmount: number | null
  }[]
}

/** Visible products with texts in the language and prices in the currency, by id. */
export async function merchantProducts(
  db: Db,
  locale: string,
  terms: PriceTerms,
  after: number,
  limit: number,
): Promise<MerchantProduct[]> {
  const { rows: found } = await sql<MerchantProduct>`
    select e.id, e.slug, e.brand, e.type, t.title, t.summary, t.description, e.options,
      array(
        with recursive up as (
          (
            select c.id, c.slug, c.parent_id, 1 as step
            from product_categories x
            join categories c on c.id = x.category_id
            where x.product_id = e.id and x.direct and c.visible
            order by c.position, c.id limit 1
          )
          union all
          select c.id, c.slug, c.parent_id, up.step + 1
          from up
          join categories c on c.id = up.parent_id
          where up.step < 10
        )
        select slug
        from up
        order by step desc
      ) as trail,
      (
        select coalesce(
          json_agg(json_build_object('key', i.key, 'options', x.options) order by x.position), '[]'
        )
        from product_pictures x
        join pictures i on i.id = x.picture_id
        where x.product_id = e.id and i.made is null
      ) as pictures,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'sku', s.sku, 'options', s.options,
              'barcode', s.barcode, 'weight', s.weight,
              'available', ${available}, 'backorder', s.backorder,
              'minQuantity', s.min_quantity, 'amount', p.amount,
              'lineAmount', p.line_amount, 'tiers', p.tiers
            )
            order by s.position
          ),
          '[]'
        )
        from skus s
        join sku_prices p on p.sku_id = s.id and p.currency = ${terms.currency}
        where s.product_id = e.id and not s.retired
      ) as skus,
      ${namedGroups('e.id', terms)} as groups
    from products e
    join product_texts t on t.product_id = e.id and t.locale = ${locale}
    where e.visible and e.id > ${after}
    order by e.id limit ${limit}`.execute(rows(db))
  return found
}

/** The names of all visible categories in the language, by slug. */
export async function categoryNames(db: Db, locale: string): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ slug: string; name: string }>`
    select e.slug, t.name
    from categories e
    join category_texts t on t.category_id = e.id and t.locale = ${locale}
    where e.visible`.execute(rows(db))
  return new Map(found.map(({ slug, name }) => [slug, name]))
}
