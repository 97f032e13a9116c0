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
  const value = valueScanner(limits)
  let state: State = 'start'
  let kind: 'element' | 'member' = 'element'
  let inObject = false
  let key: string | null = null
  let keyBytes: number[] = []
  let escaped = false
  let line = 1
  let out: JsonPart[] = []
  let complained = false

  function broken(reason: string): void {
    // One stray byte tends to have many after it.
    if (!complained) out.push({ kind: 'broken', line, reason })
    complained = true
  }

  function begin(as: 'element' | 'member', byte: number): void {
    kind = as
    state = 'inside'
    complained = false
    value.begin(byte, line)
  }

  function finish(): void {
    out.push({ kind, key, ...value.finish() })
    state = kind === 'element' ? 'elements' : 'members'
  }

  function beginKey(): void {
    state = 'key'
    keyBytes = []
    escaped = false
    complained = false
  }

  function takeKey(byte: number): void {
    if (byte === quote && !escaped) {
      key = Buffer.from(keyBytes).toString('utf8')
      state = 'colon'
    } else if (keyBytes.length < 200) keyBytes.push(byte)
    escaped = byte === backslash && !escaped
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

  function push(chunk: Buffer): JsonPart[] {
    out = []
    let at = state === 'inside' ? inside(chunk, 0, 0) : 0
    while (at < chunk.length) {
      const byte = chunk[at]!
      if (state === 'key') takeKey(byte)
      else between(byte)
      if (byte === lf) line++
      at++
      if (insideValue()) at = inside(chunk, at - 1, at)
    }
    return out
  }

  /** Scans the value on; where it ends in `chunk`, or the length of `chunk`. */
  function inside(chunk: Buffer, from: number, at: number): number {
    const end = value.take(chunk, from, at)
    line = value.line()
    if (end === null) return chunk.length
    finish()
    return end
  }

  // As a function: the compiler would take `state` for what it was before the call that changed it.
  function insideValue(): boolean {
    return state === 'inside'
  }

  function end(): JsonPart[] {
    out = []
    if (state === 'inside') {
      value.cut()
      finish()
    } else if (state !== 'end') {
      complained = false
      broken('the file ends before its JSON does: it was cut')
    }
    return out
  }

  return { push, end }
}

/** Finds the end of one value after another; a value may lie in several chunks. */
function valueScanner(limits: JsonLimits) {
  let parts: Buffer[] = []
  let size = 0
  let depth = 0
  let line = 1
  let startLine = 1
  let inText = false
  let escaped = false
  let bare = false
  let fault: JsonFault | null = null
  let faultLine = 1

  function begin(byte: number, atLine: number): void {
    parts = []
    size = 1
    line = atLine
    startLine = atLine
    fault = null
    inText = byte === quote
    escaped = false
    depth = byte === openBrace || byte === openBracket ? 1 : 0
    bare = !inText && depth === 0
  }

  /** Scans from `first` and keeps the bytes from `from` on. The index after the value, or null when it goes on. */
  function take(chunk: Buffer, from: number, first: number): number | null {
    const end = bare ? endOfBare(chunk, first) : endOfClosed(chunk, first)
    if (fault === null) parts.push(chunk.subarray(from, end ?? chunk.length))
    return end
  }

  /** Of a number, `true` and the like: what follows ends it. */
  function endOfBare(chunk: Buffer, first: number): number | null {
    for (let at = first; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === commaByte || byte === closeBrace || byte === closeBracket || isSpace(byte)) return at
      if (++size > limits.element) fail('too_large')
    }
    return null
  }

  /** Of a text, an object or an array, which end themselves. */
  function endOfClosed(chunk: Buffer, first: number): number | null {
    for (let at = first; at < chunk.length; at++) {
      const byte = chunk[at]!
      const isLast = step(byte)
      if (byte === lf) line++
      if (isLast) return at + 1
    }
    return null
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

  function fail(found: JsonFault): void {
    if (fault !== null) return
    fault = found
    faultLine = line
    parts = []
  }

  function finish() {
    const bytes = fault === null ? Buffer.concat(parts) : Buffer.alloc(0)
    parts = []
    return { line: startLine, bytes, fault, faultLine: fault === null ? startLine : faultLine }
  }

  return { begin, take, finish, cut: () => fail('cut'), line: () => line }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function character(byte: number): string {
  return byte > 0x20 && byte < 0x7f
    ? String.fromCharCode(byte)
    : `the byte 0x${byte.toString(16).padStart(2, '0')}`
}
