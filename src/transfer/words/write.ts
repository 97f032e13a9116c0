import type { TextRow } from '#features/words/shop/list.ts'
import { langKey } from './read.ts'

/*
 * The same files as `read.ts` reads: an import of what was exported changes nothing.
 */

/** Key → message, and what it is written in where that is not the language of its prefix. Missing texts are empty. */
export function textsJson(texts: readonly TextRow[], lang: string | null): string {
  const head = lang === null ? [] : [[langKey, lang] as const]
  const all = [...head, ...texts.map(({ key, message }) => [key, message] as const)]
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}

/** For a translator: the English text stands beside each. With a byte order mark, without which spreadsheets misread it. */
export function textsCsv(texts: readonly TextRow[], lang: string | null): string {
  const head = [['key', 'english', 'message', 'state'], ...(lang === null ? [] : [[langKey, '', lang, '']])]
  const lines = texts.map(({ key, english, message, state }) => [key, english, message, state])
  return `\uFEFF${[...head, ...lines].map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** A text that begins like a formula is made text by a sign before it, which `read.ts` takes away. */
function cellOf(text: string): string {
  const cell = /^'*[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
