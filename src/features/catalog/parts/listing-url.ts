import { byWord } from '#domain/by-word.ts'
import { amountText, parseAmount } from '#domain/money.ts'
import type { Currency } from '#domain/currency.ts'
import { sorts, type Filters, type Sort } from '#features/listing/contract.ts'

/*
 * A listing's state is its query: `?o.color=sage&o.color=clay&price=10-50&rating=4&sort=new&stock=1&tag=oak&page=2`.
 * Codes and slugs do not depend on the language. Prices are in major units of the visitor's currency.
 */

/** The query keys of a listing. A form without scripts sends `min` and `max` instead of `price`. */
export const listingQuery: readonly (string | RegExp)[] = [
  'sort',
  'page',
  'from',
  'price',
  'min',
  'max',
  'stock',
  'tag',
  'rating',
  /^o\.\S/,
]

export interface ListingChoice {
  sort: Sort
  page: number
  /** The first page that is shown; all up to `page` come after it. */
  from: number
  filters: Filters
}

// Each chosen option costs the database a count of its own.
const mostOptions = 8
const mostValues = 50
const longestCode = 64
const longestSlug = 120
/** The least numbers of stars that a listing can be narrowed to. */
export const starChoices = [4, 3, 2, 1]
const lastPage = 500

/** The most pages shown as one listing: pages loaded after the first are there again after a reload. */
export const mostTogether = 5

/** Unreadable values count as absent. */
export function readListing(query: URLSearchParams, currency: Currency): ListingChoice {
  const { priceMin, priceMax } = readPrice(query, currency)
  const options: Record<string, string[]> = byWord()
  for (const [key, value] of query) {
    const code = key.startsWith('o.') ? key.slice(2) : ''
    if (code === '' || code.length > longestCode || value === '' || value.length > longestCode) continue
    if (!(code in options) && Object.keys(options).length >= mostOptions) continue
    const values = (options[code] ??= [])
    if (values.length < mostValues && !values.includes(value)) values.push(value)
  }
  const page = readPage(query.get('page'))
  const from = query.has('from') ? readPage(query.get('from')) : page
  return {
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'featured',
    page,
    from: Math.max(Math.min(from, page), page - mostTogether + 1),
    filters: {
      options,
      priceMin,
      priceMax,
      inStock: query.get('stock') === '1',
      tags: readTags(query.getAll('tag')),
      rating: starChoices.find((stars) => String(stars) === query.get('rating')) ?? null,
    },
  }
}

function readTags(values: readonly string[]): string[] {
  const tags = values.filter((slug) => slug !== '' && slug.length <= longestSlug)
  return [...new Set(tags)].slice(0, mostValues)
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), lastPage) : 1
}

function readPrice(query: URLSearchParams, currency: Currency): Pick<Filters, 'priceMin' | 'priceMax'> {
  const [from, to] = hasTypedPrice(query)
    ? [query.get('min'), query.get('max')]
    : (query.get('price') ?? '').split('-')
  const priceMin = readAmount(from, currency)
  const priceMax = readAmount(to, currency)
  // The higher price first means the same span.
  const swapped = priceMin !== null && priceMax !== null && priceMin > priceMax
  return swapped ? { priceMin: priceMax, priceMax: priceMin } : { priceMin, priceMax }
}

/** A form's two fields: the URL is to be made one of ours. */
export function hasTypedPrice(query: URLSearchParams): boolean {
  return query.has('min') || query.has('max')
}

function readAmount(text: string | null | undefined, currency: Currency): number | null {
  const read = parseAmount(text ?? '', currency)
  return read.ok ? read.value : null
}

/** The URL of a choice. @param action the listing's own URL, perhaps with a query */
export function listingHref(action: string, choice: ListingChoice, currency: Currency): string {
  const search = listingSearch(choice, currency)
  return action.includes('?') ? `${action}${search.replace('?', '&')}` : `${action}${search}`
}

/** `` or `?…`: the one spelling of a choice. */
export function listingSearch({ sort, page, from, filters }: ListingChoice, currency: Currency): string {
  const query: [string, string][] = []
  for (const [code, values] of Object.entries(filters.options))
    for (const value of values) query.push([`o.${code}`, value])
  if (from < page) query.push(['from', String(from)])
  if (page > 1) query.push(['page', String(page)])
  const price = priceText(filters, currency)
  if (price !== '') query.push(['price', price])
  if (filters.rating !== null) query.push(['rating', String(filters.rating)])
  for (const slug of filters.tags) query.push(['tag', slug])
  if (sort !== 'featured') query.push(['sort', sort])
  if (filters.inStock) query.push(['stock', '1'])
  const text = new URLSearchParams(
    query.sort(([a, av], [b, bv]) => compare(a, b) || compare(av, bv)),
  ).toString()
  return text === '' ? '' : `?${text}`
}

function priceText({ priceMin, priceMax }: Filters, currency: Currency): string {
  if (priceMin === null && priceMax === null) return ''
  const text = (amount: number | null): string =>
    amount === null ? '' : amountText(amount, currency).replace(/\.0+$/, '')
  return `${text(priceMin)}-${text(priceMax)}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The URL of one page alone. */
export function atPage(choice: ListingChoice, page: number): ListingChoice {
  return { ...choice, page, from: page }
}

/** The URL with the next page added to those shown, up to the most that are shown together. */
export function withNextPage(choice: ListingChoice): ListingChoice {
  const page = choice.page + 1
  return page - choice.from < mostTogether ? { ...choice, page } : atPage(choice, page)
}

/** The URL without one of the chosen option values. */
export function withoutOption(choice: ListingChoice, code: string, value: string): ListingChoice {
  const { [code]: chosen = [], ...others } = choice.filters.options
  const left = chosen.filter((other) => other !== value)
  const options = left.length > 0 ? { ...others, [code]: left } : others
  return narrowed(choice, { options })
}

export function narrowed(choice: ListingChoice, filters: Partial<Filters>): ListingChoice {
  return { ...choice, page: 1, from: 1, filters: { ...choice.filters, ...filters } }
}

export function unfiltered({ sort }: ListingChoice): ListingChoice {
  return {
    sort,
    page: 1,
    from: 1,
    filters: { options: {}, priceMin: null, priceMax: null, inStock: false, tags: [], rating: null },
  }
}

/** How many separate narrowings are chosen. */
export function filterCount({ options, priceMin, priceMax, inStock, tags, rating }: Filters): number {
  const values = Object.values(options).reduce((sum, chosen) => sum + chosen.length, tags.length)
  return values + [priceMin !== null || priceMax !== null, inStock, rating !== null].filter(Boolean).length
}
