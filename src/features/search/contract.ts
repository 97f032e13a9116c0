import { z } from 'zod'
import { listing, listProducts } from '#features/catalog/contract.ts'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView } from '#wire/picture-view.ts'

/** Characters of a query that are read. The rest is cut off; `q` of the answer shows what was read. */
export const longestQuery = 200

/** The cache tag of search results: announced when a change has been indexed, a moment after the change itself. */
export const searchTag = 'search'
/** Every cache tag that search results depend on. */
export const foundTags: readonly string[] = [searchTag, 'list', 'catalog', 'content']

/** A piece of a text; `mark`: it matches the query. */
const segment = z.object({ text: z.string(), mark: z.boolean() })
export type Segment = z.output<typeof segment>

const link = z.object({ text: z.string(), href: z.string() })
export type TermLink = z.output<typeof link>

const hit = z.object({ title: z.array(segment), href: z.string() })
export type Hit = z.output<typeof hit>

/** Matches other than products, best first. */
const groups = {
  categories: z.array(hit),
  collections: z.array(hit),
  articles: z.array(hit),
  pages: z.array(hit),
}
export const groupNames = ['categories', 'collections', 'articles', 'pages'] as const
export type Groups = Record<(typeof groupNames)[number], Hit[]>

// A longer query is no fault of the visitor: it is cut where it is read.
const query = z.string().max(10_000)

export const suggest = endpoint({
  path: '/search/suggest',
  summary:
    'What a person who types may mean: terms, the first products, and pages. No words: terms in demand',
  input: z.strictObject({
    q: query.default(''),
    /** Searches of this device, newest first: those that begin with the typed text come before the shop's terms. */
    history: z.array(z.string().max(longestQuery)).max(20).default([]),
  }),
  output: z.object({
    /** The query as it was read. */
    q: z.string(),
    terms: z.array(link),
    products: z.array(
      z.object({
        title: z.array(segment),
        href: z.string(),
        /** "$48", or "From $48" in the visitor's language. */
        price: z.string(),
        picture: pictureView.nullable(),
      }),
    ),
    ...groups,
    /** Products found, counted up to 150. */
    total: z.int(),
    didYouMean: link.nullable(),
    hot: z.array(link),
  }),
})

/** The most products that one search scores and returns: a bound on its cost. */
export const mostFound = 500

/** What to leave out of the search, and how many products match then. */
const advice = z.discriminatedUnion('kind', [
  /** `text`: the query without the left-out words. */
  z.object({ kind: z.literal('word'), text: z.string(), count: z.int(), href: z.string() }),
  /** `filter`: its name in the URL: `price`, `stock`, `rating`, `tag`, `o.<code>`. */
  z.object({ kind: z.literal('filter'), filter: z.string(), count: z.int() }),
])
export type Advice = z.output<typeof advice>

export const search = endpoint({
  path: '/search/query',
  summary:
    'One page of the products that were found, with what else was found and what to do when nothing was',
  input: z.strictObject({
    q: query,
    filters: listProducts.input.shape.filters,
    sort: listProducts.input.shape.sort,
    page: listProducts.input.shape.page,
  }),
  output: z.object({
    q: z.string(),
    listing,
    groups: z.object(groups),
    /** A corrected spelling; `applied`: the listing shows its matches. */
    didYouMean: link.extend({ applied: z.boolean() }).nullable(),
    /** No product matches all words; the listing shows products that match some. */
    partial: z.boolean(),
    /** Ways to more results when no product matches everything; the one with most matches first. */
    advice: z.array(advice),
    /** Path of the page that the merchant has set for this term. */
    redirect: z.string().nullable(),
  }),
})
