import { fallbackChain } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { homePageSlug } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { groupNames, longestQuery, type Groups } from '../contract.ts'
import { findEntries, findProducts, type EntryRow } from '../queries/find.ts'
import type { EntryKind } from '../queries/index.ts'
import { markTitle } from '../text/marks.ts'
import { mostOf, readQuery, rewritten, type ReadQuery } from '../text/query.ts'
import { correctWords, planQuery, rankingOf, wantedBy, type Plan } from './plan.ts'

export interface Found {
  /** What was looked for in the end. */
  plan: Plan
  /** The query as it was read. */
  q: string
  /** Products, best first. */
  ids: number[]
  /** Products that were compared. */
  total: number
  entries: EntryRow[]
  /** The query in the spelling that was looked for, when it is not the one typed. */
  corrected: string | null
}

export interface FindOptions {
  /** Products that are compared with each other. */
  most: number
  /** Products, best first, that are wanted. */
  limit: number
  /** Of each kind of entry. */
  entries: number
  typing: boolean
}

/** Fewer hits than this for three words or more, and what lacks one of the words comes after them. */
const few = 5

/**
 * Looks for what is typed: for all of its words; when nothing has them, for a better spelling; and where few things
 * have all of three words or more, for most of them.
 */
export async function findAll(ctx: Ctx, typed: string, options: FindOptions): Promise<Found> {
  const read = readQuery(typed, longestQuery)
  const { q } = read
  const plan = await makePlan(ctx, read, options)
  if (plan.words.length === 0) return { q, plan, ids: [], total: 0, entries: [], corrected: null }
  const first = await findBy(ctx, plan, wantedBy(plan), options)
  if (first.ids.length + first.entries.length === 0) {
    const better = await correctWords(ctx.db, plan)
    if (better !== null) {
      const corrected = rewritten(read, better)
      const again = await makePlan(ctx, readQuery(corrected, longestQuery), options)
      const second = await findBy(ctx, again, wantedBy(again), options)
      if (second.ids.length + second.entries.length > 0) return { q, plan: again, ...second, corrected }
    }
  }
  if (first.ids.length >= few || plan.words.length < 3 || isNumber(read.q))
    return { q, plan, ...first, corrected: null }
  const more = await findBy(ctx, plan, mostOf(plan.words), options)
  const ids = [...new Set([...first.ids, ...more.ids])].slice(0, options.limit)
  return { q, plan, ids, total: Math.max(first.total, more.total), entries: first.entries, corrected: null }
}

/** An article number is that, or nothing like it. */
function isNumber(q: string): boolean {
  return /^[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+$/u.test(q)
}

function makePlan(ctx: Ctx, read: ReadQuery, { typing }: FindOptions): Promise<Plan> {
  return planQuery(ctx.db, read, { settings: ctx.shop.search, chinese: ctx.locale.startsWith('zh'), typing })
}

async function findBy(
  ctx: Ctx,
  plan: Plan,
  wanted: string,
  { most, limit, entries }: FindOptions,
): Promise<Pick<Found, 'ids' | 'total' | 'entries'>> {
  const ranking = rankingOf(plan)
  const [products, found] = await Promise.all([
    findProducts(ctx.db, { wanted, ranking, currency: ctx.currency, most, limit }),
    findEntries(ctx.db, {
      wanted,
      ranking,
      locales: fallbackChain(ctx.locale),
      now: ctx.now,
      limit: entries,
    }),
  ])
  // A word somewhere in a long text says little beside products that are called so.
  return { ...products, entries: products.ids.length > 0 ? found.filter(({ named }) => named) : found }
}

const kindOf: Readonly<Record<(typeof groupNames)[number], EntryKind>> = {
  categories: 'category',
  collections: 'collection',
  articles: 'article',
  pages: 'page',
}

/** What was found beside products, with links. */
export function groupsOf(ctx: Ctx, { plan, entries }: Pick<Found, 'plan' | 'entries'>): Groups {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const of = (kind: EntryKind): Groups['pages'] =>
    entries
      .filter((row) => row.kind === kind && !(kind === 'page' && row.slug === homePageSlug))
      .map(({ slug, titles }) => ({
        title: markTitle(pickText(titles, ctx.locale), plan.words, plan.read.open),
        href: links[kind](slug),
      }))
  return Object.fromEntries(groupNames.map((name) => [name, of(kindOf[name])])) as Groups
}
