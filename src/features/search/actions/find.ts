import { isDeepStrictEqual } from 'node:util'
import { fallbackChain } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { homePageSlug } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { groupNames, longestQuery, type Groups } from '../contract.ts'
import { findEntries, findProducts, type EntryRow, type ProductsQuery } from '../queries/find.ts'
import type { EntryKind } from '../queries/index.ts'
import { markTitle } from '../text/marks.ts'
import { inParts, mostOf, readQuery, someOf, type ReadQuery } from '../text/query.ts'
import { corrected } from './correct.ts'
import {
  assumedVocabulary,
  namedBy,
  planQuery,
  rankingOf,
  vocabularyFor,
  wantedBy,
  type Plan,
  type Vocabulary,
} from './plan.ts'

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
 *
 * What may be wanted next is asked for together with what comes before it: each answer of the database has to wait for
 * the one thread, and in a busy shop these waits are most of a search's time.
 */
export async function findAll(ctx: Ctx, typed: string, options: FindOptions): Promise<Found> {
  const read = readQuery(typed, longestQuery)
  const { q } = read
  const { plan, alike, hits } = await look(ctx, read, options, (some) => findWell(ctx, some, options))
  if (plan.words.length === 0) return { q, plan, ...nothing, corrected: null, partial: false }
  const correct = (): string | null => corrected(plan, alike, ctx.shop.search)
  // Words that the shop does not know are found in a description at best.
  const ahead = plan.unknown.length > 0 && !isNumber(q) ? correct() : null
  const [first, second] = await Promise.all([
    hits ?? findWell(ctx, plan, options),
    ahead === null ? null : findBetter(ctx, ahead, options),
  ])
  if (isAnswer(first, plan) || isNumber(q)) return { q, plan, ...first, corrected: null, partial: false }
  const better = ahead ?? correct()
  const guess =
    second ?? (better === null ? await findSome(ctx, plan, options) : await findBetter(ctx, better, options))
  return guess.partial && guess.ids.length === 0
    ? { q, plan, ...first, corrected: null, partial: false }
    : { q, corrected: better, ...guess }
}

type Hits = Pick<Found, 'ids' | 'total' | 'isAll' | 'entries'>
/** What else may be meant. */
type Guess = Hits & Pick<Found, 'plan' | 'partial'>

const nothing: Hits = { ids: [], total: 0, isAll: true, entries: [] }

/** Products, or what is called so beside them; a page with the words somewhere in its text is no answer yet. */
function isAnswer({ ids, entries }: Hits, { words }: Plan): boolean {
  return ids.length > 0 || entries.some(({ points }) => points >= meant * words.length)
}

/**
 * What a query may mean in this shop, and what is found when it means what most queries do: words that the shop has.
 * `hits` is null when that was not so, or is not known while somebody types.
 */
async function look<T>(
  ctx: Ctx,
  read: ReadQuery,
  { typing }: FindOptions,
  find: (plan: Plan) => Promise<T>,
): Promise<{ plan: Plan; alike: Vocabulary['alike']; hits: T | null }> {
  const settings = ctx.shop.search
  const planBy = (vocabulary: Vocabulary): Plan =>
    planQuery(read, vocabulary, { settings, chinese: ctx.locale.startsWith('zh'), typing })
  if (read.words.length === 0) return { plan: planBy(assumedVocabulary(read)), alike: new Map(), hits: null }
  const assumed = typing ? null : planBy(assumedVocabulary(read))
  const [vocabulary, hits] = await Promise.all([
    vocabularyFor(ctx.db, read, settings),
    assumed && find(assumed),
  ])
  const plan = planBy(vocabulary)
  const isAsAssumed = assumed !== null && isDeepStrictEqual(plan.words, assumed.words)
  return { plan, alike: vocabulary.alike, hits: isAsAssumed ? hits : null }
}

/** What has all of the words, and after it, where that is little, what has most of them. */
async function findWell(ctx: Ctx, plan: Plan, options: FindOptions): Promise<Hits> {
  const isLong = plan.words.length >= 3 && !isNumber(plan.read.q)
  const first = await findBy(ctx, plan, wantedBy(plan), options, {
    more: isLong ? { wanted: mostOf(plan.words), enough: enoughNear, few } : null,
  })
  if (first.ids.length >= few || isNumber(plan.read.q)) return first
  if (!isLong) {
    // A text that happens to have both words says less than a thing that is called by one.
    const isChance = first.ids.length > 0 && first.points < meant * plan.words.length
    return isChance ? together(first, await findSome(ctx, plan, { ...options, entries: 0 }), options) : first
  }
  // Some of those that were found are hidden.
  const more =
    first.more ??
    (await findBy(ctx, plan, mostOf(plan.words), { ...options, entries: 0 }, { enough: enoughNear }))
  return together(first, more, options)
}

function together(first: Hits, more: Omit<Hits, 'entries'>, { limit }: FindOptions): Hits {
  const ids = [...new Set([...first.ids, ...more.ids])].slice(0, limit)
  const total = Math.max(first.total, more.total, ids.length)
  return { ids, total, isAll: first.isAll && more.isAll, entries: first.entries }
}

/** What is found in a better spelling: that is a guess, so of it only what is called so, if anything is. */
async function findBetter(ctx: Ctx, spelling: string, options: FindOptions): Promise<Guess> {
  const findCalled = (plan: Plan): Promise<Hits> =>
    findBy(ctx, plan, wantedBy(plan), options, { least: meant * plan.words.length })
  const { plan, hits } = await look(ctx, readQuery(spelling, longestQuery), options, findCalled)
  const called = hits ?? (await findCalled(plan))
  const found = called.ids.length > 0 ? called : await findWell(ctx, plan, options)
  return isAnswer(found, plan) ? { plan, ...found, partial: false } : findSome(ctx, plan, options)
}

/** What is called by any of the words, or by any part of one of Han or Kana. */
async function findSome(ctx: Ctx, plan: Plan, options: FindOptions): Promise<Guess> {
  const words = plan.words.map(inParts)
  const found =
    words.length < 2 && words[0] === plan.words[0]
      ? nothing
      : await findBy(ctx, { ...plan, words }, someOf(words), options, { least: meant, enough: enoughNear })
  return { plan, ...found, partial: true }
}

/** An article number is that, or nothing like it. */
function isNumber(q: string): boolean {
  return /^[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+$/u.test(q)
}

async function findBy(
  ctx: Ctx,
  plan: Plan,
  wanted: string,
  { most, limit, entries }: FindOptions,
  { least = 0, enough = most, more = null }: Partial<Pick<ProductsQuery, 'least' | 'enough' | 'more'>>,
): Promise<Hits & { points: number; more: Omit<Hits, 'entries'> | null }> {
  const ranking = rankingOf(plan)
  const { currency, db } = ctx
  const [products, found] = await Promise.all([
    findProducts(db, { wanted, named: namedBy(plan), ranking, currency, most, enough, limit, least, more }),
    entries === 0
      ? []
      : findEntries(db, {
          wanted,
          ranking,
          locales: fallbackChain(ctx.locale),
          now: ctx.now,
          limit: entries,
        }),
  ])
  const { first } = products
  return {
    ...first,
    more: products.more,
    // A word somewhere in a long text says little beside products that are called so.
    entries: first.ids.length > 0 ? found.filter(({ points }) => points > 0) : found,
  }
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
