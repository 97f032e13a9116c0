import type { BrowserContextOptions } from '@playwright/test'
import { expect, test, type Server } from './fixtures.ts'
import { untilLater } from './shop/later.ts'
import { styleOf } from './look/style-of.ts'

/*
 * How a visitor wants to read: dark, in high contrast, in larger text, without motion, with less data.
 */

const { describe } = test

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

test.use({ pictures: true, viewport: desktop })

/** A page with these headers, and no browser's of its own. */
function ask(server: Server, headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/category/lighting`, { headers })
}

describe('the page in a reading mode', () => {
  test('is known at the first byte, the same bytes for all who want the same', async ({ server }) => {
    for (const [cookie, attribute] of [
      ['dark', 'data-mode="dark"'],
      ['low-data.dark', 'data-mode="dark low-data"'],
      ['high-contrast.large-text.reduced-motion', 'data-mode="high-contrast large-text reduced-motion"'],
    ] as const) {
      const first = await ask(server, { cookie: `mode=${cookie}; violet_cart=someone` })
      const html = await first.text()
      expect(html.slice(0, 140)).toContain(attribute)
      expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
      const reordered = cookie.split('.').toReversed().join('.')
      const second = await ask(server, { cookie: `other=1; mode=${reordered}` })
      expect(await second.text()).toBe(html)
    }
  })

  test('leaves the page of everybody else alone', async ({ server }) => {
    const plain = await ask(server, {})
    const html = await plain.text()
    expect(html.slice(0, 140)).not.toContain('data-mode')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(plain.headers.get('vary')).toBe('accept-encoding, save-data')
    for (const cookie of ['mode=', 'mode=auto', 'mode=nonsense', 'mode="><script>'])
      expect(await (await ask(server, { cookie })).text()).toBe(html)
  })

  test('follows Save-Data', async ({ server }) => {
    const html = await (await ask(server, { 'save-data': 'on' })).text()
    expect(html.slice(0, 140)).toContain('data-mode="low-data"')
  })
})

describe('reading modes without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('are chosen all in one form, and given back', async ({ page, context }) => {
    const html = page.locator('html')
    const open = (): Promise<void> => page.locator('.header-preferences').click()
    await page.goto('/category/lighting')
    await open()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('checkbox', { name: 'High contrast' }).check()
    await page.getByRole('checkbox', { name: 'Less data' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(html).toHaveAttribute('data-mode', 'dark high-contrast low-data')
    await expect(page).toHaveURL(/\/category\/lighting$/)
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(0, 0, 0)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#000000')
    await open()
    await expect(page.getByRole('checkbox', { name: 'High contrast' })).toBeChecked()
    await page.getByRole('radio', { name: 'As your device' }).check()
    await page.getByRole('checkbox', { name: 'High contrast' }).uncheck()
    await page.getByRole('checkbox', { name: 'Less data' }).uncheck()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(html).not.toHaveAttribute('data-mode')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('mode')
  })
})

describe('text that the browser makes larger', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('leaves the page as wide as the window, and the shop its name', async ({ page }) => {
    await page.goto('/product/field-plate/FPL-SAGE-27')
    for (const size of ['100%', '125%', '150%', '175%', '200%']) {
      const seen = await page.evaluate((wanted) => {
        document.documentElement.style.fontSize = wanted
        const logo = document.querySelector('.logo')!
        const add = document.querySelector('.product-buttons-buy .button')!
        return {
          size: wanted,
          width: document.documentElement.scrollWidth,
          isNameWhole: logo.scrollWidth <= logo.clientWidth && logo.clientWidth > 0,
          isButtonWhole:
            add.getBoundingClientRect().right <= innerWidth && add.scrollWidth <= add.clientWidth,
        }
      }, size)
      expect(seen).toEqual({ size, width: 360, isNameWhole: true, isButtonWhole: true })
    }
  })
})

describe('reading modes', () => {
  test('count at once with scripts, on this page and the next', async ({ page }) => {
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/')
    await page.locator('.header-preferences').click()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('checkbox', { name: 'Larger text' }).check()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mode', 'dark large-text')
    await expect.poll(() => styleOf(page, 'html', 'color-scheme')).toBe('dark')
    await expect.poll(() => styleOf(page, 'body', 'font-size')).toBe('20px')
    const ground = await styleOf(page, 'body', 'background-color')
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', ground)
    await page.keyboard.press('Escape')
    await page.locator('.header-links a').first().click()
    await page.waitForURL(/category/)
    expect(loads).toBe(1)
    await expect(html).toHaveAttribute('data-mode', 'dark large-text')
    await page.reload()
    await expect(html).toHaveAttribute('data-mode', 'dark large-text')
  })

  test('are the device’s where the visitor chose nothing, and the visitor’s where they did', async ({
    visitor,
  }) => {
    const ground = async (options: BrowserContextOptions, mode?: string): Promise<string> => {
      const { page, readIn } = await visitor(options)
      if (mode !== undefined) await readIn(mode)
      await page.goto('/')
      return styleOf(page, 'body', 'background-color')
    }
    const [light, dark] = ['rgb(251, 250, 247)', await ground({}, 'dark')]
    const [white, black] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']
    expect(dark).not.toBe(light)
    expect(await ground({ colorScheme: 'dark' })).toBe(dark)
    expect(await ground({ colorScheme: 'dark' }, 'light')).toBe(light)
    expect(await ground({ contrast: 'more' })).toBe(white)
    expect(await ground({ contrast: 'more', colorScheme: 'dark' })).toBe(black)
    expect(await ground({ contrast: 'more' }, 'dark')).toBe(black)
    expect(await ground({ colorScheme: 'dark' }, 'high-contrast')).toBe(black)
    expect(await ground({ colorScheme: 'dark' }, 'light.high-contrast')).toBe(white)
  })

  test('let nothing move', async ({ visitor }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const { page, readIn } = await visitor({ reducedMotion })
      if (reducedMotion === 'no-preference') await readIn('reduced-motion')
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

  test('fetch less: small pictures, no second ones, nothing ahead', async ({ visitor }) => {
    const asked = async (mode: string): Promise<string[]> => {
      const { page, readIn } = await visitor({ deviceScaleFactor: 2 })
      if (mode !== '') await readIn(mode)
      // Only their addresses are looked at: making the pictures takes the shop longer than anybody waits on a busy machine.
      const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
      await page.route('**/media/**', (route) => route.fulfill(picture))
      const urls: string[] = []
      page.on('request', (request) =>
        urls.push(new URL(request.url()).pathname + new URL(request.url()).search),
      )
      await page.clock.install()
      await page.goto('/category/tableware')
      await untilLater(page)
      await page.locator('.product-card-link:has([data-second])').first().hover()
      await expect(page.locator('.product-card-second')).toHaveCount(mode === '' ? 1 : 0)
      // Longer than a pointer has to stay before what it points at is asked for.
      await page.clock.fastForward(1_000)
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

  test('show the score and the choice, and frame nothing else, in the colours of the system', async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/product/first-draft-notebook')
    expect(await styleOf(page, '.product-page .score-stars', 'background-image')).toMatch(/^linear-gradient/)
    expect(await styleOf(page, '.product-buttons-price', 'border-top-width')).toBe('0px')
    expect(await styleOf(page, '.product-buttons-now button', 'border-top-width')).toBe('1px')
    const values = '.product-buttons-values:not(.product-buttons-swatches)'
    expect(await styleOf(page, `${values} .product-buttons-value-chosen`, 'border-top-width')).toBe('3px')
    expect(
      await styleOf(
        page,
        `${values} :not(.product-buttons-value-chosen).product-buttons-value`,
        'border-top-width',
      ),
    ).toBe('1px')
  })

  test('fit on a phone in larger text', async ({ visitor }) => {
    const { page, readIn } = await visitor({ viewport: phone })
    await readIn('large-text')
    for (const path of ['/', '/category/tableware', '/product/perch-stool', '/cart']) {
      await page.goto(path)
      await expect(page, path).toFitTheWindow()
    }
  })
})
