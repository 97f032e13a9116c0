import type { SearchSettings } from '#wire/shop-config.ts'
import type { KnownWord } from '../queries/words.ts'
import { distance, rewritten, stepsOf } from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'
import { meaningsOf, termOf, type Meanings } from './meanings.ts'
import type { Plan, Vocabulary } from './plan.ts'

/* What was meant by words that neither the shop nor its merchant's groups have. */

/** The query in a better spelling, or null when there is none. @param alike words of the shop, for each unknown one */
export function corrected(
  { read, unknown }: Plan,
  alike: Vocabulary['alike'],
  settings: SearchSettings,
): string | null {
  const meanings = meaningsOf(settings)
  const whole = nearestTerm(termOf(read.words.map(({ text }) => text)), meanings)
  if (whole !== null) return whole
  const better = unknown.flatMap((word) => {
    const other = betterOf(word, alike.get(word) ?? [], meanings)
    return other === null ? [] : [[word, other] as const]
  })
  return better.length === 0 ? null : rewritten(read, new Map(better))
}

function betterOf(word: string, alike: readonly KnownWord[], meanings: Meanings): string | null {
  const said = [...meanings.terms.keys()].filter((term) => !term.includes(' '))
  const all = [...alike, ...said.map((term) => ({ word: term, things: 0 }))]
  return nearest(word, all, stepsOf(word)) ?? partsOf(word, meanings)
}

/** A whole query that is almost one of the merchant's terms. Han is left alone: one character is another word. */
function nearestTerm(query: string, { terms }: Meanings): string | null {
  if (terms.has(query) || /^\p{Script=Han}+$/u.test(query)) return null
  const steps = stepsOf(query)
  const best = nearest(
    query,
    [...terms.keys()].map((word) => ({ word, things: 0 })),
    steps,
  )
  return best === null ? null : terms.get(best)!
}

function nearest(word: string, alike: readonly KnownWord[], steps: number): string | null {
  const ranked = alike
    .filter((other) => Math.abs(other.word.length - word.length) <= steps)
    .map((other) => ({ ...other, away: distance(word, other.word) }))
    .filter(({ away }) => away > 0 && away <= steps)
    .sort((a, b) => a.away - b.away || b.things - a.things || (a.word < b.word ? -1 : 1))
  return ranked[0]?.word ?? null
}

/** Letters of a word's last part: shorter ones end too many words. */
const shortestPart = 4

/**
 * German writes words as one: `leinenservietten` → leinen servietten; what it is stands at its end, `wandspiegel` →
 * spiegel. By the merchant's terms, which say what is sold.
 */
function partsOf(word: string, { synonyms }: Meanings): string | null {
  if (!/^[a-z]{7,40}$/.test(word)) return null
  const isTerm = (text: string): boolean =>
    synonyms.has(text) || formsOf({ text, written: text }).some((form) => synonyms.has(form))
  for (let at = 3; at <= word.length - shortestPart; at++) {
    const [first, last] = [word.slice(0, at), word.slice(at)]
    if (!isTerm(last)) continue
    const joint = [first, first.replace(/(?:es|en|s|n)$/, '')].find((part) => part.length > 2 && isTerm(part))
    return joint === undefined ? last : `${joint} ${last}`
  }
  return null
}
