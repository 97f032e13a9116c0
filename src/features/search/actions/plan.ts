import type { Db } from '#platform/server/db/db.ts'
import type { SearchSettings } from '#wire/settings/search.ts'
import type { Ranking } from '../queries/find.ts'
import { lookUpWords, type KnownWord } from '../queries/words.ts'
import {
  allWords,
  alternativesOf,
  anyOf,
  inOrder,
  maxEdits,
  withLoose,
  type QueryWord,
  type ReadQuery,
} from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'
import { meaningsOf, termOf, type Meanings } from './meanings.ts'

/** A query with all alternatives of its words in this shop. */
export interface Plan {
  read: ReadQuery
  words: QueryWord[]
  /** Words that the shop does not have, folded. */
  unknown: string[]
  /** Completions of the last word, most frequent first. */
  completions: string[]
}

export interface PlanOptions {
  settings: SearchSettings
  /** Words are tried as pinyin even if the shop has a word with the same spelling. */
  chinese: boolean
  /** The last word is still being typed. */
  typing: boolean
}

/** What the shop's table of words says about a query's words. */
export interface Vocabulary {
  /** Words that the shop has. */
  has: ReadonlySet<string>
  /** Completions of the last word, most frequent first. */
  completions: readonly string[]
  /** Unknown word → words of the shop with a similar spelling. */
  alike: ReadonlyMap<string, readonly KnownWord[]>
}

const maxCompletions = 10

/** Looks the words up in the table of words: one statement. */
export async function vocabularyFor(db: Db, read: ReadQuery, settings: SearchSettings): Promise<Vocabulary> {
  const { synonyms } = meaningsOf(settings)
  const last = read.words.at(-1)
  const { known, completions, alike } = await lookUpWords(db, {
    words: wordsToLookUp(read.words),
    prefix: prefixOf(read),
    limit: maxCompletions,
    doubted: read.words
      .filter((word) => mayBeUnknown(word) && !synonyms.has(word.text) && maxEdits(word.text) > 0)
      .map((word) => ({
        word: word.text,
        spellings: spellingsOf(word),
        steps: maxEdits(word.text),
        isOpen: word === last,
      })),
  })
  return {
    has: new Set(known.map(({ word }) => word)),
    completions: completions.map(({ word }) => word),
    alike,
  }
}

/** The vocabulary without a look-up: the shop has every word, nothing to complete or correct. True of most queries. */
export function assumedVocabulary({ words }: ReadQuery): Vocabulary {
  return { has: new Set(words.map(({ text }) => text)), completions: [], alike: new Map() }
}

/**
 * Gives each word its alternatives: completions of the last, both halves of a compound, pinyin, compounds written as
 * one, synonyms.
 */
export function planQuery(
  read: ReadQuery,
  { has, completions }: Vocabulary,
  { settings, chinese, typing }: PlanOptions,
): Plan {
  const last = read.words.at(-1)
  const prefix = prefixOf(read)
  const isKnown = (word: QueryWord): boolean =>
    !mayBeUnknown(word) || spellingsOf(word).some((spelling) => has.has(spelling))

  const endings = completions.filter((word) => word !== prefix)
  const meanings = meaningsOf(settings)
  const { synonyms } = meanings
  const unknown = read.words.filter(
    (word) => !isKnown(word) && !synonyms.has(word.text) && !(word === last && endings.length > 0),
  )
  const asPinyin = unknown.length > 0 || chinese
  const words = read.words.map((word) => {
    const ends = word === last && (typing || !isKnown(word)) ? endings.map((ending) => [ending]) : []
    const split = isKnown(word)
      ? []
      : splitsOf(word.text).filter(([a, b]) => has.has(a) && (has.has(b) || has.has(`${b}s`)))
    const pinyin = asPinyin && word.kind === 'word' && /^[a-z]+$/.test(word.text) ? [[`^${word.text}`]] : []
    const pinyinPrefix =
      word === last && read.open && word.text.length >= 3 && unknown.includes(word)
        ? pinyin.map(([some]) => [`${some}*`])
        : []
    return withLoose(word, [...ends, ...split, ...pinyin, ...pinyinPrefix])
  })
  return {
    read,
    words: withSynonyms(withCompounds(words, has), meanings),
    unknown: unknown.map(({ text }) => text),
    completions: endings,
  }
}

/** The last word where it may be the beginning of a longer one; null otherwise. */
function prefixOf({ words, open }: ReadQuery): string | null {
  const last = words.at(-1)
  return open && last?.kind === 'word' && last.text.length >= 2 ? last.text : null
}

/** The table of words has no numbers (there would be one for each product), so they never count as unknown. */
function mayBeUnknown({ kind, text }: QueryWord): boolean {
  return kind === 'word' && !/^\d+$/.test(text)
}

/** Each word, its singulars and plurals, joined with the next word, and split in two. */
function wordsToLookUp(words: readonly QueryWord[]): string[] {
  return words.flatMap((word, index) => {
    if (word.kind !== 'word') return []
    const next = words[index + 1]
    return [
      ...spellingsOf(word),
      ...(next?.kind === 'word' ? pluralsOf(word.text + next.text) : []),
      ...splitsOf(word.text).flatMap(([a, b]) => [a, b, `${b}s`]),
    ]
  })
}

/** A word, its singulars and its plurals. */
function spellingsOf(word: QueryWord): string[] {
  return [...pluralsOf(word.text), ...formsOf(word)]
}

function pluralsOf(text: string): string[] {
  return [text, `${text}s`, `${text}es`]
}

/** `teatowel` → tea towel. */
function splitsOf(text: string): [string, string][] {
  if (text.length < 6 || text.length > 24 || !/^[a-z]+$/.test(text)) return []
  return Array.from({ length: text.length - 5 }, (_, index) => [
    text.slice(0, index + 3),
    text.slice(index + 3),
  ])
}

/** Two neighbours that the shop writes as one word become one word that either spelling matches. */
function withCompounds(words: readonly QueryWord[], has: ReadonlySet<string>): QueryWord[] {
  const joined: QueryWord[] = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]]
    const text = word.text + (next?.text ?? '')
    if (
      word.kind === 'word' &&
      next?.kind === 'word' &&
      pluralsOf(text).some((spelling) => has.has(spelling))
    ) {
      joined.push({
        written: `${word.written} ${next.written}`,
        text,
        kind: 'word',
        exact: [[text], [`~${text}`], [word.exact[0]![0]!, next.exact[0]![0]!]],
        loose: next.loose,
      })
      at++
    } else joined.push(word)
  }
  return joined
}

/** A term of the merchant's synonym groups gets the other terms of its groups as alternatives. */
function withSynonyms(words: readonly QueryWord[], meanings: Meanings): QueryWord[] {
  const { synonyms } = meanings
  const result: QueryWord[] = []
  for (let at = 0; at < words.length;) {
    const { length, keys } = longestTerm(words.slice(at), meanings)
    const term = words.slice(at, at + length)
    const others = keys.flatMap((key) => synonyms.get(key) ?? []).flatMap(alternativesOf)
    result.push(withLoose(length === 1 ? term[0]! : asOneWord(term), others))
    at += length
  }
  return result
}

/**
 * The longest of the merchant's terms that the words begin with. Singulars, plurals and synonyms of a single word count
 * as the word: with `lamp` = `light` and the term `hanging lamp`, "hanging lights" is that term.
 */
function longestTerm(words: readonly QueryWord[], meanings: Meanings): { length: number; keys: string[] } {
  const { synonyms, begins } = meanings
  const [first] = words as [QueryWord]
  let best = { length: 1, keys: keysOf(first) }
  let prefixes = [...best.keys, ...singleSynonyms(best.keys, meanings)]
  for (const [index, next] of words.slice(1).entries()) {
    prefixes = prefixes.filter((text) => begins.has(text))
    if (prefixes.length === 0) break
    const own = keysOf(next)
    const nextKeys = [...own, ...singleSynonyms(own, meanings)]
    prefixes = prefixes.flatMap((before) => nextKeys.map((text) => termOf([before, text])))
    const keys = prefixes.filter((text) => synonyms.has(text))
    if (keys.length > 0) best = { length: index + 2, keys: [...new Set(keys)] }
  }
  return best
}

/** The keys under which a word may stand in the merchant's terms: itself, its singulars, `ae` as `a`. */
function keysOf(word: QueryWord): string[] {
  const { text } = word
  if (word.kind !== 'word') return [text]
  const short = text.replace(/([aou])e/g, '$1')
  const spellings = short === text ? [text] : [text, short]
  return [
    ...new Set(
      spellings.flatMap((spelling) => [
        spelling,
        ...formsOf({ text: spelling, written: spelling === text ? word.written : spelling }),
        // Bücher → Buch.
        ...(/.{4}er$/.test(spelling) ? [spelling.slice(0, -2)] : []),
      ]),
    ),
  ]
}

/** Synonyms that are a single word. */
function singleSynonyms(keys: readonly string[], { synonyms, single }: Meanings): string[] {
  return keys.filter((key) => synonyms.has(key)).flatMap((key) => single.get(key) ?? [])
}

function asOneWord(words: readonly QueryWord[]): QueryWord {
  return {
    written: words.map(({ written }) => written).join(' '),
    text: words.map(({ text }) => text).join(' '),
    kind: words[0]!.kind,
    exact: [words.flatMap(({ exact }) => exact[0]!)],
    loose: [],
  }
}

/** A `tsquery` for a plan: all of its words, or the whole query as title or article number. */
export function fullQuery(plan: Plan): string {
  const named = nameQuery(plan)
  return named === null ? allWords(plan.words) : `(${allWords(plan.words)}) | ${named}`
}

/** A `tsquery` for the whole query as title or article number; null for a single character. */
export function nameQuery({ read }: Plan): string | null {
  return read.whole.length < 2 ? null : `'#${read.whole}' | '=${read.whole}'`
}

/** Ranks title above brand and type above labels; adds points for the words in order and for the whole title. */
export function rankingOf({ read, words }: Plan): Ranking {
  const each = words.flatMap(({ exact, loose }) => [
    [
      { query: anyOf(exact, 'A'), points: 10 },
      { query: anyOf(exact, 'B'), points: 7 },
      ...(loose.length > 0 ? [{ query: anyOf(loose, 'A'), points: 6 }] : []),
      { query: anyOf(exact, 'C'), points: 4 },
      ...(loose.length > 0 ? [{ query: anyOf(loose, 'B'), points: 4 }] : []),
      ...(loose.length > 0 ? [{ query: anyOf(loose, 'C'), points: 2 }] : []),
    ],
    // Of all hits in the title, those whose brand or type matches as well come first.
    [{ query: anyOf([...exact, ...loose], 'B'), points: 2 }],
  ])
  const order =
    words.length > 1 || words.some(({ exact }) => exact[0]!.length > 1)
      ? [
          [
            { query: inOrder(words, 'A'), points: 6 },
            { query: inOrder(words, 'AB'), points: 4 },
          ],
        ]
      : []
  const whole =
    read.whole.length < 2
      ? []
      : [
          [
            { query: `'#${read.whole}'`, points: 60 },
            { query: `'=${read.whole}'`, points: 20 },
          ],
        ]
  return { groups: [...each, ...order, ...whole] }
}
