import type { Page } from '@playwright/test'

/**
 * Stops the page's clock, some seconds ahead: its timers run when `page.clock.runFor` says so, however busy the machine
 * is. Those that were set before `page.clock.install` run on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
}
