import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launch } from '../chromium.ts'
import { startShop, type FixtureShop } from './shop.ts'
import { expectSoon, openVisitor, type Visitor } from './visitor.ts'

let shop: FixtureShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})
beforeEach(() => {
  shop.reset()
  shop.pages.set('/a', { html: '<h1>a</h1>' })
})

async function open(html: string, connection?: object): Promise<Visitor> {
  shop.pages.set('/', { html: `<h1>Home</h1><p>nothing</p>${html}` })
  const visitor = await openVisitor(browser, shop.origin)
  if (connection) {
    await visitor.page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value }),
      connection,
    )
  }
  await visitor.page.goto('/')
  return visitor
}

const link = (page: Page) => page.getByRole('link', { name: 'to a' })
const asked = () => shop.visits('/a').length

describe('a page is fetched ahead', () => {
  it('once a link has been pointed at for 65 ms, and the click uses it', async () => {
    const { page } = await open('<a href="/a">to a</a>')
    await link(page).hover()
    await expectSoon(asked).toBe(1)
    await page.waitForTimeout(1200)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    expect(asked()).toBe(1)
  })

  it('only once it is shown: the next visit asks again', async () => {
    shop.pages.set('/a', { html: '<h1>a</h1><a href="/">home</a>' })
    const { page } = await open('<a href="/a">to a</a>')
    await link(page).hover()
    await expectSoon(asked).toBe(1)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    await page.waitForTimeout(1100)
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    await expectSoon(asked).toBe(2)
  })

  it('not for a pointer that only passes by', async () => {
    const { page } = await open('<a href="/a">to a</a>')
    await page.clock.install()
    const over = (selector: string): Promise<void> =>
      page.evaluate((what) => {
        document.querySelector(what)!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      }, selector)
    await page.clock.pauseAt(Date.now() + 1000)
    await over('main a')
    await page.clock.runFor(60)
    await over('main p')
    await page.clock.runFor(500)
    await over('main a')
    await page.clock.runFor(64)
    expect(asked()).toBe(0)
    await page.clock.runFor(2)
    await expectSoon(asked).toBe(1)
  })

  it('at once when a link is focused or touched', async () => {
    const { page } = await open('<a href="/a">to a</a><a href="/b">to b</a>')
    await link(page).focus()
    await expectSoon(asked).toBe(1)
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
    ['that is on the screen', '<a href="/">to a</a>'],
    ['of another site', '<a href="https://elsewhere.invalid/">to a</a>'],
  ]
  it.each(refusing)('%s', async (_, html, connection) => {
    const { page } = await open(html, connection)
    await link(page).hover()
    await link(page).focus()
    await page.waitForTimeout(200)
    expect(shop.visits()).toEqual([])
  })

  it('is kept if it turns out to be private: the click asks again', async () => {
    shop.pages.set('/a', { html: '<h1>a</h1>', meta: { private: true } })
    const { page } = await open('<a href="/a">to a</a>')
    await link(page).hover()
    await expectSoon(asked).toBe(1)
    await page.waitForTimeout(100)
    await link(page).click()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    expect(asked()).toBe(2)
  })
})
