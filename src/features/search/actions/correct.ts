import type { SearchSettings } from '#wire/settings/search.ts'
import type { KnownWord } from '../queries/words.ts'
import { editDistance } from '#domain/edit-distance.ts'
import { maxEdits, rewritten } from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'
import { meaningsOf, termOf, type Meanings } from './meanings.ts'
import type { Plan, Vocabulary } from './plan.ts'

/* Corrects words that neither the shop nor the merchant's synonym groups have. */

/** The query with its spelling corrected; null if no correction is found. @param alike candidates by unknown word */
export function correctedSpelling(
  { read, unknown }: Plan,
  alike: Vocabulary['alike'],
  settings: SearchSettings,
): string | null {
  const meanings = meaningsOf(settings)
  const whole = nearestTerm(termOf(read.words.map(({ text }) => text)), meanings)
  if (whole !== null) return whole
  const corrections = unknown.flatMap((word) => {
    const correction = correctionOf(word, alike.get(word) ?? [], meanings)
    return correction === null ? [] : [[word, correction] as const]
  })
  return corrections.length === 0 ? null : rewritten(read, new Map(corrections))
}

function correctionOf(word: string, alike: readonly KnownWord[], meanings: Meanings): string | null {
  const terms = [...meanings.terms.keys()].filter((term) => !term.includes(' '))
  const candidates = [...alike, ...terms.map((term) => ({ word: term, things: 0 }))]
  return nearest(word, candidates, maxEdits(word)) ?? partsOf(word, meanings)
}

/** The merchant's term that the whole query misspells. Not for Han: there one other character is another word. */
function nearestTerm(query: string, { terms }: Meanings): string | null {
  if (terms.has(query) || /^\p{Script=Han}+$/u.test(query)) return null
  const best = nearest(
    query,
    [...terms.keys()].map((word) => ({ word, things: 0 })),
    maxEdits(query),
  )
  return best === null ? null : terms.get(best)!
}

/** The candidate with the fewest edits, of equal ones the most frequent. */
function nearest(word: string, candidates: readonly KnownWord[], edits: number): string | null {
  const ranked = candidates
    .filter((other) => Math.abs(other.word.length - word.length) <= edits)
    .map((other) => ({ ...other, distance: editDistance(word, other.word) }))
    .filter(({ distance }) => distance > 0 && distance <= edits)
    .sort((a, b) => a.distance - b.distance || b.things - a.things || (a.word < b.word ? -1 : 1))
  return ranked[0]?.word ?? null
}

/** Letters of a compound's last part: too many words end in a shorter one. */
const shortestPart = 4

/**
 * A German compound as its parts, `leinenservietten` → leinen servietten, or as its last part, which is the noun:
 * `wandspiegel` → spiegel. Parts must be terms of the merchant's synonym groups, since those name what is sold.
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
