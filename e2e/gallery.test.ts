import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * Every shared part in every state, looked at by the browser. The pictures stay in a folder of the machine's own,
 * which is printed: they are for eyes.
 */

let shop: RunningShop
let browser: Browser
/** One for all runs: each replaces the pictures of the last. */
const folder = join(tmpdir(), 'violet-gallery')

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  ;[shop, browser] = await Promise.all([openShop({ demo: true, env: { NODE_ENV: 'test' } }), launch()])
})

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

const phone = { width: 360, height: 740 }
const desktop = { width: 1440, height: 900 }
const languages = ['', '/zh', '/zh-HK'] as const

interface Visit {
  page: Page
  /** What the console said of errors and warnings, and what failed to load. */
  complaints: string[]
}

async function visit(path: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(watchShifts)
  await page.goto(path, { waitUntil: 'load' })
  return { page, complaints }
}

/** Brings everything into view once, so that all pictures come and all that wakes when it is seen is awake. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  await page.waitForLoadState('networkidle')
}

/** A page may be higher than a picture can be. */
async function photograph(page: Page, name: string): Promise<number> {
  const most = 12_000
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  let taken = 0
  for (let y = 0; y < height; y += most) {
    const clip = { x: 0, y, width, height: Math.min(most, height - y) }
    const path = join(folder, `${name}-${++taken}.jpg`)
    await page.screenshot({ path, fullPage: true, clip, scale: 'css', type: 'jpeg', quality: 80 })
  }
  return taken
}

describe('the gallery', () => {
  it.each([
    ['360', phone, 'light'],
    ['360', phone, 'dark'],
    ['1440', desktop, 'light'],
    ['1440', desktop, 'dark'],
  ] as const)(
    'at %s px stays within the window, moves nothing, complains of nothing, and is photographed (%#)',
    { timeout: 120_000 },
    async (width, viewport, colorScheme) => {
      for (const language of languages) {
        const { page, complaints } = await visit(`${language}/dev/gallery`, { viewport, colorScheme })
        const where = `${language || '/en'} ${colorScheme}`
        await scrollThrough(page)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, where).toBe(0)
        expect(await shiftsOf(page), where).toEqual([])
        expect(complaints, where).toEqual([])
        expect(await page.locator('.gallery-part').count(), where).toBe(40)
        const name = `${width}-${colorScheme}${language.replace('/', '-')}`
        expect(await photograph(page, name), where).toBeGreaterThan(0)
        await page.context().close()
      }
      console.log(`pictures of the gallery: ${folder}`)
    },
  )

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['high contrast', { colorScheme: 'light', contrast: 'more' }],
  ] as const)(
    'has nothing that axe objects to in any state: %s',
    { timeout: 120_000 },
    async (_mode, look) => {
      const { page } = await visit('/dev/gallery', { viewport: phone, ...look })
      await scrollThrough(page)
      expect(await faults(page)).toEqual([])
    },
  )

  it('shows one part, or one state, by its address', async () => {
    const { page } = await visit('/dev/gallery?part=button&state=loading', { viewport: desktop })
    expect(await page.locator('.gallery-state-name').allTextContents()).toEqual(['loading'])
    await page.goto('/dev/gallery?part=nothing')
    expect(await page.locator('.gallery-part').count()).toBe(0)
  })

  it('forces the states that nobody can hold: under the pointer a button has another colour', async () => {
    const { page } = await visit('/dev/gallery?part=button', { viewport: desktop })
    const background = (state: string): Promise<string> =>
      page
        .locator('.gallery-state', { has: page.getByText(state, { exact: true }) })
        .locator('.button-primary')
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    const [still, forced] = await Promise.all([background('default'), background('hover')])
    expect(forced).not.toBe(still)
    await page.locator('.gallery .button-primary').first().hover()
    await expect.poll(() => background('default')).toBe(forced)
  })

  it('is no part of a shop that is open to shoppers', async () => {
    const open = await openShop({ demo: false })
    onTestFinished(async () => {
      await open.stop()
      await open.remove()
    })
    for (const path of ['/dev/gallery', '/dev/gallery.css'])
      expect((await fetch(open.url + path)).status, path).toBe(404)
  })
})

describe('a part', () => {
  const gallery = (part: string): Promise<Visit> => visit(`/dev/gallery?part=${part}`, { viewport: desktop })
  const focused = (page: Page): Promise<string | null> =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement!.textContent,
    )

  it('dialog: is modal without scripts, closes by Escape and outside, and gives the focus back', async () => {
    const { page } = await visit('/dev/gallery?part=dialog', { viewport: desktop, javaScriptEnabled: false })
    const dialog = page.getByRole('dialog', { name: 'Take the vase out of your cart?' }).first()
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    expect(await page.locator('#dialog-live:modal').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.locator('#dialog-live[open]').count()).toBe(0)
    expect(await page.locator(':focus').textContent()).toBe('Open the dialog')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect(await page.locator('#dialog-live[open]').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.mouse.click(10, 400)
    expect(await page.locator('#dialog-live[open]').count()).toBe(0)
  })

  it('menu: hangs on its button, and closes by Escape', async () => {
    const { page } = await gallery('menu')
    const button = page.locator('[popovertarget="menu-live"]')
    await button.click()
    const [menu, above] = await Promise.all([page.locator('#menu-live').boundingBox(), button.boundingBox()])
    expect(Math.round(menu!.x)).toBe(Math.round(above!.x))
    expect(menu!.y - above!.y - above!.height).toBeLessThan(8)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Featured')
    await page.keyboard.press('Escape')
    expect(await page.locator('#menu-live:popover-open').count()).toBe(0)
  })

  it('tooltip: is shown to pointer and keyboard, and put away by Escape', async () => {
    const { page } = await gallery('tooltip')
    const button = page.getByRole('button', { name: 'About the glaze' }).first()
    const bubble = page.locator('#tooltip-live')
    await button.hover()
    await expect.poll(() => bubble.isVisible(), patiently).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => bubble.isVisible(), patiently).toBe(false)
    expect(await button.evaluate((it) => it.getAttribute('aria-describedby'))).toBe('tooltip-live')
  })

  it('tabs: stand side by side where there is room, one of them open, and below each other on a phone', async () => {
    const { page } = await gallery('tabs')
    const tab = (title: string) => page.locator('summary', { hasText: title }).first()
    const tops = async (): Promise<number[]> =>
      Promise.all(
        ['About it', 'Measures and care', 'Delivery'].map(
          async (title) => (await tab(title).boundingBox())!.y,
        ),
      )
    expect(new Set(await tops()).size).toBe(1)
    await tab('Measures and care').click()
    expect(await page.locator('details[name="tabs-default"][open] > summary').allTextContents()).toEqual([
      'Measures and care',
    ])
    await page.setViewportSize(phone)
    expect(new Set(await tops()).size).toBe(3)
  })

  it('slides: turn by button, dot and key, and say which one is shown', async () => {
    const { page } = await gallery('slides')
    const slides = page.locator('x-island[k="slides-by hand"]')
    const current = (): Promise<string | null> => slides.locator('[aria-current]').getAttribute('aria-label')
    await slides.getByRole('button', { name: 'Next' }).click()
    await expect.poll(current, patiently).toBe('Show 2 of 3')
    await slides.getByRole('button', { name: 'Show 1 of 3' }).click()
    await expect.poll(current, patiently).toBe('Show 1 of 3')
    await slides.locator('.slide-strip').focus()
    await page.keyboard.press('End')
    await expect.poll(current, patiently).toBe('Show 3 of 3')
    await slides.getByRole('button', { name: 'Next' }).click()
    await expect.poll(current, patiently).toBe('Show 1 of 3')
  })

  it('slides: turn by themselves, not while they are pointed at, and never again once stopped', async () => {
    const { page } = await visit('/dev/gallery?part=slides', {
      viewport: desktop,
      reducedMotion: 'no-preference',
    })
    await page.clock.install()
    await page.reload()
    const slides = page.locator('x-island[k="slides-turning"]')
    const current = (): Promise<string | null> => slides.locator('[aria-current]').getAttribute('aria-label')
    await page.clock.runFor(2_000)
    await expect.poll(() => isLive(page, 'slides-turning'), patiently).toBe(true)
    await page.clock.runFor(6_100)
    await expect.poll(current, patiently).toBe('Show 2 of 3')
    const pushes = await countPushes(slides)
    await slides.locator('.slide-strip').hover()
    await page.clock.runFor(20_000)
    expect(await pushes()).toBe(0)
    await page.mouse.move(5, 5)
    await page.clock.runFor(6_100)
    expect(await pushes()).toBe(1)
    await expect.poll(current, patiently).toBe('Show 3 of 3')
    await slides.getByRole('button', { name: 'Stop turning' }).click()
    await page.mouse.move(5, 5)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(20_000)
    expect(await pushes()).toBe(1)
    expect(await slides.getByRole('button', { name: 'Turn by itself' }).isVisible()).toBe(true)
  })

  it.each(['reduced-motion', 'low-data'])(
    'slides: stand still where the visitor chose %s, and turn by hand all the same',
    async (aid) => {
      const { page } = await visit('/dev/gallery?part=slides', {
        viewport: desktop,
        reducedMotion: 'no-preference',
      })
      await page.context().addCookies([{ name: 'mode', value: aid, url: shop.url }])
      await page.clock.install()
      await page.reload()
      expect(await page.locator('html').getAttribute('data-mode')).toBe(aid)
      const slides = page.locator('x-island[k="slides-turning"]')
      const current = (): Promise<string | null> =>
        slides.locator('[aria-current]').getAttribute('aria-label')
      await page.clock.runFor(2_000)
      await expect.poll(() => isLive(page, 'slides-turning'), patiently).toBe(true)
      const pushes = await countPushes(slides)
      await page.clock.runFor(20_000)
      expect(await pushes()).toBe(0)
      await slides.getByRole('button', { name: 'Next' }).click()
      expect(await pushes()).toBe(1)
      await expect.poll(current, patiently).toBe('Show 2 of 3')
    },
  )

  it.each(languages)('cart: offers what is left in one line on a phone (%s)', async (language) => {
    const { page } = await visit(`${language}/dev/gallery?part=cart&state=not%20enough`, { viewport: phone })
    const offer = page.locator('.cart-line-trouble > .button')
    const lines = (): Promise<number> =>
      offer.evaluate((button) => {
        const words = document.createRange()
        words.selectNodeContents(button)
        return words.getClientRects().length
      })
    expect(await lines()).toBe(1)
    // Long words of another language go below what they are about, and stay in one piece too.
    await offer.evaluate((button) => (button.textContent = 'Die letzten 12 nehmen'))
    expect(await lines()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it('phone field: shows the code of the region that is chosen', async () => {
    const { page } = await gallery('phone-field')
    const list = page.locator('select[name="region-default"]')
    expect(await list.locator('option').count()).toBeGreaterThan(200)
    await expect.poll(() => isLive(page, 'dial-default'), patiently).toBe(true)
    await list.selectOption('JP')
    const code = page.locator('x-island[k="dial-default"] .dial-code-shown')
    await expect.poll(() => code.textContent(), patiently).toBe('+81')
  })

  it('countdown: ticks by the shop’s clock, whatever the visitor’s own says', async () => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: desktop })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    // An hour and a day ahead.
    await page.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 90_000_000
    })
    await page.goto('/dev/gallery?part=countdown')
    const parts = page.locator('.countdown-part')
    const first = await parts.allTextContents()
    expect(first.slice(0, 2)).toEqual(['03days', '09hours'])
    await expect.poll(() => parts.allTextContents(), patiently).not.toEqual(first)
    expect((await parts.allTextContents()).slice(0, 2)).toEqual(['03days', '09hours'])
  })

  it('product picture: is enlarged where it was pressed, moved by keys, and turned to the next one', async () => {
    const { page } = await gallery('product-image&state=several%20pictures')
    await page.getByRole('button', { name: 'Look closer' }).click()
    const stage = page.locator('.product-image-zoomed')
    const picture = stage.locator('img')
    const view = (): Promise<[number, string]> =>
      picture.evaluate((it) => [Number(it.style.scale), it.style.translate])
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth), patiently)
      .toBeGreaterThan(0)
    const { width, height } = (await stage.boundingBox())!
    await expect
      .poll(async () => {
        await stage.click({ position: { x: width / 2 + 100, y: height / 2 } })
        return (await view())[0]
      }, patiently)
      .toBe(2.5)
    await page.keyboard.press('-')
    expect((await view())[0]).toBeCloseTo(2.5 / 1.6, 5)
    await page.keyboard.press('0')
    expect((await view())[0]).toBe(1)

    const before = await picture.getAttribute('src')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => picture.getAttribute('src'), patiently).not.toBe(before)
    await page.keyboard.press('Escape')
    expect(await page.locator('.product-image-zoom[open]').count()).toBe(0)
    expect(await focused(page)).toBe('Look closer')
  })

  it('product picture: follows two fingers', async () => {
    const { page } = await visit('/dev/gallery?part=product-image&state=several%20pictures', {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('button', { name: 'Look closer' }).tap()
    const picture = page.locator('.product-image-zoomed img')
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth), patiently)
      .toBeGreaterThan(0)
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number): Promise<unknown> =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: 180 - apart / 2, y: 370, id: 1 },
                { x: 180 + apart / 2, y: 370, id: 2 },
              ],
      })
    await expect
      .poll(async () => {
        await touch('touchStart', 100)
        for (const apart of [120, 160, 200, 250]) await touch('touchMove', apart)
        await touch('touchEnd', 0)
        return picture.evaluate((it) => Number(it.style.scale))
      }, patiently)
      .toBeGreaterThan(2)
  })

  it.each(['dialog', 'drawer', 'sheet', 'menu'])(
    '%s: is without fault to axe while it is open',
    async (part) => {
      for (const viewport of [phone, desktop]) {
        const { page } = await visit(`/dev/gallery?part=${part}`, { viewport })
        await page.locator(`[commandfor="${part}-live"], [popovertarget="${part}-live"]`).first().click()
        expect(await page.locator(`#${part}-live`).isVisible()).toBe(true)
        // The list of all parts, half under the one that is open, is nothing that a shop's page has.
        expect(await faults(page, ['.gallery-names']), `${part} at ${viewport.width}`).toEqual([])
      }
    },
  )
})

/** Two cores may be busy with other tests. */
const patiently = { timeout: 10_000 }

/** How often the slides were turned since then: asked at once, while the turning itself takes its time. */
async function countPushes(slides: Locator): Promise<() => Promise<number>> {
  const strip = slides.locator('.slide-strip')
  await strip.evaluate((element: HTMLElement) => {
    const scroll = element.scrollTo.bind(element)
    element.dataset['pushes'] = '0'
    element.scrollTo = (to?: ScrollToOptions | number) => {
      element.dataset['pushes'] = String(Number(element.dataset['pushes']) + 1)
      if (typeof to === 'object') scroll(to)
    }
  })
  return async () => Number(await strip.getAttribute('data-pushes'))
}

/** Whether React has taken over the island of that key. */
function isLive(page: Page, key: string): Promise<boolean> {
  return page
    .locator(`x-island[k="${key}"]`)
    .evaluate((host) => Object.keys(host).some((name) => name.startsWith('__reactContainer')))
}

interface AxeReport {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/** What axe finds against WCAG 2.2 A and AA, in one line each. */
async function faults(page: Page, leftOut: string[] = []): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (exclude) => {
    const { run } = (
      window as unknown as { axe: { run(context: object, options: object): Promise<AxeReport> } }
    ).axe
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // The gallery shows five carts on one page, a shop's page one: their landmarks share a name here alone.
    const rules = { 'landmark-unique': { enabled: false } }
    const { violations } = await run(
      { include: ['html'], exclude },
      { runOnly, rules, resultTypes: ['violations'] },
    )
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`,
      ),
    )
  }, leftOut)
}
