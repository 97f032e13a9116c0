import type { Segment } from '../contract.ts'
import type { QueryWord } from './query.ts'
import { foldCjk, formsOf, piecesOf } from './tokens.ts'

/** A title in segments, with the matched words marked. @param open the last word may be unfinished */
export function markTitle(title: string, words: readonly QueryWord[], open: boolean): Segment[] {
  const marked: [start: number, end: number][] = []
  const exact = new Set(words.flatMap((word) => word.exact.flat()))
  const loose = new Set(words.flatMap((word) => word.loose.flat()))
  const last = open ? words.findLast(({ kind }) => kind === 'word') : undefined
  for (const piece of piecesOf(title)) {
    const isIn = (lexemes: ReadonlySet<string>): boolean =>
      lexemes.has(piece.text) || formsOf(piece).some((form) => lexemes.has(form) || lexemes.has(`~${form}`))
    if (piece.kind === 'cjk')
      marked.push(...marksInRun(title.slice(piece.start, piece.end), piece.start, words))
    else if (isIn(exact)) marked.push([piece.start, piece.end])
    else if (last !== undefined && piece.text.startsWith(last.text))
      marked.push([piece.start, Math.min(piece.end, piece.start + last.text.length)])
    else if (isIn(loose)) marked.push([piece.start, piece.end])
  }
  return segmentsOf(title, marked)
}

function marksInRun(run: string, start: number, words: readonly QueryWord[]): [number, number][] {
  const folded = foldCjk(run)
  // Half-width Kana fold into fewer characters, so offsets in the folded text do not apply.
  if (folded.length !== run.length) return []
  const marks: [number, number][] = []
  for (const { exact, loose, kind, text } of words) {
    const parts = kind === 'cjk' ? [text, ...loose.flat()] : loose.flat()
    for (const part of parts) {
      if (part === '' || /[~^#*]/.test(part)) continue
      for (let at = folded.indexOf(part); at !== -1; at = folded.indexOf(part, at + part.length))
        marks.push([start + at, start + at + part.length])
    }
    if (kind !== 'cjk' || folded.includes(text)) continue
    for (const pair of exact.flat()) {
      const at = folded.indexOf(pair)
      if (at !== -1) marks.push([start + at, start + at + pair.length])
    }
  }
  return marks
}

function segmentsOf(title: string, marked: readonly [number, number][]): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const [start, end] of marked.toSorted(([a], [b]) => a - b)) {
    if (end <= at) continue
    if (start > at) segments.push({ text: title.slice(at, start), mark: false })
    segments.push({ text: title.slice(Math.max(start, at), end), mark: true })
    at = end
  }
  if (at < title.length) segments.push({ text: title.slice(at), mark: false })
  return segments
}
