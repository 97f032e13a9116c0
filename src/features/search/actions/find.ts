import { isDeepStrictEqual } from 'node:util'
import { pickText } from '#i18n/pick-text.ts'
import { homePageSlug } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { groupNames, longestQuery, type Groups } from '../contract.ts'
import type { EntryKind } from '../queries/index.ts'
import { markTitle } from '../text/marks.ts'
import { readQuery, type ReadQuery } from '../text/query.ts'
import { correctedSpelling } from './correct.ts'
import {
  isAnswer,
  isArticleNumber,
  matchAllWords,
  matchAnyWord,
  matchNames,
  noMatches,
  type Matches,
  type MatchOptions,
} from './match.ts'
import { assumedVocabulary, planQuery, vocabularyFor, type Plan, type Vocabulary } from './plan.ts'

export interface Found extends Matches {
  /** The words that the matches were searched by. */
  plan: Plan
  /** The query as it was read. */
  q: string
  /** The corrected query, if that one was searched; null: the query as typed. */
  corrected: string | null
  /** Nothing matches all of the words: these match some. */
  partial: boolean
}

export interface FindOptions extends MatchOptions {
  /** The last word is still being typed: its completions match, too. */
  typing: boolean
}

/** Matches for something else than the typed words. */
type Alternative = Matches & Pick<Found, 'plan' | 'partial'>

/**
 * Searches for what was typed. The next step is tried only if the one before gave no answer:
 * 1. all words match (few full matches are followed by partial ones);
 * 2. the corrected spelling, if there is one;
 * 3. any of the words matches.
 * An article number stops after the first.
 */
export async function findMatches(ctx: Ctx, typed: string, options: FindOptions): Promise<Found> {
  const read = readQuery(typed, longestQuery)
  const { q } = read
  const { plan, alike, full, likely, correction } = await searchAhead(ctx, read, options)
  const asTyped: Found = { q, plan, ...full, corrected: null, partial: false }
  if (plan.words.length === 0 || isAnswer(full, plan) || isArticleNumber(q)) return asTyped
  const spelling = likely ?? correctedSpelling(plan, alike, ctx.shop.search)
  const alternative =
    correction ??
    (spelling === null ? await matchSome(ctx, plan, options) : await matchCorrected(ctx, spelling, options))
  return alternative.partial && alternative.ids.length === 0
    ? asTyped
    : { q, corrected: spelling, ...alternative }
}

/**
 * The corrected query. A correction is a guess, so products named so come first; a mention in a description counts only
 * if there are none.
 */
async function matchCorrected(ctx: Ctx, spelling: string, options: FindOptions): Promise<Alternative> {
  const read = readQuery(spelling, longestQuery)
  const { plan, early } = await planAhead(ctx, read, options, (assumed) => matchNames(ctx, assumed, options))
  const named = early ?? (await matchNames(ctx, plan, options))
  const found = named.ids.length > 0 ? named : await matchAllWords(ctx, plan, options)
  return isAnswer(found, plan) ? { plan, ...found, partial: false } : matchSome(ctx, plan, options)
}

async function matchSome(ctx: Ctx, plan: Plan, options: FindOptions): Promise<Alternative> {
  return { plan, ...(await matchAnyWord(ctx, plan, options)), partial: true }
}

/*
 * Speculation: a statement that is probably needed is sent before the answers that decide it have come. The one thread
 * reads an answer only after the pages it is rendering, and in a busy shop these waits are most of a search's time. An
 * early answer that turns out not to be needed is dropped. There are three guesses:
 * - The shop has every word of the query, so products are searched while the words are looked up (`planAhead`).
 * - An unknown word matches a description at best, so the correction is searched with the query (`searchAhead`).
 * - Few products match three words or more, so partial matches come in the same statement (`fallback` in `match.ts`).
 */

interface Ahead {
  plan: Plan
  alike: Vocabulary['alike']
  /** The first step: all words match. */
  full: Matches
  /** The correction that was searched at the same time; null: none was. */
  likely: string | null
  correction: Alternative | null
}

/** The first step, together with the second where that will probably be needed. */
async function searchAhead(ctx: Ctx, read: ReadQuery, options: FindOptions): Promise<Ahead> {
  const { plan, alike, early } = await planAhead(ctx, read, options, (assumed) =>
    matchAllWords(ctx, assumed, options),
  )
  if (plan.words.length === 0) return { plan, alike, full: noMatches, likely: null, correction: null }
  const hasUnknown = plan.unknown.length > 0 && !isArticleNumber(read.q)
  const likely = hasUnknown ? correctedSpelling(plan, alike, ctx.shop.search) : null
  const [full, correction] = await Promise.all([
    early ?? matchAllWords(ctx, plan, options),
    likely === null ? null : matchCorrected(ctx, likely, options),
  ])
  return { plan, alike, full, likely, correction }
}

/**
 * Plans a query, and meanwhile runs `match` with the plan that holds if the shop has every word.
 * @returns `early` is null if that plan was wrong, and while somebody types, when the last word is rarely complete
 */
async function planAhead<T>(
  ctx: Ctx,
  read: ReadQuery,
  { typing }: FindOptions,
  match: (plan: Plan) => Promise<T>,
): Promise<{ plan: Plan; alike: Vocabulary['alike']; early: T | null }> {
  const settings = ctx.shop.search
  const planBy = (vocabulary: Vocabulary): Plan =>
    planQuery(read, vocabulary, { settings, chinese: ctx.locale.startsWith('zh'), typing })
  if (read.words.length === 0) return { plan: planBy(assumedVocabulary(read)), alike: new Map(), early: null }
  const assumed = typing ? null : planBy(assumedVocabulary(read))
  const [vocabulary, early] = await Promise.all([
    vocabularyFor(ctx.db, read, settings),
    assumed && match(assumed),
  ])
  const plan = planBy(vocabulary)
  const isAsAssumed = assumed !== null && isDeepStrictEqual(plan.words, assumed.words)
  return { plan, alike: vocabulary.alike, early: isAsAssumed ? early : null }
}

const kindOf: Readonly<Record<(typeof groupNames)[number], EntryKind>> = {
  categories: 'category',
  collections: 'collection',
  articles: 'article',
  pages: 'page',
}

/** The matching entries by kind, with links. */
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
