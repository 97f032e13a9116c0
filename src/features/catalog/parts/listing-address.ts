import { amountText, parseAmount } from '#domain/money.ts'
import type { Currency } from '#domain/currency.ts'
import { sorts, type Filters, type Sort } from '../contract.ts'

/*
 * What a listing shows stands in its address: `?o.color=sage&o.color=clay&price=10-50&stock=1&sort=new&page=2`.
 * Prices are in major units of the visitor's currency.
 */

/** The query keys of a listing. `min` and `max` are what a form without scripts sends instead of `price`. */
export const listingQuery: readonly (string | RegExp)[] = [
  'sort',
  'page',
  'price',
  'min',
  'max',
  'stock',
  /^o\.\S/,
]

export interface ListingChoice {
  sort: Sort
  page: number
  filters: Filters
}

// Each chosen option costs the database a count of its own.
const mostOptions = 8
const mostValues = 50
const longestCode = 64
const lastPage = 500

/** What cannot be read is as good as absent. */
export function readListing(query: URLSearchParams, currency: Currency): ListingChoice {
  const { priceMin, priceMax } = readPrice(query, currency)
  const options: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const [key, value] of query) {
    const code = key.startsWith('o.') ? key.slice(2) : ''
    if (code === '' || code.length > longestCode || value === '' || value.length > longestCode) continue
    if (!(code in options) && Object.keys(options).length >= mostOptions) continue
    const values = (options[code] ??= [])
    if (values.length < mostValues && !values.includes(value)) values.push(value)
  }
  return {
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'featured',
    page: readPage(query.get('page')),
    filters: { options, priceMin, priceMax, inStock: query.get('stock') === '1' },
  }
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
  // Someone who types the higher price first means the same span.
  const swapped = priceMin !== null && priceMax !== null && priceMin > priceMax
  return swapped ? { priceMin: priceMax, priceMax: priceMin } : { priceMin, priceMax }
}

/** A form's two fields: the address is to be made one of ours. */
export function hasTypedPrice(query: URLSearchParams): boolean {
  return query.has('min') || query.has('max')
}

function readAmount(text: string | null | undefined, currency: Currency): number | null {
  const read = parseAmount(text ?? '', currency)
  return read.ok ? read.value : null
}

/** `` or `?…`: the one spelling of a choice. */
export function listingSearch({ sort, page, filters }: ListingChoice, currency: Currency): string {
  const query: [string, string][] = []
  for (const [code, values] of Object.entries(filters.options))
    for (const value of values) query.push([`o.${code}`, value])
  if (page > 1) query.push(['page', String(page)])
  const price = priceText(filters, currency)
  if (price !== '') query.push(['price', price])
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

/** The same listing without one of its chosen option values. */
export function withoutOption(choice: ListingChoice, code: string, value: string): ListingChoice {
  const { [code]: chosen = [], ...others } = choice.filters.options
  const left = chosen.filter((other) => other !== value)
  const options = left.length > 0 ? { ...others, [code]: left } : others
  return narrowed(choice, { options })
}

export function narrowed(choice: ListingChoice, filters: Partial<Filters>): ListingChoice {
  return { ...choice, page: 1, filters: { ...choice.filters, ...filters } }
}

export function unfiltered({ sort }: ListingChoice): ListingChoice {
  return { sort, page: 1, filters: { options: {}, priceMin: null, priceMax: null, inStock: false } }
}

/** How many separate narrowings are chosen. */
export function filterCount({ options, priceMin, priceMax, inStock }: Filters): number {
  const values = Object.values(options).reduce((sum, chosen) => sum + chosen.length, 0)
  return values + (priceMin !== null || priceMax !== null ? 1 : 0) + (inStock ? 1 : 0)
}
