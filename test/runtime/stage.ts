import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { shared } from '../../e2e/shared.ts'
import { startShop, type FixtureShop } from './shop.ts'

/*
 * The shop of the fixture pages: one for a worker, empty for each test. What runs in its pages is bundled once a run.
 */

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong in the page, in the order in which it did. A test that expects something takes it out. */
  errors: string[]
}

interface VisitorOptions {
  scripts?: boolean
  reducedMotion?: boolean
}

/** A window of its own. An error in it that the test has not taken out of `errors` fails the test. */
export type OpenVisitor = (options?: VisitorOptions) => Promise<Visitor>

export const test = base.extend<
  { shop: FixtureShop; openVisitor: OpenVisitor },
  { fixtureShop: FixtureShop }
>({
  fixtureShop: [
    async ({ browser: _ }, provide) => {
      const shop = await startShop(await shared('runtime'))
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ fixtureShop }, provide) => {
    fixtureShop.reset()
    await provide(fixtureShop)
  },
  openVisitor: async ({ browser, shop, viewport }, provide) => {
    const opened: Visitor[] = []
    await provide(async ({ scripts = true, reducedMotion = false } = {}) => {
      const context = await browser.newContext({
        baseURL: shop.origin,
        viewport,
        javaScriptEnabled: scripts,
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      })
      const visitor: Visitor = { page: await context.newPage(), context, errors: [] }
      listen(visitor)
      opened.push(visitor)
      return visitor
    })
    for (const { context } of opened) await context.close()
    base
      .expect(
        opened.flatMap(({ errors }) => errors),
        'what the page said',
      )
      .toEqual([])
  },
})

export const { expect } = test

function listen({ page, errors }: Visitor): void {
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Chromium reports every answer of 400 and more in its own words; the tests ask for those on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
}
