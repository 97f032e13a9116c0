import { printable } from '#wire/shown-text.ts'

/*
 * Where in a JSON text a value stands, for faults that name the line. The text has been parsed: it is JSON.
 */

/**
 * The line, from 1, on which the value at a path begins. Where the path leads to nothing, that of the last value on
 * the way to it.
 */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  let at = blank(text, 0)
  for (const step of path) {
    const next = typeof step === 'number' ? elementAt(text, at, step) : memberAt(text, at, step)
    if (next === null) break
    at = next
  }
  return lineAt(text, at)
}

/** The line, from 1, of what `JSON.parse` said of a text; null where it names none. */
export function lineOfParseError(text: string, error: unknown): number | null {
  const said = error instanceof Error ? error.message : ''
  const line = /\(line (\d{1,9}) column/.exec(said)?.[1]
  if (line !== undefined) return Number(line)
  return said.startsWith('Unexpected end') ? lineAt(text, text.length) : null
}

/** What `JSON.parse` said of a text, without the place, which the fault has, and where to look. */
export function jsonErrorWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (said.startsWith('Unexpected end')) return 'the text ends too soon: a bracket or a quote is not closed'
  const what = said.replace(/ in JSON at position .*$/, '').replace(/, "[^]*" is not valid JSON$/, '')
  return `${printable(what)}: look here and at the line above for a comma too many, or a quote or bracket too few`
}

function lineAt(text: string, index: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next !== -1 && next < index; next = text.indexOf('\n', next + 1))
    line += 1
  return line
}

function memberAt(text: string, object: number, name: string): number | null {
  if (text[object] !== '{') return null
  let at = blank(text, object + 1)
  while (text[at] === '"') {
    const end = afterText(text, at)
    const value = blank(text, blank(text, end) + 1)
    if (JSON.parse(text.slice(at, end)) === name) return value
    at = afterComma(text, afterValue(text, value))
  }
  return null
}

function elementAt(text: string, list: number, index: number): number | null {
  if (text[list] !== '[') return null
  let at = blank(text, list + 1)
  for (let passed = 0; at < text.length && text[at] !== ']'; passed += 1) {
    if (passed === index) return at
    at = afterComma(text, afterValue(text, at))
  }
  return null
}

function afterComma(text: string, end: number): number {
  const at = blank(text, end)
  return text[at] === ',' ? blank(text, at + 1) : at
}

function blank(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1
  return at
}

function afterText(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Without recursion: a value may be nested deeper than the stack. */
function afterValue(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const character = text[at]!
    if (character === '"') at = afterText(text, at)
    else if (depth === 0 && ',]}'.includes(character)) return at
    else {
      if ('[{'.includes(character)) depth += 1
      if (']}'.includes(character)) depth -= 1
      at += 1
    }
    if (depth === 0 && (character === '"' || ']}'.includes(character))) return at
  }
  return at
}
