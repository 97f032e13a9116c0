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

export interface Answer {
  status: number
  envelope: Envelope
}

export function success(data: unknown): Answer {
  return { status: 200, envelope: { code: codes.success, msg: '', data } }
}

/** The text comes from the catalogue of messages alone: nothing that a visitor or an exception said is repeated. */
export function refusal(problem: Problem, t: Translate): Answer {
  const { code, status } = problems[problem.name]
  const data: RefusalData = { problem: problem.name }
  if (problem.fields) data.fields = problem.fields
  if (problem.details) data.details = problem.details
  if (problem.dialog !== undefined) data.dialog = problem.dialog
  return { status, envelope: { code, msg: problemText(problem, t), data } }
}

export function problemText(problem: Problem, t: Translate): string {
  // The table of problems and the messages `problem.*` are kept equal by a test.
  const say = t as (key: MessageKey, values?: Record<string, string | number>) => string
  return say(`problem.${problem.name}` as MessageKey, problem.details ?? {})
}

/** How a thrown error is answered: as a known refusal, an outage, or an unexpected failure. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = fastifyProblems[code]
  if (known) return { name: known }
  if (isOutage(error, code)) return { name: 'unavailable' }
  if (code === '57014') return { name: 'too_slow' }
  return { name: 'unexpected' }
}

const fastifyProblems: Record<string, ProblemName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadable_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unreadable_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unreadable_body',
  FST_ERR_HANDLER_TIMEOUT: 'too_slow',
}

// Classes 08 and 57P: the database server is going away; the others are errors of the socket.
function isOutage(error: unknown, code: string): boolean {
  if (code.startsWith('08') || code.startsWith('57P') || code === '53300') return true
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(code))
    return error instanceof Error && !code.startsWith('FST')
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}
