import { expect, test } from './fixtures.ts'
import { byTheGuidelines } from './look/axe.ts'
import { watchShifts } from './look/shifts.ts'
import { takingTurns, whole } from './whole.ts'

const { describe } = test

test.use({ pictures: true })

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
const smallest = { width: 320, height: 640 }

test('sends every page, script and style compressed', async ({ server }) => {
  const ask = async (path: string): Promise<Response> => {
    const answer = await fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'br' } })
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
  test.use({ javaScriptEnabled: false })

  test('narrows, orders and lets go', async ({ page, listing }) => {
    await page.goto('/category/tableware')
    const all = await listing.total()
    await listing.facet('Sage').check()
    await page.getByLabel('To', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL((url) => url.search === '?o.color=sage&price=-30')
    const some = await listing.total()
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)

    await listing.sortBy('price-asc')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.waitForURL((url) => url.href.includes('sort=price-asc'))
    const prices = (await listing.prices.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))

    await listing.letGo('Sage')
    await page.waitForURL((url) => !url.href.includes('color'))
    await listing.letGo(/up to/)
    await expect.poll(() => listing.total()).toBe(all)
  })

  test('turns pages', async ({ page, listing }) => {
    await page.goto('/search')
    await expect(listing.titles).toHaveCount(48)
    const first = await listing.titles.allTextContents()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL((url) => url.href.includes('page=2'))
    const second = await listing.titles.allTextContents()
    expect(second.filter((title) => first.includes(title))).toEqual([])
  })

  test('finds by name, changes language and currency on the page where one is, and opens every sheet', async ({
    shop,
    page,
    listing,
  }) => {
    await page.goto('/')
    await shop.openSearch()
    await page.getByRole('searchbox', { name: 'What are you looking for?' }).fill('lamp')
    await page.locator('.search-form').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL((url) => url.href.includes('/search?q=lamp'))
    expect((await listing.titles.allTextContents()).slice(0, 5).every((title) => /lamp/i.test(title))).toBe(
      true,
    )

    await shop.payIn('HKD')
    await expect(page).toHaveURL(/\/search\?q=lamp/)
    await expect(listing).toShowPrice(/HK\$/)

    await shop.speak('繁體中文（香港）')
    await page.waitForURL((url) => url.pathname === '/zh-HK/search')
    await expect(page).toBeInLanguage('zh-Hant-HK')

    await page.getByRole('button', { name: '選單' }).click()
    await page.getByRole('navigation', { name: '貨品分類' }).getByRole('link', { name: '梳化與卧榻' }).click()
    await expect(page.locator('h1')).toHaveText('梳化與卧榻')
  })
})

describe('with scripts', () => {
  test('counts each choice at once, keeps the place and the focus, and goes back', async ({
    shop,
    page,
    listing,
  }) => {
    await page.goto('/category/tableware')
    const all = await listing.total()
    // By keys the products are a few steps away, whatever number of filters stands before them.
    await page.locator('.group-head-parts a').last().focus()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the products' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    const card = page.locator('.product-card-link:focus')
    for (let steps = 0; steps < 3 && (await card.count()) === 0; steps += 1) await page.keyboard.press('Tab')
    await expect(card).toHaveCount(1)

    await page.evaluate(() => scrollTo(0, 120))
    await listing.facet('Sage').check()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => listing.total()).toBeLessThan(all)
    expect(await page.evaluate(() => scrollY)).toBe(120)
    await expect(page.locator('#f-color-sage')).toBeFocused()
    await expect(shop.announcer).toHaveText(/\b\d+ products?\b/)

    await listing.sortBy('price-desc')
    await page.waitForURL(/sort=price-desc/)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => listing.total()).toBe(all)
    expect(new URL(page.url()).search).toBe('')
  })

  test('on a phone chooses in a sheet first, and shows then', async ({ visitor }) => {
    const { page, listing } = await visitor({ viewport: phone, hasTouch: true })
    await page.goto('/category/tableware')
    const all = await listing.total()
    await page.getByRole('button', { name: 'Filter', exact: true }).tap()
    await listing.facet('Sage').check()
    await listing.facet('Clay').check()
    await expect(page.locator('.facets')).toBeVisible()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).tap()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => listing.total()).toBeLessThan(all)
    await expect(page).toHaveURL(/o\.color=clay/)
    await expect(page.locator('#filters')).toBeHidden()
  })

  test('closes the menu on the page that it led to, and points the frame there', async ({ shop, page }) => {
    await page.goto('/')
    await page.evaluate(() => ((window as { same?: boolean }).same = true))
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'Pendants' }).click()
    await page.waitForURL('**/category/pendants')
    await expect(page.locator('#menu')).toBeHidden()
    expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true)
    await expect(page.locator('.preferences [data-lang-path="/zh"]')).toHaveAttribute(
      'href',
      '/zh/category/pendants',
    )
    await expect(page.locator('[data-here]').first()).toHaveValue('/category/pendants')

    await shop.speak('简体中文')
    await page.waitForURL('**/zh/category/pendants')
    await expect(page.locator('h1')).toHaveText('吊灯')
  })

  test('puts the cart’s count on the header, also from another tab', async ({ shop, page }) => {
    await page.goto('/')
    await expect(shop.badge).toBeHidden()
    const other = await shop.newTab()
    await other.page.goto('/category/tableware')
    await other.page.locator('.product-card-link').first().click()
    await other.cart.addButton.click()
    await expect(other.badge).toHaveText('1')
    await expect(shop.badge).toHaveText('1')
    await expect(shop.badge).toBeVisible()
  })

  test('closes a sheet by Escape and gives the focus back', async ({ shop, page }) => {
    await page.goto('/')
    await shop.openSearch()
    await expect(page.locator('#search-q')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('#search')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
  })
})

const missing = '/nothing/here'

const pages = [
  '/',
  '/category/tableware',
  '/category/tableware?o.color=sage&stock=1',
  '/collection/quiet-light',
  '/search?q=lamp',
  missing,
] as const

describe('on every screen', () => {
  for (const [index, path] of pages.entries())
    describe(path, () => {
      test.beforeEach(({ complaints }) => {
        if (path === missing) complaints.expect('404 GET /')
      })

      test('is no wider than the window, in each language', async ({ page }) => {
        for (const lang of whole() ? ['', '/zh', '/zh-HK'] : [index % 2 === 0 ? '' : '/zh-HK']) {
          await page.goto(lang + (path === '/' && lang !== '' ? '' : path))
          for (const width of [320, 360, 768, 1280, 1920]) {
            await page.setViewportSize({ width, height: 800 })
            await expect(page, `${lang}${path} at ${width}`).toFitTheWindow()
          }
        }
      })

      test('moves nothing about while it loads', async ({ visitor }) => {
        for (const viewport of takingTurns([phone, desktop], index)) {
          const { page } = await visitor({ viewport })
          await page.addInitScript(watchShifts)
          await page.goto(path, { waitUntil: 'networkidle' })
          await expect(page, `at ${viewport.width}`).toHaveStoodStill()
        }
      })

      // Of the others every-page.spec.ts looks at the day, and themes.spec.ts at the night.
      if (!whole() && !path.includes('?o.')) return

      test('has nothing that axe objects to, by day and by night', async ({ visitor }) => {
        for (const [colorScheme, viewport] of [
          ['light', phone],
          ['dark', desktop],
        ] as const) {
          const { page } = await visitor({ viewport, colorScheme })
          await page.goto(path)
          await expect(page, `${colorScheme} at ${viewport.width}`).toPassAxe(byTheGuidelines)
        }
      })
    })

  for (const [index, id] of ['menu', 'search', 'preferences'].entries())
    test(`the open sheet ${id} has nothing that axe objects to`, async ({ visitor }) => {
      for (const viewport of takingTurns([phone, desktop], index)) {
        const { page } = await visitor({ viewport, reducedMotion: 'reduce' })
        await page.goto('/')
        await page.evaluate((sheet) => document.getElementById(sheet)!.showPopover(), id)
        await expect(page).toPassAxe(byTheGuidelines)
      }
    })

  test('every control is big enough for a thumb', async ({ visitor }) => {
    const { page } = await visitor({ viewport: phone, hasTouch: true, isMobile: true })
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
    // A price of seven digits has a line, in the narrowest window too.
    await page.setViewportSize(smallest)
    const broken = await page.locator('.product-card-price').evaluateAll((prices) =>
      prices.map((price) => {
        const line = document.createElement('span')
        line.textContent = 'HK$1,234,567.00'
        price.replaceChildren(line)
        const [box, words] = [price, line].map((one) => one.getBoundingClientRect())
        return words!.right > box!.right || box!.height > 30
      }),
    )
    expect(broken.filter(Boolean)).toEqual([])
  })

  for (const scripts of [true, false])
    test(`the header of a small phone leads to the account, and crowds nothing, ${scripts ? 'with' : 'without'} scripts`, async ({
      visitor,
    }) => {
      const { page } = await visitor({ viewport: smallest, javaScriptEnabled: scripts })
      for (const lang of ['', '/zh-HK']) {
        await page.goto(`${lang}/consent`)
        const name = lang === '' ? 'Sign in' : '登入'
        const link = page.locator('.header-bar').getByRole('link', { name, exact: true })
        await expect(link).toBeVisible()
        const boxes = await page
          .locator('.header-bar :is(.header-action, .logo):visible')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
        expect(boxes, 'menu, name, search, account, cart').toHaveLength(5)
        for (const [index, { left, top, width, height }] of boxes.entries()) {
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
          expect(left).toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) - 0.5)
          expect(top, 'in one line').toBeCloseTo(boxes[0]!.top, 0)
        }
        expect(boxes.at(-1)!.right).toBeLessThanOrEqual(smallest.width)
        const edge = await page.locator('.header-cart .header-count').evaluate((badge) => {
          badge.textContent = '30'
          return innerWidth - badge.getBoundingClientRect().right
        })
        expect(edge, 'the count keeps clear of the edge').toBeGreaterThanOrEqual(4)
        // Of several messages one is shown, and says that it is one of them.
        const signs = await page
          .locator('.announcement-messages > li')
          .evaluateAll((all) =>
            all.map((one) => [one.dataset['of'], getComputedStyle(one, '::after').content !== 'none']),
          )
        if (signs.length > 1)
          expect(signs).toEqual(signs.map((_, index) => [`${index + 1}/${signs.length}`, true]))
        const logo = page.locator('.logo')
        expect(await logo.evaluate((one) => one.scrollWidth - one.clientWidth), 'all of the name').toBe(0)
        await expect(page).toFitTheWindow()
      }
    })
})
