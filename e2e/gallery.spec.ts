import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, galleryShop } from './fixtures.ts'
import { desktop, inTheGallery, languages, phone, test } from './look/gallery.ts'
import { shared } from './shared.ts'
import { pairs, sampledIf, whole } from './whole.ts'

/*
 * Every shared part in every state, looked at by the browser. `npm run prove -- looks` takes pictures for eyes: they
 * stay in `violet-gallery` among the machine's temporary files, one for all runs.
 */

test.use({ pictures: true, own: galleryShop, warnings: true })

const folder = join(tmpdir(), 'violet-gallery')

/** Brings everything into view once, so that all pictures come and all that wakes when it is seen is awake. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A browser that has too much to do may draw no frame for minutes: what has not woken then, the test itself says.
    const frame = (): Promise<unknown> =>
      Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 500))])
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      // What has come into view is known in the second one.
      await frame()
      await frame()
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

test.describe('the gallery', () => {
  for (const [viewport, colorScheme] of pairs([phone, desktop], ['light', 'dark'] as const))
    test(
      `at ${viewport.width} px, ${colorScheme}, stays within the window, moves nothing, and complains of nothing`,
      sampledIf(viewport === phone),
      async ({ visit }) => {
        test.setTimeout(180_000)
        await mkdir(folder, { recursive: true })
        // The words of other languages are longer or shorter whatever the colours.
        const isFirst = viewport === phone && colorScheme === 'light'
        for (const language of whole() ? languages : [isFirst ? '/zh-HK' : '']) {
          const page = await visit(`${language}/dev/gallery`, { viewport, colorScheme })
          const where = `${language || '/en'} ${colorScheme}`
          await scrollThrough(page)
          await expect(page, where).toFitTheWindow()
          await expect(page, where).toHaveStoodStill()
          await expect(page.locator('.gallery-part'), where).toHaveCount(105)
          // For who asks: they take most of the time.
          if (whole()) {
            const name = `${viewport.width}-${colorScheme}${language.replace('/', '-')}`
            expect(await photograph(page, name), where).toBeGreaterThan(0)
          }
          await page.context().close()
        }
      },
    )

  const looks = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['high contrast', { colorScheme: 'light', contrast: 'more' }],
  ] as const
  for (const [mode, look] of whole() ? looks : looks.slice(0, 1))
    test(`has nothing that axe objects to in any state: ${mode}`, async ({ visit }) => {
      test.setTimeout(180_000)
      const page = await visit('/dev/gallery', { viewport: phone, ...look })
      await scrollThrough(page)
      await expect(page).toPassAxe(inTheGallery)
    })

  test('shows one part, or one state, by its address', async ({ visit }) => {
    const page = await visit('/dev/gallery?part=button&state=loading', { viewport: desktop })
    await expect(page.locator('.gallery-state-name')).toHaveText(['loading'])
    await page.goto('/dev/gallery?part=nothing')
    await expect(page.locator('.gallery-part')).toHaveCount(0)
  })

  test('forces the states that nobody can hold: under the pointer a button has another colour', async ({
    visit,
  }) => {
    const page = await visit('/dev/gallery?part=button', { viewport: desktop })
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

  test('a content fragment keeps the server’s nodes when it wakes, and islands in it wake, too', async ({
    visit,
  }) => {
    const page = await visit('/dev/gallery?part=content', { viewport: desktop })
    for (const k of ['content-slot', 'content-bare']) {
      const fragment = page.locator(`x-island[c="content"][k="${k}"]`)
      await fragment
        .locator('p')
        .first()
        .evaluate((own: HTMLElement) => (own.dataset['mine'] = ''))
      await fragment.evaluate((host) => host.dispatchEvent(new Event('island:wake')))
      await expect(fragment.locator('> x-slot > p[data-mine]')).toHaveCount(1)
    }
    const password = page.locator('x-island[k="content-slot"] x-island[c="input-password"]')
    await password.locator('button').click()
    await expect(password.locator('input')).toHaveAttribute('type', 'text')
  })

  test('is no part of a shop that is open to shoppers', async () => {
    const open = await shared('demo')
    for (const path of ['/dev/gallery', '/dev/gallery.css'])
      expect((await fetch(`${open}${path}`)).status, path).toBe(404)
  })
})
