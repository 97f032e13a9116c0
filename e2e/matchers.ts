import { expect as base, type ExpectMatcherState, type MatcherReturnType, type Page } from '@playwright/test'
import { axeFaults, type AxeChoice } from './look/axe.ts'
import { shiftsOf } from './look/shifts.ts'
import type { CartOf } from './shop/cart.ts'
import type { ListingOf } from './shop/listing.ts'

/* What is asserted of the shop more than once, in its own words. They ask again until it is so, where it may become so. */

export const expect = base.extend({
  /** By the cookie that the header counts with. */
  toHaveUnitsInBag(cart: CartOf, units: number) {
    return held(this, (soon) => soon.poll(() => cart.units()).toBe(units))
  },
  /** Of the first product in the list. */
  toShowPrice(listing: ListingOf, price: string | RegExp) {
    return held(this, (soon) => soon(listing.prices.first()).toHaveText(price))
  },
  /** By the tag that browsers are told: `zh-Hant-HK`. */
  toBeInLanguage(page: Page, tag: string) {
    return held(this, (soon) => soon(page.locator('html')).toHaveAttribute('lang', tag))
  },
  /** Nothing to scroll sideways to. */
  toFitTheWindow(page: Page) {
    const over = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    return held(this, (soon) => soon.poll(over).toBe(0))
  },
  /** What watchShifts noted since the page was opened, asked once. */
  toHaveStoodStill(page: Page) {
    return held(this, async (soon) => soon(await shiftsOf(page)).toEqual([]))
  },
  /** Asked once: what axe finds does not go by itself. */
  toPassAxe(page: Page, choice: AxeChoice = {}) {
    return held(this, async (soon) => soon(await axeFaults(page, choice)).toEqual([]))
  },
})

async function held(
  { timeout }: ExpectMatcherState,
  assertion: (soon: typeof base) => Promise<void>,
): Promise<MatcherReturnType> {
  try {
    await assertion(base.configure({ timeout }))
    return { pass: true, message: () => 'it is so, against what the test says' }
  } catch (error) {
    return { pass: false, message: () => (error instanceof Error ? error.message : String(error)) }
  }
}
