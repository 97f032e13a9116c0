import { problems, type Problem, type ProblemName } from '#wire/problems.ts'
import { codes, type Envelope, type RefusalData } from '#wire/envelope.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Translate } from '#i18n/t.ts'

/** A refusal that is thrown where no action is under way: by the server's own checks. */
export class Refusal extends Error {
  readonly problem: Problem

  constructor(name: ProblemName, fields?: Record<string, string>) {
    super(name)
    this.problem = fields ? { name, fields } : { name }
  }
}

export interface CallReply {
  status: number
  envelope: Envelope
}

export function success(data: unknown): CallReply {
  return { status: 200, envelope: { code: codes.success, msg: '', data } }
}

/** The text comes from the catalogue of messages alone: nothing that a visitor or an exception said is repeated. */
export function refusal(problem: Problem, t: Translate): CallReply {
  const { code, status } = problems[problem.name]
  const data: RefusalData = { problem: problem.name }
  if (problem.fields) data.fields = problem.fields
  if (problem.details) data.details = problem.details
  if (problem.dialog !== undefined) data.dialog = problem.dialog
  return { status, envelope: { code, msg: problemText(problem, t), data } }
}

export function problemText(problem: Problem, t: Translate): string {
  const { hours, minutes } = problem.details ?? {}
  // A rate limit whose end is known says it, whatever it limits.
  if (typeof hours === 'number' && typeof minutes === 'number') return t('limit.wait', { hours, minutes })
  // The key is not cast: a problem without its message does not compile.
  const say = t as (key: MessageKey, values?: Record<string, string | number>) => string
  return say(`problem.${problem.name}`, problem.details ?? {})
}

/**
 * What a thrown error is to the visitor: a known refusal, an outage, or a surprise.
 * @param method of the request: what has no body cannot have a wrong one
 */
export function problemOf(error: unknown, method: string): Problem {
  if (error instanceof Refusal) return error.problem
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = fastifyProblems.get(code)
  if (known) return { name: known }
  if (isOutage(error, code)) return { name: 'unavailable' }
  if (code === '57014') return { name: 'too_slow' }
  if (isSendersFault(error, code) || isNoText(code))
    return { name: method === 'GET' || method === 'HEAD' ? 'not_found' : 'unreadable_body' }
  return { name: 'unexpected' }
}

/** Whether an error is over in a moment by itself: what the shop needs is away, or slow. */
export function isPassing(error: unknown): boolean {
  const { name } = problemOf(error, 'GET')
  return name === 'unavailable' || name === 'too_slow'
}

const fastifyProblems: ReadonlyMap<string, ProblemName> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_body'],
  ['FST_ERR_HANDLER_TIMEOUT', 'too_slow'],
])

// By the framework and its plugins (`FST_…`, http-errors with `expose`) alone: a payment provider's errors have such a
// status too, and are no fault of who asked.
function isSendersFault(error: unknown, code: string): boolean {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return false
  return error.statusCode >= 400 && error.statusCode < 500 && (code.startsWith('FST_') || 'expose' in error)
}

// PostgreSQL's, about NUL and the like in a text: `storable` and the server's own checks come first.
function isNoText(code: string): boolean {
  return code === '22021' || code === '22P05'
}

// Of PostgreSQL's own: class 08 and 57P are the server going away, 53 is a full disk, no memory or no connection left,
// 25P03 a transaction that stood still for too long, 55P03 a lock that somebody else held for too long. The others are
// the socket's and the file system's.
function isOutage(error: unknown, code: string): boolean {
  if (/^(?:08|53|57P)/.test(code) || code === '25P03' || code === '55P03') return true
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOSPC'].includes(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message)
  )
}
