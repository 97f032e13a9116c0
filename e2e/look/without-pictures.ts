import type { Page } from '@playwright/test'
import type { Complaints } from './complaints.ts'

/** Fetches no pictures: rendering each for the first time would take most of the time. */
export async function withoutPictures(page: Page, complaints: Complaints): Promise<void> {
  complaints.allow('inspector GET /media/')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*/media/*'] })
}
