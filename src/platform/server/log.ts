import pino, { type Logger } from 'pino'

/**
 * The program's log: JSON lines on standard output, without secrets. An error is written by its own few
 * fields: database errors carry their whole client, password included, as properties.
 */
export function openLog(level: string): Logger {
  return pino({
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'req.headers["x-auth"]', 'password', 'token'],
    serializers: { err: errorFields },
  })
}

interface ErrorFields {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorFields
}

function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  }
}
