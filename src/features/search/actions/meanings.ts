import type { SearchSettings } from '#wire/settings/search.ts'
import { readQuery } from '../text/query.ts'

/* The merchant's synonym groups, as maps for look-ups. */

export interface Meanings {
  /** Folded term → the other terms of its groups, as they were written. */
  synonyms: ReadonlyMap<string, readonly string[]>
  /** Folded term → those of its synonyms that are one word of letters, folded. */
  single: ReadonlyMap<string, readonly string[]>
  /** Beginnings of terms of several words, folded. */
  begins: ReadonlySet<string>
  /** Folded term → the term as it was written. */
  terms: ReadonlyMap<string, string>
}

const cache = new WeakMap<SearchSettings, Meanings>()

export function meaningsOf(settings: SearchSettings): Meanings {
  const cached = cache.get(settings)
  if (cached !== undefined) return cached
  const meanings = readMeanings(settings)
  cache.set(settings, meanings)
  return meanings
}

function readMeanings({ synonyms: groups }: SearchSettings): Meanings {
  const synonyms = new Map<string, string[]>()
  const single = new Map<string, string[]>()
  const begins = new Set<string>()
  const terms = new Map<string, string>()
  for (const group of groups) {
    const read = group.map((term) => ({ term, words: readQuery(term, 200).words }))
    for (const { term, words } of read) {
      const texts = words.map(({ text }) => text)
      const key = termOf(texts)
      terms.set(key, terms.get(key) ?? term)
      for (let length = 1; length < texts.length; length++) begins.add(termOf(texts.slice(0, length)))
      if (unspaced.test(key))
        for (let length = 1; length < key.length; length++) begins.add(key.slice(0, length))
      const others = read.filter((other) => other.term !== term)
      put(
        synonyms,
        key,
        others.map((other) => other.term),
      )
      put(
        single,
        key,
        others.flatMap((other) =>
          other.words.length === 1 && other.words[0]!.kind === 'word' ? [other.words[0]!.text] : [],
        ),
      )
    }
  }
  return { synonyms, single, begins, terms }
}

function put(map: Map<string, string[]>, key: string, values: readonly string[]): void {
  map.set(key, [...(map.get(key) ?? []), ...values])
}

// Spaces between words of Han or Kana are dropped: where a word ends is only the segmenter's guess.
const segmenterSpace =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u

/** Folded words as one term. */
export function termOf(texts: readonly string[]): string {
  return texts.join(' ').replace(segmenterSpace, '')
}

/** A term folded for comparison: terms that differ in case, accents, script or spaces are equal. */
export function foldTerm(term: string): string {
  return termOf(readQuery(term, 200).words.map(({ text }) => text))
}
