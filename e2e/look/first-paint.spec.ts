import type { Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const { describe } = test

test.use({ pictures: true })

describe('before the first paint', () => {
  for (const path of ['/', '/category/tableware', '/product/trio-stool'])
    test(`the document ${path} is parsed while its stylesheets are on their way`, async ({ page }) => {
      const held: Route[] = []
      await page.route(/\.css$/, (route) => void held.push(route))
      await page.goto(path, { waitUntil: 'commit' })
      // A script in the body would wait for the stylesheets above it, and all that follows would wait for the script.
      await expect(page.locator('#announcer')).toBeAttached()
      expect(held.length).toBeGreaterThan(1)
      await Promise.all(held.map((route) => route.continue()))
      await expect(page.locator('h1')).toBeVisible()
    })

  test('files come without the headers of documents', async ({ page, request }) => {
    const files = new Map<string, Record<string, string>>()
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url())
      const kind = /^\/(assets|media|theme)\b.*\.(css|js|avif)$/.exec(pathname)
      if (kind) files.set(`${kind[1]} ${kind[2]}`, answer.headers())
    })
    const document = (await page.goto('/category/tableware', { waitUntil: 'networkidle' }))!
    expect([...files.keys()].toSorted()).toEqual(['assets css', 'assets js', 'media avif', 'theme css'])
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
