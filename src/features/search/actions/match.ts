import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findEntries, findProducts, type EntryRow, type ProductsQuery } from '../queries/find.ts'
import { allWordsButOne, anyWord, withCjkParts } from '../text/query.ts'
import { fullQuery, nameQuery, rankingOf, type Plan } from './plan.ts'

/* The ways to match a planned query, from strict to loose: one function for each. `find.ts` decides which are tried. */

export interface MatchOptions {
  /** Products that are scored; more are not looked at. */
  maxCandidates: number
  /** Product ids that are returned, best first. */
  limit: number
  /** Entries (categories, collections, articles, pages) that are returned of each kind; 0: none are searched. */
  entriesPerKind: number
}

export interface Matches {
  /** Product ids, best first. */
  ids: number[]
  /** Products that match, of those that were scored. */
  total: number
  /** `total` counts every match in the shop; otherwise there may be more. */
  isComplete: boolean
  entries: EntryRow[]
}

type ProductMatches = Omit<Matches, 'entries'>

export const noMatches: Matches = { ids: [], total: 0, isComplete: true, entries: [] }

/** With fewer full matches than this, partial matches are appended. */
const fewMatches = 5
/** Page size. Partial matches stop after this many. */
const pageSize = 48
/** Points per word from which on a hit counts as named so: the word matches a title, brand, type or label. */
const namedPoints = 4

/** All words match; if few do, partial matches are appended, ranked last. */
export async function matchAllWords(ctx: Ctx, plan: Plan, options: MatchOptions): Promise<Matches> {
  const isLong = plan.words.length >= 3 && !isArticleNumber(plan.read.q)
  const full = await runMatch(ctx, plan, fullQuery(plan), options, {
    fallback: isLong ? { wanted: allWordsButOne(plan.words), stopAfter: pageSize, below: fewMatches } : null,
  })
  if (full.ids.length >= fewMatches || isArticleNumber(plan.read.q)) return full
  if (isLong) {
    // The fallback runs for few candidates; hidden products among many candidates can leave few matches, too.
    return append(full, full.fallback ?? (await matchPartially(ctx, plan, options)), options)
  }
  // Both words in a description say less than one of them in a title.
  const isWeak = full.ids.length > 0 && full.points < namedPoints * plan.words.length
  return isWeak
    ? append(full, await matchAnyWord(ctx, plan, { ...options, entriesPerKind: 0 }), options)
    : full
}

/** All words but one match. */
function matchPartially(ctx: Ctx, plan: Plan, options: MatchOptions): Promise<ProductMatches> {
  return runMatch(
    ctx,
    plan,
    allWordsButOne(plan.words),
    { ...options, entriesPerKind: 0 },
    { stopAfter: pageSize },
  )
}

/** All words match, in title, brand, type or labels: not only in a description. */
export function matchNames(ctx: Ctx, plan: Plan, options: MatchOptions): Promise<Matches> {
  return runMatch(ctx, plan, fullQuery(plan), options, { minPoints: namedPoints * plan.words.length })
}

/** Any of the words matches in title, brand, type or labels; words of Han or Kana also by their parts. */
export async function matchAnyWord(ctx: Ctx, plan: Plan, options: MatchOptions): Promise<Matches> {
  const words = plan.words.map(withCjkParts)
  if (words.length < 2 && words[0] === plan.words[0]) return noMatches
  return runMatch(ctx, { ...plan, words }, anyWord(words), options, {
    minPoints: namedPoints,
    stopAfter: pageSize,
  })
}

/** Whether nothing looser has to be tried: products match, or an entry is named so. Words in a long text do not count. */
export function isAnswer({ ids, entries }: Matches, { words }: Plan): boolean {
  return ids.length > 0 || entries.some(({ points }) => points >= namedPoints * words.length)
}

/** Letters and digits joined by hyphens and the like. Such a query is matched as it is, or not at all. */
export function isArticleNumber(q: string): boolean {
  return /^[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+$/u.test(q)
}

function append(full: Matches, partial: ProductMatches, { limit }: MatchOptions): Matches {
  const ids = [...new Set([...full.ids, ...partial.ids])].slice(0, limit)
  const total = Math.max(full.total, partial.total, ids.length)
  return { ids, total, isComplete: full.isComplete && partial.isComplete, entries: full.entries }
}

/** Products and entries that match a `tsquery`, at the same time: one round trip. */
async function runMatch(
  ctx: Ctx,
  plan: Plan,
  wanted: string,
  { maxCandidates, limit, entriesPerKind }: MatchOptions,
  bounds: Partial<Pick<ProductsQuery, 'minPoints' | 'stopAfter' | 'fallback'>>,
): Promise<Matches & { points: number; fallback: ProductMatches | null }> {
  const ranking = rankingOf(plan)
  const { currency, db } = ctx
  const { minPoints = 0, stopAfter = maxCandidates, fallback = null } = bounds
  const [products, entries] = await Promise.all([
    findProducts(db, {
      wanted,
      named: nameQuery(plan),
      ranking,
      currency,
      maxCandidates,
      stopAfter,
      limit,
      minPoints,
      fallback,
    }),
    entriesPerKind === 0
      ? []
      : findEntries(db, {
          wanted,
          ranking,
          locales: fallbackChain(ctx.locale),
          now: ctx.now,
          limit: entriesPerKind,
        }),
  ])
  return {
    ...products.full,
    fallback: products.fallback,
    // Entries that only mention the words are left out where products match.
    entries: products.full.ids.length > 0 ? entries.filter(({ points }) => points > 0) : entries,
  }
}
