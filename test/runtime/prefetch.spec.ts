import type { Page } from '@playwright/test'
import { stopClock } from '#test/page-clock.ts'
import type { FixtureShop } from './shop.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon, letPass, untilVisited } from './visitor.ts'

const test = base.extend<{ open(html: string, connection?: object): Promise<Visitor> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html, connection) => {
      shop.pages.set('/', {
        html: `<h1>Home</h1><p>nothing</p>${html}`,
        router: { isCustom: true, categories: [{ path: '/pay/:slug', type: 'checkout' }] },
      })
      const visitor = await openVisitor()
      if (connection) {
        await visitor.page.addInitScript(
          (value) => Object.defineProperty(navigator, 'connection', { value }),
          connection,
        )
      }
      await visitor.page.clock.install()
      await visitor.page.goto('/')
      return visitor
    }),
})

const { describe } = test

test.beforeEach(({ shop }) => {
  shop.pages.set('/a', { html: '<h1>a</h1>' })
})

const link = (page: Page) => page.getByRole('link', { name: 'to a' })
const asked = (shop: FixtureShop) => () => shop.visits('/a').length

describe('a page is fetched ahead', () => {
  test('once a link has been pointed at for 65 ms, and the click uses it', async ({ shop, open }) => {
    const { page } = await open('<a href="/a">to a</a>')
    await link(page).hover()
    await expectSoon(asked(shop)).toBe(1)
    await page.clock.runFor(1200)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    expect(asked(shop)()).toBe(1)
  })

  test('only once it is shown: the next visit asks again', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1><a href="/">home</a>' })
    const { page } = await open('<a href="/a">to a</a>')
    await link(page).hover()
    await expectSoon(asked(shop)).toBe(1)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    await page.clock.runFor(1100)
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    await expectSoon(asked(shop)).toBe(2)
  })

  test('not for a pointer that only passes by', async ({ shop, open }) => {
    const { page } = await open('<a href="/a">to a</a>')
    const over = (selector: string): Promise<void> =>
      page.evaluate((what) => {
        document.querySelector(what)!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      }, selector)
    await stopClock(page)
    await over('main a')
    await page.clock.runFor(60)
    await over('main p')
    await page.clock.runFor(500)
    await over('main a')
    await page.clock.runFor(64)
    expect(asked(shop)()).toBe(0)
    await page.clock.runFor(2)
    await expectSoon(asked(shop)).toBe(1)
  })

  test('at once when a link is focused or touched', async ({ shop, open }) => {
    const { page } = await open('<a href="/a">to a</a><a href="/b">to b</a>')
    await link(page).focus()
    await expectSoon(asked(shop)).toBe(1)
    await page.getByRole('link', { name: 'to b' }).dispatchEvent('touchstart')
    await expectSoon(() => shop.visits('/b').length).toBe(1)
  })
})

describe('no page is fetched ahead', () => {
  const refusing: [string, string, object?][] = [
    ['when the link says so', '<a href="/a" data-no-prefetch>to a</a>'],
    ['when data is to be saved', '<a href="/a">to a</a>', { saveData: true }],
    ['on a very slow line', '<a href="/a">to a</a>', { effectiveType: 'slow-2g' }],
    ['of the cart', '<a href="/cart">to a</a>'],
    ['of a checkout', '<a href="/checkout/xyz">to a</a>'],
    ['of the account', '<a href="/user/order?page=2">to a</a>'],
    ['of an order', '<a href="/order/K7M2N-9QXD4">to a</a>'],
    ['of a payment', '<a href="/payment/K7M2N-9QXD4">to a</a>'],
    ['of an inquiry that was sent', '<a href="/inquiry/thankyou?number=K7M2-9QXD">to a</a>'],
    ['of a checkout at a path of the merchant’s', '<a href="/pay/xyz">to a</a>'],
    ['that is on the screen', '<a href="/">to a</a>'],
    ['of another site', '<a href="https://elsewhere.invalid/">to a</a>'],
  ]
  for (const [why, html, connection] of refusing)
    test(why, async ({ shop, open }) => {
      const { page } = await open(html, connection)
      await link(page).hover()
      await link(page).focus()
      await letPass(page, 1_000)
      expect(shop.visits()).toEqual([])
    })

  test('is kept if it turns out to be private: the click asks again', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>', meta: { private: true } })
    const { page } = await open('<a href="/a">to a</a>')
    await untilVisited(page, '/a', () => link(page).hover())
    expect(asked(shop)()).toBe(1)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    // Twice where the focus before the press fetched ahead, and its answer came before the press ended.
    expect(asked(shop)()).toBeGreaterThan(1)
  })
})
