import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { fallbackChain, type Locale } from '#i18n/locales.ts'
import { addTerms, frequentTerms, pruneTerms } from '../queries/terms.ts'
import type { Plan } from './plan.ts'

/*
 * Terms in demand. Counted in memory and written in batches; only terms that are made of the shop's own words and
 * found something, so that nothing that somebody typed about himself is ever kept.
 */

/** Days for which searches are remembered. */
const kept = 30
/** Searches that a term must have had before it is shown to others. */
const least = 3
const longestTerm = 40
/** Different terms between two writings. */
const mostWaiting = 2_000

const waiting = new Map<string, { term: string; locale: Locale; count: number }>()

/** Counts a search that found something. */
export function noteTerm(ctx: Ctx, { read, words, unknown }: Plan): void {
  const term = read.words.map(({ written }) => written).join(' ')
  if (unknown.length > 0 || words.length > 4 || term.length > longestTerm || /\d{3}/.test(term)) return
  const key = `${ctx.locale} ${term}`
  const noted = waiting.get(key)
  if (noted) noted.count += 1
  else if (waiting.size < mostWaiting) waiting.set(key, { term, locale: ctx.locale, count: 1 })
}

/** Writes what was counted, and forgets what is old. */
export async function writeTerms(db: Database, now: Date): Promise<void> {
  const terms = [...waiting.values()]
  waiting.clear()
  if (terms.length > 0) await addTerms(db, isoDay(now), terms)
  await pruneTerms(db, isoDay(new Date(now.getTime() - kept * 86_400_000)))
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The merchant's terms of the language, then those that are searched for most. */
export async function hotTerms(ctx: Ctx, limit: number): Promise<string[]> {
  const { hot } = ctx.shop.search
  const own =
    fallbackChain(ctx.locale)
      .map((locale) => hot[locale])
      .find((terms) => terms !== undefined) ?? []
  const frequent = await ctx.kept(`search terms|${ctx.locale}`, ['list', 'search'], () =>
    frequentTerms(ctx.db, ctx.locale, least, 20),
  )
  return [...new Set([...own, ...frequent])].slice(0, limit)
}
