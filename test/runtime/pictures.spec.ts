import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { stopClock } from '#test/page-clock.ts'

/*
 * The file itself on a page of its own, with pictures that fail as often as a test wants.
 */

const origin = 'http://pictures.test'
const code = stripTypeScriptTypes(
  await readFile(fileURLToPath(import.meta.resolve('#platform/browser/pictures.ts')), 'utf8'),
)
const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'teal' } })
  .avif({ effort: 0 })
  .toBuffer()

interface Stage {
  page: Page
  context: BrowserContext
  /** How often each picture still fails. */
  failures: Map<string, number>
  /** How often each was asked for. */
  asked(name: string): number
  /** Puts a picture at the end of the page, `below` px under the one before. */
  add(name: string, below?: number): Promise<void>
}

const test = base.extend<{
  /** `start` stands in the document and fails `startFailures` times. */
  open(options?: { startFailures?: number; mode?: string }): Promise<Stage>
}>({
  viewport: { width: 400, height: 500 },
  open: ({ page, context }, provide) =>
    provide(async ({ startFailures = 0, mode = '' } = {}) => {
      const failures = new Map([['start', startFailures]])
      const seen: string[] = []
      await context.route(`${origin}/**`, (route) => {
        const { pathname } = new URL(route.request().url())
        if (pathname.endsWith('.ts')) return route.fulfill({ contentType: 'text/javascript', body: code })
        if (!pathname.startsWith('/media/'))
          return route.fulfill({ contentType: 'text/html', body: documentOf(mode) })
        const name = pathname.split('/')[2]!
        seen.push(name)
        const left = failures.get(name) ?? 0
        failures.set(name, left - 1)
        return left > 0
          ? route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } })
          : route.fulfill({
              contentType: 'image/avif',
              body: picture,
              headers: { 'cache-control': 'max-age=600' },
            })
      })
      await page.clock.install()
      await page.goto(origin)
      await page.waitForFunction(() => 'started' in window)
      return {
        page,
        context,
        failures,
        asked: (name) => seen.filter((one) => one === name).length,
        add: (name, below = 0) =>
          page.evaluate(
            ({ html, top }) => {
              const main = document.getElementById('main')!
              main.insertAdjacentHTML('beforeend', html)
              ;(main.lastElementChild as HTMLElement).style.marginTop = `${top}px`
            },
            { html: pictureOf(name, 'eager'), top: below },
          ),
      }
    }),
})

const { describe } = test

function documentOf(mode: string): string {
  return `<!doctype html><html data-mode="${mode}"><title>Pictures</title>
    <style>picture, img { display: block; width: 100px } img { height: 100px }</style>
    <main id="main">${pictureOf('start', 'eager')}</main>
    <script type="module">
      import { startPictures } from '/pictures.ts'
      addEventListener('load', () => {
        startPictures()
        window.failed = 0
        document.addEventListener('error', () => window.failed++, { capture: true })
        window.started = true
      })
    </script></html>`
}

function pictureOf(name: string, loading: 'eager' | 'lazy'): string {
  return `<picture class="picture" id="${name}" style="background-image: url(data:image/gif;base64,)">
    <source type="image/avif" srcset="/media/${name}/320.avif 320w" sizes="100px">
    <img src="/media/${name}/320.jpg" width="100" height="100" alt="A ${name}" loading="${loading}"></picture>`
}

/** What the picture says of itself: nothing while all is well. */
function marks(page: Page, name: string): Promise<Record<string, string | undefined>> {
  return page.locator(`#${name}`).evaluate((picture: HTMLElement) => ({ ...picture.dataset }))
}

/** How often a picture has failed since the page was opened. */
function failed(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { failed: number }).failed)
}

/** The browser has looked once more which pictures are near, and has asked for them. */
function untilLooked(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new IntersectionObserver((_, observer) => {
          observer.disconnect()
          resolve()
        }).observe(document.body),
      ),
  )
}

describe('a picture that fails', () => {
  test('is tried three times, the second time after 200 ms and the third after two seconds, and then says what it was', async ({
    open,
  }) => {
    const { page, failures, asked, add } = await open()
    await stopClock(page)
    failures.set('vase', 9)
    await add('vase')
    await expect.poll(() => failed(page)).toBe(1)
    expect(await marks(page, 'vase')).toEqual({ broken: '' })
    expect(asked('vase')).toBe(1)
    await page.clock.runFor(199)
    await untilLooked(page)
    expect(asked('vase')).toBe(1)
    await page.clock.runFor(1)
    await expect.poll(() => asked('vase')).toBe(2)
    await expect.poll(() => failed(page)).toBe(2)
    await page.clock.runFor(1_999)
    await untilLooked(page)
    expect(asked('vase')).toBe(2)
    await page.clock.runFor(1)
    await expect.poll(() => marks(page, 'vase')).toEqual({ broken: '', failed: 'A vase' })
    await page.clock.runFor(60_000)
    await untilLooked(page)
    expect(asked('vase')).toBe(3)
    expect(failures.get('vase')).toBe(6)
  })

  test('is shown when a later attempt succeeds, from the same source', async ({ open }) => {
    const { page, failures, asked, add } = await open()
    failures.set('bowl', 1)
    await add('bowl')
    await expect.poll(() => asked('bowl')).toBe(2)
    await expect.poll(() => marks(page, 'bowl')).toEqual({})
    const image = page.locator('#bowl > img')
    expect(await image.evaluate((it: HTMLImageElement) => [it.naturalWidth > 0, it.currentSrc])).toEqual([
      true,
      `${origin}/media/bowl/320.avif`,
    ])
  })

  test('is tried once more when it failed while the shop was opening', async ({ open }) => {
    const { page, asked } = await open({ startFailures: 9 })
    await expect.poll(() => marks(page, 'start')).toEqual({ broken: '', failed: 'A start' })
    expect(asked('start')).toBe(2)
  })

  test('waits while it is more than 1.3 windows away', async ({ open }) => {
    const { page, failures, asked, add } = await open()
    failures.set('far', 1)
    failures.set('near', 1)
    // The window is 500 px high, so what is 650 px below it is near.
    await add('near', 950)
    await add('far', 200)
    await expect.poll(() => asked('near')).toBe(2)
    await expect.poll(() => marks(page, 'far')).toEqual({ broken: '' })
    await page.clock.runFor(60_000)
    await untilLooked(page)
    expect(asked('far')).toBe(1)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => asked('far')).toBe(2)
    await expect.poll(() => marks(page, 'far')).toEqual({})
  })

  test('is not tried without a line', async ({ open }) => {
    const { page, context, failures, asked, add } = await open()
    failures.set('cup', 1)
    await context.setOffline(true)
    await add('cup')
    await expect.poll(() => marks(page, 'cup')).toEqual({ broken: '' })
    await page.clock.runFor(60_000)
    await untilLooked(page)
    const before = asked('cup')
    await context.setOffline(false)
    await expect.poll(() => marks(page, 'cup')).toEqual({})
    expect(asked('cup')).toBe(before + 1)
  })

  test('begins anew when it becomes another', async ({ open }) => {
    const { page, failures, asked, add } = await open()
    failures.set('old', 9)
    failures.set('new', 1)
    await add('old')
    await expect.poll(() => marks(page, 'old')).toHaveProperty('failed')
    await page.locator('#old').evaluate((picture) => {
      picture.querySelector('source')!.srcset = '/media/new/320.avif 320w'
      picture.querySelector('img')!.src = '/media/new/320.jpg'
    })
    await expect.poll(() => marks(page, 'old')).toEqual({})
    expect(asked('old')).toBe(3)
    expect(asked('new')).toBe(2)
  })
})

describe('a picture that was here before', () => {
  /** A page that a visit brings, with pictures that the browser would fetch when they come near. */
  const visit = (page: Page, names: readonly string[]): Promise<Record<string, string[]>> =>
    page.evaluate(
      async ([html, all]) => {
        document.getElementById('main')!.innerHTML = html
        document.dispatchEvent(new Event('violet:page'))
        await new Promise((resolve) => setTimeout(resolve))
        return Object.fromEntries(
          all.map((name) => {
            const image = document.querySelector<HTMLImageElement>(`#${name} > img`)!
            return [
              name,
              [image.loading, image.decoding, image.parentElement!.style.backgroundImage.slice(0, 9)],
            ]
          }),
        )
      },
      [
        `<p style="height: 9000px"></p>${names.map((name) => pictureOf(name, 'lazy')).join('')}`,
        names,
      ] as const,
    )
  const atOnce = ['eager', 'sync', 'none']
  const whenNear = ['lazy', 'auto', 'url("data']

  test('is shown at once by a visit, and one that was not comes when it is near', async ({ open }) => {
    const { page, add, asked } = await open()
    await add('vase')
    await expect.poll(() => asked('vase')).toBe(1)
    await expect
      .poll(() => page.locator('#vase > img').evaluate((it: HTMLImageElement) => it.complete))
      .toBe(true)
    expect(await visit(page, ['start', 'vase', 'bowl'])).toEqual({
      start: atOnce,
      vase: atOnce,
      bowl: whenNear,
    })
  })

  test('is one of the last two hundred', async ({ open }) => {
    const { page } = await open()
    const loaded = await page.evaluate(
      async (html) => {
        const main = document.getElementById('main')!
        for (let n = 1; n <= 200; n++) {
          main.insertAdjacentHTML('beforeend', html.replaceAll('NAME', `n${n}`))
          await new Promise((resolve) =>
            main.querySelector(`#n${n} > img`)!.addEventListener('load', resolve),
          )
        }
        return main.querySelectorAll('img').length
      },
      pictureOf('NAME', 'eager'),
    )
    expect(loaded).toBe(201)
    expect(await visit(page, ['start', 'n1', 'n200'])).toEqual({
      start: whenNear,
      n1: atOnce,
      n200: atOnce,
    })
  })

  test('waits like any other where the visitor wants less data', async ({ open }) => {
    const { page } = await open({ mode: 'dark low-data' })
    expect(await visit(page, ['start'])).toEqual({ start: whenNear })
  })
})
