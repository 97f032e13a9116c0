import { compact, foldCjk, formsOf, pairsOf, partsOf, piecesOf, type Piece } from './tokens.ts'

/* From what a person types to what is looked for. Pure. */

/** Words of one query that are looked for; the others are as good as unsaid. */
const mostWords = 8

/** Lexemes that must all be there. */
type Together = readonly string[]

/** One word of a query, and what it may be found by. */
export interface QueryWord {
  /** As typed. */
  written: string
  /** Folded. */
  text: string
  kind: 'word' | 'cjk' | 'sign'
  /** What it is. */
  exact: readonly Together[]
  /** What it may also mean: synonyms, completions, pinyin. */
  loose: readonly Together[]
}

export interface ReadQuery {
  /** As it was read: cut, in one line. */
  q: string
  words: QueryWord[]
  /** The last word may be unfinished. */
  open: boolean
  /** All of it without spaces and signs: perhaps an article number, or a title. */
  whole: string
}

const stopWords = new Set(
  `a an the of for in on at to and or with by from my is are der die das den dem ein eine einen fur mit und im am zum zur von
  的 了 和 与 给 用 我 の を に は が で と へ`
    .split(/\s+/)
    .map((word) => foldCjk(word)),
)

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** @param longest characters that are read */
export function readQuery(typed: string, longest: number): ReadQuery {
  const q = [
    ...typed
      .slice(0, longest * 2)
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, longest)
    .join('')
    .trim()
  const pieces = saidIn(q.normalize('NFKC'))
  const said = pieces.filter(({ text }) => text !== '' && text.length <= 60)
  const meant = said.filter(({ text }) => !stopWords.has(text))
  const unique = new Map((meant.length > 0 ? meant : said).map((piece) => [piece.text, piece]))
  return {
    q,
    words: [...unique.values()].slice(0, mostWords).map((piece) => ({
      written: piece.written,
      text: piece.text,
      kind: piece.kind,
      ...(piece.around === null
        ? { exact: wordAlternatives(piece.text, piece.written), loose: [] }
        : cjkAlternatives(piece.text, piece.around)),
    })),
    open: /[\p{L}\p{N}]$/u.test(q),
    whole: compact(q),
  }
}

interface Said extends Pick<Piece, 'kind' | 'text' | 'written'> {
  /** The characters before and behind it in its run of Han and Kana; null for other words. */
  around: readonly [string, string] | null
}

function saidIn(text: string): Said[] {
  return piecesOf(text).flatMap((piece): Said[] => {
    if (piece.kind !== 'cjk') return [{ ...piece, around: null }]
    return [...segmenter.segment(text.slice(piece.start, piece.end))].map(({ segment, index }) => ({
      kind: 'cjk',
      written: segment,
      // The segmenter leaves a particle at a word that it does not know.
      text: foldCjk(segment).replace(/(?<=.)[的の]$/, ''),
      around: [piece.text[index - 1] ?? '', piece.text[index + 1] ?? ''],
    }))
  })
}

/** @param around the characters before and behind it in its run */
function cjkAlternatives(
  text: string,
  [before, behind]: readonly [string, string],
): Pick<QueryWord, 'exact' | 'loose'> {
  const chars = [...text]
  if (chars.length === 1) {
    // A word that the segmenter does not know falls into characters, which long texts are not found by.
    const pairs = [before + text, text + behind].filter((pair) => pair.length === 2)
    return { exact: [[text], ...pairs.map((pair) => [pair])], loose: [] }
  }
  // 杯子 is a 杯, and titles say the short word.
  const short = chars.length === 2 && /[子儿仔]/.test(chars[1]!) ? [[chars[0]!]] : []
  return { exact: [pairsOf(text)], loose: short }
}

function wordAlternatives(text: string, written: string): Together[] {
  const forms = formsOf({ text, written })
  const parts = partsOf(text)
  return [
    [text],
    [`~${text}`],
    ...forms.flatMap((form) => [[form], [`~${form}`]]),
    ...(parts.length > 1 ? [parts] : []),
  ]
}

/** What a synonym or another spelling is found by: all its words together. */
export function alternativesOf(term: string): Together[] {
  const { words } = readQuery(term, 80)
  const [first] = words
  if (words.length === 1) return [...first!.exact]
  return words.length === 0 ? [] : [words.flatMap(({ exact }) => exact[0]!)]
}

export function withLoose(word: QueryWord, loose: readonly Together[]): QueryWord {
  return loose.length === 0 ? word : { ...word, loose: [...word.loose, ...loose] }
}

/** A `tsquery` for all of the words. */
export function allOf(words: readonly QueryWord[]): string {
  return words.map((word) => `(${anyOf([...word.exact, ...word.loose])})`).join(' & ')
}

/** A `tsquery` for all of the words but one. */
export function mostOf(words: readonly QueryWord[]): string {
  return words.map((_, left) => `(${allOf(words.filter((__, index) => index !== left))})`).join(' | ')
}

/** A `tsquery` for any of the words. */
export function someOf(words: readonly QueryWord[]): string {
  return words.map((word) => allOf([word])).join(' | ')
}

/** A word of Han or Kana, or any part of it: what it is stands at its end. 洗衣篮 is a 篮. */
export function inParts(word: QueryWord): QueryWord {
  const chars = [...word.text]
  if (word.kind !== 'cjk' || chars.length < 2) return word
  return withLoose(
    word,
    [...pairsOf(word.text), chars.at(-1)!].map((part) => [part]),
  )
}

/** A `tsquery` for any of the alternatives. @param weights only at places of these weights */
export function anyOf(alternatives: readonly Together[], weights = ''): string {
  return alternatives
    .map((lexemes) =>
      lexemes.length === 1
        ? quoted(lexemes[0]!, weights)
        : `(${lexemes.map((lexeme) => anyForm(lexeme, weights)).join(' & ')})`,
    )
    .join(' | ')
}

/** One word of several, in whatever number it stands. */
function anyForm(lexeme: string, weights: string): string {
  if (!/^\p{L}{3,}$/u.test(lexeme) || piecesOf(lexeme)[0]?.kind !== 'word') return quoted(lexeme, weights)
  const forms = [
    lexeme,
    `~${lexeme}`,
    ...formsOf({ text: lexeme, written: lexeme }).flatMap((form) => [form, `~${form}`]),
  ]
  return `(${forms.map((form) => quoted(form, weights)).join(' | ')})`
}

/** A `tsquery` for the words behind each other. */
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

/** A lexeme as a `tsquery` has it; `*` for all that begin so. */
function quoted(lexeme: string, weights: string): string {
  const begins = lexeme.endsWith('*')
  const text = (begins ? lexeme.slice(0, -1) : lexeme).replace(/['\\]/g, '')
  const marks = `${begins ? '*' : ''}${weights}`
  return `'${text}'${marks === '' ? '' : `:${marks}`}`
}

/** The query with some words written otherwise. */
export function rewritten(read: ReadQuery, better: ReadonlyMap<string, string>): string {
  return read.words.map(({ text, written }) => better.get(text) ?? written).reduce(joined, '')
}

/** Some words as one query. */
export function writtenOf(words: readonly QueryWord[]): string {
  return words.map(({ written }) => written).reduce(joined, '')
}

// No space between two words of Han.
function joined(before: string, word: string): string {
  const close = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
  return before === '' || (close.test(before.at(-1)!) && close.test(word[0]!))
    ? before + word
    : `${before} ${word}`
}

/** Steps from one word to another: a letter more, less, other, or two exchanged (Damerau, optimal alignment). */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** Letters of a word that may be wrong. Kana says a syllable with each. */
export function stepsOf(word: string): number {
  if (/\d/.test(word)) return 0
  const long = /^[\p{ASCII}]+$/u.test(word) ? 8 : 12
  return word.length < 4 ? 0 : word.length < long ? 1 : 2
}
