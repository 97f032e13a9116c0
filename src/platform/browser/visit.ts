import { isPersonal, pageAt, pathOf } from './url.ts'
import { ask, stopAsking } from './answers.ts'
import type { Wanted } from './arrival.ts'
import { byId } from './dom.ts'
import { arrive, keepScroll, restoreScroll, startHistory, type Entry } from './history.ts'
import {
  here,
  hereSince,
  isReachable,
  keep,
  keptAt,
  leave,
  moveTo,
  startPlace,
  tellOffline,
} from './place.ts'
import { startProgress, stopProgress } from './progress.ts'
import { initial } from './state.ts'

export interface VisitOptions {
  /** Takes the place of the present history entry. With the URL of the page that is shown it is a refresh. */
  replace?: boolean
  /** Keeps the position on the page, and the focus on the control that asked. */
  keepScroll?: boolean
  /** false: only the URL changes, nothing is fetched. */
  pageLoading?: boolean
  /** The skeleton to show while waiting; found by the URL when absent. */
  page?: string | undefined
}

interface Visit {
  path: string
  done: Promise<unknown>
}

const DUPLICATE_GUARD = 1_000

let running: Visit | null = null

/** Takes navigation over. To be called before islands start: the first page is kept as it came. */
export function startVisits(): void {
  startPlace()
  // oxlint-disable-next-line no-restricted-properties -- read, not written
  if (!initial().page.private && !isPersonal(location)) keep(here, byId('main')!.innerHTML)
  startHistory()
  addEventListener('popstate', ({ state, hasUAVisualTransition }) => {
    cancelVisit()
    const back = arrive(state as Entry | null)
    if (pathOf(location) !== here) revisit(back, !hasUAVisualTransition)
    else if (back !== null) restoreScroll()
  })
  addEventListener('pagehide', () => {
    cancelVisit()
    keepScroll()
  })
  addEventListener('online', () => tellOffline(false))
}

/**
 * Shows another page of the shop without loading a document. One at a time: a new visit ends the one under
 * way; the same URL again joins it, unless it is a refresh. Resolves when the page is shown, or the visit was given up.
 */
export function visit(to: string | URL, options: VisitOptions = {}): Promise<unknown> {
  const { keepScroll: still = false, replace = false, pageLoading = true, page } = options
  const url = new URL(to, location.href)
  const path = pathOf(url)
  if (url.origin !== location.origin) return leave(url)
  const isRefresh = replace && pageLoading && path === here
  // An answer from before the change, just shown or on its way, is not what a refresh is for.
  if (isRefresh) stopAsking(path)
  else if (running?.path === path) return running.done
  if (!pageLoading) {
    cancelVisit()
    moveTo(url, replace)
    return Promise.resolve()
  }
  if (!isRefresh && path === here && Date.now() - hereSince < DUPLICATE_GUARD) return Promise.resolve()
  return begin(url, still ? null : (page ?? pageAt(url)), async (wanted) => {
    const arrival = await import('./arrival.ts')
    await arrival.forward(url, { still, replace }, wanted)
  })
}

function revisit(back: number | null, animated: boolean): void {
  const url = new URL(location.href)
  const copy = keptAt(pathOf(url))
  void begin(url, copy === null ? pageAt(url) : null, async (wanted) => {
    const arrival = await import('./arrival.ts')
    await arrival.revisit(url, { copy, back, animated }, wanted)
  })
}

function begin(url: URL, skeleton: string | null, run: (wanted: Wanted) => Promise<void>): Promise<unknown> {
  cancelVisit()
  const mine: Visit = { path: pathOf(url), done: Promise.resolve() }
  const wanted = (): boolean => running === mine
  running = mine
  startProgress(skeleton)
  // The code that shows a page comes while the page is on its way.
  void ask(mine.path)
  mine.done = run(wanted)
    .catch(async () => {
      if ((await isReachable()) && wanted()) await leave(url)
    })
    .finally(() => {
      if (!wanted()) return
      running = null
      stopProgress()
    })
  return mine.done
}

function cancelVisit(): void {
  if (running) stopAsking(running.path)
  running = null
  stopProgress()
}
