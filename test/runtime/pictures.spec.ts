import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import sharp from 'sharp'

/*
 * src/platform/browser/pictures.ts itself on a page of its own, with pictures that fail as often as a test wants.
 */

const origin = 'http://pictures.test'
const source = join(import.meta.dirname, '../../src/platform/browser')

const size = { width: 320, height: 320, channels: 3, background: 'teal' } as const
const picture = sharp({ create: size }).avif({ effort: 0 }).toBuffer()

interface Stage {
  /** Opens the page. `start` stands in the document and fails `startFailures` times. */
  open(options?: { startFailures?: number; mode?: string }): Promise<void>
  /** How often each picture still fails. */
  failures: Map<string, number>
  /** When each was asked for: ms. */
  asked(name: string): number[]
  /** Puts a picture at the end of the page, `below` px under the one before. */
  add(name: string, below?: number): Promise<void>
}

const test = base.extend<{ stage: Stage }>({
  viewport: { width: 400, height: 500 },
  stage: async ({ page, context }, provide) => provide(await stageOn(page, context)),
})

const { describe } = test

async function stageOn(page: Page, context: BrowserContext): Promise<Stage> {
  const failures = new Map<string, number>()
  const seen: [name: string, at: number][] = []
  let shown = ''
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('.ts')) {
      const code = stripTypeScriptTypes(await readFile(join(source, pathname), 'utf8'))
      return route.fulfill({ contentType: 'text/javascript', body: code })
    }
    if (!pathname.startsWith('/media/')) return route.fulfill({ contentType: 'text/html', body: shown })
    const name = pathname.split('/')[2]!
    seen.push([name, performance.now()])
    const left = failures.get(name) ?? 0
    failures.set(name, left - 1)
    await (left > 0
      ? route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } })
      : route.fulfill({
          contentType: 'image/avif',
          body: await picture,
          headers: { 'cache-control': 'max-age=600' },
        }))
  })
  return {
    open: async ({ startFailures = 0, mode = '' } = {}) => {
      failures.set('start', startFailures)
      shown = documentOf(mode)
      await page.goto(origin)
      await page.waitForFunction(() => 'started' in window)
    },
    failures,
    asked: (name) => seen.filter(([one]) => one === name).map(([, at]) => at),
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
}

function documentOf(mode: string): string {
  return `<!doctype html><html data-mode="${mode}"><title>Pictures</title>
    <style>picture, img { display: block; width: 100px } img { height: 100px }</style>
    <main id="main">${pictureOf('start', 'eager')}</main>
    <script type="module">
      import { startPictures } from '/pictures.ts'
      addEventListener('load', () => { startPictures(); window.started = true })
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

describe('a picture that fails', () => {
  test('is tried three times, the second time after 200 ms and the third after two seconds, and then says what it was', async ({
    stage,
    page,
  }) => {
    const { failures, asked, add } = stage
    await stage.open()
    failures.set('vase', 9)
    await add('vase')
    // So it is for two seconds only.
    await expect.poll(() => marks(page, 'vase'), { intervals: [50] }).toEqual({ broken: '' })
    await expect.poll(() => marks(page, 'vase')).toEqual({ broken: '', failed: 'A vase' })
    const [first, second, third, ...more] = asked('vase')
    expect(more).toEqual([])
    expect(second! - first!).toBeGreaterThanOrEqual(200)
    expect(third! - second!).toBeGreaterThanOrEqual(2_000)
    expect(failures.get('vase')).toBe(6)
  })

  test('is shown when a later attempt succeeds, from the same source', async ({ stage, page }) => {
    const { failures, asked, add } = stage
    await stage.open()
    failures.set('bowl', 1)
    await add('bowl')
    await expect.poll(() => asked('bowl').length).toBe(2)
    await expect.poll(() => marks(page, 'bowl')).toEqual({})
    const image = page.locator('#bowl > img')
    expect(await image.evaluate((it: HTMLImageElement) => [it.naturalWidth > 0, it.currentSrc])).toEqual([
      true,
      `${origin}/media/bowl/320.avif`,
    ])
  })

  test('is tried once more when it failed while the shop was opening', async ({ stage, page }) => {
    const { asked } = stage
    await stage.open({ startFailures: 9 })
    await expect.poll(() => marks(page, 'start')).toEqual({ broken: '', failed: 'A start' })
    expect(asked('start')).toHaveLength(2)
  })

  test('waits while it is more than 1.3 windows away', async ({ stage, page }) => {
    const { failures, asked, add } = stage
    await stage.open()
    failures.set('far', 1)
    failures.set('near', 1)
    // The window is 500 px high, so what is 650 px below it is near.
    await add('near', 950)
    await add('far', 200)
    await expect.poll(() => asked('near').length).toBe(2)
    await expect.poll(() => marks(page, 'far')).toEqual({ broken: '' })
    expect(asked('far')).toHaveLength(1)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => asked('far').length).toBe(2)
    await expect.poll(() => marks(page, 'far')).toEqual({})
  })

  test('is not tried without a line', async ({ stage, page, context }) => {
    const { failures, asked, add } = stage
    await page.clock.install()
    await stage.open()
    failures.set('cup', 1)
    await context.setOffline(true)
    await add('cup')
    await expect.poll(() => marks(page, 'cup')).toEqual({ broken: '' })
    // Longer than the pause before a second attempt.
    await page.clock.fastForward(500)
    const before = asked('cup').length
    await context.setOffline(false)
    await expect.poll(() => marks(page, 'cup')).toEqual({})
    expect(asked('cup').length).toBe(before + 1)
  })

  test('begins anew when it becomes another', async ({ stage, page }) => {
    const { failures, asked, add } = stage
    await stage.open()
    failures.set('old', 9)
    failures.set('new', 1)
    await add('old')
    await expect.poll(() => marks(page, 'old')).toHaveProperty('failed')
    await page.locator('#old').evaluate((picture) => {
      picture.querySelector('source')!.srcset = '/media/new/320.avif 320w'
      picture.querySelector('img')!.src = '/media/new/320.jpg'
    })
    await expect.poll(() => marks(page, 'old')).toEqual({})
    expect(asked('old')).toHaveLength(3)
    expect(asked('new')).toHaveLength(2)
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

  test('is shown at once by a visit, and one that was not comes when it is near', async ({ stage, page }) => {
    const { add, asked } = stage
    await stage.open()
    await add('vase')
    await expect.poll(() => asked('vase').length).toBe(1)
    await expect
      .poll(() => page.locator('#vase > img').evaluate((it: HTMLImageElement) => it.complete))
      .toBe(true)
    expect(await visit(page, ['start', 'vase', 'bowl'])).toEqual({
      start: atOnce,
      vase: atOnce,
      bowl: whenNear,
    })
  })

  test('is one of the last two hundred', async ({ stage, page }) => {
    await stage.open()
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

  test('waits like any other where the visitor wants less data', async ({ stage, page }) => {
    await stage.open({ mode: 'dark low-data' })
    expect(await visit(page, ['start'])).toEqual({ start: whenNear })
  })
})
