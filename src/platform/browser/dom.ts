/** The element with this id. The frame of the document brings those that the runtime needs; none is required. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E | null {
  return document.getElementById(id) as E | null
}

/** Dispatches an event on the document: `violet:page`, `violet:done`, `violet:failed`, `island:live`, `island:error`. */
export function emit(from: EventTarget, name: string, detail: object): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Scrolls without animation, whatever the stylesheet says. */
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

/**
 * Runs when the browser is idle, at the latest after two seconds: one that draws no frame reports no idle time either.
 * Browsers without that callback wait 200 ms.
 */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}
