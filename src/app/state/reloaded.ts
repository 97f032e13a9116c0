import type { Logger } from 'pino'
import { guarded } from '#platform/server/guarded.ts'

/** What a node reads at its start, and again after a change. */
export interface Reloaded<T> {
  now(): T
  /** Reads it anew, and again after a failure: until then the former one holds. */
  reload(): void
  /** Resolves when no reload is under way. */
  settled(): Promise<void>
  close(): void
}

export interface ReloadedOptions<T> {
  /** "the configuration" */
  what: string
  load: () => Promise<T>
  log: Logger
  /** Called after each reload: pages that were rendered with the former one are wrong. */
  reloaded: () => void
}

/** Milliseconds after a change could not be read. */
const retryAfter = 1_000

export async function openReloaded<T>({
  what,
  load,
  log,
  reloaded,
}: ReloadedOptions<T>): Promise<Reloaded<T>> {
  let value: T = await load()
  let closing = false
  let reloading = Promise.resolve()

  function reload(): void {
    // One after the other: an older one never comes last.
    reloading = reloading
      .then(load)
      .then((loaded) => {
        value = loaded
        reloaded()
      })
      .catch((failure: unknown) => {
        log.error({ err: failure }, `${what} could not be read again; trying again`)
        if (!closing) setTimeout(guarded(log, `a reload of ${what}`, reload), retryAfter).unref()
      })
  }

  return {
    now: () => value,
    reload,
    settled: () => reloading,
    close: () => void (closing = true),
  }
}
