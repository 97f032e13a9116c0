export function guarded<A extends unknown[]>(
  log: { error(...line: unknown[]): void },
  what: string,
  listener: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      listener(...args)
    } catch (error) {
      log.error(error, what)
    }
  }
}
