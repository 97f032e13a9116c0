import type { Page } from '@playwright/test'

export async function look(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
}
