import { LiquidError, type Token } from 'liquidjs'
import { LimitReached } from './budget.ts'
import { instead, insteadOfFilter } from './instead.ts'
import type { LiquidCause, LiquidFault } from './work.ts'

/** A file that a template names is not in the theme. */
export class FileMissing extends Error {
  override name = 'FileMissing'
}

/** What a template writes cannot stand in a page. */
export class HtmlRefused extends Error {
  override name = 'HtmlRefused'
}

/** The same, and the token of the template that wrote it. */
export class OutputRefused extends HtmlRefused {
  readonly token: Token | null
  /** From 1; null where nobody wrote it. */
  readonly line: number | null
  constructor(message: string, token: Token | null, line: number | null) {
    super(message)
    this.token = token
    this.line = line
  }
}

/** What a template asks for is not done, and why. */
export class Refused extends Error {
  override name = 'Refused'
}

/** What went wrong, by the deepest file in which it did. */
export function faultOf(error: unknown, entry: string): LiquidFault {
  const { reason, token } = origin(error)
  if (reason instanceof OutputRefused)
    return { cause: 'html', file: reason.token?.file ?? entry, line: reason.line, message: messageOf(reason) }
  return {
    cause: causeOf(reason, error),
    file: token?.file ?? entry,
    line: token?.getPosition()[0] ?? null,
    message: messageOf(reason),
  }
}

/** The error itself, and the place that the library noted for it. */
function origin(error: unknown): { reason: unknown; token: Token | null } {
  if (!LiquidError.is(error)) return { reason: error, token: null }
  const { token, originalError } = error as LiquidError & { token: Token; originalError?: unknown }
  const inner = originalError === undefined ? null : origin(originalError)
  return { reason: inner?.reason ?? error, token: inner?.token ?? token }
}

function causeOf(reason: unknown, error: unknown): LiquidCause {
  if (reason instanceof LimitReached || isOverflow(reason)) return 'limit'
  if (reason instanceof FileMissing) return 'missing'
  if (reason instanceof HtmlRefused) return 'html'
  return error instanceof Error ? 'syntax' : 'limit'
}

/** Nested too deep for the stack, or longer than a text can be. */
function isOverflow(reason: unknown): boolean {
  return reason instanceof RangeError
}

function messageOf(reason: unknown): string {
  if (isOverflow(reason)) return 'it is nested too deep, or makes a text that is too long'
  const text = reason instanceof Error ? reason.message : String(reason)
  return shortened(plain(withoutPlace(text)))
}

/** The library adds the place to its messages; it is told apart from them here. */
function withoutPlace(text: string): string {
  const line = text.lastIndexOf(', line:')
  if (line === -1) return text
  const file = text.lastIndexOf(', file:', line)
  return text.slice(0, file === -1 ? line : file)
}

/** The library's words in a merchant's. */
function plain(text: string): string {
  const tag = /^tag "([^"]{1,60})" not found$/.exec(text)?.[1]
  if (tag !== undefined) return `there is no tag "${tag}"${instead(tag)}`
  const filter = /^undefined filter: (.{1,60})$/.exec(text)?.[1]
  if (filter !== undefined) return `there is no filter "${filter}"${insteadOfFilter(filter)}`
  if (text.endsWith('not closed')) return `${text}: ${missingEnd(text)} is missing`
  return text
}

/** `{% endif %}` of `tag {% if … %} not closed`. */
function missingEnd(text: string): string {
  if (text.startsWith('output ')) return '}}'
  const tag = /^tag \{%-?\s{0,20}(\w{1,40})/.exec(text)?.[1]
  return tag === undefined ? '%}' : `{% end${tag} %}`
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 297)}...` : text
}
