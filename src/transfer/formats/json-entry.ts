import { isUtf8 } from 'node:buffer'
import { no, ok, type Result } from '#domain/result.ts'
import type { JsonFault, JsonPart } from './json-elements.ts'
import { entryLimit, type Reason } from './reading.ts'
import { printable } from '#wire/shown-text.ts'
import { lineOfBrokenText } from './text.ts'

export const jsonLimits = { element: entryLimit, depth: 64 }

type Value = Exclude<JsonPart, { kind: 'broken' }>

/**
 * The value of an element, or the reasons why it has none, by line.
 * @param numbers `as_written` returns each number as the text in the file: "9.990", never a float
 */
export function parsePart(part: Value, numbers: 'as_written' | 'parsed' = 'parsed'): Result<unknown, Reason> {
  if (part.fault !== null) return no({ line: part.faultLine, reason: faultText(part.fault) })
  if (!isUtf8(part.bytes))
    return no({ line: lineOfBrokenText(part.bytes, part.line), reason: 'is not UTF-8 text' })
  const text = part.bytes.toString('utf8')
  try {
    return ok(numbers === 'parsed' ? JSON.parse(text) : JSON.parse(text, numberAsWritten as Reviver))
  } catch (error) {
    return no(syntaxReason(error, text, part.line))
  }
}

// The third argument is in the language (proposal-json-parse-with-source) and not yet in TypeScript's library.
type Reviver = (key: string, value: unknown) => unknown

function numberAsWritten(_: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === 'number' ? (context.source ?? String(value)) : value
}

function syntaxReason(error: unknown, text: string, line: number): Reason {
  const message = error instanceof Error ? error.message : String(error)
  // V8 gives "… in JSON at position 12 (line 1 column 13)".
  const position = /at position (\d+)/.exec(message)?.[1]
  const before = position === undefined ? text : text.slice(0, Number(position))
  const what = message.replace(/,? ?(\.\.\.)?".*$|in JSON at position.*$/s, '').trim()
  return {
    line: line + (before.split('\n').length - 1),
    reason: printable(`is not JSON: ${what === '' ? message : what}`).slice(0, 200),
  }
}

function faultText(fault: JsonFault): string {
  return {
    too_large: `is larger than ${entryLimit / 1024 / 1024} MB`,
    too_deep: `is nested more than ${jsonLimits.depth} levels deep`,
    cut: 'the file ends in the middle of this entry: it was cut',
    newline_in_text: 'is not JSON: a text is not closed before the end of its line',
  }[fault]
}
