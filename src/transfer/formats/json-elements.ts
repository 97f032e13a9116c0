/*
 * Scans a JSON file of any size and yields the elements of its top-level arrays one by one, each with its line. Only
 * the brackets and strings of an element are scanned here; its reader parses it. So a damaged element costs only
 * itself, a truncated file keeps what came before, and memory holds one element at a time.
 */

export type JsonFault = 'too_large' | 'too_deep' | 'cut' | 'newline_in_text'

export type JsonPart =
  | {
      kind: 'element' | 'member'
      /** The member of the top-level object; null for a file that is one array. */
      key: string | null
      /** Of the first byte, from 1. */
      line: number
      /** Empty when there is a fault. */
      bytes: Buffer
      fault: JsonFault | null
      faultLine: number
    }
  | { kind: 'broken'; line: number; reason: string }

export interface JsonLimits {
  /** Bytes of an element. */
  element: number
  depth: number
}

type State = 'start' | 'members' | 'key' | 'colon' | 'value' | 'elements' | 'inside' | 'end'

const [quote, backslash, commaByte, colonByte, lf] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Yields the elements of the top-level array, or of each array in the top-level object; other members of that object
 * are yielded as `member`, and anything that cannot be JSON at the top level as `broken`.
 */
export async function* jsonParts(
  chunks: AsyncIterable<Buffer>,
  limits: JsonLimits,
): AsyncGenerator<JsonPart> {
  const scanner = jsonScanner(limits)
  for await (const chunk of chunks) yield* scanner.push(chunk)
  yield* scanner.end()
}

function jsonScanner(limits: JsonLimits) {
  let state: State = 'start'
  let inObject = false
  let key: string | null = null
  let line = 1
  let out: JsonPart[] = []
  let complained = false

  // The value being read, whether it is an element or a member.
  let kind: 'element' | 'member' = 'element'
  let parts: Buffer[] = []
  let size = 0
  let depth = 0
  let startLine = 1
  let inText = false
  let escaped = false
  let bare = false
  let fault: JsonFault | null = null
  let faultLine = 1

  function broken(reason: string): void {
    // One stray byte tends to have many after it.
    if (!complained) out.push({ kind: 'broken', line, reason })
    complained = true
  }

  function fail(found: JsonFault): void {
    if (fault !== null) return
    fault = found
    faultLine = line
    parts = []
  }

  function begin(as: 'element' | 'member', byte: number): void {
    kind = as
    state = 'inside'
    parts = []
    size = 1
    startLine = line
    fault = null
    inText = byte === quote
    escaped = false
    depth = byte === openBrace || byte === openBracket ? 1 : 0
    bare = !inText && depth === 0
    complained = false
  }

  function finish(): void {
    const bytes = fault === null ? Buffer.concat(parts) : Buffer.alloc(0)
    out.push({ kind, key, line: startLine, bytes, fault, faultLine: fault === null ? startLine : faultLine })
    parts = []
    state = kind === 'element' ? 'elements' : 'members'
  }

  /** True when `byte` is the last of the value. */
  function step(byte: number): boolean {
    if (++size > limits.element) fail('too_large')
    if (inText) {
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) {
        inText = false
        return depth === 0
      } else if (byte === lf) {
        // JSON texts have no line break: the closing quote is missing. Ending the text here saves the following
        // elements.
        fail('newline_in_text')
        inText = false
        return depth === 0
      }
      return false
    }
    if (byte === quote) inText = true
    else if (byte === openBrace || byte === openBracket) {
      if (++depth > limits.depth) fail('too_deep')
    } else if (byte === closeBrace || byte === closeBracket) return --depth === 0
    return false
  }

  function between(byte: number): void {
    if (isSpace(byte)) return
    if (state === 'elements') {
      if (byte === closeBracket) {
        state = inObject ? 'members' : 'end'
        key = null
      } else if (byte === closeBrace) broken('a } that nothing opened')
      else if (byte !== commaByte) begin('element', byte)
    } else if (state === 'members') {
      if (byte === closeBrace) state = 'end'
      else if (byte === quote) beginKey()
      else if (byte !== commaByte) broken(`expected the name of a member, found ${character(byte)}`)
    } else if (state === 'colon') {
      if (byte === colonByte) state = 'value'
      else broken(`expected : after the name ${key}, found ${character(byte)}`)
    } else if (state === 'value') {
      if (byte === openBracket) state = 'elements'
      else begin('member', byte)
    } else if (state === 'start') {
      if (byte === openBracket) state = 'elements'
      else if (byte === openBrace) {
        inObject = true
        state = 'members'
      } else if (!byteOrderMark.includes(byte)) broken(`expected { or [, found ${character(byte)}`)
    } else broken('there is more after the end of the JSON')
  }

  let keyBytes: number[] = []
  function beginKey(): void {
    state = 'key'
    keyBytes = []
    escaped = false
    complained = false
  }

  function push(chunk: Buffer): JsonPart[] {
    out = []
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (state === 'inside') {
        if (bare && (byte === commaByte || byte === closeBrace || byte === closeBracket || isSpace(byte))) {
          if (fault === null) parts.push(chunk.subarray(from, at))
          finish()
          between(byte)
        } else if (!bare && step(byte)) {
          if (fault === null) parts.push(chunk.subarray(from, at + 1))
          finish()
        } else if (bare && ++size > limits.element) fail('too_large')
      } else if (state === 'key') {
        if (byte === quote && !escaped) {
          key = Buffer.from(keyBytes).toString('utf8')
          state = 'colon'
        } else if (keyBytes.length < 200) keyBytes.push(byte)
        escaped = byte === backslash && !escaped
      } else {
        between(byte)
        if (insideValue()) from = at
      }
      if (byte === lf) line++
    }
    if (state === 'inside' && fault === null) parts.push(chunk.subarray(from))
    return out
  }

  function insideValue(): boolean {
    return state === 'inside'
  }

  function end(): JsonPart[] {
    out = []
    if (state === 'inside') {
      fail('cut')
      finish()
    } else if (state !== 'end') {
      complained = false
      broken('the file ends before its JSON does: it was cut')
    }
    return out
  }

  return { push, end }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function character(byte: number): string {
  return byte > 0x20 && byte < 0x7f
    ? String.fromCharCode(byte)
    : `the byte 0x${byte.toString(16).padStart(2, '0')}`
}
