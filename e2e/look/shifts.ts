import type { Page } from '@playwright/test'

/*
 * What moves about on a page while it loads, by the browser's own account.
 */

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page, before anything of its own: notes what moved, by how much, and of which parts. */
export function watchShifts(): void {
  const watched = window as unknown as { shifts: string[] }
  watched.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = `${element?.closest('[id]')?.id ?? ''} ${element?.className ?? element?.tagName ?? 'gone'}`
        return `${name} (${from.x} ${from.y} ${from.width} ${from.height} to ${to.x} ${to.y} ${to.width} ${to.height})`
      })
      watched.shifts.push(`${value.toFixed(4)}: ${moved.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What {@link watchShifts} noted on the page so far. */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
