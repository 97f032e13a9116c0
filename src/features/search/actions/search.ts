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
import { allOf, writtenOf } from '../text/query.ts'
import { findAll, groupsOf, type Found } from './find.ts'
import { foldTerm } from './meanings.ts'
import type { Plan } from './plan.ts'
import { noteTerm } from './terms.ts'

type Answer = Output<typeof contract.search>

/** Filters whose leaving out is tried: each is a listing of its own. */
const mostTried = 6

/** One page of what a query finds, and a way on when that is nothing. */
export async function search(ctx: Ctx, input: Input<typeof contract.search>): Promise<Result<Answer, never>> {
  const { q, filters } = input
  const links = linksFor(ctx.shop.router, ctx.langPath)
  // No more of it is read.
  const typed = q.slice(0, longestQuery * 2)
  // Who narrows, sorts or turns pages looks for the same again.
  const found = await ctx.kept(`found|${ctx.locale}|${ctx.currency}|${typed}`, foundTags, () =>
    findAll(ctx, typed, { most: mostFound, limit: mostFound, entries: 4, typing: false }),
  )
  const lacksWords = found.ids.length === 0 || found.partial
  const [listed, byWords] = await Promise.all([
    listFound(ctx, found.ids, input),
    lacksWords ? wordAdvice(ctx, found.plan) : [],
  ])
  const listing = { ...listed, totalIsExact: found.isAll }
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

/** Where the merchant wants this term to lead. */
export function redirectOf(ctx: Ctx, q: string): string | null {
  const term = foldTerm(q)
  if (term === '') return null
  const rule = Object.entries(ctx.shop.search.redirects).find(([from]) => foldTerm(from) === term)
  return rule ? `${ctx.langPath}${rule[1]}` : null
}

/** What there would be without one of the chosen filters. */
async function filterAdvice(ctx: Ctx, ids: readonly number[], filters: Filters): Promise<Advice[]> {
  const tried = await Promise.all(
    filtersWithoutOne(filters)
      .slice(0, mostTried)
      .map(async ({ filter, left }): Promise<Advice> => {
        const { total } = await listFound(ctx, [...ids], { filters: left, sort: 'featured', page: 1 })
        return { kind: 'filter', filter, count: total }
      }),
  )
  return best(tried)
}

/** Each chosen filter by its name in the address, and the filters that are left without it. */
function filtersWithoutOne(filters: Filters): { filter: string; left: Filters }[] {
  const options = Object.entries(filters.options).filter(([, values]) => values.length > 0)
  const isPriced = filters.priceMin !== null || filters.priceMax !== null
  return [
    ...options.map(([code]) => {
      const others = Object.fromEntries(options.filter(([other]) => other !== code))
      return { filter: `o.${code}`, left: { ...filters, options: others } }
    }),
    ...(isPriced ? [{ filter: 'price', left: { ...filters, priceMin: null, priceMax: null } }] : []),
    ...(filters.tags.length > 0 ? [{ filter: 'tag', left: { ...filters, tags: [] } }] : []),
    ...(filters.rating === null ? [] : [{ filter: 'rating', left: { ...filters, rating: null } }]),
    ...(filters.inStock ? [{ filter: 'stock', left: { ...filters, inStock: false } }] : []),
  ]
}

/** What there would be without one of the words, or with one of them alone. */
async function wordAdvice(ctx: Ctx, { words }: Plan): Promise<Advice[]> {
  if (words.length < 2) return []
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const tryWords = async (kept: readonly (typeof words)[]): Promise<Advice[]> => {
    const counts = await countProducts(
      ctx.db,
      kept.map((some) => allOf(some)),
      ctx.currency,
      mostFound,
    )
    return best(
      kept.map((some, index) => {
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
