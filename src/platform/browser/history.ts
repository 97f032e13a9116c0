import { jump } from './dom.ts'

/*
 * Every entry of the session history has an id and a position in the row. Its scroll position is stored under the id,
 * in sessionStorage, so that it survives a reload and a trip to another site.
 */

export interface Entry {
  id: number
  /** Its place in the row: the difference of two says how far apart they are. */
  place: number
}

type Point = [top: number, left: number]

const KEY = 'violet_scroll'
const MOST = 50

let entry: Entry
let points: Map<number, Point>

/** Takes scrolling over from the browser and puts a reloaded page back to where it was. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  points = new Map(read())
  entry = (history.state as Entry | null) ?? newEntry(0)
  history.replaceState(entry, '')
  if (points.has(entry.id)) {
    restoreScroll()
    // Before all pictures and fonts are there the page can be too short.
    if (document.readyState !== 'complete') addEventListener('load', restoreScroll, { once: true })
  }
}

/** Adds an entry for `url`, or gives the present one that URL. */
export function enter(url: URL, replace: boolean): void {
  keepScroll()
  if (replace) history.replaceState(entry, '', url)
  else history.pushState((entry = newEntry(entry.place + 1)), '', url)
}

/**
 * The browser has moved to another entry. Answers how many steps lead back, or null where it is a new
 * entry, made by a link to an anchor.
 */
export function arrive(state: Entry | null): number | null {
  // The browser has scrolled to the anchor by now; the link that led there kept the place.
  if (state) keepScroll()
  const from = entry
  entry = state ?? newEntry(from.place + 1)
  if (!state) history.replaceState(entry, '')
  return state === null ? null : from.place - state.place
}

export function restoreScroll(): void {
  const [top, left] = points.get(entry.id) ?? [0, 0]
  jump(top, left)
}

/** Notes where the present entry is scrolled to. */
export function keepScroll(): void {
  points.delete(entry.id)
  points.set(entry.id, [scrollY, scrollX])
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...points].slice(-MOST)))
  } catch {}
}

function read(): [number, Point][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [number, Point][]
  } catch {
    return []
  }
}

function newEntry(place: number): Entry {
  return { id: Math.random(), place }
}
