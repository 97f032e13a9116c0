import type { Page } from '@playwright/test'
import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, markDocument, roundTrip, untilVisited } from './visitor.ts'

interface Opened extends Visitor {
  isSame: () => Promise<boolean>
}

const test = base.extend<{ open(html?: string, path?: string): Promise<Opened> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html = '', path = '/') => {
      shop.pages.set('/', {
        html: `<h1>Home</h1><div class="tall"></div><a href="/a" data-no-prefetch>to a</a><div class="tall"></div>${html}`,
      })
      const visitor = await openVisitor()
      await visitor.page.clock.install()
      await visitor.page.goto(path)
      return { ...visitor, isSame: await markDocument(visitor.page) }
    }),
})

const { describe } = test

test.beforeEach(({ shop }) => {
  shop.pages.set('/a', { html: '<h1>a</h1><div class="tall"></div><a href="/b">to b</a>' })
  shop.pages.set('/b', { html: '<h1>b</h1><a href="/">home</a>' })
})

/** Clicks a link without scrolling to it first. */
const follow = (page: Page, name: string) =>
  page.getByRole('link', { name }).evaluate((link) => (link as HTMLElement).click())
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const scrollDown = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top)
const scrolled = (page: Page) => page.evaluate(() => scrollY)
const guardTime = (page: Page) => page.clock.runFor(1050)

describe('Back and Forward', () => {
  test('show at once what was kept, where it was scrolled to, and ask again', async ({ shop, open }) => {
    const { page, isSame } = await open()
    await scrollDown(page, 2345)
    await follow(page, 'to a')
    await heading(page, 'a')
    await scrollDown(page, 1234)
    await guardTime(page)
    // Nothing that is asked for now can have come by the time that the page is looked at.
    shop.pages.get('/')!.delay = 60_000
    shop.pages.get('/a')!.delay = 60_000

    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await scrolled(page)).toBe(2345)
    await expectSoon(() => shop.visits('/').length).toBe(1)

    await page.goForward()
    await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
    expect(await scrolled(page)).toBe(1234)
    await expectSoon(() => shop.visits('/a').length).toBe(2)
    expect(await isSame()).toBe(true)
  })

  test('show what is new when it has come, and keep the place', async ({ shop, open }) => {
    const { page } = await open('<p class="price">$10</p>')
    await scrollDown(page, 2000)
    await follow(page, 'to a')
    await heading(page, 'a')
    const home = shop.pages.get('/')!
    const { held, letGo } = createHold()
    shop.pages.set('/', {
      ...home,
      html: home.html.replace('$10', '$12'),
      held,
      meta: { title: 'New home' },
    })
    await guardTime(page)
    await page.goBack()
    await heading(page, 'Home')
    expect(await page.locator('.price').textContent()).toBe('$10')
    await scrollDown(page, 2100)
    letGo()
    await expectSoon(() => page.locator('.price').textContent()).toBe('$12')
    expect(await scrolled(page)).toBe(2100)
    expect(await page.title()).toBe('New home')
  })

  test('leave the page alone when nothing is new: its parts stay alive, the first page as the server sent it', async ({
    shop,
    open,
  }) => {
    const { page } = await open(part('counter', { label: "it's <b>" }, 'load'))
    await page.locator('.counter[data-alive=true]').waitFor()
    await page.locator('.counter button').evaluate((button) => (button as HTMLElement).click())
    await expectSoon(() => page.locator('.counter button').textContent()).toBe("it's <b>: 1")
    await follow(page, 'to a')
    await heading(page, 'a')
    await guardTime(page)
    await untilVisited(page, '/', () => page.goBack())
    await heading(page, 'Home')
    await page.locator('.counter[data-alive=true]').waitFor()
    expect(shop.visits('/').length).toBe(1)
    expect(await page.evaluate(() => window.mounts)).toEqual(["it's <b>", "it's <b>"])
    expect(await page.evaluate(() => window.unmounts)).toEqual(["it's <b>"])
    expect(await page.locator('.counter button').textContent()).toBe("it's <b>: 0")
  })

  test('ask for a page of one visitor, and show none from memory', async ({ shop, open }) => {
    shop.pages.set('/a', { html: '<h1>a</h1><p>secret 1</p>', meta: { private: true } })
    const { page } = await open()
    await follow(page, 'to a')
    await heading(page, 'a')
    await page.goBack()
    await heading(page, 'Home')
    await scrollDown(page, 700)
    const { held, letGo } = createHold()
    shop.pages.set('/a', { html: '<h1>a</h1><p>secret 2</p>', meta: { private: true }, held })
    await guardTime(page)
    await page.goForward()
    await expectSoon(() => shop.visits('/a').length).toBe(2)
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('Home')
    expect(await scrolled(page)).toBe(700)
    letGo()
    await page.getByText('secret 2').waitFor()
  })

  test('do not keep the first page when it is one of the account', async ({ shop, open }) => {
    shop.pages.set('/user/center', { html: '<h1>Account</h1><a href="/b">to b</a>' })
    const { page } = await open('', '/user/center')
    await follow(page, 'to b')
    await heading(page, 'b')
    const { held, letGo } = createHold()
    shop.pages.get('/user/center')!.held = held
    await page.goBack()
    await expectSoon(() => shop.visits('/user/center').length).toBe(1)
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('b')
    letGo()
    await heading(page, 'Account')
  })

  test('are not a new request within a second, nor for an anchor', async ({ shop, open }) => {
    const { page } = await open('<a href="#x">anchor</a><p id="x">x</p>')
    await scrollDown(page, 700)
    await follow(page, 'anchor')
    await expectSoon(() => scrolled(page)).not.toBe(700)
    await page.goBack()
    await expectSoon(() => scrolled(page)).toBe(700)
    await page.clock.setFixedTime(Date.now())
    await follow(page, 'to a')
    await heading(page, 'a')
    await page.goBack()
    await heading(page, 'Home')
    await page.goForward()
    await heading(page, 'a')
    await roundTrip(page)
    expect([shop.visits('/').length, shop.visits('/a').length]).toEqual([1, 1])
  })

  test('without connection show what was kept, or stay where they are, with the right address', async ({
    shop,
    open,
  }) => {
    const { page, context } = await open()
    await follow(page, 'to a')
    await heading(page, 'a')
    await page.evaluate(() => window.runtime.visit('/cart?x=1', { pageLoading: false }))
    await page.evaluate(() => window.runtime.visit('/b'))
    await heading(page, 'b')
    await guardTime(page)
    await context.setOffline(true)
    await page.goBack()
    await page.getByText('You are offline').waitFor()
    await expectSoon(() => page.url()).toBe(`${shop.origin}/b`)
    expect(await page.locator('h1').textContent()).toBe('b')
    await page.evaluate(() => history.go(-2))
    await heading(page, 'a')
    expect(page.url()).toBe(`${shop.origin}/a`)
    await page.getByText('You are offline').waitFor()
  })

  test('to a page of another build load the document', async ({ shop, open }) => {
    const { page } = await open()
    await follow(page, 'to a')
    await heading(page, 'a')
    await guardTime(page)
    shop.build = 'build-2'
    await page.goBack()
    await expect(page.locator('html')).not.toHaveAttribute('data-mark')
    await heading(page, 'Home')
    expect(page.url()).toBe(`${shop.origin}/`)
  })
})

describe('a reload', () => {
  test('keeps the place, and the way back', async ({ open }) => {
    const { page } = await open()
    await scrollDown(page, 1500)
    await follow(page, 'to a')
    await heading(page, 'a')
    await scrollDown(page, 900)
    await page.reload()
    await expectSoon(() => scrolled(page)).toBe(900)
    await page.goBack()
    await heading(page, 'Home')
    await expectSoon(() => scrolled(page)).toBe(1500)
  })

  test('keeps the place after a trip to another document', async ({ open }) => {
    const { page } = await open()
    await scrollDown(page, 1700)
    await page.evaluate(() => (location.href = '/nowhere'))
    await heading(page, 'Nothing here')
    await page.goBack()
    await heading(page, 'Home')
    await expectSoon(() => scrolled(page)).toBe(1700)
  })
})

describe('what came before', () => {
  test('is the referer, on Back and Forward too', async ({ shop, open }) => {
    shop.pages.set('/?q=oak', { html: '<h1>Oak</h1><a href="/a" data-no-prefetch>to a</a>' })
    const { page } = await open('', '/?q=oak')
    await follow(page, 'to a')
    await heading(page, 'a')
    await follow(page, 'to b')
    await heading(page, 'b')
    await guardTime(page)
    await untilVisited(page, '/a', () => page.goBack())
    // The answer may be there before the page is: Forward from a page that is still b asks for nothing.
    await heading(page, 'a')
    await guardTime(page)
    await untilVisited(page, '/b', () => page.goForward())
    const referers = (path: string): unknown[] => shop.visits(path).map(({ query }) => query.get('referer'))
    expect([referers('/a'), referers('/b')]).toEqual([
      ['/?q=oak', '/b'],
      ['/a', '/a'],
    ])
  })
})

describe('a private page that came as a document', () => {
  test('is not kept: Back shows what the shop says now', async ({ shop, openVisitor }) => {
    shop.pages.set('/pay/xyz', { html: '<h1>Old</h1><a href="/a">to a</a>', meta: { private: true } })
    const { page } = await openVisitor()
    await page.clock.install()
    await page.goto('/pay/xyz')
    await follow(page, 'to a')
    await heading(page, 'a')
    await guardTime(page)
    const { held, letGo } = createHold()
    Object.assign(shop.pages.get('/pay/xyz')!, { html: '<h1>New</h1>', held })
    await page.goBack()
    await expectSoon(() => shop.visits('/pay/xyz').length).toBe(1)
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('a')
    letGo()
    await heading(page, 'New')
  })
})

describe('a visit that loads no page', () => {
  test('changes the address and nothing else; Back brings the page of the address', async ({
    shop,
    open,
  }) => {
    const { page } = await open()
    await scrollDown(page, 800)
    await page.evaluate(() => window.runtime.visit('/?colour=red', { pageLoading: false }))
    expect(page.url()).toBe(`${shop.origin}/?colour=red`)
    expect(await scrolled(page)).toBe(800)
    expect(shop.visits()).toEqual([])
    await page.evaluate(() => window.runtime.visit('/?colour=blue', { pageLoading: false, replace: true }))
    expect(await page.evaluate(() => history.length)).toBe(3)
    await page.goBack()
    await expectSoon(() => shop.visits('/').length).toBe(1)
    expect(shop.visits('/')[0]!.query.has('colour')).toBe(false)
    expect(page.url()).toBe(`${shop.origin}/`)
  })
})

describe('motion', () => {
  test('is one view transition for a new page, begun when the answer is there', async ({ shop, open }) => {
    const { page } = await open()
    shop.pages.get('/a')!.delay = 150
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      window.transitions = []
      document.startViewTransition = (update) => {
        window.transitions.push(performance.getEntriesByName(`${location.origin}/a`, 'resource').length)
        return start(update)
      }
    })
    await follow(page, 'to a')
    await heading(page, 'a')
    expect(await page.evaluate(() => window.transitions.length)).toBe(1)
  })

  test('is none for who does not want it', async ({ shop, openVisitor }) => {
    shop.pages.set('/', { html: '<h1>Home</h1><a href="/a">to a</a>' })
    const { page } = await openVisitor({ reducedMotion: true })
    await page.goto('/')
    await page.evaluate(() => {
      window.transitions = []
      document.startViewTransition = () => {
        window.transitions.push(1)
        throw new Error('not wanted')
      }
    })
    await follow(page, 'to a')
    await heading(page, 'a')
    expect(await page.evaluate(() => window.transitions)).toEqual([])
  })
})

declare global {
  interface Window {
    transitions: number[]
  }
}
