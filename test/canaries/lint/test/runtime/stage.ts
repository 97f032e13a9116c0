import type { Page } from '@playwright/test'

export async function stage(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
}
