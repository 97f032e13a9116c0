import { call } from '#platform/browser/call.ts'
import { limit } from '#platform/browser/dom.ts'
import type { Output } from '#wire/endpoint.ts'
import type { suggest } from '../../contract.ts'

export type Suggested = Output<typeof suggest>

/** ms; about the time between two key presses. */
const pause = 120
const mostKept = 50

export interface Asking {
  /** Fetches suggestions for `q` after a short pause, at once if they are cached. Aborts an earlier request. */
  ask(q: string): void
  stop(): void
}

/** Passes suggestions to `show` in the order of the requests; an older answer never follows a newer one. */
export function createAsking(show: (answer: Suggested) => void): Asking {
  const known = new Map<string, Suggested>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller: AbortController | undefined

  function stop(): void {
    clearTimeout(timer)
    controller?.abort()
  }

  async function fetchFor(q: string): Promise<void> {
    const mine = (controller = new AbortController())
    const result = await call<typeof suggest>('/search/suggest', { q }, { quiet: true, signal: mine.signal })
    if (!result.ok || mine.signal.aborted) return
    known.set(q, result.value)
    limit(known, mostKept)
    show(result.value)
  }

  return {
    stop,
    ask(q) {
      stop()
      const answer = known.get(q)
      if (answer) show(answer)
      else timer = setTimeout(() => void fetchFor(q), q === '' ? 0 : pause)
    },
  }
}
