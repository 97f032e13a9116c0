import type { Page } from '@playwright/test'

/** Waits until what the shop loads after the first page stands has run: what needs scripts and no island. */
export function untilLater(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // An observer: where a test sets the page's clock, `performance` knows no entries.
    const file = await new Promise<string>((found) => {
      new PerformanceObserver((list) => {
        for (const { name } of list.getEntries()) if (/\/later[\w.-]*\.js$/.test(name)) found(name)
      }).observe({ type: 'resource', buffered: true })
    })
    // Importing it once more is waiting for the first time.
    await import(file)
  })
}
