import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { putRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { inStock } from './sellable.ts'

/*
 * Derived tables, so that listings need not read SKUs. Each function brings them up to date for the given products,
 * writes only differences, and returns the changed products.
 */

const spans: OwnedTable = {
  name: 'product_prices',
  owner: 'product_id',
  key: { currency: 'char(3)' },
  columns: { amount_from: 'bigint', amount_to: 'bigint', line_from: 'bigint' },
}

/** The span of prices by currency; `line_from` is the line price of the cheapest SKU. */
export async function refreshSpans(tx: Tx, products: readonly number[]): Promise<number[]> {
  if (products.length === 0) return []
  const wanted = sql`
    select s.product_id, c.currency, min(c.amount) as amount_from, max(c.amount) as amount_to,
      (array_agg(c.line_amount order by c.amount, c.line_amount desc nulls last))[1] as line_from
    from skus s
    join sku_prices c on c.sku_id = s.id
    where s.product_id = any(${products}::bigint[]) and not s.retired
    group by 1, 2`
  const { rows: found } = await sql<{
    owner: number
  }>`with ${putRows(spans, wanted, products)} select distinct owner from touched`.execute(rows(tx))
  return found.map(({ owner }) => owner)
}

const optionValues: OwnedTable = {
  name: 'product_option_values',
  owner: 'product_id',
  key: { option_code: 'text', value_code: 'text' },
  columns: { in_stock: 'boolean' },
}

/** Whether the product, and each option value, can be bought. */
export async function refreshStock(tx: Tx, products: readonly number[]): Promise<number[]> {
  if (products.length === 0) return []
  const wanted = sql`
    select s.product_id, o.key as option_code, o.value as value_code, bool_or(${inStock}) as in_stock
    from skus s
    cross join lateral jsonb_each_text(s.options) o
    where s.product_id = any(${products}::bigint[]) and not s.retired
    group by 1, 2, 3`
  const { rows: values } = await sql<{
    owner: number
  }>`
    with ${putRows(optionValues, wanted, products)} select distinct owner from touched`.execute(rows(tx))
  const { rows: flags } = await sql<{ id: number }>`
    update products p
    set in_stock = not p.in_stock
    where p.id = any(${products}::bigint[])
      and p.in_stock <> exists (
        select 1 from skus s where s.product_id = p.id and not s.retired and ${inStock}
      )
    returning p.id`.execute(rows(tx))
  return [...new Set([...values.map(({ owner }) => owner), ...flags.map(({ id }) => id)])]
}

const cards: OwnedTable = { name: 'product_cards', owner: 'product_id', key: {}, columns: { card: 'text' } }

/** The parts of a product card other than price and stock: the JSON of a `CardJson`. */
export async function refreshCards(tx: Tx, products: readonly number[]): Promise<number[]> {
  if (products.length === 0) return []
  const wanted = sql`
    select p.id as product_id,
      json_build_object(
        'slug', p.slug, 'brand', p.brand,
        'titles',
        (
          select json_object_agg(t.locale, t.title order by t.locale)
          from product_texts t
          where t.product_id = p.id
        ),
        'pictures',
        (
          select json_agg(
            json_build_object(
              'key', i.key, 'width', i.width,
              'height', i.height, 'preview', i.preview,
              'color', i.average_color, 'alt', x.alt
            )
            order by x.position
          )
          from (select * from product_pictures where product_id = p.id order by position limit 2) x
          join pictures i on i.id = x.picture_id
        ),
        'onlySku',
        (
          select case when count(*) = 1 then min(s.sku) end
          from skus s
          where s.product_id = p.id and not s.retired
        ),
        'swatches', jsonb_path_query_first(p.options, '$[*] ? (exists(@.values[*].swatch)).values')
      )::text as card
    from products p
    where p.id = any(${products}::bigint[])`
  const { rows: found } = await sql<{
    owner: number
  }>`with ${putRows(cards, wanted, products)} select distinct owner from touched`.execute(rows(tx))
  return found.map(({ owner }) => owner)
}

/** Counts one change of each product: cached parts of its pages are made again. Locks them by ascending id. */
export async function bumpVersions(tx: Tx, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  if (products.length > 1)
    await sql`
      select from products
      where id = any(${products}::bigint[])
      order by id for no key update`.execute(rows(tx))
  await sql`update products set version = version + 1 where id = any(${products}::bigint[])`.execute(rows(tx))
}
