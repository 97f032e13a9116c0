import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultTheme } from '#features/theming/default-theme.ts'
import { launch } from '#test/chromium.ts'
import type { Theme } from '#wire/shop-config.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

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

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

interface VisitorOptions extends BrowserContextOptions {
  /** What the visitor chose: the cookie `mode`. */
  mode?: string
}

async function visitor({ mode, ...options }: VisitorOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, viewport: desktop, ...options })
  if (mode !== undefined) await context.addCookies([{ name: 'mode', value: mode, url: shop.url }])
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Gives the shop a theme of its own, or one that comes with it; resolves when the shop shows it. */
async function useTheme(theme: string | Partial<Theme>): Promise<void> {
  const file = typeof theme === 'string' ? `themes/${theme}.json` : join(shop.dataDir, 'mine.json')
  if (typeof theme !== 'string') await writeFile(file, JSON.stringify({ theme }))
  const { code, stderr } = await violet(['theme', 'use', typeof theme === 'string' ? theme : file], {
    dataDir: shop.dataDir,
  })
  expect(code, stderr).toBe(0)
  const wanted = (JSON.parse(await readFile(file, 'utf8')) as { theme: Partial<Theme> }).theme
  await vi.waitFor(async () => expect(await shownTheme()).toEqual({ ...defaultTheme, ...wanted }), {
    timeout: 10_000,
    interval: 200,
  })
}

/** The theme as the page's scripts are told. */
async function shownTheme(): Promise<unknown> {
  const html = await (await fetch(shop.url)).text()
  const data = /id="initial-data">(.*?)<\/script>/s.exec(html)![1]!
  return (JSON.parse(data) as { theme: unknown }).theme
}

/** A computed style, of a pseudo-element too. */
function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const [element, pseudo] = selector.split('::') as [string, string?]
  return page
    .locator(element)
    .first()
    .evaluate((node, [name, part]) => getComputedStyle(node, part && `::${part}`).getPropertyValue(name!), [
      property,
      pseudo ?? '',
    ] as const)
}

/** A part that only a rare state of the shop shows, in the shop's own styles. */
async function withPart(page: Page, className: string): Promise<void> {
  await page.evaluate((name) => {
    const part = document.createElement('p')
    part.className = name
    document.querySelector('main > *')!.append(part)
  }, className)
}

describe('every field of a theme', () => {
  const theme = {
    backgroundColor: '#fffdf5',
    titleColor: '#101112',
    heroColor: '#202122',
    primaryColor: '#0b5563',
    infoColor: '#104060',
    successColor: '#105020',
    warningColor: '#6b4200',
    errorColor: '#8b1010',
    textColor: '#303132',
    descColor: '#4f5051',
    salesPriceColor: '#7b1040',
    linePriceColor: '#5f6061',
    placeholderColor: '#5a5b5c',
    borderColor: '#c1c2c3',
    titleFontFamily: '"Liberation Serif", serif',
    fontFamily: '"Liberation Mono", monospace',
    titleFontWeight: 650,
    fontWeight: 350,
    fontSize: '18px',
    titleFontSize: '40px',
    borderRadius: '7px',
    blockSpace: '80px',
    container: {
      screen: { sm: '600px', md: '700px', lg: '1000px', xl: '1100px', '2xl': '1300px', '3xl': '1350px' },
      padding: ['11px', '12px', '13px', '14px'],
    },
  }

  const seen: [field: string, path: string, selector: string, property: string, value: string][] = [
    ['backgroundColor', '/', 'body', 'background-color', 'rgb(255, 253, 245)'],
    ['titleColor', '/product/perch-stool', 'h1', 'color', 'rgb(16, 17, 18)'],
    ['heroColor', '/', '.home-hero-title', 'color', 'rgb(32, 33, 34)'],
    ['primaryColor', '/', '.button-primary', 'background-color', 'rgb(11, 85, 99)'],
    [
      'successColor',
      '/product/perch-stool',
      '.product-buttons-stock::before',
      'background-color',
      'rgb(16, 80, 32)',
    ],
    ['textColor', '/', 'body', 'color', 'rgb(48, 49, 50)'],
    ['descColor', '/category/tableware', '.listing-count', 'color', 'rgb(79, 80, 81)'],
    ['salesPriceColor', '/category/tableware', '.price-reduced .price-now', 'color', 'rgb(123, 16, 64)'],
    ['linePriceColor', '/category/tableware', '.price-line', 'color', 'rgb(95, 96, 97)'],
    ['placeholderColor', '/', '#search-q::placeholder', 'color', 'rgb(90, 91, 92)'],
    ['borderColor', '/', '.header', 'border-bottom-color', 'rgb(193, 194, 195)'],
    ['titleFontFamily', '/', 'h1', 'font-family', '"Liberation Serif", serif'],
    ['fontFamily', '/', 'body', 'font-family', '"Liberation Mono", monospace'],
    ['titleFontWeight', '/', 'h1', 'font-weight', '650'],
    ['fontWeight', '/', 'body', 'font-weight', '350'],
    ['fontSize', '/', 'body', 'font-size', '18px'],
    ['fontSize, by the spacing scale', '/', '.home-section-head', 'margin-bottom', '27px'],
    // 0.57 of 40px and 2.6 of the window's 1440px: between the phone's size and the desk's.
    ['titleFontSize', '/product/perch-stool', 'h1', 'font-size', '60.24px'],
    ['borderRadius', '/', '.button', 'border-top-left-radius', '7px'],
    ['blockSpace', '/', '.home', 'row-gap', '80px'],
    ['container.screen', '/', '.home', 'max-width', '1350px'],
    ['container.padding', '/', '.home', 'padding-left', '14px'],
  ]

  it('is seen where it says', { timeout: 120_000 }, async () => {
    await useTheme(theme)
    const page = await visitor()
    for (const path of new Set(seen.map(([, at]) => at))) {
      await page.goto(path)
      for (const [field, , selector, property, value] of seen.filter(([, at]) => at === path))
        expect(await styleOf(page, selector, property), field).toBe(value)
    }
    for (const [part, property, value] of [
      ['product-buttons-stock product-buttons-stock-low', 'color', 'rgb(107, 66, 0)'],
      ['field-error', 'color', 'rgb(139, 16, 16)'],
    ] as const) {
      await withPart(page, part)
      expect(await styleOf(page, `.${part.replace(' ', '.')}`, property), part).toBe(value)
    }
    await withPart(page, 'product-buttons-stock-order')
    expect(await styleOf(page, '.product-buttons-stock-order::before', 'background-color')).toBe(
      'rgb(16, 64, 96)',
    )
  })

  it('moves the container at its own breakpoints', async () => {
    const page = await visitor()
    await page.goto('/')
    for (const [width, padding] of [
      [599, '11px'],
      [600, '12px'],
      [1000, '13px'],
      [1300, '14px'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      expect(await styleOf(page, '.home', 'padding-left'), `${width}`).toBe(padding)
    }
  })

  it('shows and hides what its flags say', { timeout: 120_000 }, async () => {
    const page = await visitor()
    const seconds = page.locator('[data-second]')
    const buys = page.locator('.product-buttons-buy .button')
    await page.goto('/search')
    expect(await seconds.count()).toBeGreaterThan(0)
    await page.goto('/product/perch-stool')
    expect(await buys.count()).toBe(1)
    await useTheme({ hideHeader: true, hideFooter: true, showSlideImage: false, showCart: false })
    await page.goto('/search')
    expect(await page.locator('body > header').isVisible()).toBe(false)
    expect(await page.locator('body > footer').isVisible()).toBe(false)
    expect(await seconds.count()).toBe(0)
    await page.goto('/product/perch-stool')
    expect(await buys.count()).toBe(0)
  })

  it('reaches the scripts of the page as it is', async () => {
    await useTheme({ showFavorite: false, useDefTemplate: true, borderRadius: '9px' })
    expect(await shownTheme()).toMatchObject({
      showFavorite: false,
      useDefTemplate: true,
      borderRadius: '9px',
    })
  })

  it('chooses the shapes', { timeout: 120_000 }, async () => {
    const page = await visitor()
    const shapes = async (): Promise<string[]> => {
      await page.goto('/')
      const home = [
        await styleOf(page, '.header', 'background-color'),
        await styleOf(page, '.home-hero-text', 'text-align'),
        await styleOf(page, '.home-hero-text', 'background-color'),
      ]
      const links = (await page.locator('.header-links').boundingBox())!
      const logo = (await page.locator('.logo').boundingBox())!
      await page.goto('/category/tableware')
      const columns = await styleOf(page, '.product-grid', 'grid-template-columns')
      return [
        ...home,
        links.y > logo.y + logo.height / 2 ? 'below' : links.x > logo.x ? 'after' : 'before',
        await styleOf(page, '.product-card', 'border-top-width'),
        await styleOf(page, '.product-card', 'background-color'),
        `${columns.split(' ').length}`,
      ]
    }
    const none = 'rgba(0, 0, 0, 0)'
    await useTheme('violet')
    expect(await shapes()).toEqual(['rgb(251, 250, 247)', 'start', none, 'before', '0px', none, '4'])
    await useTheme('paper')
    expect(await shapes()).toEqual(['rgb(248, 243, 233)', 'center', none, 'below', '1px', none, '4'])
    await useTheme('harbour')
    const harbour = 'rgb(10, 74, 82)'
    expect(await shapes()).toEqual([harbour, 'start', harbour, 'after', '0px', 'rgb(246, 247, 248)', '5'])
  })
})

describe('the reading modes', () => {
  beforeAll(() => useTheme('violet'))

  const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(shop.url + path, { headers })

  it('are known at the first byte, the same bytes for all who want the same', async () => {
    for (const [cookie, attribute] of [
      ['dark', 'data-mode="dark"'],
      ['low-data.dark', 'data-mode="dark low-data"'],
      ['high-contrast.large-text.reduced-motion', 'data-mode="high-contrast large-text reduced-motion"'],
    ] as const) {
      const first = await ask('/category/lighting', { cookie: `mode=${cookie}; violet_cart=someone` })
      const html = await first.text()
      expect(html.slice(0, 140)).toContain(attribute)
      expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
      const reordered = cookie.split('.').toReversed().join('.')
      const second = await ask('/category/lighting', { cookie: `other=1; mode=${reordered}` })
      expect(await second.text()).toBe(html)
    }
  })

  it('leave the page of everybody else alone', async () => {
    const plain = await ask('/category/lighting', {})
    const html = await plain.text()
    expect(html.slice(0, 140)).not.toContain('data-mode')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(plain.headers.get('vary')).toBe('accept-encoding, save-data')
    for (const cookie of ['mode=', 'mode=auto', 'mode=nonsense', 'mode="><script>'])
      expect(await (await ask('/category/lighting', { cookie })).text()).toBe(html)
  })

  it('follow Save-Data', async () => {
    const html = await (await ask('/category/lighting', { 'save-data': 'on' })).text()
    expect(html.slice(0, 140)).toContain('data-mode="low-data"')
  })

  it('are chosen without scripts, all in one form, and given back', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/category/lighting')
    const open = () => page.locator('.header-preferences').click()
    await open()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('checkbox', { name: 'High contrast' }).check()
    await page.getByRole('checkbox', { name: 'Less data' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(new URL(page.url()).pathname).toBe('/category/lighting')
    expect(await page.locator('html').getAttribute('data-mode')).toBe('dark high-contrast low-data')
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(0, 0, 0)')
    expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe('#000000')
    await open()
    expect(await page.getByRole('checkbox', { name: 'High contrast' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'As your device' }).check()
    await page.getByRole('checkbox', { name: 'High contrast' }).uncheck()
    await page.getByRole('checkbox', { name: 'Less data' }).uncheck()
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await page.locator('html').getAttribute('data-mode')).toBeNull()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('mode')
  })

  it('count at once with scripts, on this page and the next', async () => {
    const page = await visitor()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/')
    await page.locator('.header-preferences').click()
    expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('checkbox', { name: 'Larger text' }).check()
    const html = page.locator('html')
    await expect.poll(() => html.getAttribute('data-mode')).toBe('dark large-text')
    expect(await styleOf(page, 'html', 'color-scheme')).toBe('dark')
    expect(await styleOf(page, 'body', 'font-size')).toBe('20px')
    expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe(
      await styleOf(page, 'body', 'background-color'),
    )
    await page.keyboard.press('Escape')
    await page.locator('.header-links a').first().click()
    await page.waitForURL(/category/)
    expect(loads).toBe(1)
    expect(await html.getAttribute('data-mode')).toBe('dark large-text')
    await page.reload()
    expect(await html.getAttribute('data-mode')).toBe('dark large-text')
    expect(errors).toEqual([])
  })

  it('are the device’s where the visitor chose nothing, and the visitor’s where they did', async () => {
    const ground = async (options: VisitorOptions): Promise<string> => {
      const page = await visitor(options)
      await page.goto('/')
      return styleOf(page, 'body', 'background-color')
    }
    const [light, dark] = ['rgb(251, 250, 247)', await ground({ mode: 'dark' })]
    const [white, black] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']
    expect(dark).not.toBe(light)
    expect(await ground({ colorScheme: 'dark' })).toBe(dark)
    expect(await ground({ colorScheme: 'dark', mode: 'light' })).toBe(light)
    expect(await ground({ contrast: 'more' })).toBe(white)
    expect(await ground({ contrast: 'more', colorScheme: 'dark' })).toBe(black)
    expect(await ground({ contrast: 'more', mode: 'dark' })).toBe(black)
    expect(await ground({ mode: 'high-contrast', colorScheme: 'dark' })).toBe(black)
    expect(await ground({ mode: 'light.high-contrast', colorScheme: 'dark' })).toBe(white)
  })

  it('let nothing move', async () => {
    for (const options of [{ mode: 'reduced-motion' }, { reducedMotion: 'reduce' }] as const) {
      const page = await visitor({
        ...options,
        ...('mode' in options ? { reducedMotion: 'no-preference' } : {}),
      })
      await page.goto('/')
      const moving = await page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .map((element) => getComputedStyle(element))
            .filter(
              (style) => /[1-9]/.test(style.transitionDuration) || /[1-9]/.test(style.animationDuration),
            ).length,
      )
      expect(moving).toBe(0)
    }
  })

  it('fetch less: small pictures, no second ones, nothing ahead', { timeout: 120_000 }, async () => {
    const asked = async (mode: string): Promise<string[]> => {
      const page = await visitor({ mode, deviceScaleFactor: 2 })
      const urls: string[] = []
      page.on('request', (request) =>
        urls.push(new URL(request.url()).pathname + new URL(request.url()).search),
      )
      await page.goto('/category/tableware')
      await page.waitForTimeout(1_500)
      const card = page.locator('.product-card-link:has([data-second])').first()
      await card.hover()
      await page.waitForTimeout(1_000)
      expect(await page.locator('.product-card-second').count()).toBe(mode === '' ? 1 : 0)
      await page.goto('/product/perch-stool')
      return urls
    }
    const width = (url: string): number => Number(/\/(\d+)\.\w+$/.exec(url)?.[1] ?? 0)
    const usual = await asked('')
    expect(usual.some((url) => url.includes('request=route'))).toBe(true)
    expect(Math.max(...usual.map(width))).toBeGreaterThan(480)
    const less = await asked('low-data')
    expect(less.filter((url) => url.includes('request=route'))).toEqual([])
    expect(Math.max(...less.map(width))).toBe(480)
    expect(less.filter((url) => url.startsWith('/media/')).length).toBeGreaterThan(3)
  })

  it('fit on a phone in larger text', async () => {
    const page = await visitor({ viewport: phone, mode: 'large-text' })
    for (const path of ['/', '/category/tableware', '/product/perch-stool', '/cart']) {
      await page.goto(path)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        path,
      ).toBe(0)
    }
  })
})

describe.each(['violet', 'paper', 'harbour'])('the theme %s', (name) => {
  beforeAll(() => useTheme(name))

  it.each(['light', 'dark', 'light.high-contrast', 'dark.high-contrast'])(
    'has nothing in %s that axe objects to, and nothing wider than the window',
    { timeout: 120_000 },
    async (mode) => {
      const page = await visitor({ mode, viewport: mode.startsWith('dark') ? phone : desktop })
      // Only the styles are looked at; rendering each picture for the first time would take most of the time.
      await page.route('**/media/**', (route) => route.abort())
      for (const path of ['/', '/category/tableware', '/product/perch-stool', '/cart']) {
        await page.goto(path)
        await page.evaluate(axe.source)
        const faults = await page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run()
          return violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
          )
        })
        expect(faults, path).toEqual([])
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
          path,
        ).toBe(0)
      }
    },
  )
})
