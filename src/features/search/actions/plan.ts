import type { Db } from '#platform/server/db/db.ts'
import type { SearchSettings } from '#wire/shop-config.ts'
import type { Ranking } from '../queries/find.ts'
import { lookUpWords, type KnownWord } from '../queries/words.ts'
import {
  allOf,
  alternativesOf,
  anyOf,
  inOrder,
  stepsOf,
  withLoose,
  type QueryWord,
  type ReadQuery,
} from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'
import { meaningsOf, termOf, type Meanings } from './meanings.ts'

/** A query with all that its words may mean in this shop. */
export interface Plan {
  read: ReadQuery
  words: QueryWord[]
  /** Words that the shop does not have, folded. */
  unknown: string[]
  /** How the last word may end, most frequent first. */
  completions: string[]
}

export interface PlanOptions {
  settings: SearchSettings
  /** Pinyin is looked for even where the shop has a word that is written like it. */
  chinese: boolean
  /** The last word is still being typed. */
  typing: boolean
}

/** What is known of a query's words. */
export interface Vocabulary {
  /** Words that the shop has. */
  has: ReadonlySet<string>
  /** How the last word may end, most frequent first. */
  completions: readonly string[]
  /** For each word that the shop does not have, words of the shop that are written almost like it. */
  alike: ReadonlyMap<string, readonly KnownWord[]>
}

/** Endings of the last word that are looked for. */
const mostCompletions = 10

/** What the shop's words say about a query. */
export async function vocabularyFor(db: Db, read: ReadQuery, settings: SearchSettings): Promise<Vocabulary> {
  const { synonyms } = meaningsOf(settings)
  const last = read.words.at(-1)
  const { known, completions, alike } = await lookUpWords(db, {
    words: wordsToLookUp(read.words),
    prefix: prefixOf(read),
    limit: mostCompletions,
    doubted: read.words
      .filter((word) => mayBeUnknown(word) && !synonyms.has(word.text) && stepsOf(word.text) > 0)
      .map((word) => ({
        word: word.text,
        spellings: spellingsOf(word),
        steps: stepsOf(word.text),
        isOpen: word === last,
      })),
  })
  return {
    has: new Set(known.map(({ word }) => word)),
    completions: completions.map(({ word }) => word),
    alike,
  }
}

/** As if the shop had each of the words and nothing like them: true of most queries, and nobody is asked. */
export function assumedVocabulary({ words }: ReadQuery): Vocabulary {
  return { has: new Set(words.map(({ text }) => text)), completions: [], alike: new Map() }
}

/** What a query may mean, by what is known of its words. */
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
    const begun =
      word === last && read.open && word.text.length >= 3 && unknown.includes(word)
        ? pinyin.map(([some]) => [`${some}*`])
        : []
    return withLoose(word, [...ends, ...split, ...pinyin, ...begun])
  })
  return {
    read,
    words: withSynonyms(withCompounds(words, has), meanings),
    unknown: unknown.map(({ text }) => text),
    completions: endings,
  }
}

/** What the last word may be the beginning of something with. */
function prefixOf({ words, open }: ReadQuery): string | null {
  const last = words.at(-1)
  return open && last?.kind === 'word' && last.text.length >= 2 ? last.text : null
}

/** Figures are not among the shop's words: there would be a word for each product. */
function mayBeUnknown({ kind, text }: QueryWord): boolean {
  return kind === 'word' && !/^\d+$/.test(text)
}

/** Each word, its singulars, and what it is when written together with its neighbour or apart. */
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

/** Two words that the shop writes as one may be either. */
function withCompounds(words: readonly QueryWord[], has: ReadonlySet<string>): QueryWord[] {
  const made: QueryWord[] = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]]
    const text = word.text + (next?.text ?? '')
    if (
      word.kind === 'word' &&
      next?.kind === 'word' &&
      pluralsOf(text).some((spelling) => has.has(spelling))
    ) {
      made.push({
        written: `${word.written} ${next.written}`,
        text,
        kind: 'word',
        exact: [[text], [`~${text}`], [word.exact[0]![0]!, next.exact[0]![0]!]],
        loose: next.loose,
      })
      at++
    } else made.push(word)
  }
  return made
}

/** What is a term of the merchant's groups may be any other of its group. */
function withSynonyms(words: readonly QueryWord[], meanings: Meanings): QueryWord[] {
  const { synonyms } = meanings
  const made: QueryWord[] = []
  for (let at = 0; at < words.length;) {
    const { length, keys } = longestTerm(words.slice(at), meanings)
    const taken = words.slice(at, at + length)
    const others = keys.flatMap((key) => synonyms.get(key) ?? []).flatMap(alternativesOf)
    made.push(withLoose(length === 1 ? taken[0]! : togetherOf(taken), others))
    at += length
  }
  return made
}

/** The longest term of the merchant's that the words begin with, in whatever number and by whatever synonym. */
function longestTerm(words: readonly QueryWord[], meanings: Meanings): { length: number; keys: string[] } {
  const { synonyms, begins } = meanings
  const [first] = words as [QueryWord]
  let best = { length: 1, keys: keysOf(first) }
  let begun = [...best.keys, ...singleSynonyms(best.keys, meanings)]
  for (const [index, next] of words.slice(1).entries()) {
    begun = begun.filter((text) => begins.has(text))
    if (begun.length === 0) break
    const own = keysOf(next)
    const said = [...own, ...singleSynonyms(own, meanings)]
    begun = begun.flatMap((before) => said.map((text) => termOf([before, text])))
    const keys = begun.filter((text) => synonyms.has(text))
    if (keys.length > 0) best = { length: index + 2, keys: [...new Set(keys)] }
  }
  return best
}

/** What a word is called where the merchant speaks of it: itself, its singulars, without umlauts written out. */
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

/** Synonyms of one word each. */
function singleSynonyms(keys: readonly string[], { synonyms, single }: Meanings): string[] {
  return keys.filter((key) => synonyms.has(key)).flatMap((key) => single.get(key) ?? [])
}

function togetherOf(words: readonly QueryWord[]): QueryWord {
  return {
    written: words.map(({ written }) => written).join(' '),
    text: words.map(({ text }) => text).join(' '),
    kind: words[0]!.kind,
    exact: [words.flatMap(({ exact }) => exact[0]!)],
    loose: [],
  }
}

/** A `tsquery` for all that a plan looks for. */
export function wantedBy(plan: Plan): string {
  const named = namedBy(plan)
  return named === null ? allOf(plan.words) : `(${allOf(plan.words)}) | ${named}`
}

/** A `tsquery` for what has the whole query as its title or as its article number; null for a single character. */
export function namedBy({ read }: Plan): string | null {
  return read.whole.length < 2 ? null : `'#${read.whole}' | '=${read.whole}'`
}

/** Title before brand and type before labels; words in their order, and the whole title, best. */
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
    // Of all that are called so, those that are of the kind.
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
