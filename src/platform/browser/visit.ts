import { isPersonal, pageAt, pathOf } from './address.ts'
import { ask, stopAsking, type Answer } from './answers.ts'
import { byId, limit, wait } from './dom.ts'
import { arrive, enter, keepScroll, restoreScroll, startHistory, type Entry } from './history.ts'
import { startProgress, stopProgress } from './progress.ts'
import type { Kept, Showing } from './render.ts'
import type { PagePayload } from '#wire/page.ts'
import { cookie, initial, writeToken } from './state.ts'

export interface VisitOptions {
  /** Takes the place of the present history entry. */
  replace?: boolean
  /** Keeps the position on the page, and the focus on the control that asked. */
  keepScroll?: boolean
  /** false: only the address changes, nothing is fetched. */
  pageLoading?: boolean
  /** The skeleton to show while waiting; found by the address when absent. */
  page?: string | undefined
}

interface Visit {
  path: string
  done: Promise<void>
}

interface Found {
  url: URL
  page: PagePayload
}

type Wanted = () => boolean

const DUPLICATE_GUARD = 1_000
const KEPT_FOR = 600_000
const KEPT_MOST = 20
const MOST_REDIRECTS = 5
// A document that takes longer than this to begin is most likely a download: the page stays.
const LEAVING = 5_000

/** What each address showed, as the server sent it. */
const kept = new Map<string, { at: number; page: Kept }>()
let running: Visit | null = null
/** The path whose page is on the screen, and since when. */
let here: string
let hereSince = 0
let currency: string | undefined

/** Takes navigation over. To be called before islands start: the first page is kept as it came. */
export function startVisits(): void {
  here = pathOf(location)
  currency = cookie('currency')
  if (!isPersonal(location)) keep(here, byId('main')!.innerHTML)
  startHistory()
  addEventListener('popstate', ({ state, hasUAVisualTransition }) => {
    cancelVisit()
    const back = arrive(state as Entry | null)
    if (pathOf(location) !== here) void revisit(back, !hasUAVisualTransition)
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
 * way; the same address again joins it. Resolves when the page is shown, or the visit was given up.
 */
export function visit(to: string | URL, options: VisitOptions = {}): Promise<void> {
  const url = new URL(to, location.href)
  const path = pathOf(url)
  if (url.origin !== location.origin) return leave(url)
  if (running?.path === path) return running.done
  if (options.pageLoading === false) {
    cancelVisit()
    moveTo(url, options.replace ?? false)
    return Promise.resolve()
  }
  if (path === here && Date.now() - hereSince < DUPLICATE_GUARD) return Promise.resolve()
  return begin(path, (wanted) => forward(url, options, wanted))
}

function begin(path: string, run: (wanted: Wanted) => Promise<void>): Promise<void> {
  cancelVisit()
  const mine: Visit = { path, done: Promise.resolve() }
  const wanted = (): boolean => running === mine
  running = mine
  mine.done = run(wanted).finally(() => {
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

async function forward(target: URL, options: VisitOptions, wanted: Wanted): Promise<void> {
  const { keepScroll: still = false, replace = false, page } = options
  const control = still ? (document.activeElement?.id ?? '') : ''
  startProgress(still ? null : (page ?? pageAt(target)))
  const found = await follow(target, wanted)
  if (!found) return
  const { url } = found
  let top = 0
  await show(found.page, {
    animated: true,
    before() {
      if (!wanted()) return false
      stopProgress()
      top = scrollY
      moveTo(url, replace || pathOf(url) === here)
      return true
    },
    after() {
      if (still) scrollTo({ top, behavior: 'instant' })
      else toTarget(url.hash)
      focusPage(control)
    },
  })
}

/** Back and forward: what was kept is shown at once, then asked for again. */
function revisit(back: number | null, animated: boolean): Promise<void> {
  const target = new URL(location.href)
  const path = pathOf(target)
  const copy = kept.get(path)
  return begin(path, async (wanted) => {
    let shown: Shown | null = null
    if (copy && Date.now() - copy.at < KEPT_FOR) {
      shown = copy.shown
      await put(shown, animated, restoreScroll)
      if (!wanted()) return
    } else startProgress(pageAt(target))
    const found = await follow(target, wanted)
    if (found) {
      if (pathOf(found.url) !== path) enter(found.url, true)
      if (!shown) await put(found.shown, animated, restoreScroll)
      else if (!isSameHtml(shown.html, found.shown.html)) {
        // The visitor may have moved on within the copy.
        const top = scrollY
        await put(found.shown, false, () => scrollTo({ top, behavior: 'instant' }))
      }
    } else if (!shown && wanted() && back !== null) {
      // The old page is still on the screen: so must be its address.
      history.go(back)
    }

    function put(page: Shown, withMotion: boolean, scroll: () => void): Promise<void> {
      return show(page, {
        animated: withMotion,
        before() {
          if (!wanted()) return false
          stopProgress()
          setHere(path)
          return true
        },
        after() {
          scroll()
          focusPage('')
        },
      })
    }
  })
}

/** Asks, follows redirects, and finds a page to show, or null where there is none to show here. */
async function follow(url: URL, wanted: Wanted): Promise<Found | null> {
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const path = pathOf(url)
    const answer = await ask(path)
    if (!wanted()) return null
    tellOffline(answer.kind === 'offline')
    if (answer.kind !== 'page') return refuse(answer, url)
    const { meta } = answer.page
    if (answer.code === 50) return signIn()
    if (meta.redirect !== undefined) {
      const { hash } = url
      url = new URL(meta.redirect, url)
      url.hash ||= hash
      if (url.origin !== location.origin) break
      continue
    }
    // Scripts, words or prices of the frame would be another's: only a whole document brings the right ones.
    if (meta.build !== initial().page.build || meta.lang !== document.documentElement.lang) break
    if (cookie('currency') !== currency) break
    if (!meta.private) keep(path, answer.page)
    return { url, page: answer.page }
  }
  return leave(url)
}

async function refuse(answer: Exclude<Answer, { kind: 'page' }>, url: URL): Promise<null> {
  if (answer.kind === 'timeout') {
    void import('./toast.ts').then(({ toast }) => toast(initial().page.texts.timeout, { kind: 'error' }))
  }
  if (answer.kind !== 'foreign') return null
  return answer.code === 50 ? signIn() : leave(url)
}

function signIn(): Promise<never> {
  writeToken(null)
  return leave(new URL(`${initial().page.langPath}/auth/signin`, location.origin))
}

/** Hands the address to the browser. */
async function leave(url: URL): Promise<never> {
  if (url.origin === location.origin && pathOf(url) === pathOf(location)) {
    history.replaceState(history.state, '', url)
    location.reload()
  } else location.href = url.href
  await wait(LEAVING)
  return null as never
}

function moveTo(url: URL, replace: boolean): void {
  enter(url, replace)
  setHere(pathOf(url))
}

function setHere(path: string): void {
  here = path
  hereSince = Date.now()
}

function keep(path: string, page: Kept): void {
  kept.delete(path)
  kept.set(path, { at: Date.now(), page })
  limit(kept, KEPT_MOST)
}

function toTarget(hash: string): void {
  const target = hash && byId(decodeURIComponent(hash.slice(1)))
  if (target) target.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ top: 0, behavior: 'instant' })
}

function tellOffline(offline: boolean): void {
  const notice = document.querySelector<HTMLElement>('[data-offline]')
  if (notice) notice.hidden = !offline
}
