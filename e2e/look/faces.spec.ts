import type { CDPSession, Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { useTheme } from '../shop/themes.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

/*
 * The theme's faces: shown where they are in time, never in the place of letters that are read already.
 */

const { describe } = test

test.use({ own: {}, pictures: false, viewport: { width: 390, height: 844 } })

const faces = {
  violet: { title: 'Bricolage Grotesque', text: 'Hanken Grotesk' },
  paper: { title: 'Newsreader', text: 'Ysabeau Office' },
  harbour: { title: 'Gabarito', text: 'Figtree' },
} as const
/** The fourth theme is set in the fonts of the visitor's system. */
const themes = ['violet', 'paper', 'harbour'] as const

/** A font that letters are shown in, and whether it came from the shop. */
interface Shown {
  name: string
  isFetched: boolean
}

/** What the browser has really set the first element in; `*` is behind what was fetched. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  await cdp.detach()
  const shown = fonts.map(({ familyName, isCustomFont }): Shown => ({
    name: familyName,
    isFetched: isCustomFont,
  }))
  return shown.map(({ name, isFetched }) => (isFetched ? `${familyOf(name)}*` : name))
}

/** Files say their size and weight as they were drawn, too: `Bricolage Grotesque 96pt ExtraBold`. */
function familyOf(name: string): string {
  const families = Object.values(faces).flatMap(({ title, text }) => [title, text])
  return families.find((family) => name.startsWith(family)) ?? name
}

const isFont = /\.woff2$/

/** Counts the bytes of the fonts that the page fetches. */
function weighFonts(page: Page): () => number {
  let bytes = 0
  page.on('requestfinished', async (request) => {
    if (!isFont.test(request.url())) return
    const sizes = await request.sizes()
    bytes += sizes.responseBodySize + sizes.responseHeadersSize
  })
  return () => bytes
}

/** Opens the page until its faces were in time for the first paint, as they are on a line that is quick enough. */
async function openInTime(page: Page, path: string, faceAt: Readonly<Record<string, string>>): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    for (const [selector, face] of Object.entries(faceAt))
      expect(await fontsOf(page, selector)).toContain(`${face}*`)
  }).toPass()
}

for (const name of themes)
  describe(`the theme ${name}`, () => {
    test.beforeAll(({ server }) => useTheme(server, name))
    const { title, text } = faces[name]

    for (const path of ['/', '/zh'])
      test(`is set in its faces at ${path}, of less than 45 kB`, async ({ page }) => {
        const bytes = weighFonts(page)
        await page.goto(path, { waitUntil: 'networkidle' })
        await expect.poll(bytes).toBeGreaterThan(30_000)
        expect(bytes()).toBeLessThanOrEqual(45_000)
        // A price may have Chinese words beside it.
        await openInTime(page, path, { '.logo': title, '.price-now': text })
        // Letters of the logo are Latin everywhere.
        expect(await fontsOf(page, '.logo')).toEqual([`${title}*`])
        if (path === '/') expect(await fontsOf(page, 'h1')).toEqual([`${title}*`])
        else {
          const kind = name === 'paper' ? 'Serif' : 'Sans'
          expect(await fontsOf(page, 'h1')).toEqual([`Noto ${kind} CJK SC`])
          // “ and ” are Chinese ones there.
          expect(await fontsOf(page, '.home-hero .button')).toEqual(['Noto Sans CJK SC'])
        }
      })

    test('stands still and is read while its faces are on their way, and has them on the next page', async ({
      page,
    }) => {
      const held: Route[] = []
      let isHeld = true
      await page.route(isFont, (route) => (isHeld ? void held.push(route) : route.continue()))
      await page.addInitScript(watchShifts)
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      await expect(page.locator('h1')).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1)
      expect(held).toHaveLength(2)
      const before = await fontsOf(page, 'h1')
      expect(before.filter((font) => font.endsWith('*'))).toEqual([])
      const boxes = await boxesOf(page)

      const come = held.map((route) => page.waitForResponse(route.request().url()))
      isHeld = false
      await Promise.all(held.map((route) => route.continue()))
      for (const answer of await Promise.all(come)) await answer.finished()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await fontsOf(page, 'h1')).toEqual(before)
      expect(await boxesOf(page)).toEqual(boxes)
      expect(await shiftsOf(page)).toEqual([])

      await page.unrouteAll()
      await openInTime(page, '/category/tableware', { h1: title })
      expect(await fontsOf(page, 'h1')).toEqual([`${title}*`])
      expect(await shiftsOf(page)).toEqual([])
    })
  })

/** Where the parts of a page stand. */
function boxesOf(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, p, a, button').evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height].map((one) => one.toFixed(2)).join(' ')
    }),
  )
}

test('what stands in for a face takes as much room', async ({ server, page }) => {
  for (const name of themes) {
    await useTheme(server, name)
    await page.goto('/')
    const { title, text } = faces[name]
    const widths = await page.evaluate(
      async ([families, words]) => {
        const pen = document.createElement('canvas').getContext('2d')!
        const measure = async (family: string, weight: string): Promise<number> => {
          const font = `${weight} 100px "${family}"`
          await document.fonts.load(font, words)
          pen.font = font
          return pen.measureText(words).width
        }
        const root = getComputedStyle(document.documentElement)
        const kinds = ['--title-weight', '--weight'].map((property) => root.getPropertyValue(property).trim())
        // The only one of the stand-ins that a Linux without other fonts has.
        return Promise.all(
          families.map(async (family, index) => [
            await measure(family, kinds[index]!),
            await measure(`${family} as DejaVu`, kinds[index]!),
          ]),
        )
      },
      [
        [title, text],
        'Stoneware, lamps, linen and a few chairs, in 12 colours that get on with each other.',
      ] as const,
    )
    for (const [face, instead] of widths) {
      expect(face).toBeGreaterThan(1_000)
      expect(Math.abs(instead! / face! - 1), `${name}: ${face} and ${instead}`).toBeLessThan(0.03)
    }
  }
})
