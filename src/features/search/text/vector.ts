import { LRUCache } from 'lru-cache'
import { pinyinOf } from './pinyin.ts'
import { compact, formsOf, pairsOf, partsOf, piecesOf, type Piece } from './tokens.ts'

/* From the texts of a thing to the two `tsvector`s that are kept of it, written as PostgreSQL reads them. */

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
  head: string
  /** Every lexeme, without places. */
  words: string
}

/** Characters of one text that are read: what comes later is rarely what somebody looks for. */
const longestText = 2_000
/** Places between two texts: no phrase goes across. */
const apart = 20

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

/** The whole number, and what stands before each of its hyphens: all colours of one thing are found by its stem. */
function numberLexemes(number: string): string[] {
  const parts = number.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  return parts
    .map((_, index) => compact(parts.slice(0, index + 1).join('')))
    .filter((lexeme) => lexeme.length > 1)
}

interface Vector {
  /** @param at null for a lexeme of which nobody asks where it stands */
  add(lexeme: string, at: number | null, weight: Weight): void
  /** The first place of the next text. */
  next(): number
  write(): string
  lexemes(): Iterable<string>
}

// PostgreSQL keeps at most so many places of one lexeme, and none beyond the last.
const mostPlaces = 16
const lastPlace = 16_000

function openVector(): Vector {
  const lexemes = new Map<string, Set<string>>()
  let end = 1
  return {
    add(lexeme, at, weight) {
      let places = lexemes.get(lexeme)
      if (!places) lexemes.set(lexeme, (places = new Set()))
      if (at !== null) end = Math.max(end, at)
      // Weights go with places: what has no place of its own gets the last one.
      if (places.size < mostPlaces) places.add(`${Math.min(at ?? lastPlace, lastPlace)}${weight}`)
    },
    next: () => end + apart,
    write: () =>
      [...lexemes]
        .map(([lexeme, places]) => `'${lexeme}'${places.size > 0 ? `:${[...places].join(',')}` : ''}`)
        .join(' '),
    lexemes: () => lexemes.keys(),
  }
}

/** @param alone characters of Han that stand in a longer run are found alone, too */
function addText(vector: Vector, text: string, weight: Weight, alone: boolean): void {
  const from = vector.next()
  for (const { lexeme, at } of alone ? keptPlaces(text) : placesOf(text, false))
    vector.add(lexeme, from + at, weight)
}

interface Place {
  lexeme: string
  at: number
}

// Brands, options, tags and categories are those of many products.
const kept = new LRUCache<string, readonly Place[]>({ max: 4_000 })
const longestKept = 60

function keptPlaces(text: string): readonly Place[] {
  if (text.length > longestKept) return placesOf(text, true)
  let places = kept.get(text)
  if (!places) kept.set(text, (places = placesOf(text, true)))
  return places
}

/** The lexemes of a text and where they stand in it. */
function placesOf(text: string, alone: boolean): Place[] {
  const places: Place[] = []
  let at = 0
  for (const piece of piecesOf(text.normalize('NFKC'))) {
    const found = pieceLexemes(piece, alone)
    for (const [lexeme, offset] of found.lexemes) places.push({ lexeme, at: at + offset })
    at += found.length
  }
  return places
}

function pieceLexemes(piece: Piece, alone: boolean): { lexemes: [string, offset: number][]; length: number } {
  if (piece.kind === 'cjk') {
    const chars = [...piece.text]
    const pairs = pairsOf(piece.text).map((pair, index): [string, number] => [pair, index])
    const single =
      alone && chars.length > 1 ? chars.map((char, index): [string, number] => [char, index]) : []
    return { lexemes: [...pairs, ...single], length: chars.length }
  }
  // A word that PostgreSQL would refuse is no word.
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
