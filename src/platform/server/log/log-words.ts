/*
 * A line of the log in words, for a terminal: 17:03:09 warning: the mail could not be sent (host: mail.example)
 */

const levels: Readonly<Record<number, string>> = {
  10: 'trace: ',
  20: 'debug: ',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
}

interface LoggedError {
  message?: unknown
  stack?: unknown
  cause?: unknown
}

/** @param line what pino writes: JSON with `level`, `time`, `msg` and the fields of the call */
export function logWords(line: string): string {
  const {
    level,
    time,
    msg,
    err,
    pid: _pid,
    hostname: _host,
    ...fields
  } = JSON.parse(line) as Record<string, unknown>
  const at = new Date(Number(time)).toTimeString().slice(0, 8)
  const error = err as LoggedError | undefined
  const what = [msg, error?.message].filter((text) => typeof text === 'string' && text !== '').join(': ')
  const details = Object.entries(fields).map(([name, value]) => `${name}: ${textOf(value)}`)
  const more = details.length === 0 ? '' : ` (${details.join(', ')})`
  // A warning says what to do; where an error comes from, only its stack says.
  const stack = Number(level) >= 50 && typeof error?.stack === 'string' ? stackOf(error.stack) : ''
  return `${at} ${levels[Number(level)] ?? ''}${what}${more}\n${stack}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The lines below the message. */
function stackOf(stack: string): string {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at '))
  return lines.map((line) => `${line}\n`).join('')
}
