import { call } from '#platform/browser/call.ts'
import { limit } from '#platform/browser/dom.ts'
import type { Output } from '#wire/endpoint.ts'
import type { suggest } from '../../contract.ts'

export type Suggested = Output<typeof suggest>

/** ms. As long as most people need for the next letter. */
const pause = 120
const mostKept = 50

export interface Asking {
  /** Asks for what `q` may mean, after a short pause unless it is known. A newer question ends an older one. */
  ask(q: string): void
  stop(): void
}

/** Answers come to `show` in the order of the questions; an older one never comes after a newer one. */
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
