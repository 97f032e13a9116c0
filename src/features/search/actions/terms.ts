import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { doAll } from '#platform/server/jobs/each.ts'
import { fallbackChain, type Locale } from '#i18n/locales.ts'
import { addTerms, frequentTerms, pruneTerms } from '../queries/terms.ts'
import type { Plan } from './plan.ts'

/*
 * Popular search terms. Counted in memory and written in batches. Only terms made of the shop's own words that found
 * something are counted, so that nothing personal that somebody typed is stored.
 */

/** How long counts are stored. */
const daysStored = 30
/** A term is displayed to other visitors from this many searches on. */
const minSearches = 3
const longestTerm = 40
/** Different terms held in memory between two writes. */
const maxBuffered = 2_000

const buffered = new Map<string, { term: string; locale: Locale; count: number }>()

/** Counts a search that found something. */
export function noteTerm(ctx: Ctx, { read, words, unknown }: Plan): void {
  const term = read.words.map(({ written }) => written).join(' ')
  if (unknown.length > 0 || words.length > 4 || term.length > longestTerm || /\d{3}/.test(term)) return
  const key = `${ctx.locale} ${term}`
  const noted = buffered.get(key)
  if (noted) noted.count += 1
  else if (buffered.size < maxBuffered) buffered.set(key, { term, locale: ctx.locale, count: 1 })
}

/** Writes the counts and deletes old ones. */
export async function writeTerms(db: Database, now: Date): Promise<void> {
  const terms = [...buffered.values()]
  buffered.clear()
  await doAll([
    async () => {
      if (terms.length > 0) await addTerms(db, isoDay(now), terms)
    },
    () => pruneTerms(db, isoDay(new Date(now.getTime() - daysStored * day))),
  ])
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The merchant's suggested terms in the language, then the most frequent searches. */
export async function hotTerms(ctx: Ctx, limit: number): Promise<string[]> {
  const { hot } = ctx.shop.search
  const own =
    fallbackChain(ctx.locale)
      .map((locale) => hot[locale])
      .find((terms) => terms !== undefined) ?? []
  const frequent = await ctx.kept(`search terms|${ctx.locale}`, ['list', 'search'], () =>
    frequentTerms(ctx.db, ctx.locale, minSearches, 20),
  )
  return [...new Set([...own, ...frequent])].slice(0, limit)
}
