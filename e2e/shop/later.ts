import { expect, type Page } from '@playwright/test'

/** Waits until what the shop loads after the first page stands has run: what needs scripts and no island. */
export async function untilLater(page: Page): Promise<void> {
  const address = (): Promise<string | undefined> =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').find(({ name }) => /\/later[\w.-]*\.js$/.test(name))?.name,
    )
  await expect.poll(address).toBeDefined()
  // Importing it once more is waiting for the first time.
  await page.evaluate((file) => import(file!), await address())
}
