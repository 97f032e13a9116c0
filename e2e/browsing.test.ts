import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { openShop, type RunningShop } from './shop.ts'

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  shop = await openShop({ demo: true })
  browser = await launch()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

const desktop = { width: 1280, height: 800 }
/** Two cores may be busy with other tests. */
const patiently = { timeout: 10_000 }
const phone = { width: 360, height: 740 }

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: shop.url,
    viewport: desktop,
    ...options,
  })
  onTestFinished(() => context.close())
  return context.newPage()
}

const titles = (page: Page): Promise<string[]> => page.locator('.product-card-title').allTextContents()
const count = async (page: Page): Promise<number> =>
  Number.parseInt((await page.locator('.listing-count').textContent()) ?? '', 10)

it('sends every page, script and style compressed', async () => {
  const ask = async (path: string): Promise<Response> => {
    const answer = await fetch(`${shop.url}${path}`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('content-encoding'), path).toBe('br')
    return answer
  }
  const html = await (await ask('/')).text()
  const parts = [...html.matchAll(/(?:src|href)="(\/(?:assets|theme)[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!,
  )
  expect(parts.length).toBeGreaterThan(3)
  for (const path of parts) await ask(path)
  // A page that is made for one visitor goes another way.
  await ask('/cart')
})

describe('without scripts', () => {
  it('narrows, orders and lets go', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/category/tableware')
    const all = await count(page)
    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.getByLabel('To', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL((url) => url.search === '?o.color=sage&price=-30')
    const some = await count(page)
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)

    await page.getByLabel('Sort by').selectOption('price-asc')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.waitForURL((url) => url.href.includes('sort=price-asc'))
    const prices = (await page.locator('.product-card .price-now').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    )
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))

    await page.getByRole('link', { name: 'Remove filter: Sage' }).click()
    await page.waitForURL((url) => !url.href.includes('color'))
    await page.getByRole('link', { name: /Remove filter: up to/ }).click()
    expect(await count(page)).toBe(all)
  })

  it('turns pages', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/search')
    const first = await titles(page)
    expect(first).toHaveLength(48)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL((url) => url.href.includes('page=2'))
    const second = await titles(page)
    expect(second.filter((title) => first.includes(title))).toEqual([])
  })

  it('finds by name, changes language and currency on the page where one is, and opens every sheet', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox', { name: 'What are you looking for?' }).fill('lamp')
    await page.locator('.search-form').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL((url) => url.href.includes('/search?q=lamp'))
    expect((await titles(page)).slice(0, 5).every((title) => /lamp/i.test(title))).toBe(true)

    await page.getByRole('button', { name: 'Language, currency and display' }).first().click()
    await page.getByRole('button', { name: /HKD/ }).click()
    expect(page.url()).toContain('/search?q=lamp')
    expect(await page.locator('.price-now').first().textContent()).toContain('HK$')

    await page.getByRole('button', { name: 'Language, currency and display' }).first().click()
    await page.getByRole('link', { name: '繁體中文（香港）' }).click()
    await page.waitForURL((url) => url.pathname === '/zh-HK/search')
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK')

    await page.getByRole('button', { name: '選單' }).click()
    await page.getByRole('navigation', { name: '貨品分類' }).getByRole('link', { name: '梳化與卧榻' }).click()
    expect(await page.locator('h1').textContent()).toBe('梳化與卧榻')
  })
})

describe('with scripts', () => {
  it('counts each choice at once, keeps the place and the focus, and goes back', async () => {
    const page = await visitor()
    await page.goto('/category/tableware')
    const all = await count(page)
    await page.evaluate(() => scrollTo(0, 120))
    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => count(page), patiently).toBeLessThan(all)
    expect(await page.evaluate(() => scrollY)).toBe(120)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-color-sage')
    expect(await page.locator('#announcer').textContent()).toMatch(/\b\d+ products?\b/)

    await page.getByLabel('Sort by').selectOption('price-desc')
    await page.waitForURL(/sort=price-desc/)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => count(page), patiently).toBe(all)
    expect(new URL(page.url()).search).toBe('')
  })

  it('on a phone chooses in a sheet first, and shows then', async () => {
    const page = await visitor({ viewport: phone, hasTouch: true })
    await page.goto('/category/tableware')
    const all = await count(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).tap()
    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.getByRole('checkbox', { name: 'Clay' }).check()
    expect(await page.locator('.facets').isVisible()).toBe(true)
    await page.getByRole('button', { name: /^Show \d+ products$/ }).tap()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => count(page), patiently).toBeLessThan(all)
    expect(page.url()).toContain('o.color=clay')
    await expect.poll(() => page.locator('#filters').isVisible(), patiently).toBe(false)
  })

  it('closes the menu on the page that it led to, and points the frame there', async () => {
    const page = await visitor()
    await page.goto('/')
    await page.evaluate(() => ((window as { same?: boolean }).same = true))
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'Pendants' }).click()
    await page.waitForURL('**/category/pendants')
    await expect.poll(() => page.locator('#menu').isVisible(), patiently).toBe(false)
    expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true)
    const chinese = page.locator('[data-lang-path="/zh"]')
    await expect.poll(() => chinese.getAttribute('href'), patiently).toBe('/zh/category/pendants')
    expect(await page.locator('[data-here]').first().inputValue()).toBe('/category/pendants')

    await page.getByRole('button', { name: 'Language, currency and display' }).first().click()
    await page.getByRole('link', { name: '简体中文' }).click()
    await page.waitForURL('**/zh/category/pendants')
    expect(await page.locator('h1').textContent()).toBe('吊灯')
  })

  it('puts the cart’s count on the header, also from another tab', async () => {
    const page = await visitor()
    await page.goto('/')
    const badge = page.locator('[data-cart-count]')
    expect(await badge.isVisible()).toBe(false)
    const other = await page.context().newPage()
    await other.goto('/category/tableware')
    await other.locator('.product-card-link').first().click()
    await other
      .getByRole('button', { name: /add to cart/i })
      .first()
      .click()
    await expect.poll(() => other.locator('[data-cart-count]').textContent(), patiently).toBe('1')
    await expect.poll(() => badge.textContent(), patiently).toBe('1')
    expect(await badge.isVisible()).toBe(true)
  })

  it('closes a sheet by Escape and gives the focus back', async () => {
    const page = await visitor()
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Search' })
    await button.click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-q')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('#search').isVisible(), patiently).toBe(false)
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

const pages = [
  '/',
  '/category/tableware',
  '/category/tableware?o.color=sage&stock=1',
  '/collection/quiet-light',
  '/search?q=lamp',
  '/nothing/here',
] as const

describe('on every screen', () => {
  it.each(pages)('%s is no wider than the window, in three languages', async (path) => {
    const page = await visitor()
    for (const lang of ['', '/zh', '/zh-HK']) {
      await page.goto(lang + (path === '/' && lang !== '' ? '' : path))
      for (const width of [320, 360, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${lang}${path} at ${width}`,
        ).toBe(0)
      }
    }
  })

  it.each(pages)('%s moves nothing about while it loads', async (path) => {
    for (const viewport of [phone, desktop]) {
      const page = await visitor({ viewport })
      await page.addInitScript(watchShifts)
      await page.goto(path, { waitUntil: 'load' })
      await page.waitForTimeout(500)
      expect(await shiftsOf(page), `${path} at ${viewport.width}`).toEqual([])
    }
  })

  it.each(pages)(
    '%s has nothing that axe objects to, by day and by night',
    { timeout: 120_000 },
    async (path) => {
      for (const [colorScheme, viewport] of [
        ['light', phone],
        ['dark', desktop],
      ] as const) {
        const page = await visitor({ viewport, colorScheme })
        await page.goto(path)
        expect(await faults(page), `${path} ${colorScheme} at ${viewport.width}`).toEqual([])
      }
    },
  )

  it.each(['menu', 'search', 'preferences'])(
    'the open sheet %s has nothing that axe objects to',
    { timeout: 120_000 },
    async (id) => {
      for (const viewport of [phone, desktop]) {
        const page = await visitor({ viewport, reducedMotion: 'reduce' })
        await page.goto('/')
        await page.evaluate((sheet) => document.getElementById(sheet)!.showPopover(), id)
        expect(await faults(page)).toEqual([])
      }
    },
  )

  it('every control is big enough for a thumb', async () => {
    const page = await visitor({ viewport: phone, hasTouch: true, isMobile: true })
    for (const path of ['/', '/category/tableware?o.color=sage']) {
      await page.goto(path)
      const small = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'button, select, input:not([type=hidden]), header a, .chip, .pagination a, .footer-list a',
          ),
        ]
          .filter((element) => element.checkVisibility() && !element.closest('[popover]:not(:popover-open)'))
          .map(
            (element) =>
              [
                element.className || element.textContent,
                (element.closest('label') ?? element).getBoundingClientRect().height,
              ] as const,
          )
          .filter(([, height]) => height < 44),
      )
      expect(small).toEqual([])
    }
  })
})

describe('a skeleton', () => {
  // What the eye holds on to while a page comes: its place and its width, in the page and in its skeleton.
  const landmarks = [
    ['home', '/', ['.home-hero-text', '.home-hero-media']],
    [
      'category',
      '/category/cups-mugs',
      ['.breadcrumbs', '.product-card-media', 'li:nth-child(2) > .product-card', '.listing-content'],
    ],
    ['product', '/product/perch-stool', ['.breadcrumbs', '.product-page-gallery']],
    ['cart', '/cart', ['.cart-page']],
    [
      'article',
      '/article/what-glaze-is',
      ['.breadcrumbs', '.article-head', '.article-picture > .picture', '.article-body'],
    ],
    [
      'article-list',
      '/article',
      [
        '.breadcrumbs',
        '.article-card-wide',
        '.article-card-media > .picture',
        '.article-cards > li:nth-child(2)',
      ],
    ],
    [
      'page',
      '/page/shipping',
      ['.breadcrumbs', '.page-columns > :first-child', '.page-head', '.page-others'],
    ],
    [
      'promotion',
      '/promotion/two-lamps-one-evening',
      ['.breadcrumbs', '.offer-head > .picture', '.offer-head-text'],
    ],
    ['promotion-list', '/promotion', ['.breadcrumbs', '.offer-card > .picture', '.offer-card:nth-child(2)']],
    ['coupon', '/coupon/calm-fifteen', ['.breadcrumbs', '.offer-head-text']],
    ['coupon-list', '/coupon', ['.breadcrumbs', '.coupon-card']],
  ] as const

  it.each(landmarks)('stands where the %s page will stand', async (name, path, selectors) => {
    for (const viewport of [phone, desktop]) {
      const page = await visitor({ viewport })
      await page.goto(path)
      const boxes = (): Promise<(readonly number[])[]> =>
        page.evaluate((wanted) => {
          const main = document.querySelector('[data-skeleton]') ?? document.getElementById('main')!
          return wanted.map((selector) => {
            const { x, width } = main.querySelector(selector)!.getBoundingClientRect()
            return [x, width].map(Math.round)
          })
        }, selectors)
      const real = await boxes()
      await page.evaluate((id) => {
        const main = document.getElementById('main')!
        const skeleton = document.createElement('div')
        skeleton.dataset['skeleton'] = id
        skeleton.append(
          (document.getElementById(`skeleton-${id}`) as HTMLTemplateElement).content.cloneNode(true),
        )
        main.before(skeleton)
        main.style.display = 'none'
      }, name)
      expect(await boxes(), `at ${viewport.width}`).toEqual(real)
    }
  })

  it('is that of the list, or of one of it, by the address alone', async () => {
    const page = await visitor()
    await page.goto('/')
    const shown = async (path: string): Promise<string | null> => {
      let letGo = (): void => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      await page.route(`**${path}?*`, async (route) => {
        await held
        await route.continue()
      })
      await page.evaluate((href) => {
        const link = document.createElement('a')
        link.href = href
        document.getElementById('main')!.append(link)
        link.click()
      }, path)
      const name = await page.locator('[data-skeleton]').getAttribute('data-skeleton')
      letGo()
      await page.locator('[data-skeleton]').waitFor({ state: 'detached' })
      return name
    }
    expect(await shown('/article')).toBe('article-list')
    expect(await shown('/article/what-glaze-is')).toBe('article')
    expect(await shown('/promotion')).toBe('promotion-list')
  })

  it('is there for every page that the runtime waits for', async () => {
    const page = await visitor()
    await page.goto('/')
    const names = [
      'home',
      'category',
      'product',
      'cart',
      'search',
      'article',
      'article-list',
      'page',
      'promotion',
      'promotion-list',
    ]
    for (const name of names) expect(await page.locator(`template#skeleton-${name}`).count(), name).toBe(1)
  })
})

/** What axe finds against WCAG 2.2 A and AA, in one line each. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (
      window as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
        }
      }
    ).axe
    const { violations } = await run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`,
      ),
    )
  })
}
