import pino, { type Logger } from 'pino'
import { logWords } from './log/log-words.ts'

/**
 * The program's log on standard output, without secrets: JSON lines, or words where somebody looks at it. An error is
 * written by its own few fields: database errors carry their whole client, password included, as properties.
 */
export function openLog(
  level: string,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Logger {
  const options = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'req.headers["x-auth"]', 'password', 'token'],
    serializers: { err: errorFields },
  }
  // pino's own way to standard output is quicker; nobody reads so fast.
  return out.isTTY ? pino(options, { write: (line) => void out.write(logWords(line)) }) : pino(options)
}

interface ErrorFields {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorFields
  /** Of several that are reported together. */
  errors?: ErrorFields[]
}

function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(errorFields) } : {}),
  }
}
