import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { withoutPromotions, type PriceTerms } from '#domain/shown/paid-price.ts'
import type { Filters, Sort } from '../contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import {
  factsOf,
  type IndexOffers,
  type KnownFacts,
  type ListingIndex,
  type Spans,
} from '../engine/listing-index.ts'
import { narrow, type KnownScope } from '../engine/narrow.ts'
import type { Narrowed, Scope, TermCount } from '../rules/narrowing.ts'
import { pageOf } from '../engine/order.ts'
import { listingStore, newsSince } from './store.ts'
import {
  cardColumns,
  cardTables,
  namedGroups,
  toCard,
  type CardRow,
  type OptionJson,
  type RawCard,
} from './cards.ts'
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
  /** The promotions that run, and how filters and sorts see them; absent for none. */
  offers?: { terms: PriceTerms; indexed: IndexOffers | null }
  limit: number
  offset: number
}

export interface ListRows {
  /** The cards of the requested page. */
  cards: CardRow[]
  total: number
  facets: FacetRow[]
  tags: TagCount[]
  ratings: RatingCount[]
  inStockCount: number
  /** Minor units, before the price filter; null if nothing has a price in the currency. */
  priceFrom: number | null
  priceTo: number | null
}

export interface TagCount extends TagNames {
  count: number
}

/** How many products have `min` stars or more. */
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

// While an import runs, the index is always behind; after so many attempts the answer may be a moment old.
const mostAttempts = 4

/**
 * One page of cards with total and facet counts. Filtering and counting happen in memory (decision 016); the statement
 * that reads the cards also tells whether the index was current, otherwise all is done again.
 * @param names cache of the names of values and tags; names that are read are added
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
  const { sort, limit, offset, offers } = query
  const indexed = offers?.indexed ?? null
  const spans = await store.paid(query.currency, indexed)
  const terms = offers?.terms ?? withoutPromotions(query.currency)
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === mostAttempts
    // Read together with the index: another request may update the index before the answer of the database is there.
    const seen = store.seen()
    const narrowed = narrowedOf(index, spans, scope, query, tags)
    const ids = pageOf(index, narrowed.hits, spans, { sort, inOrder: scope.kind === 'found', limit, offset })
    const values = shownTerms(narrowed.terms)
    // Facts from the index, of the same moment as `seen`. The last attempt reads them from the tables instead.
    const known = isLast ? null : new Map(ids.map((id) => [id, factsOf(index, prices, id)]))
    const naming = namingOf(values, scope, names)
    const page = await readPage(db, seen.horizon, { ids, known }, naming.unknown, terms)
    if (isLast || page.news === seen.news)
      return listRows(narrowed, named(values, scope, naming, page, names), page)
    await store.catchUp()
  }
}

// Places of all cached results together: 16 MB.
const maxCachedPlaces = 4_000_000
const caches = new WeakMap<ListingIndex, LRUCache<string, Narrowed>>()

/** The filtered scope, cached until the index changes: other sorts and pages of it are usually requested next. */
function narrowedOf(
  index: ListingIndex,
  spans: Spans,
  scope: KnownScope,
  { filters, currency, offers }: ListQuery,
  tags: readonly number[] | null,
): Narrowed {
  const make = (): Narrowed => narrow(index, scope, spans, { ...filters, tags })
  if (scope.kind === 'found') return make()
  let cache = caches.get(index)
  if (cache === undefined)
    caches.set(
      index,
      (cache = new LRUCache({
        maxSize: maxCachedPlaces,
        sizeCalculation: ({ hits }) => hits.length + 500,
      })),
    )
  const key = JSON.stringify([index.version, scope, filters, currency, offers?.indexed?.key])
  let found = cache.get(key)
  if (found === undefined) {
    found = make()
    // A copy: `hits` is a view of an array with room for all candidates.
    cache.set(key, (found = { ...found, hits: found.hits.slice() }))
  }
  return found
}

/** The products of a collection in the merchant's order. Put together by hand, so there are few. */
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

// For each option with a chosen value, for all other options together, and for tags.
const maxTerms = 200

/** The most frequent terms, by option. */
function shownTerms(all: readonly TermCount[]): ShownTerms {
  const options = new Map<string, ShownTerms['options']>()
  const tags: ShownTerms['tags'] = []
  for (const each of all.toSorted((a, b) => b.count - a.count)) {
    if (each.term.kind === 'tag') {
      if (tags.length < maxTerms) tags.push({ ...each, term: each.term })
      continue
    }
    const key = each.isKindChosen ? `${each.term.option}` : ''
    const list = options.get(key) ?? []
    if (list.length < maxTerms) list.push({ ...each, term: each.term })
    options.set(key, list)
  }
  return {
    tags,
    options: [...options.values()]
      .flat()
      .sort(
        (a, b) =>
          compare(a.term.option, b.term.option) ||
          compareValues({ value: a.term.value, count: a.count }, { value: b.term.value, count: b.count }),
      ),
  }
}

/** Measures first, the small ones before the large ("20 cm", "130 cm"); then words, the most frequent first. */
export function compareValues(
  a: { value: string; count: number },
  b: { value: string; count: number },
): number {
  const [isMeasure, isOther] = [/^\d/.test(a.value), /^\d/.test(b.value)]
  if (isMeasure !== isOther) return isMeasure ? -1 : 1
  return (isMeasure ? 0 : b.count - a.count) || natural(a.value, b.value)
}

const natural = new Intl.Collator('en', { numeric: true }).compare

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Cached names of the terms that are shown, and those that have to be read. */
interface Naming {
  values: Map<string, ValueNames>
  tags: Map<number, TagNames>
  unknown: {
    /** Ids of products that have the values. */
    samples: number[]
    tags: number[]
  }
}

// Names are copied out of the cache at once: it may evict them while the statement runs.
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

/** The terms with their names; adds the names that were read to the cache. */
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
    // A tag that was just deleted has no names.
    return tag === undefined ? [] : [{ ...tag, count }]
  })
  return { facets, tags: counts.sort((a, b) => b.count - a.count || compare(a.slug, b.slug)) }
}

interface PageRead {
  cards: CardRow[]
  /** See `newsSince`. */
  news: string | null
  /** Product → its options. */
  options: Record<string, OptionJson[]>
  /** Tag → its names. */
  tags: Record<string, TagNames>
}

/**
 * The cards, the missing names, and the changes that the index may have missed, in one statement: a round trip costs as
 * much as its answer. Everything but the cards comes with the first row (`extra`).
 * @param known the index's facts by product; null: they are read, too
 */
async function readPage(
  db: Db,
  horizon: string,
  { ids, known }: { ids: readonly number[]; known: ReadonlyMap<number, KnownFacts> | null },
  { samples, tags }: Naming['unknown'],
  terms: PriceTerms,
): Promise<PageRead> {
  const [columns, tables] =
    known === null
      ? [cardColumns(terms), sql`(${cardTables(terms.currency)}) on p.id = wanted.id and p.visible`]
      : [
          sql`pc.product_id as id, pc.card, ${namedGroups('pc.product_id', terms)} as groups`,
          sql`product_cards pc on pc.product_id = wanted.id`,
        ]
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
      row.id === null ? [] : [toCard({ ...known?.get(row.id), ...row }, terms)],
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
