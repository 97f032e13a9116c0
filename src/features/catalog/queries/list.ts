import { sql, type RawBuilder } from 'kysely'
import type { Filters, Sort } from '../contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { cardColumns, cardTables, toCard, type CardRow, type OptionJson, type RawCard } from './product.ts'

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
  /** Of the page that was asked for. */
  cards: CardRow[]
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

/** One page of cards, how many there are, and the counts of what they can be narrowed by. */
export async function listCards(db: Db, query: ListQuery): Promise<ListRows> {
  const chosen = Object.entries(query.filters.options).filter(([, values]) => values.length > 0)
  const { priceMin, priceMax } = query.filters
  const [found, span, ...facets] = await Promise.all([
    listHits(db, query),
    // The span that a price can be chosen from is that of all of them; without a price chosen it is the hits' own.
    priceMin === null && priceMax === null ? null : priceSpan(db, query),
    // What else of a chosen option could be chosen: counted as if nothing of that option were.
    ...chosen.map(([option]) => facetCounts(db, query, option)),
  ])
  const chosenCodes = new Set(chosen.map(([option]) => option))
  return {
    ...found,
    ...span,
    facets: [...found.facets.filter((row) => !chosenCodes.has(row.option)), ...facets.flat()],
  }
}

type Whole = Omit<ListRows, 'cards' | 'facets'>

/**
 * One statement for the page, the count, the span of prices and the facets: they are about the same hits, and
 * each question more costs a page as much as its answer. What is true of all hits comes with each row, the facets
 * with the first; without any card there is one row of that alone.
 */
async function listHits(db: Db, query: ListQuery): Promise<ListRows> {
  const { rows: found } = await sql<Whole & CardOrNone & { facets: FacetRow[] | null }>`
    with hits as materialized (select p.id, p.published_at, p.sold_count, p.rating_average, p.rating_count, p.in_stock, pp.amount_from, pp.amount_to${placeColumn(query.scope)} from ${source(query)} where ${conditions(query, { price: true, except: null })}),
    whole as (select count(*) as total, min(amount_from) as "priceFrom", max(amount_to) as "priceTo" from hits),
    wanted as (select id, row_number() over (order by ${order(query)}) as place from hits order by ${order(query)} limit ${sql.lit(query.limit)} offset ${query.offset})
    select whole.*,
      case when wanted.place is not distinct from (select min(place) from wanted) then
        (select json_agg(to_json(facets) order by facets.option, facets.count desc, facets.value) from (${countsOf(sql`hits`, null)}) facets)
      end as facets,
      ${cardColumns}
    from whole left join (wanted join (${cardTables(query.currency)}) on p.id = wanted.id) on true
    order by wanted.place`.execute(rows(db))
  const { total, priceFrom, priceTo, facets } = found[0]!
  return {
    cards: found.flatMap((row) => (isCard(row) ? [toCard(row)] : [])),
    total,
    priceFrom,
    priceTo,
    facets: facets ?? [],
  }
}

type CardOrNone = RawCard | { id: null }

function isCard<T>(row: T & CardOrNone): row is T & RawCard {
  return row.id !== null
}

async function priceSpan(db: Db, query: ListQuery): Promise<Pick<ListRows, 'priceFrom' | 'priceTo'>> {
  const { rows: found } = await sql<Pick<ListRows, 'priceFrom' | 'priceTo'>>`
    select min(pp.amount_from) as "priceFrom", max(pp.amount_to) as "priceTo" from ${source(query)} where ${conditions(query, { price: false, except: null })}`.execute(
    rows(db),
  )
  return found[0]!
}

async function facetCounts(db: Db, query: ListQuery, only: string): Promise<FacetRow[]> {
  const hits = sql`(select p.id from ${source(query)} where ${conditions(query, { price: true, except: only })})`
  const { rows: found } = await sql<FacetRow>`
    select * from (${countsOf(hits, only)}) facets order by facets.option, facets.count desc, facets.value`.execute(
    rows(db),
  )
  return found
}

/** How many of `hits` have each value of each option, or of one; with the options of one that has it. */
function countsOf(hits: RawBuilder<unknown>, only: string | null): RawBuilder<unknown> {
  return sql`
    select c.option, c.value, c.count, p.options from (
      select v.option_code as option, v.value_code as value, count(*) as count, min(v.product_id) as sample
      from product_option_values v join ${hits} hits on hits.id = v.product_id
      ${only === null ? sql`` : sql`where v.option_code = ${only}`}
      group by 1, 2
      order by 3 desc
      limit 200
    ) c join products p on p.id = c.sample`
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
