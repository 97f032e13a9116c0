import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Filters, Sort } from '../contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { factsOf, type KnownFacts, type ListingIndex, type Prices } from '../engine/listing-index.ts'
import { narrow, type KnownScope } from '../engine/narrow.ts'
import type { Narrowed, Scope, TermCount } from '../rules/narrowing.ts'
import { pageOf } from '../engine/order.ts'
import { listingStore, newsSince } from './store.ts'
import { cardColumns, cardTables, toCard, type CardRow, type OptionJson, type RawCard } from './cards.ts'
import {
  createTermNames,
  valueKey,
  valueNames,
  type TagNames,
  type TermNames,
  type ValueNames,
} from '../rules/term-names.ts'

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
  tags: TagCount[]
  ratings: RatingCount[]
  inStockCount: number
  /** Minor units, before the price filter; null when nothing has a price in the currency. */
  priceFrom: number | null
  priceTo: number | null
}

export interface TagCount extends TagNames {
  count: number
}

/** How many are rated `min` stars or better. */
export interface RatingCount {
  min: number
  count: number
}

export interface FacetRow {
  option: string
  value: string
  count: number
  names: ValueNames
}

// While an import runs, something has always changed: then the answer is the one of a moment ago.
const mostAttempts = 4

/**
 * One page of cards, how many there are, and the counts of what they can be narrowed by. Chosen and counted in memory
 * (decision 016); the statement that reads the cards tells whether the memory was true.
 * @param names what is known already of what values and tags are called; what is read is added
 */
export async function listCards(
  db: Db,
  query: ListQuery,
  names: TermNames = createTermNames(),
): Promise<ListRows> {
  const store = listingStore(db)
  const [{ index, prices }, scope, tags] = await Promise.all([
    store.ready(query.currency),
    query.scope.kind === 'collection' ? membersOf(db, query.scope.id) : query.scope,
    query.filters.tags.length > 0 ? tagIds(db, query.filters.tags) : null,
  ])
  const { sort, limit, offset } = query
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === mostAttempts
    // Taken with what it speaks of: another request may bring the index further before this one has its answer.
    const seen = store.seen()
    const narrowed = narrowedOf(index, prices, scope, query, tags)
    const ids = pageOf(index, narrowed.hits, prices, { sort, inOrder: scope.kind === 'found', limit, offset })
    const terms = shownTerms(narrowed.terms)
    // What is remembered of them is of the same moment, and is not asked for again unless it may have changed.
    const known = isLast ? null : new Map(ids.map((id) => [id, factsOf(index, prices, id)]))
    const naming = namingOf(terms, scope, names)
    const page = await readPage(db, seen.horizon, { ids, known }, naming.unknown, query.currency)
    if (isLast || page.news === seen.news)
      return listRows(narrowed, named(terms, scope, naming, page, names), page)
    await store.catchUp()
  }
}

// Numbers of all that is remembered together: 16 MB.
const mostRemembered = 4_000_000
const remembered = new WeakMap<ListingIndex, LRUCache<string, Narrowed>>()

/** Other sorts and pages of the same are asked for next: remembered until the index changes. */
function narrowedOf(
  index: ListingIndex,
  prices: Prices,
  scope: KnownScope,
  { filters, currency }: ListQuery,
  tags: readonly number[] | null,
): Narrowed {
  const make = (): Narrowed => narrow(index, scope, prices, { ...filters, tags })
  if (scope.kind === 'found') return make()
  let kept = remembered.get(index)
  if (kept === undefined)
    remembered.set(
      index,
      (kept = new LRUCache({
        maxSize: mostRemembered,
        sizeCalculation: ({ hits }) => hits.length + 500,
      })),
    )
  const key = JSON.stringify([index.version, scope, filters, currency])
  let found = kept.get(key)
  if (found === undefined) {
    found = make()
    // Its own numbers only, not the room for all candidates.
    kept.set(key, (found = { ...found, hits: found.hits.slice() }))
  }
  return found
}

/** A collection is what somebody has put together by hand: small, and in an order. */
async function membersOf(db: Db, collection: number): Promise<Scope & { kind: 'found' }> {
  const { rows: found } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(product_id order by position, product_id), '[]') as ids
    from collection_products
    where collection_id = ${collection}`.execute(rows(db))
  return { kind: 'found', ids: found[0]!.ids }
}

async function tagIds(db: Db, slugs: readonly string[]): Promise<number[]> {
  const { rows: found } = await sql<{
    id: number
  }>`select id from tags where slug = any(${slugs}::text[])`.execute(rows(db))
  return found.map(({ id }) => id)
}

interface ShownTerms {
  options: (TermCount & { term: { kind: 'option' } })[]
  tags: (TermCount & { term: { kind: 'tag' } })[]
}

// Of each kind that something is chosen of, and of all others together.
const mostTerms = 200

/** The most frequent, by option. */
function shownTerms(all: readonly TermCount[]): ShownTerms {
  const options = new Map<string, ShownTerms['options']>()
  const tags: ShownTerms['tags'] = []
  for (const each of all.toSorted((a, b) => b.count - a.count)) {
    if (each.term.kind === 'tag') {
      if (tags.length < mostTerms) tags.push({ ...each, term: each.term })
      continue
    }
    const key = each.isKindChosen ? `${each.term.option}` : ''
    const kept = options.get(key) ?? []
    if (kept.length < mostTerms) kept.push({ ...each, term: each.term })
    options.set(key, kept)
  }
  return {
    tags,
    options: [...options.values()]
      .flat()
      .sort(
        (a, b) =>
          compare(a.term.option, b.term.option) || b.count - a.count || compare(a.term.value, b.term.value),
      ),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What is known of the names of what is shown, and what has to be read. */
interface Naming {
  values: Map<string, ValueNames>
  tags: Map<number, TagNames>
  unknown: {
    /** A product that has it, of each value. */
    samples: number[]
    tags: number[]
  }
}

// Taken out at once: while the others are read, somebody else may push them out.
function namingOf(terms: ShownTerms, scope: Scope, names: TermNames): Naming {
  const naming: Naming = { values: new Map(), tags: new Map(), unknown: { samples: [], tags: [] } }
  const samples = new Set<number>()
  for (const term of terms.options) {
    const key = valueKey(scope, term)
    const known = names.values.get(key)
    if (known === undefined) samples.add(term.sample)
    else naming.values.set(key, known)
  }
  for (const { term } of terms.tags) {
    const known = names.tags.get(term.id)
    if (known === undefined) naming.unknown.tags.push(term.id)
    else naming.tags.set(term.id, known)
  }
  naming.unknown.samples = [...samples]
  return naming
}

interface NamedTerms {
  facets: FacetRow[]
  tags: TagCount[]
}

/** What is shown, with its names; those that were read are remembered. */
function named(
  terms: ShownTerms,
  scope: Scope,
  naming: Naming,
  { options, tags }: Pick<PageRead, 'options' | 'tags'>,
  names: TermNames,
): NamedTerms {
  const facets = terms.options.map((each) => {
    const key = valueKey(scope, each)
    const known = naming.values.get(key)
    const said = known ?? valueNames(options[each.sample] ?? [], each.term)
    if (known === undefined && options[each.sample] !== undefined) names.values.set(key, said)
    return { option: each.term.option, value: each.term.value, count: each.count, names: said }
  })
  const counts = terms.tags.flatMap(({ term, count }): TagCount[] => {
    const read = tags[term.id]
    if (read !== undefined) names.tags.set(term.id, read)
    const tag = naming.tags.get(term.id) ?? read
    // A tag that is gone in this moment has no name any more.
    return tag === undefined ? [] : [{ ...tag, count }]
  })
  return { facets, tags: counts.sort((a, b) => b.count - a.count || compare(a.slug, b.slug)) }
}

interface PageRead {
  cards: CardRow[]
  /** What has changed since the index was made: see `newsSince`. */
  news: string | null
  /** Product → its options. */
  options: Record<string, OptionJson[]>
  /** Tag → what it is called. */
  tags: Record<string, TagNames>
}

/**
 * One statement for the cards, names that are not known yet, and what has changed since the index was made: each
 * question more costs a page as much as its answer. All but the cards comes with the first row.
 * @param known what the index knows of each; null reads that too
 */
async function readPage(
  db: Db,
  horizon: string,
  { ids, known }: { ids: readonly number[]; known: ReadonlyMap<number, KnownFacts> | null },
  { samples, tags }: Naming['unknown'],
  currency: string,
): Promise<PageRead> {
  const [columns, tables] =
    known === null
      ? [cardColumns, sql`(${cardTables(currency)}) on p.id = wanted.id and p.visible`]
      : [sql`pc.product_id as id, pc.card`, sql`product_cards pc on pc.product_id = wanted.id`]
  const { rows: found } = await sql<(RawCard | { id: null }) & { extra: Partial<PageRead> | null }>`
    select
      case
        when row_number() over (order by wanted.place) = 1 then json_build_object(
          'news', ${newsSince(horizon)},
          'options',
          (select json_object_agg(s.id, s.options) from products s where s.id = any(${samples}::bigint[])),
          'tags',
          (
            select json_object_agg(
              g.id,
              json_build_object(
                'slug', g.slug,
                'names', (select json_object_agg(t.locale, t.name) from tag_texts t where t.tag_id = g.id)
              )
            )
            from tags g
            where g.id = any(${tags}::bigint[])
          )
        )
      end as extra,
      ${columns}
    from (select 1) one
    left join (unnest(${ids}::bigint[]) with ordinality wanted(id, place) join ${tables}) on true
    order by wanted.place`.execute(rows(db))
  const extra = found[0]!.extra
  return {
    cards: found.flatMap(({ extra: _, ...row }) =>
      row.id === null ? [] : [toCard({ ...known?.get(row.id), ...row })],
    ),
    news: extra?.news ?? null,
    options: extra?.options ?? {},
    tags: extra?.tags ?? {},
  }
}

function listRows(
  { hits, ratings, inStockCount, priceFrom, priceTo }: Narrowed,
  { facets, tags }: NamedTerms,
  { cards }: PageRead,
): ListRows {
  return {
    cards,
    total: hits.length,
    facets,
    tags,
    ratings: [4, 3, 2, 1].map((min) => ({ min, count: ratings[min]! })).filter(({ count }) => count > 0),
    inStockCount,
    priceFrom,
    priceTo,
  }
}
