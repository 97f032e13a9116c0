import { ok, type Result } from '#domain/result.ts'
import { listScope } from '#features/catalog/actions/browse.ts'
import type { Filters } from '#features/listing/contract.ts'
import type { Listing } from '#features/catalog/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { foundTags, longestQuery, mostFound, type Advice } from '../contract.ts'
import type * as contract from '../contract.ts'
import { countProducts } from '../queries/find.ts'
import { allWords, writtenOf } from '../text/query.ts'
import { findMatches, groupsOf, type Found } from './find.ts'
import { foldTerm } from './meanings.ts'
import type { Plan } from './plan.ts'
import { noteTerm } from './terms.ts'

type Answer = Output<typeof contract.search>

/** Filters that are tried without: each costs a listing. */
const maxTriedFilters = 6

/** One page of search results, with advice when there are none. */
export async function search(ctx: Ctx, input: Input<typeof contract.search>): Promise<Result<Answer, never>> {
  const { q, filters } = input
  const links = linksFor(ctx.shop.router, ctx.langPath)
  // `readQuery` reads no more of it.
  const typed = q.slice(0, longestQuery * 2)
  // Filtering, sorting and paging repeat the same search, so its result is cached.
  const found = await ctx.kept(`found|${ctx.locale}|${ctx.currency}|${typed}`, foundTags, () =>
    findMatches(ctx, typed, {
      maxCandidates: mostFound,
      limit: mostFound,
      entriesPerKind: 4,
      typing: false,
    }),
  )
  const lacksWords = found.ids.length === 0 || found.partial
  const [listed, byWords] = await Promise.all([
    listFound(ctx, found.ids, input),
    lacksWords ? wordAdvice(ctx, found.plan) : [],
  ])
  const listing = { ...listed, totalIsExact: found.isComplete }
  if (found.ids.length > 0 && found.corrected === null && !found.partial) noteTerm(ctx, found.plan)
  const isFiltered = found.ids.length > 0 && listing.total === 0
  const advice = isFiltered ? await filterAdvice(ctx, found.ids, filters) : byWords
  return ok({
    q: found.q,
    listing,
    groups: groupsOf(ctx, found),
    didYouMean:
      found.corrected === null
        ? null
        : { text: found.corrected, href: links.search(found.corrected), applied: true },
    partial: found.partial,
    advice,
    redirect: redirectOf(ctx, typed),
  })
}

function listFound(
  ctx: Ctx,
  ids: Found['ids'],
  choice: Pick<Input<typeof contract.search>, 'filters' | 'sort' | 'page'>,
): Promise<Listing> {
  return listScope(ctx, { kind: 'found', ids }, choice)
}

/** Path of the page that the merchant has set for this term. */
export function redirectOf(ctx: Ctx, q: string): string | null {
  const term = foldTerm(q)
  if (term === '') return null
  const rule = Object.entries(ctx.shop.search.redirects).find(([from]) => foldTerm(from) === term)
  return rule ? `${ctx.langPath}${rule[1]}` : null
}

/** How many products match without one of the chosen filters. */
async function filterAdvice(ctx: Ctx, ids: readonly number[], filters: Filters): Promise<Advice[]> {
  const tried = await Promise.all(
    filtersWithoutOne(filters)
      .slice(0, maxTriedFilters)
      .map(async ({ filter, others }): Promise<Advice> => {
        const { total } = await listFound(ctx, [...ids], { filters: others, sort: 'featured', page: 1 })
        return { kind: 'filter', filter, count: total }
      }),
  )
  return best(tried)
}

/** Each chosen filter by its name in the query string, with the other filters. */
function filtersWithoutOne(filters: Filters): { filter: string; others: Filters }[] {
  const options = Object.entries(filters.options).filter(([, values]) => values.length > 0)
  const isPriced = filters.priceMin !== null || filters.priceMax !== null
  return [
    ...options.map(([code]) => {
      const rest = Object.fromEntries(options.filter(([other]) => other !== code))
      return { filter: `o.${code}`, others: { ...filters, options: rest } }
    }),
    ...(isPriced ? [{ filter: 'price', others: { ...filters, priceMin: null, priceMax: null } }] : []),
    ...(filters.tags.length > 0 ? [{ filter: 'tag', others: { ...filters, tags: [] } }] : []),
    ...(filters.rating === null ? [] : [{ filter: 'rating', others: { ...filters, rating: null } }]),
    ...(filters.inStock ? [{ filter: 'stock', others: { ...filters, inStock: false } }] : []),
  ]
}

/** How many products match all words but one, or if none do, each word alone. */
async function wordAdvice(ctx: Ctx, { words }: Plan): Promise<Advice[]> {
  if (words.length < 2) return []
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const tryWords = async (choices: readonly (typeof words)[]): Promise<Advice[]> => {
    const counts = await countProducts(
      ctx.db,
      choices.map((some) => allWords(some)),
      ctx.currency,
      mostFound,
    )
    return best(
      choices.map((some, index) => {
        const text = writtenOf(some)
        return { kind: 'word', text, count: counts[index]!, href: links.search(text) }
      }),
    )
  }
  const butOne = await tryWords(words.map((word) => words.filter((other) => other !== word)))
  return butOne.length > 0 || words.length === 2 ? butOne : tryWords(words.map((word) => [word]))
}

function best(advice: readonly Advice[]): Advice[] {
  return advice.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}
