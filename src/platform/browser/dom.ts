/** The element with this id. The frame of the document brings those that the runtime needs; none is required. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E | null {
  return document.getElementById(id) as E | null
}

/** Tells whoever listens: `violet:page`, `violet:done`, `violet:failed`, `island:error`. */
export function emit(from: EventTarget, name: string, detail: object): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Scrolls without motion, whatever the stylesheet says of scrolling. */
export function jump(top: number, left = 0): void {
  scrollTo({ top, left, behavior: 'instant' })
}

/** Keeps the newest `most` entries. */
export function limit(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}

/** Runs when the browser has nothing better to do. Not every browser can tell: those wait 200 ms. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 200)
}
