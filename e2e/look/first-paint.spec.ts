import { createHash } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { foldId } from '#platform/server/pages/fold.tsx'
import { compressedSize, limits } from '../../scripts/check/budgets.ts'
import { expect, test } from '../fixtures.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

const { describe } = test

test.use({ pictures: true })

const paths = ['/', '/category/tableware', '/product/trio-stool', '/article/what-glaze-is', '/cart']
const windows = [
  { width: 412, height: 823 },
  { width: 1280, height: 800 },
]

interface HeldStyles {
  /** Lets the next stylesheet go, and resolves when it counts; false when none is left. */
  letNext(): Promise<boolean>
  letAll(): Promise<void>
}

/** Keeps the stylesheets of page and theme back until they are let go. */
async function holdStyles(page: Page): Promise<HeldStyles> {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/(?:assets\/|theme\.)[^/]*\.css$/, (route) =>
    isHeld ? void held.push(route) : route.continue(),
  )
  const hrefs = (): Promise<(string | null)[]> =>
    page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
  return {
    async letNext() {
      const next = held.shift()
      if (next === undefined) return false
      await next.continue()
      await expect.poll(hrefs).toContain(next.request().url())
      return true
    },
    async letAll() {
      isHeld = false
      expect(held.length, 'stylesheets are held').toBeGreaterThan(0)
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

function isPainted(page: Page): Promise<boolean> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length === 1)
}

/** Each element that the window shows: where it is, and how it looks. */
function seen(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main *')].flatMap((element) => {
      const { x, y, width, height, bottom } = element.getBoundingClientRect()
      if (width === 0 || height === 0 || bottom <= 0 || y >= innerHeight) return []
      const style = getComputedStyle(element)
      const looks = [
        'color backgroundColor backgroundImage borderTopWidth borderTopColor borderRadius boxShadow display',
        'opacity fontFamily fontSize fontWeight letterSpacing lineHeight listStyleType maskImage order',
        'overflow paddingTop position textAlign textDecorationLine textTransform textWrap translate visibility zIndex',
      ]
        .join(' ')
        .split(' ')
        .map((name) => style[name as 'color'])
      const box = [x, y, width, height].map((length) => length.toFixed(1)).join(' ')
      return [`${element.localName} ${element.getAttribute('class') ?? ''}: ${box}; ${looks.join('; ')}`]
    }),
  )
}

describe('the first paint', () => {
  for (const path of paths)
    for (const viewport of windows)
      test(`of ${path}, ${viewport.width} wide, waits for no stylesheet and is final`, async ({
        visitor,
      }) => {
        const { page } = await visitor({ viewport })
        await page.addInitScript(watchShifts)
        const styles = await holdStyles(page)
        await page.goto(path, { waitUntil: 'commit' })
        await expect.poll(() => isPainted(page)).toBe(true)
        const before = await seen(page)
        expect(before.length).toBeGreaterThan(20)
        // Each changes nothing, also while the next one is on its way.
        let count = 0
        for (; await styles.letNext(); count++) expect(await seen(page)).toEqual(before)
        expect(count).toBeGreaterThan(0)
        await page.waitForLoadState('load')
        await expect(page.locator('.footer')).toBeVisible()
        expect(await seen(page)).toEqual(before)
        expect(await shiftsOf(page)).toEqual([])
      })

  test('needs no scripts', async ({ visitor }) => {
    const { page } = await visitor({ javaScriptEnabled: false, viewport: windows[0]! })
    const styles = await holdStyles(page)
    await page.goto('/category/tableware', { waitUntil: 'commit' })
    const fold = page.locator(`#${foldId}`)
    await expect(fold).toBeVisible()
    const before = await fold.boundingBox()
    await expect(page.locator('footer')).not.toBeAttached()
    await styles.letAll()
    await expect(page.locator('footer')).toBeVisible()
    expect(await fold.boundingBox()).toEqual(before)
  })

  for (const path of ['/', '/category/tableware', '/cart'])
    test(`of ${path} has the styles that its policy allows, and no others`, async ({ request }) => {
      for (const _ of ['rendered', 'from the cache']) {
        const answer = await request.get(path)
        const [, styles = ''] = /<style data-theme="[^"]+">([^]*?)<\/style>/.exec(await answer.text()) ?? []
        expect(styles).toContain('@layer')
        const sum = createHash('sha256').update(styles).digest('base64')
        expect(answer.headers()['content-security-policy']).toContain(`style-src 'self' 'sha256-${sum}';`)
      }
    })

  for (const path of paths)
    test(`of ${path} has no more styles than their budget allows`, async ({ request }) => {
      const html = await (await request.get(path)).text()
      const styles = /<style data-theme="[^"]+">[^]*?<\/style>/.exec(html)?.[0] ?? ''
      expect(styles).not.toBe('')
      const added = compressedSize(Buffer.from(html)) - compressedSize(Buffer.from(html.replace(styles, '')))
      expect(added).toBeGreaterThan(0)
      expect(added).toBeLessThanOrEqual(limits.firstStyles)
    })

  test('is that of the first picture, which is fetched with the document', async ({ request }) => {
    const html = await (await request.get('/')).text()
    const [, srcset = ''] = /<link rel="preload" as="image"[^>]* imagesrcset="([^"]+)"/.exec(html) ?? []
    const [, first = '', image = ''] =
      /<main.*?<source[^>]* srcset="([^"]+)"[^>]*>(<img[^>]*>)/i.exec(html) ?? []
    expect(srcset).not.toBe('')
    expect(first).toBe(srcset)
    expect(image).toContain('loading="eager"')
  })
})

describe('before the first paint', () => {
  test('files come without the headers of documents', async ({ page, request }) => {
    const files = new Map<string, Record<string, string>>()
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url())
      const kind = /^\/(assets|media|theme)\b.*\.(css|js|avif)$/.exec(pathname)
      if (kind) files.set(`${kind[1]} ${kind[2]}`, answer.headers())
    })
    const document = (await page.goto('/category/tableware', { waitUntil: 'networkidle' }))!
    expect([...files.keys()].toSorted()).toEqual(['assets css', 'assets js', 'media avif'])
    for (const [kind, headers] of files) {
      expect([kind, headers]).toEqual([
        kind,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        }),
      ])
      for (const name of ['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy'])
        expect([kind, headers]).not.toEqual([kind, expect.objectContaining({ [name]: expect.anything() })])
      const policy = headers['content-security-policy']
      // What others have uploaded can be opened as a document.
      expect([kind, policy]).toEqual([
        kind,
        kind.startsWith('media') ? "sandbox; default-src 'none'" : undefined,
      ])
    }
    for (const answer of [document, await request.get('/assets/missing.js')])
      expect(answer.headers()['content-security-policy']).toContain("default-src 'self'")
  })

  test('only one picture shares the line with the stylesheets', async ({ page }) => {
    await page.goto('/category/tableware')
    const priorities = await page
      .locator('main img[loading=eager]')
      .evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.fetchPriority))
    expect(priorities.filter((priority) => priority === 'high')).toHaveLength(1)
    expect(priorities.filter((priority) => priority !== 'high')).toEqual(['low', 'low', 'low'])
  })
})
