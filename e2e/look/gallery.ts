import type { BrowserContextOptions, Page } from '@playwright/test'
import { byTheGuidelines, type AxeChoice } from './axe.ts'
import { test as base } from '../fixtures.ts'
import { watchShifts } from './shifts.ts'

/*
 * The gallery of all shared parts, which only a shop under development shows.
 */

export const phone = { width: 360, height: 740 }
export const desktop = { width: 1440, height: 900 }
export const languages = ['', '/zh', '/zh-HK'] as const

interface Visits {
  /** Opens a page in a browser of its own, in which nothing moves that need not. */
  visit(path: string, options: BrowserContextOptions): Promise<Page>
}

export const test = base.extend<Visits>({
  visit: ({ visitor }, provide) =>
    provide(async (path, options) => {
      const { page } = await visitor({ reducedMotion: 'reduce', ...options })
      await page.addInitScript(watchShifts)
      await page.goto(path)
      return page
    }),
})

/** The gallery shows five carts on one page, a shop's page one: their landmarks share a name here alone. */
export const inTheGallery: AxeChoice = {
  options: { ...byTheGuidelines.options, rules: { 'landmark-unique': { enabled: false } } },
}
