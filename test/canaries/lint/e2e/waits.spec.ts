import type { Page } from '@playwright/test'

export async function waits(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
}
