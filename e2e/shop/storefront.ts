import type { BrowserContext, Locator, Page, Response } from '@playwright/test'
import { cartOf, type CartOf } from './cart.ts'
import { checkoutOf, type CheckoutOf } from './checkout.ts'
import { listingOf, type ListingOf } from './listing.ts'
import { productAddress } from './product-address.ts'
import { returnsOf, type ReturnsOf } from './returns.ts'

/*
 * What one visitor sees and does, in the shop's words: its selectors stand in this folder and nowhere else twice.
 */

export interface Storefront {
  page: Page
  context: BrowserContext
  cart: CartOf
  listing: ListingOf
  checkout: CheckoutOf
  returns: ReturnsOf
  /** Opens the page of a product by its English title, with one of its SKUs chosen. */
  product(title: string, sku?: string): Promise<Response | null>
  /** Opens a page, and resolves when the live channel has been told what is on it. */
  follow(address: string): Promise<void>
  /** The same visitor's second tab. */
  newTab(): Promise<Storefront>
  /** Opens the sheet of languages, currencies and displays, and chooses there. */
  payIn(currency: string): Promise<void>
  speak(language: string): Promise<void>
  /** As if it had been chosen before: `dark.large-text`. */
  readIn(mode: string): Promise<void>
  /** Opens the field, without scripts too. */
  openSearch(): Promise<void>
  /** What a screen reader is told of a change. */
  announcer: Locator
  /** The units in the cart, as the header says them. */
  badge: Locator
}

export function storefront(page: Page, scripts: boolean): Storefront {
  const preferences = (): Promise<void> =>
    page.getByRole('button', { name: 'Language, currency and display' }).first().click()
  return {
    page,
    context: page.context(),
    cart: cartOf(page, scripts),
    listing: listingOf(page),
    checkout: checkoutOf(page, scripts),
    returns: returnsOf(page, scripts),
    product: (title, sku) => page.goto(productAddress(title, sku)),
    follow: async (address) => {
      const following = page
        .waitForEvent('websocket')
        .then((socket) =>
          socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch')),
        )
      await page.goto(address)
      await following
    },
    newTab: async () => storefront(await page.context().newPage(), scripts),
    payIn: async (currency) => {
      await preferences()
      await page.getByRole('button', { name: new RegExp(currency) }).click()
    },
    speak: async (language) => {
      await preferences()
      await page.getByRole('link', { name: language }).click()
    },
    readIn: (mode) =>
      page.context().addCookies([{ name: 'mode', value: mode, domain: 'localhost', path: '/' }]),
    openSearch: () => page.getByRole('button', { name: 'Search' }).first().click(),
    announcer: page.locator('#announcer'),
    badge: page.locator('[data-cart-count]').first(),
  }
}
