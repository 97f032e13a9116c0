import { pathOf } from './url.ts'
import { limit, wait } from './dom.ts'
import { enter } from './history.ts'
import type { Kept } from './render.ts'
import { cookie, initial, shown } from './state.ts'

/*
 * Where the visitor is: the page on the screen, and what earlier URLs showed.
 */

const KEPT_FOR = 600_000
const KEPT_MOST = 20
// A document that takes longer than this to begin is most likely a download: the page stays.
const LEAVING = 5_000

const kept = new Map<string, { at: number; page: Kept }>()

/** The path whose page is on the screen, and since when. */
export let here: string
export let hereSince = 0

/** The currency that the frame was made for. */
export let currency: string | undefined

export function startPlace(): void {
  here = shown.path = pathOf(location)
  currency = cookie('currency')
}

export function setHere(path: string): void {
  here = shown.path = path
  hereSince = Date.now()
}

/** Writes the URL of what is about to be shown. */
export function moveTo(url: URL, replace: boolean): void {
  enter(url, replace)
  setHere(pathOf(url))
}

export function keep(path: string, page: Kept): void {
  kept.delete(path)
  kept.set(path, { at: Date.now(), page })
  limit(kept, KEPT_MOST)
}

/** What `path` showed in the last ten minutes. */
export function keptAt(path: string): Kept | null {
  const copy = kept.get(path)
  return copy && Date.now() - copy.at < KEPT_FOR ? copy.page : null
}

/** Hands the URL to the browser. */
export async function leave(url: URL): Promise<null> {
  if (url.origin === location.origin && pathOf(url) === pathOf(location)) {
    history.replaceState(history.state, '', url)
    location.reload()
  } else location.href = url.href
  await wait(LEAVING)
  return null
}

/**
 * Whether the shop answers at all; the page's notice says so if not. Asked before a document is loaded because a script
 * failed: a browser without a connection would replace the page by its own.
 */
export async function isReachable(): Promise<boolean> {
  const answers = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  tellOffline(!answers)
  return answers
}

/** Writes or clears the page's notice. Its element is always there: what comes into a live region is spoken. */
export function tellOffline(offline: boolean): void {
  const notice = document.querySelector('[data-offline]')
  if (notice) notice.textContent = offline ? initial().page.texts.offline : ''
}
