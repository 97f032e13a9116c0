import { fallbackChain } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { homePageSlug } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { groupNames, longestQuery, type Groups } from '../contract.ts'
import { findEntries, findProducts, type EntryRow } from '../queries/find.ts'
import type { EntryKind } from '../queries/index.ts'
import { markTitle } from '../text/marks.ts'
import { inParts, mostOf, readQuery, someOf, type ReadQuery } from '../text/query.ts'
import { corrected as correctedQuery } from './correct.ts'
import { planQuery, rankingOf, wantedBy, type Plan } from './plan.ts'

export interface Found {
  /** What was looked for in the end. */
  plan: Plan
  /** The query as it was read. */
  q: string
  /** Products, best first. */
  ids: number[]
  /** Products that were compared. */
  total: number
  /** No product but those was found. */
  isAll: boolean
  entries: EntryRow[]
  /** The query in the spelling that was looked for, when it is not the one typed. */
  corrected: string | null
  /** Nothing has all of the words: these have some. */
  partial: boolean
}

export interface FindOptions {
  /** Products that are compared with each other. */
  most: number
  /** Products, best first, that are wanted. */
  limit: number
  /** Of each kind of entry; 0: they are not asked for. */
  entries: number
  typing: boolean
}

/** Fewer hits than this, and what lacks one of three words or more comes after them. */
const few = 5
/** A page: of what has only some of the words, so many best sellers are enough. */
const enoughNear = 48
/** Points of one word that is meant: a title, a brand, a kind or a label says it. */
const meant = 4

/**
 * Looks for what is typed: for all of its words; when nothing has them, for a better spelling; where few things have
 * all of three words or more, for most of them; and at last for what is called by any of them.
 */
export async function findAll(ctx: Ctx, typed: string, options: FindOptions): Promise<Found> {
  const read = readQuery(typed, longestQuery)
  const { q } = read
  const typedPlan = await makePlan(ctx, read, options)
  if (typedPlan.words.length === 0)
    return {
      q,
      plan: typedPlan,
      ids: [],
      total: 0,
      isAll: true,
      entries: [],
      corrected: null,
      partial: false,
    }
  const correct = (): Promise<string | null> => correctedQuery(ctx.db, typedPlan, ctx.shop.search)
  // Words that the shop does not know are found in a description at best: another spelling is looked for meanwhile.
  const [first, ahead] = await Promise.all([
    findWell(ctx, typedPlan, options),
    typedPlan.unknown.length > 0 && !isNumber(q) ? correct() : undefined,
  ])
  if (isAnswer(first, typedPlan) || isNumber(q))
    return { q, plan: typedPlan, ...first, corrected: null, partial: false }

  const corrected = ahead === undefined ? await correct() : ahead
  const better = corrected === null ? null : await makePlan(ctx, readQuery(corrected, longestQuery), options)
  if (better !== null) {
    // A better spelling is a guess: of what it finds, only what is called so, if anything is.
    const called = await findBy(ctx, better, wantedBy(better), options, {
      least: meant * better.words.length,
    })
    const second = called.ids.length > 0 ? called : await findWell(ctx, better, options)
    if (isAnswer(second, better)) return { q, plan: better, ...second, corrected, partial: false }
  }
  const plan = better ?? typedPlan
  const some = await findSome(ctx, plan, options)
  if (some.ids.length === 0) return { q, plan: typedPlan, ...first, corrected: null, partial: false }
  return { q, plan, ...some, corrected, partial: true }
}

type Hits = Pick<Found, 'ids' | 'total' | 'isAll' | 'entries'>

/** Products, or what is called so beside them; a page with the words somewhere in its text is no answer yet. */
function isAnswer({ ids, entries }: Hits, { words }: Plan): boolean {
  return ids.length > 0 || entries.some(({ points }) => points >= meant * words.length)
}

/** What has all of the words, and after it, where that is little, what has most of them. */
async function findWell(ctx: Ctx, plan: Plan, options: FindOptions): Promise<Hits> {
  const first = await findBy(ctx, plan, wantedBy(plan), options)
  if (first.ids.length >= few || isNumber(plan.read.q)) return first
  // A text that happens to have both words says less than a thing that is called by one.
  const isChance = first.ids.length > 0 && first.points < meant * plan.words.length
  if (plan.words.length < 3 && !isChance) return first
  const productsOnly = { ...options, entries: 0 }
  const more =
    plan.words.length < 3
      ? await findSome(ctx, plan, productsOnly)
      : await findBy(ctx, plan, mostOf(plan.words), productsOnly, { enough: enoughNear })
  const ids = [...new Set([...first.ids, ...more.ids])].slice(0, options.limit)
  const total = Math.max(first.total, more.total, ids.length)
  return { ids, total, isAll: first.isAll && more.isAll, entries: first.entries }
}

/** What is called by any of the words, or by any part of one of Han or Kana. */
async function findSome(ctx: Ctx, plan: Plan, options: FindOptions): Promise<Hits> {
  const words = plan.words.map(inParts)
  if (words.length < 2 && words[0] === plan.words[0]) return { ids: [], total: 0, isAll: true, entries: [] }
  return findBy(ctx, { ...plan, words }, someOf(words), options, { least: meant, enough: enoughNear })
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
  { least = 0, enough = most }: { least?: number; enough?: number } = {},
): Promise<Hits & { points: number }> {
  const ranking = rankingOf(plan)
  const [products, found] = await Promise.all([
    findProducts(ctx.db, { wanted, ranking, currency: ctx.currency, most, enough, limit, least }),
    entries === 0
      ? []
      : findEntries(ctx.db, {
          wanted,
          ranking,
          locales: fallbackChain(ctx.locale),
          now: ctx.now,
          limit: entries,
        }),
  ])
  // A word somewhere in a long text says little beside products that are called so.
  return { ...products, entries: products.ids.length > 0 ? found.filter(({ points }) => points > 0) : found }
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
