import type { Db } from '#platform/server/db/db.ts'
import type { SearchSettings } from '#wire/shop-config.ts'
import type { Ranking } from '../queries/find.ts'
import { alikeWords, lookUpWords, type KnownWord } from '../queries/words.ts'
import {
  allOf,
  alternativesOf,
  anyOf,
  distance,
  inOrder,
  readQuery,
  withLoose,
  type QueryWord,
  type ReadQuery,
} from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'

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

/** Endings of the last word that are looked for. */
const mostCompletions = 10

export async function planQuery(db: Db, read: ReadQuery, options: PlanOptions): Promise<Plan> {
  const last = read.words.at(-1)
  const prefix = read.open && last?.kind === 'word' && last.text.length >= 2 ? last.text : null
  const { known, completions } = await lookUpWords(db, wordsToLookUp(read.words), prefix, mostCompletions)
  const has = new Set(known.map(({ word }) => word))
  // Figures are not among the shop's words: there would be a word for each product.
  const isKnown = (word: QueryWord): boolean =>
    /^\d+$/.test(word.text) || spellingsOf(word).some((spelling) => has.has(spelling))

  const endings = completions.map(({ word }) => word).filter((word) => word !== prefix)
  const synonyms = synonymsOf(options.settings)
  const unknown = read.words.filter(
    (word) =>
      word.kind === 'word' &&
      !isKnown(word) &&
      !synonyms.has(word.text) &&
      !(word === last && endings.length > 0),
  )
  const asPinyin = unknown.length > 0 || options.chinese
  const words = read.words.map((word) => {
    const ends = word === last && (options.typing || !isKnown(word)) ? endings.map((ending) => [ending]) : []
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
    words: withSynonyms(withCompounds(words, has), synonyms),
    unknown: unknown.map(({ text }) => text),
    completions: endings,
  }
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

const mostTogether = 3

/** What is a term of the merchant's groups may be any other of its group. */
function withSynonyms(words: readonly QueryWord[], synonyms: Synonyms): QueryWord[] {
  const made: QueryWord[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(mostTogether, words.length - at)
    const some = (): readonly QueryWord[] => words.slice(at, at + length)
    while (
      length > 1 &&
      !synonyms.has(
        some()
          .map(({ text }) => text)
          .join(' '),
      )
    )
      length--
    const taken = some()
    const [first] = taken as [QueryWord]
    const keys =
      length > 1
        ? [taken.map(({ text }) => text).join(' ')]
        : [first.text, ...formsOf(first), ...withoutDigraphs(first.text)]
    const others = keys.flatMap((key) => synonyms.get(key) ?? []).flatMap(alternativesOf)
    made.push(length === 1 ? withLoose(first, others) : withLoose(togetherOf(taken), others))
    at += length
  }
  return made
}

/** German without umlauts on the keyboard: `stuehle` → stuhle, stuhl. */
function withoutDigraphs(text: string): string[] {
  const short = text.replace(/([aou])e/g, '$1')
  return short === text ? [] : [short, ...formsOf({ text: short, written: short })]
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

type Synonyms = ReadonlyMap<string, readonly string[]>

const synonymsKept = new WeakMap<SearchSettings, Synonyms>()

/** Folded term → the other terms of its groups. */
function synonymsOf(settings: SearchSettings): Synonyms {
  const kept = synonymsKept.get(settings)
  if (kept !== undefined) return kept
  const made = new Map<string, string[]>()
  for (const group of settings.synonyms) {
    for (const term of group) {
      const key = foldTerm(term)
      made.set(key, [...(made.get(key) ?? []), ...group.filter((other) => other !== term)])
    }
  }
  synonymsKept.set(settings, made)
  return made
}

/** Two terms that are one to a person. */
export function foldTerm(term: string): string {
  return readQuery(term, 200)
    .words.map(({ text }) => text)
    .join(' ')
}

/** A better spelling of the words that the shop does not have: word → word, or null when there is none. */
export async function correctWords(db: Db, { unknown }: Plan): Promise<ReadonlyMap<string, string> | null> {
  const found = await Promise.all(
    unknown.slice(0, 3).map(async (word) => {
      const steps = stepsOf(word)
      const alike = steps === 0 ? [] : await alikeWords(db, word, steps)
      return [word, nearest(word, alike, steps)] as const
    }),
  )
  const better = found.flatMap(([word, other]) => (other === null ? [] : [[word, other] as const]))
  return better.length === 0 ? null : new Map(better)
}

/** Letters that may be wrong. */
function stepsOf(word: string): number {
  return word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2
}

function nearest(word: string, alike: readonly KnownWord[], steps: number): string | null {
  const ranked = alike
    .map((other) => ({ ...other, away: distance(word, other.word) }))
    .filter(({ away }) => away > 0 && away <= steps)
    .sort((a, b) => a.away - b.away || b.things - a.things || (a.word < b.word ? -1 : 1))
  return ranked[0]?.word ?? null
}

/** A `tsquery` for all that a plan looks for. */
export function wantedBy({ read, words }: Plan): string {
  return read.whole.length < 2 ? allOf(words) : `(${allOf(words)}) | '#${read.whole}' | '=${read.whole}'`
}

/** Title before brand and type before labels; words in their order, and the whole title, best. */
export function rankingOf({ read, words }: Plan): Ranking {
  const each = words.map(({ exact, loose }) => [
    { query: anyOf(exact, 'A'), points: 10 },
    { query: anyOf(exact, 'B'), points: 7 },
    ...(loose.length > 0 ? [{ query: anyOf(loose, 'A'), points: 6 }] : []),
    { query: anyOf(exact, 'C'), points: 4 },
    ...(loose.length > 0 ? [{ query: anyOf(loose, 'B'), points: 4 }] : []),
    ...(loose.length > 0 ? [{ query: anyOf(loose, 'C'), points: 2 }] : []),
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
