import { LRUCache } from 'lru-cache'
import { pinyinOf } from './pinyin.ts'
import { compact, formsOf, pairsOf, partsOf, piecesOf, type Piece } from './tokens.ts'

/* From the texts of a product or entry to its two `tsvector`s, in PostgreSQL's text format. */

export type Weight = 'A' | 'B' | 'C' | 'D'

export interface Searchable {
  /** In every language. */
  titles: readonly string[]
  /** Brand and type. */
  names: readonly string[]
  /** SKUs and barcodes. */
  numbers: readonly string[]
  /** Options, tags, categories. */
  labels: readonly string[]
  /** Plain text. */
  texts: readonly string[]
}

export interface Vectors {
  /** The ranked fields: title (A), names and numbers (B), labels (C), with positions. */
  head: string
  /** Every lexeme, of the texts too, without positions: what a search matches. */
  words: string
}

/** Characters of one text that are indexed: what comes later is rarely searched for. */
const longestText = 2_000
/** Positions left free between two texts, so that no phrase matches across them. */
const gap = 20

export async function vectorsOf(thing: Searchable): Promise<Vectors> {
  const head = openVector()
  const seen = new Set<string>()
  for (const title of thing.titles) {
    addText(head, title, 'A', true)
    const whole = compact(title)
    if (whole !== '' && whole.length <= 60) head.add(`=${whole}`, null, 'A')
    for (const { kind, text } of piecesOf(title.normalize('NFKC'))) {
      if (kind !== 'cjk' || seen.has(text)) continue
      seen.add(text)
      for (const typed of await pinyinOf(text)) head.add(`^${typed}`, null, 'A')
    }
  }
  for (const name of thing.names) addText(head, name, 'B', true)
  for (const number of thing.numbers)
    for (const lexeme of numberLexemes(number)) head.add(`#${lexeme}`, null, 'B')
  for (const label of new Set(thing.labels)) addText(head, label, 'C', true)

  const rest = openVector()
  for (const text of thing.texts) addText(rest, text.slice(0, longestText), 'D', false)
  const all = new Set([...head.lexemes(), ...rest.lexemes()])
  return { head: head.write(), words: [...all].map((lexeme) => `'${lexeme}'`).join(' ') }
}

/** The whole number and its prefixes at hyphens: the common stem finds all variants of a product. */
function numberLexemes(number: string): string[] {
  const parts = number.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  return parts
    .map((_, index) => compact(parts.slice(0, index + 1).join('')))
    .filter((lexeme) => lexeme.length > 1)
}

interface Vector {
  /** @param at its position; null for lexemes that phrases never use */
  add(lexeme: string, at: number | null, weight: Weight): void
  /** The first position of the next text. */
  next(): number
  write(): string
  lexemes(): Iterable<string>
}

// PostgreSQL stores a limited number of positions for a lexeme, and none above 16 383.
const maxPositions = 16
const lastPosition = 16_000

function openVector(): Vector {
  const lexemes = new Map<string, Set<string>>()
  let end = 1
  return {
    add(lexeme, at, weight) {
      let positions = lexemes.get(lexeme)
      if (!positions) lexemes.set(lexeme, (positions = new Set()))
      if (at !== null) end = Math.max(end, at)
      // A weight belongs to a position, so a lexeme without one gets the last.
      if (positions.size < maxPositions)
        positions.add(`${Math.min(at ?? lastPosition, lastPosition)}${weight}`)
    },
    next: () => end + gap,
    write: () =>
      [...lexemes]
        .map(
          ([lexeme, positions]) => `'${lexeme}'${positions.size > 0 ? `:${[...positions].join(',')}` : ''}`,
        )
        .join(' '),
    lexemes: () => lexemes.keys(),
  }
}

/** @param singles characters of a longer run of Han are indexed singly, too */
function addText(vector: Vector, text: string, weight: Weight, singles: boolean): void {
  const from = vector.next()
  for (const { lexeme, at } of singles ? cachedPositions(text) : positionsOf(text, false))
    vector.add(lexeme, from + at, weight)
}

interface LexemePosition {
  lexeme: string
  at: number
}

// Many products share their brands, options, tags and categories.
const cache = new LRUCache<string, readonly LexemePosition[]>({ max: 4_000 })
const longestCached = 60

function cachedPositions(text: string): readonly LexemePosition[] {
  if (text.length > longestCached) return positionsOf(text, true)
  let positions = cache.get(text)
  if (!positions) cache.set(text, (positions = positionsOf(text, true)))
  return positions
}

/** The lexemes of a text and their positions in it. */
function positionsOf(text: string, singles: boolean): LexemePosition[] {
  const positions: LexemePosition[] = []
  let at = 0
  for (const piece of piecesOf(text.normalize('NFKC'))) {
    const found = pieceLexemes(piece, singles)
    for (const [lexeme, offset] of found.lexemes) positions.push({ lexeme, at: at + offset })
    at += found.length
  }
  return positions
}

function pieceLexemes(
  piece: Piece,
  singles: boolean,
): { lexemes: [string, offset: number][]; length: number } {
  if (piece.kind === 'cjk') {
    const chars = [...piece.text]
    const pairs = pairsOf(piece.text).map((pair, index): [string, number] => [pair, index])
    const single =
      singles && chars.length > 1 ? chars.map((char, index): [string, number] => [char, index]) : []
    return { lexemes: [...pairs, ...single], length: chars.length }
  }
  // PostgreSQL refuses empty lexemes and very long ones; neither is a word.
  if (piece.text === '' || piece.text.length > 60) return { lexemes: [], length: 0 }
  if (piece.kind === 'sign') return { lexemes: [[piece.text, 0]], length: 1 }
  return {
    lexemes: [
      [piece.text, 0],
      ...formsOf(piece).map((form): [string, number] => [`~${form}`, 0]),
      ...partsOf(piece.text).map((part, index): [string, number] => [part, index]),
    ],
    length: 1,
  }
}
