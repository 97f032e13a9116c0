import { compact, foldCjk, formsOf, pairsOf, partsOf, piecesOf, type Piece } from './tokens.ts'

/* From the typed query to words with their alternatives, and to PostgreSQL's `tsquery`. Pure. */

/** Words of one query; further words are ignored. */
const maxWords = 8
/** Letters of the longest article number or title that a query is compared with as a whole. */
const maxWhole = 100

/** Lexemes that must all match. */
type Lexemes = readonly string[]

/** One word of a query with its alternatives: it matches when any of them does. */
export interface QueryWord {
  /** As typed. */
  written: string
  /** Folded. */
  text: string
  kind: 'word' | 'cjk' | 'sign'
  /** The word itself in its spellings and forms. */
  exact: readonly Lexemes[]
  /** Other meanings, ranked lower: synonyms, completions, pinyin. */
  loose: readonly Lexemes[]
}

export interface ReadQuery {
  /** The query after cutting it to length and joining its lines. */
  q: string
  words: QueryWord[]
  /** The last word may be unfinished: nothing is typed behind it. */
  open: boolean
  /** All of it without spaces and signs, to be compared with article numbers and whole titles; empty if too long for one. */
  whole: string
}

const stopWords = new Set(
  `a an the of for in on at to and or with by from my is are der die das den dem ein eine einen fur mit und im am zum zur von
  的 了 和 与 给 用 我 の を に は が で と へ`
    .split(/\s+/)
    .map((word) => foldCjk(word)),
)

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** @param longest characters of the query that are read */
export function readQuery(typed: string, longest: number): ReadQuery {
  const oneLine = typed
    .slice(0, longest * 2)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const q = firstChars(oneLine, longest).trim()
  // NFKC writes eighteen letters for some single ones.
  const text = firstChars(q.normalize('NFKC'), longest)
  const whole = compact(text)
  const pieces = typedPieces(text).filter((piece) => piece.text !== '' && piece.text.length <= 60)
  const withoutStopWords = pieces.filter((piece) => !stopWords.has(piece.text))
  const searched = withoutStopWords.length > 0 ? withoutStopWords : pieces
  const unique = new Map(searched.map((piece) => [piece.text, piece]))
  return {
    q,
    words: [...unique.values()].slice(0, maxWords).map((piece) => ({
      written: piece.written,
      text: piece.text,
      kind: piece.kind,
      ...(piece.neighbours === null
        ? { exact: wordAlternatives(piece.text, piece.written), loose: [] }
        : cjkAlternatives(piece.text, piece.neighbours)),
    })),
    open: /[\p{L}\p{N}]$/u.test(q),
    whole: whole.length <= maxWhole ? whole : '',
  }
}

function firstChars(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}

interface TypedPiece extends Pick<Piece, 'kind' | 'text' | 'written'> {
  /** The characters before and behind it in its run of Han and Kana; null for other words. */
  neighbours: readonly [before: string, behind: string] | null
}

/** The pieces of a query, with runs of Han and Kana cut into words. */
function typedPieces(text: string): TypedPiece[] {
  return piecesOf(text).flatMap((piece): TypedPiece[] => {
    if (piece.kind !== 'cjk') return [{ ...piece, neighbours: null }]
    return [...segmenter.segment(text.slice(piece.start, piece.end))].map(({ segment, index }) => ({
      kind: 'cjk',
      written: segment,
      // The segmenter does not split a particle off a word it does not know.
      text: foldCjk(segment).replace(/(?<=.)[的の]$/, ''),
      neighbours: [piece.text[index - 1] ?? '', piece.text[index + 1] ?? ''],
    }))
  })
}

function cjkAlternatives(
  text: string,
  [before, behind]: NonNullable<TypedPiece['neighbours']>,
): Pick<QueryWord, 'exact' | 'loose'> {
  const chars = [...text]
  if (chars.length === 1) {
    // The segmenter cuts an unknown word into characters. Descriptions are indexed by pairs only, so pairs are added.
    const pairs = [before + text, text + behind].filter((pair) => pair.length === 2)
    return { exact: [[text], ...pairs.map((pair) => [pair])], loose: [] }
  }
  // 杯子 and 杯 are both a cup; titles use the short word.
  const short = chars.length === 2 && /[子儿仔]/.test(chars[1]!) ? [[chars[0]!]] : []
  return { exact: [pairsOf(text)], loose: short }
}

function wordAlternatives(text: string, written: string): Lexemes[] {
  const forms = formsOf({ text, written })
  const parts = partsOf(text)
  return [
    [text],
    [`~${text}`],
    ...forms.flatMap((form) => [[form], [`~${form}`]]),
    ...(parts.length > 1 ? [parts] : []),
  ]
}

/** The alternatives for a synonym or another spelling: a term of several words matches when all of them do. */
export function alternativesOf(term: string): Lexemes[] {
  const { words } = readQuery(term, 80)
  const [first] = words
  if (words.length === 1) return [...first!.exact]
  return words.length === 0 ? [] : [words.flatMap(({ exact }) => exact[0]!)]
}

export function withLoose(word: QueryWord, loose: readonly Lexemes[]): QueryWord {
  return loose.length === 0 ? word : { ...word, loose: [...word.loose, ...loose] }
}

/** A `tsquery` that matches all of the words. */
export function allWords(words: readonly QueryWord[]): string {
  return words.map((word) => `(${anyOf([...word.exact, ...word.loose])})`).join(' & ')
}

/** A `tsquery` that matches all of the words but one. */
export function allWordsButOne(words: readonly QueryWord[]): string {
  return words.map((_, out) => `(${allWords(words.filter((__, index) => index !== out))})`).join(' | ')
}

/** A `tsquery` that matches any of the words. */
export function anyWord(words: readonly QueryWord[]): string {
  return words.map((word) => allWords([word])).join(' | ')
}

/** A word of Han or Kana that its parts match, too: its pairs, and its last character, the noun (洗衣篮 is a 篮). */
export function withCjkParts(word: QueryWord): QueryWord {
  const chars = [...word.text]
  if (word.kind !== 'cjk' || chars.length < 2) return word
  return withLoose(
    word,
    [...pairsOf(word.text), chars.at(-1)!].map((part) => [part]),
  )
}

/** A `tsquery` that matches any of the alternatives. @param weights only at positions of these weights */
export function anyOf(alternatives: readonly Lexemes[], weights = ''): string {
  return alternatives
    .map((lexemes) =>
      lexemes.length === 1
        ? quoted(lexemes[0]!, weights)
        : `(${lexemes.map((lexeme) => anyForm(lexeme, weights)).join(' & ')})`,
    )
    .join(' | ')
}

/** One word of a term of several, singular or plural. */
function anyForm(lexeme: string, weights: string): string {
  if (!/^\p{L}{3,}$/u.test(lexeme) || piecesOf(lexeme)[0]?.kind !== 'word') return quoted(lexeme, weights)
  const forms = [
    lexeme,
    `~${lexeme}`,
    ...formsOf({ text: lexeme, written: lexeme }).flatMap((form) => [form, `~${form}`]),
  ]
  return `(${forms.map((form) => quoted(form, weights)).join(' | ')})`
}

/** A `tsquery` that matches the words one behind the other. */
export function inOrder(words: readonly QueryWord[], weights: string): string {
  return words
    .map(({ exact }) => {
      const single = exact.filter((lexemes) => lexemes.length === 1)
      return single.length > 0
        ? `(${anyOf(single, weights)})`
        : exact[0]!.map((lexeme) => quoted(lexeme, weights)).join(' <-> ')
    })
    .join(' <-> ')
}

/** A lexeme in the syntax of a `tsquery`; one that ends in `*` is a prefix. */
function quoted(lexeme: string, weights: string): string {
  const isPrefix = lexeme.endsWith('*')
  const text = (isPrefix ? lexeme.slice(0, -1) : lexeme).replace(/['\\]/g, '')
  const marks = `${isPrefix ? '*' : ''}${weights}`
  return `'${text}'${marks === '' ? '' : `:${marks}`}`
}

/** The query with some of its words replaced. @param replacements folded word → the word to write instead */
export function rewritten(read: ReadQuery, replacements: ReadonlyMap<string, string>): string {
  return read.words.map(({ text, written }) => replacements.get(text) ?? written).reduce(joined, '')
}

/** These words as one query, as they were typed. */
export function writtenOf(words: readonly QueryWord[]): string {
  return words.map(({ written }) => written).reduce(joined, '')
}

// No space between two words of Han or Kana.
function joined(before: string, word: string): string {
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
  return before === '' || (unspaced.test(before.at(-1)!) && unspaced.test(word[0]!))
    ? before + word
    : `${before} ${word}`
}

/** The most edits that still count as a misspelling. Fewer for Kana, where each sign is a syllable. */
export function maxEdits(word: string): number {
  if (/\d/.test(word)) return 0
  const long = /^[\p{ASCII}]+$/u.test(word) ? 8 : 12
  return word.length < 4 ? 0 : word.length < long ? 1 : 2
}
