import type { Logger } from 'pino'

/**
 * A listener that cannot end the program. What Node calls by itself (for a request, a message, a closed socket) runs
 * outside the framework's `try`: a throw there would be an uncaught exception. Here it is logged, and `afterwards` puts
 * right what was left half done, by the same arguments.
 * @param what fails, for the log: `an upgrade`
 */
export function guarded<A extends readonly unknown[]>(
  log: Pick<Logger, 'error'>,
  what: string,
  listener: (...args: A) => void,
  afterwards?: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      listener(...args)
    } catch (error) {
      log.error({ err: error }, `${what} failed`)
      afterwards?.(...args)
    }
  }
}
