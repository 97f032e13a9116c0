import { byWord } from '#domain/by-word.ts'
import { foldHan } from './han-folding.ts'

/*
 * From text to lexemes. Queries and catalogue texts go through the same functions, so that they meet in the same
 * lexemes. Pure; the same for the same text on every machine.
 *
 * A plain lexeme is a folded word. A first character marks the others: `~` a derived form that is never displayed
 * (a stem, an umlaut written out), `^` pinyin, `#` an article number, `=` a whole title.
 */

/** A part of a text that is indexed or searched by itself. */
export interface Piece {
  /** A word of letters and digits, a run of Han and Kana, or a pictograph (emoji). */
  kind: 'word' | 'cjk' | 'sign'
  /** Folded: lower case, without accents, simplified. */
  text: string
  /** As written, in lower case. */
  written: string
  /** Offsets in the given text, in UTF-16 units. */
  start: number
  end: number
}

const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\u3007]+`
const word = String.raw`[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\u3007]](?:[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\u3007]]|['’](?=\p{L}))*`
const sign = String.raw`\p{Extended_Pictographic}`
const pieces = new RegExp(`(?<cjk>${cjk})|(?<word>${word})|(?<sign>${sign})`, 'gv')

/** The pieces of a text in their order. Indexed and typed texts are given in NFKC, displayed ones as they are. */
export function piecesOf(text: string): Piece[] {
  return [...text.matchAll(pieces)].map((match) => {
    const kind =
      match.groups?.['cjk'] !== undefined ? 'cjk' : match.groups?.['word'] !== undefined ? 'word' : 'sign'
    const [written] = match
    return {
      kind,
      text: kind === 'cjk' ? foldCjk(written) : kind === 'word' ? foldWord(written) : written,
      written: written.toLowerCase(),
      start: match.index,
      end: match.index + written.length,
    }
  })
}

/** Folds Katakana to Hiragana and traditional to simplified. Keeps the length, except for half-width Kana. */
export function foldCjk(text: string): string {
  const katakanaAsHiragana = text
    .normalize('NFKC')
    .replace(/[\u30a1-\u30f6]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0x60))
  return foldHan(katakanaAsHiragana)
}

const letters: Readonly<Record<string, string>> = byWord({
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
})

/** Lower case, without accents and apostrophes: `Café` → `cafe`, `J’adore` → `jadore`, `women’s` → `women`. */
function foldWord(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s?$|['’]s(?=$)/, '')
    .replace(/['’]/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
}

/** Other forms that match the word, without the word itself: singular, umlauts written out, accents kept. */
export function formsOf({ text, written }: Pick<Piece, 'text' | 'written'>): string[] {
  const forms = new Set<string>()
  for (const stem of stemsOf(text)) forms.add(stem)
  if (/[äöü]/.test(written))
    forms.add(foldWord(written.replace(/[äöü]/g, (vowel) => umlauts[vowel] ?? vowel)))
  if (written !== text && /^[\p{L}\p{N}]+$/u.test(written)) forms.add(written)
  forms.delete(text)
  return [...forms]
}

const umlauts: Readonly<Record<string, string>> = byWord({ ä: 'ae', ö: 'oe', ü: 'ue' })

const irregular: Readonly<Record<string, string>> = byWord({
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  mice: 'mouse',
  geese: 'goose',
  teeth: 'tooth',
})

/**
 * Light stemming of English and German: possible singulars of a plural, and the verb of `-ing` and `-ed`. A wrong guess
 * does no harm, since it is no word of the shop.
 */
function stemsOf(text: string): string[] {
  if (text.length < 3 || /[^a-z]/.test(text)) return []
  const known = irregular[text]
  if (known !== undefined) return [known]
  const but = (count: number, end = ''): string => text.slice(0, -count) + end
  if (/ies$/.test(text) && text.length > 4) return [but(3, 'y'), but(1)]
  if (/ves$/.test(text) && text.length > 4) return [but(3, 'f'), but(3, 'fe'), but(1)]
  if (/(?:s|x|z|ch|sh)es$/.test(text)) return [but(2), but(1)]
  if (/oes$/.test(text)) return [but(2), but(1)]
  if (/[^suo]s$/.test(text) && !/is$/.test(text) && text.length > 3) return [but(1)]
  // Lampen → Lampe, Lamp; Stühle → Stuhl. Short words stay: `pen` is not a plural of `pe`.
  if (/en$/.test(text) && text.length > 5) return [but(1), but(2)]
  if (/e$/.test(text) && text.length > 4) return [but(1)]
  if (/[a-z]{4}ly$/.test(text)) return [but(2)]
  // oxlint-disable-next-line house/slow-pattern -- one word, of a short query or of the merchant's texts
  const done = /^([a-z]*[aeiouy][a-z]*[^e])(?:ing|ed)$/.exec(text)?.[1]
  return done === undefined || done.length < 3 ? [] : verbsOf(done)
}

/** `fold`ing → fold, folde; `dott`ed → dott, dotte, dot. */
function verbsOf(done: string): string[] {
  const once = /([b-df-hj-np-tv-z])\1$/.test(done) ? [done.slice(0, -1)] : []
  return [done, `${done}e`, ...once]
}

/** The parts of a word with letters and digits: `60cm` → `60`, `cm`. Empty for other words. */
export function partsOf(text: string): string[] {
  if (!/\p{N}/u.test(text) || !/\p{L}/u.test(text)) return []
  return text.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []
}

/** The lexemes of a run of Han and Kana: its pairs of characters, or the character if it is only one. */
export function pairsOf(text: string): string[] {
  const chars = [...text]
  return chars.length === 1 ? chars : chars.slice(1).map((char, index) => chars[index]! + char)
}

/** An article number or barcode without its separators: `MCL-CHALK` → `mclchalk`. */
export function compact(text: string): string {
  return foldWord(text).replace(/[^\p{L}\p{N}]/gu, '')
}
