import type { Locator, Page } from '@playwright/test'

export interface ListingOf {
  /** How many products it says that there are. */
  total(): Promise<number>
  cards: Locator
  titles: Locator
  prices: Locator
  facet(name: string): Locator
  sortBy(order: string): Promise<void>
  /** Takes back what was chosen, by its chip. */
  letGo(choice: string | RegExp): Promise<void>
}

export function listingOf(page: Page): ListingOf {
  const cards = page.locator('.product-card')
  return {
    total: async () => Number.parseInt((await page.locator('.listing-count').textContent()) ?? '', 10),
    cards,
    titles: page.locator('.product-card-title'),
    prices: cards.locator('.price-now'),
    facet: (name) => page.getByRole('checkbox', { name }),
    sortBy: async (order) => {
      await page.getByLabel('Sort by').selectOption(order)
    },
    letGo: (choice) =>
      page
        .getByRole('link', {
          name:
            typeof choice === 'string'
              ? `Remove filter: ${choice}`
              : new RegExp(`Remove filter: .*${choice.source}`),
        })
        .click(),
  }
}
