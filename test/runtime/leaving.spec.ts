import type { Page } from '@playwright/test'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon, markDocument, untilVisited } from './visitor.ts'

interface Opened extends Visitor {
  isSame: () => Promise<boolean>
}

const test = base.extend<{ open(): Promise<Opened> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async () => {
      shop.pages.set('/', { html: '<h1>Home</h1><a href="/a" data-no-prefetch>to a</a>' })
      const visitor = await openVisitor()
      await visitor.page.goto('/')
      return { ...visitor, isSame: await markDocument(visitor.page) }
    }),
})

const { describe } = test

const click = (page: Page) => page.getByRole('link', { name: 'to a' }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

describe('a page that does not fit into this document is loaded as one', () => {
  test('when it is of another build', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>' })
    const { page, isSame } = await open()
    shop.build = 'build-2'
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
    expect([shop.visits('/a').length, shop.documents('/a').length]).toEqual([1, 1])
  })

  test('when it is in another language', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>', meta: { lang: 'zh-Hans' } })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  })

  test('when the currency was changed since, in another window', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>' })
    const { page, context, isSame } = await open()
    await context.addCookies([{ name: 'currency', value: 'EUR', url: shop.origin }])
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
  })

  test('when it is not a page at all', async ({ shop, open }) => {
    shop.pages.set('/a', {
      html: '<h1>a</h1>',
      visit: { status: 200, body: '<!doctype html><h1>proxy</h1>', type: 'text/html' },
    })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
  })

  test('when the server fails without a page to show', async ({ shop, open }) => {
    const body = JSON.stringify({ code: 500, msg: 'An unknown error occurred.', data: null })
    shop.pages.set('/a', { html: '<h1>a</h1>', visit: { status: 500, body } })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
  })

  test('when it failed and brought nothing to show', async ({ shop, open }) => {
    const meta = {
      title: '',
      build: 'build-1',
      lang: 'en',
      tags: [],
      alternates: [],
      themeHref: '/theme.1.css',
    }
    const body = JSON.stringify({ code: 500, msg: '', data: { data: null, theme: null, html: '', meta } })
    shop.pages.set('/a', { html: '<h1>a</h1>', visit: { status: 500, body } })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
  })

  test('when the code that shows pages cannot be had', async ({ shop, open }) => {
    shop.scripts.set('arrival', { failures: 9 })
    shop.pages.set('/a', { html: '<h1>a</h1>' })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(false)
    expect(page.url()).toBe(`${shop.origin}/a`)
  })
})

describe('an answer with a page is shown, whatever it says', () => {
  test('not found', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>Not found</h1>', code: 40, meta: { status: 404, page: 'not-found' } })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'Not found')
    expect(await isSame()).toBe(true)
    expect(page.url()).toBe(`${shop.origin}/a`)
  })

  test('an error of the server', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>Sorry</h1>', code: 500, meta: { status: 500, page: 'error' } })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'Sorry')
    expect(await isSame()).toBe(true)
  })
})

describe('a redirect', () => {
  const redirect = (to: string): string =>
    JSON.stringify({ code: 0, msg: '', data: { data: null, theme: null, html: '', meta: { redirect: to } } })

  test('is followed, through several, to one entry with the last address', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '', visit: { status: 200, body: redirect('/b?x=1') } })
    shop.pages.set('/b?x=1', { html: '', visit: { status: 200, body: redirect('/c') } })
    shop.pages.set('/c', { html: '<h1>c</h1>' })
    const { page, isSame } = await open()
    await click(page)
    await heading(page, 'c')
    expect(page.url()).toBe(`${shop.origin}/c`)
    expect(await isSame()).toBe(true)
    expect(await page.evaluate(() => history.length)).toBe(3)
    await page.goBack()
    await heading(page, 'Home')
  })

  test('that never ends is left to the browser', async ({ shop, open }) => {
    shop.pages.set('/a', {
      html: '<h1>a document</h1>',
      visit: { status: 200, body: redirect('/a?again=1') },
    })
    shop.pages.set('/a?again=1', { html: '<h1>again</h1>', visit: { status: 200, body: redirect('/a') } })
    const { page, isSame } = await open()
    await click(page)
    await page.getByRole('heading', { name: /a document|again/ }).waitFor()
    expect(await isSame()).toBe(false)
    expect(shop.visits().length).toBeLessThanOrEqual(6)
  })

  test('to what is no page leads nowhere', async ({ shop, open }) => {
    shop.pages.set('/a', {
      html: '',
      visit: { status: 200, body: redirect('javascript:document.body.remove()') },
    })
    const { page, isSame } = await open()
    await untilVisited(page, '/a', () => click(page))
    expect(shop.visits('/a').length).toBe(1)
    expect(await page.locator('h1').textContent()).toBe('Home')
    expect(page.url()).toBe(`${shop.origin}/`)
    expect(await isSame()).toBe(true)
  })

  test('to another shop is a document', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '', visit: { status: 200, body: redirect('https://elsewhere.invalid/x') } })
    const { page } = await open()
    const [request] = await Promise.all([page.waitForRequest('https://elsewhere.invalid/x'), click(page)])
    expect(request.isNavigationRequest()).toBe(true)
  })
})

test('code 50 signs out and leads to the sign-in page', async ({ shop, open }) => {
  shop.pages.set('/a', {
    html: '',
    visit: { status: 401, body: JSON.stringify({ code: 50, msg: 'login error', data: null }) },
  })
  shop.pages.set('/auth/signin?next=%2Fa', { html: '<h1>Sign in</h1>' })
  const { page } = await open()
  await page.evaluate(() => void (document.cookie = 'violet_auth=t-1; path=/'))
  await click(page)
  await heading(page, 'Sign in')
  expect(shop.visits('/a')[0]!.headers['x-auth']).toBe('t-1')
  expect(await page.evaluate(() => document.cookie)).not.toContain('violet_auth')
})

describe('when nothing comes', () => {
  test('the old page stays, a notice says that there is no connection, and goes with it', async ({
    shop,
    open,
  }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>' })
    const { page, context, isSame } = await open()
    // The code that shows pages is there: only the connection is not.
    await page.evaluate(() => window.runtime.visit('/'))
    await context.setOffline(true)
    await click(page)
    await page.getByText('You are offline').waitFor()
    expect(await page.locator('h1').textContent()).toBe('Home')
    expect(page.url()).toBe(`${shop.origin}/`)
    expect(await isSame()).toBe(true)
    await context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
    await click(page)
    await heading(page, 'a')
  })

  test('the old page stays, too, when the first link into the gap needs code that is not there yet', async ({
    shop,
    open,
  }) => {
    shop.pages.set('/a', { html: '<h1>a</h1>' })
    const { page, context, isSame } = await open()
    await context.setOffline(true)
    await click(page)
    await page.getByText('You are offline').waitFor()
    expect(await page.locator('h1').textContent()).toBe('Home')
    await context.setOffline(false)
    await click(page)
    await heading(page, 'a')
    expect(await isSame()).toBe(true)
  })

  test('the old page stays after ten seconds, and a message says why', async ({ shop, openVisitor }) => {
    shop.pages.set('/product/stool', { html: '<h1>Stool</h1>', delay: 60_000 })
    shop.pages.set('/', {
      html: '<h1>Home</h1><div class="tall"></div><a href="/product/stool" data-no-prefetch>to a</a>',
    })
    const { page } = await openVisitor()
    await page.clock.install()
    await page.goto('/')
    await page.evaluate(() => scrollTo(0, 500))
    await page.getByRole('link', { name: 'to a' }).evaluate((link) => (link as HTMLElement).click())
    await expectSoon(() => shop.visits('/product/stool').length).toBe(1)
    await page.clock.runFor(8_500)
    expect(await page.locator('#progress').getAttribute('data-on')).toBe('')
    expect(await page.getByText('A product is coming').isVisible()).toBe(true)
    expect(await page.locator('h1').isVisible()).toBe(false)
    await page.clock.runFor(2_000)
    await page.getByText('The request timed out and the server did not respond.').waitFor()
    expect(await page.locator('#progress').getAttribute('data-on')).toBeNull()
    expect(await page.locator('h1').isVisible()).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(500)
    expect(page.url()).toBe(`${shop.origin}/`)
  })
})
