import { sql, type RawBuilder } from 'kysely'
import type { Filters, Sort } from '../contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Which products a listing is about. */
export type Scope =
  | { kind: 'category'; id: number }
  | { kind: 'collection'; id: number }
  | { kind: 'tag'; id: number }
  | { kind: 'all' }

export interface ListQuery {
  scope: Scope
  filters: Filters
  sort: Sort
  currency: string
  limit: number
  offset: number
}

export interface ListRows {
  ids: number[]
  total: number
  facets: FacetRow[]
  /** Minor units, before the price filter; null when nothing has a price in the currency. */
  priceFrom: number | null
  priceTo: number | null
}

export interface FacetRow {
  option: string
  value: string
  count: number
  /** The options of one product that has the value: where its names are. */
  options: OptionJson[]
}

export interface OptionJson {
  code: string
  name: Record<string, string>
  values: { code: string; name: Record<string, string>; swatch?: string }[]
}

/** One page of product ids, how many there are, and the counts of what they can be narrowed by. */
export async function listIds(db: Db, query: ListQuery): Promise<ListRows> {
  const chosen = Object.entries(query.filters.options).filter(([, values]) => values.length > 0)
  const [page, span, ...facets] = await Promise.all([
    pageOfIds(db, query),
    priceSpan(db, query),
    facetCounts(db, query, null),
    // What else of a chosen option could be chosen: counted as if nothing of that option were.
    ...chosen.map(([option]) => facetCounts(db, query, option)),
  ])
  const chosenCodes = new Set(chosen.map(([option]) => option))
  return {
    ...page,
    ...span,
    facets: facets.flatMap((counts, index) =>
      index === 0 ? counts.filter((row) => !chosenCodes.has(row.option)) : counts,
    ),
  }
}

async function pageOfIds(db: Db, query: ListQuery): Promise<{ ids: number[]; total: number }> {
  const { rows: found } = await sql<{ id: number | null; total: number }>`
    with hits as materialized (select p.id, p.published_at, p.sold_count, p.rating_average, p.rating_count, p.in_stock, pp.amount_from${placeColumn(query.scope)} from ${source(query)} where ${conditions(query, { price: true, except: null })})
    select page.id, total.count as total
    from (select count(*) as count from hits) total
    left join lateral (select id, row_number() over (order by ${order(query)}) as place from hits order by ${order(query)} limit ${query.limit} offset ${query.offset}) page on true
    order by page.place`.execute(rows(db))
  return { ids: found.flatMap(({ id }) => (id === null ? [] : [id])), total: found[0]?.total ?? 0 }
}

async function priceSpan(
  db: Db,
  query: ListQuery,
): Promise<{ priceFrom: number | null; priceTo: number | null }> {
  const { rows: found } = await sql<{ priceFrom: number | null; priceTo: number | null }>`
    select min(pp.amount_from) as "priceFrom", max(pp.amount_to) as "priceTo" from ${source(query)} where ${conditions(query, { price: false, except: null })}`.execute(
    rows(db),
  )
  return found[0] ?? { priceFrom: null, priceTo: null }
}

async function facetCounts(db: Db, query: ListQuery, only: string | null): Promise<FacetRow[]> {
  const { rows: found } = await sql<FacetRow>`
    select c.option, c.value, c.count, p.options from (
      select v.option_code as option, v.value_code as value, count(*) as count, min(v.product_id) as sample
      from product_option_values v
      join (select p.id from ${source(query)} where ${conditions(query, { price: true, except: only })}) hits on hits.id = v.product_id
      ${only === null ? sql`` : sql`where v.option_code = ${only}`}
      group by 1, 2
      order by 3 desc
      limit 200
    ) c join products p on p.id = c.sample
    order by c.option, c.count desc, c.value`.execute(rows(db))
  return found
}

function source({ scope, currency }: ListQuery): RawBuilder<unknown> {
  const prices = sql`products p join product_prices pp on pp.product_id = p.id and pp.currency = ${currency}`
  switch (scope.kind) {
    case 'category':
      return sql`product_categories pc join ${prices} on p.id = pc.product_id and pc.category_id = ${scope.id}`
    case 'collection':
      return sql`collection_products cp join ${prices} on p.id = cp.product_id and cp.collection_id = ${scope.id}`
    case 'tag':
      return sql`product_tags pt join ${prices} on p.id = pt.product_id and pt.tag_id = ${scope.id}`
    case 'all':
      return prices
  }
}

function placeColumn(scope: Scope): RawBuilder<unknown> {
  return scope.kind === 'collection' ? sql`, cp.position` : sql``
}

function conditions(
  { filters }: ListQuery,
  use: { price: boolean; except: string | null },
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`p.visible`]
  if (filters.inStock) parts.push(sql`p.in_stock`)
  if (use.price && filters.priceMin !== null) parts.push(sql`pp.amount_to >= ${filters.priceMin}`)
  if (use.price && filters.priceMax !== null) parts.push(sql`pp.amount_from <= ${filters.priceMax}`)
  for (const [option, values] of Object.entries(filters.options)) {
    if (values.length === 0 || option === use.except) continue
    const stocked = filters.inStock ? sql` and v.in_stock` : sql``
    parts.push(
      sql`exists (select 1 from product_option_values v where v.product_id = p.id and v.option_code = ${option} and v.value_code = any(${values}::text[])${stocked})`,
    )
  }
  return sql.join(parts, sql` and `)
}

// Every order ends with the id: two visits of one page must not differ by chance.
function order({ sort, scope }: ListQuery): RawBuilder<unknown> {
  switch (sort) {
    case 'featured':
      return scope.kind === 'collection' ? sql`position, id` : sql`in_stock desc, sold_count desc, id desc`
    case 'new':
      return sql`published_at desc, id desc`
    case 'price-asc':
      return sql`amount_from, id desc`
    case 'price-desc':
      return sql`amount_from desc, id desc`
    case 'best':
      return sql`sold_count desc, id desc`
    case 'rating':
      return sql`rating_average desc nulls last, rating_count desc, id desc`
  }
}
