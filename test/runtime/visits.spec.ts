import type { Page } from '@playwright/test'
import { stopClock } from '#test/page-clock.ts'
import { part } from './parts.ts'
import type { FixturePage } from './shop-document.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, letPass, markDocument, roundTrip } from './visitor.ts'

const links =
  '<a href="/a" data-no-prefetch>to a</a> <a href="/b" data-no-prefetch>to b</a> <a href="/c" data-no-prefetch>to c</a>'

interface Opened extends Visitor {
  isSame: () => Promise<boolean>
}

const test = base.extend<{ open(html?: string, page?: Partial<FixturePage>): Promise<Opened> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html = links, page = {}) => {
      shop.pages.set('/', { html: `<h1>Home</h1>${html}`, ...page })
      const visitor = await openVisitor()
      await visitor.page.goto('/')
      return { ...visitor, isSame: await markDocument(visitor.page) }
    }),
})

const { describe } = test

test.beforeEach(({ shop }) => {
  for (const name of ['a', 'b', 'c'])
    shop.pages.set(`/${name}`, { html: `<h1>${name}</h1><p>Page ${name}</p>` })
})

const link = (page: Page, name: string) => page.getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

describe('a link to a page of the shop', () => {
  test('whose path names another host is a document of the shop, and nothing is asked of that host', async ({
    shop,
    open,
  }) => {
    const { page } = await open('<a href="/.//elsewhere.example/a">to a</a>')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await link(page, 'to a').hover()
    await link(page, 'to a').click()
    await page.waitForURL(`${shop.origin}//elsewhere.example/a`)
    expect(asked.filter((url) => !url.startsWith(`${shop.origin}/`))).toEqual([])
    expect(asked).not.toContainEqual(expect.stringContaining('request=route'))
  })

  test('is a visit: what the specification says is asked for, and nothing that is secret', async ({
    shop,
    open,
  }) => {
    const { page, context, isSame } = await open()
    await context.addCookies([
      { name: 'currency', value: 'EUR', url: shop.origin },
      { name: 'session', value: 'secret', url: shop.origin },
    ])
    shop.pages.set('/?q=1', { html: `<h1>Home</h1>${links}` })
    await page.goto('/?q=1')
    await link(page, 'to a').click()
    await heading(page, 'a')
    const [visit] = shop.visits('/a')
    expect(visit!.query.get('request')).toBe('route')
    expect(visit!.query.get('referer')).toBe('/?q=1')
    expect(visit!.query.get('userAgent')).toBe(await page.evaluate(() => navigator.userAgent))
    expect(visit!.query.get('cookies')).toBe('currency=EUR; mode=; consent=')
    expect(visit!.query.size).toBe(4)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/a')
    expect(await isSame()).toBe(false)
  })

  test('replaces main, title, head and theme, says the title, and keeps header and footer', async ({
    shop,
    open,
  }) => {
    shop.pages.set('/a', {
      html: '<h1>a</h1>',
      data: { from: 'a' },
      meta: {
        title: 'The letter a',
        description: 'First of all letters',
        page: 'product',
        themeHref: '/theme.2.css',
        hideFooter: true,
        alternates: [{ lang: 'zh-Hans', href: '/zh/a' }],
        tags: [
          { key: 'property', name: 'og:title', content: 'The letter a' },
          { key: 'name', name: 'robots', content: 'noindex' },
        ],
      },
    })
    const { page, isSame } = await open(links, {
      head: '<meta property="og:title" content="Home"><meta name="color-scheme" content="light"><script type="application/ld+json">{"home":1}</script>',
    })
    await page.evaluate(() => (window.header = document.querySelector('header')))
    const told = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('violet:page', (event) => resolve((event as CustomEvent).detail)),
        ),
    )
    await link(page, 'to a').click()
    await heading(page, 'a')
    expect(await told).toEqual({ page: 'product', title: 'The letter a' })
    expect(await page.title()).toBe('The letter a')
    const head = await page.evaluate(() =>
      [
        ...document.head.querySelectorAll(
          'meta[name],meta[property],link[rel=canonical],link[hreflang],[type$=json]',
        ),
      ]
        .map((one) => one.outerHTML.replace(location.origin, ''))
        .filter((one) => !one.includes('viewport')),
    )
    expect(head).toEqual([
      '<meta name="color-scheme" content="light">',
      '<meta name="description" content="First of all letters">',
      '<link rel="canonical" href="/a">',
      '<link rel="alternate" hreflang="zh-Hans" href="/zh/a">',
      '<meta property="og:title" content="The letter a">',
      '<meta name="robots" content="noindex">',
    ])
    await expect
      .poll(() =>
        page.locator('[data-theme]').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      )
      // What the document had of the old theme went with it.
      .toEqual(['/theme.2.css'])
    expect(await page.locator('#announcer').textContent()).toBe('The letter a')
    expect(await page.locator('body').getAttribute('data-page')).toBe('product')
    expect(await page.locator('body').getAttribute('data-hide-footer')).toBe('')
    expect(await page.locator('body').getAttribute('data-hide-header')).toBeNull()
    expect(await page.evaluate(() => window.header === document.querySelector('header'))).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('a')
    expect(await page.evaluate(() => window.runtime.stores().then(({ pageData }) => pageData.get()))).toEqual(
      { from: 'a' },
    )
    expect(await isSame()).toBe(true)
  })

  test('begins at the top, or at the anchor', async ({ shop, open }) => {
    shop.pages.set('/a', {
      html: '<h1>a</h1><div class="tall"></div><h2 id="end">end</h2><div class="tall"></div>',
    })
    const { page } = await open(`<div class="tall"></div><a href="/a">top</a><a href="/a#end">anchor</a>`)
    await link(page, 'top').click()
    await heading(page, 'a')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goto('/')
    await link(page, 'anchor').click()
    await heading(page, 'a')
    expect(
      await page.evaluate(() =>
        Math.abs(Math.round(document.getElementById('end')!.getBoundingClientRect().top)),
      ),
    ).toBe(0)
    expect(page.url()).toBe(`${shop.origin}/a#end`)
    await page.goto('/')
    const isSame = await markDocument(page)
    await page.evaluate(() => window.runtime.visit('/a#%'))
    await heading(page, 'a')
    expect(await isSame()).toBe(true)
  })

  test('ends the parts of the old page and starts those of the new one', async ({ shop, open }) => {
    shop.pages.set('/a', { html: `<h1>a</h1>${part('counter', { label: 'new' }, 'load')}` })
    const { page } = await open(links + part('counter', { label: 'old' }, 'load'))
    await page.locator('.counter[data-alive=true]').waitFor()
    await link(page, 'to a').click()
    await page.locator('.counter[data-alive=true]', { hasText: 'new' }).waitFor()
    expect(await page.evaluate(() => [window.mounts, window.unmounts])).toEqual([['old', 'new'], ['old']])
  })

  test('is left to the browser when it leads elsewhere, or the person wants something else of it', async ({
    open,
  }) => {
    const { page } = await open(
      `<a href="/a" target="_blank">blank</a><a href="/a" download>download</a><a href="/a" data-nav="off">off</a><a href="/a" hreflang="zh">zh</a>
       <a href="https://elsewhere.invalid/a">out</a><a href="mailto:a@b.invalid">mail</a><a href="/a">plain</a><a href="#x">anchor</a><svg><a href="/a"><text y="20">svg</text></a></svg>`,
    )
    const taken = await page.evaluate(() => {
      const results: Record<string, boolean> = {}
      addEventListener('click', (event) => {
        results[
          (event.target as Element).textContent +
            (event.ctrlKey ? ' with ctrl' : '') +
            (event.button ? ' middle' : '')
        ] = event.defaultPrevented
        event.preventDefault()
      })
      for (const one of document.querySelectorAll('main a, main text'))
        one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      const plain = [...document.querySelectorAll('a')].find((one) => one.textContent === 'plain')!
      plain.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
      plain.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 1 }))
      return results
    })
    const names = [
      'blank',
      'download',
      'off',
      'zh',
      'out',
      'mail',
      'anchor',
      'svg',
      'plain with ctrl',
      'plain middle',
    ]
    expect(taken).toEqual({ plain: true, ...Object.fromEntries(names.map((name) => [name, false])) })
  })
})

describe('when the person is quicker than the shop', () => {
  test('the last of two clicks wins, and the first leaves no trace', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.pages.set('/a', { html: '<h1>a</h1>', held })
    const { page } = await open()
    await link(page, 'to a').click()
    await link(page, 'to b').click()
    await heading(page, 'b')
    letGo()
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('b')
    expect(await page.evaluate(() => history.length)).toBe(3)
    await page.goBack()
    await heading(page, 'Home')
  })

  test('that holds when the code that shows pages is slower than both', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('arrival', { held })
    const { page } = await open()
    await link(page, 'to a').click()
    await link(page, 'to b').click()
    letGo()
    await heading(page, 'b')
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('b')
    expect([shop.visits('/a').length, shop.visits('/b').length]).toEqual([1, 1])
  })

  test('a triple click is one request, one entry', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.pages.set('/a', { html: `<h1>a</h1>${links}`, held })
    const { page } = await open()
    // The guard is measured by the clock, which stands still here, however long the clicks take.
    const now = Date.now()
    await page.clock.setFixedTime(now)
    await link(page, 'to a').click({ clickCount: 3, delay: 20 })
    letGo()
    await heading(page, 'a')
    await page.evaluate(() => (window.header = document.querySelector('h1')))
    await link(page, 'to a').click()
    await roundTrip(page)
    expect(await page.evaluate(() => window.header === document.querySelector('h1'))).toBe(true)
    expect(shop.visits('/a')).toHaveLength(1)
    expect(await page.evaluate(() => history.length)).toBe(3)
    await page.clock.setFixedTime(now + 1000)
    await link(page, 'to a').click()
    await expectSoon(() => shop.visits('/a').length).toBe(2)
    expect(await page.evaluate(() => history.length)).toBe(3)
  })
})

describe('while a page is on its way', () => {
  test('a refresh asks anew within a second, and does not join what was asked before it', async ({
    shop,
    open,
  }) => {
    const { page } = await open()
    await page.clock.setFixedTime(Date.now())
    const refresh = (): Promise<void> =>
      page.evaluate(() => void window.runtime.visit(location.href, { replace: true, keepScroll: true }))
    await link(page, 'to a').click()
    await heading(page, 'a')
    const { held, letGo } = createHold()
    Object.assign(shop.pages.get('/a')!, { html: '<h1>old</h1>', held })
    await refresh()
    await expectSoon(() => shop.visits('/a').length).toBe(2)
    shop.pages.set('/a', { html: '<h1>new</h1>' })
    await refresh()
    await heading(page, 'new')
    letGo()
    await roundTrip(page)
    expect(await page.locator('h1').textContent()).toBe('new')
    expect(shop.visits('/a').length).toBe(3)
  })

  test('a bar shows after 120 ms and a skeleton after 200 ms, and both go', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.pages.set('/product/stool', { html: '<h1>Stool</h1>', held })
    const { page, isSame } = await open(
      '<div class="tall"></div><a href="/product/stool" data-no-prefetch>stool</a>',
    )
    const bar = page.locator('#progress')
    const skeleton = page.locator('[data-skeleton=product] > p')
    await page.clock.install()
    await stopClock(page)
    await link(page, 'stool').click()
    await page.clock.runFor(119)
    expect(await bar.getAttribute('data-on')).toBeNull()
    await page.clock.runFor(1)
    expect(await bar.getAttribute('data-on')).toBe('')
    await page.clock.runFor(79)
    expect(await skeleton.count()).toBe(0)
    await page.clock.runFor(1)
    expect(await skeleton.textContent()).toBe('A product is coming')
    expect(await page.locator('main').isVisible()).toBe(false)
    letGo()
    await heading(page, 'Stool')
    expect(await page.locator('[data-skeleton]').count()).toBe(0)
    expect(await bar.getAttribute('data-on')).toBeNull()
    expect(await page.locator('main').isVisible()).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await isSame()).toBe(true)
  })

  test('the skeleton is the one whose paths have the link, by whatever rule', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    for (const path of ['/p/stool', '/elsewhere']) shop.pages.set(path, { html: '<h1>There</h1>', held })
    const { page } = await open('')
    await page.clock.install()
    await stopClock(page)
    await page.evaluate(() => void window.runtime.visit('/p/stool'))
    await page.clock.runFor(200)
    await page.locator('[data-skeleton=product]').waitFor()
    await page.evaluate(() => void window.runtime.visit('/elsewhere'))
    await letPass(page, 1_000)
    expect(await page.locator('#progress').getAttribute('data-on')).toBe('')
    expect(await page.locator('[data-skeleton]').count()).toBe(0)
    letGo()
    await heading(page, 'There')
  })

  test('a page that comes quickly shows neither', async ({ shop, open }) => {
    shop.pages.set('/product/stool', { html: '<h1>Stool</h1>' })
    const { page } = await open('<a href="/product/stool" data-no-prefetch>stool</a>')
    await page.clock.install()
    await stopClock(page)
    await link(page, 'stool').click()
    await page.clock.runFor(119)
    await heading(page, 'Stool')
    await page.clock.runFor(60_000)
    expect(await page.locator('#progress').getAttribute('data-on')).toBeNull()
    expect(await page.locator('[data-skeleton]').count()).toBe(0)
  })

  test('Back gives it up: the old page is alive where it was', async ({ shop, open }) => {
    shop.pages.set('/product/stool', { html: '<h1>Stool</h1>', held: createHold().held })
    const { page } = await open(
      `${part('counter', { label: 'old' }, 'load')}<div class="tall"></div><a href="#x" id="x">anchor</a><a href="/product/stool">stool</a>`,
    )
    await page.locator('.counter button').click()
    await page.evaluate(() => scrollTo(0, 500))
    await link(page, 'anchor').evaluate((one) => (one as HTMLElement).click())
    await page.evaluate(() => scrollTo(0, 1000))
    await link(page, 'stool').evaluate((one) => (one as HTMLElement).click())
    await page.getByText('A product is coming').waitFor()
    expect(await page.locator('main').isVisible()).toBe(false)
    await page.goBack()
    await page.locator('[data-skeleton]').waitFor({ state: 'detached' })
    expect(await page.locator('.counter button').textContent()).toBe('old: 1')
    expect(await page.evaluate(() => scrollY)).toBe(500)
    expect(await page.locator('h1').textContent()).toBe('Home')
  })
})

describe('a form that asks', () => {
  test('is a visit to the address that it makes, with the value of its button', async ({ shop, open }) => {
    shop.pages.set('/search?q=oak+stool&sort=new', { html: '<h1>Found</h1>' })
    const { page, isSame } = await open(
      '<form action="/search?old=1"><input name="q" value="oak stool"><button name="sort" value="new">Search</button></form>',
    )
    await page.getByRole('button', { name: 'Search' }).click()
    await heading(page, 'Found')
    expect(page.url()).toBe(`${shop.origin}/search?q=oak+stool&sort=new`)
    expect(await isSame()).toBe(true)
  })

  test('keeps the scroll and the focus on its control when it says so', async ({ shop, open }) => {
    const form =
      '<div class="tall"></div><form data-keep-scroll><select name="sort" id="sort"><option>new</option></select><button id="go">Sort</button></form><div class="tall"></div>'
    shop.pages.set('/?sort=new', { html: `<h1>Sorted</h1>${form}` })
    const { page } = await open(form)
    await page.evaluate(() => scrollTo(0, 2800))
    await page.getByRole('button', { name: 'Sort' }).click()
    await page.waitForURL('/?sort=new')
    await expectSoon(() => page.locator('h1').textContent()).toBe('Sorted')
    expect(await page.evaluate(() => scrollY)).toBe(2800)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('go')
  })
})

declare global {
  interface Window {
    header: Element | null
  }
}
