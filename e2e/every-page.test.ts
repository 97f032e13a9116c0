import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import { check } from 'linkinator'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '#test/chromium.ts'
import { missingPage, publicPages as pages } from './public-pages.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * What is asked of every public page in every language: markup without a fault, nothing that axe objects to, nothing
 * wider than a phone, and links that lead somewhere.
 */

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

describe('markup', () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

  it.each(pages)('%s has none that is wrong', async (page) => {
    const answer = await fetch(`${shop.url}${page}`)
    expect(answer.status).toBe(page.endsWith(missingPage) ? 404 : 200)
    const report = await validator.validateString(await answer.text())
    const faults = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    )
    expect(faults).toEqual([])
  })
})

describe('on a phone', () => {
  it.each(pages)('%s has nothing that axe objects to, and nothing wider than the window', async (path) => {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    try {
      const page = await context.newPage()
      // Rendering each picture for the first time would take most of the time.
      await page.route('**/media/**', (route) => route.abort())
      await page.goto(path)
      await page.evaluate(axe.source)
      const faults = await page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run()
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
      })
      expect(faults).toEqual([])
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider).toBe(0)
    } finally {
      await context.close()
    }
  })
})

it('has no link that leads nowhere', async () => {
  const found = await check({
    path: pages.filter((page) => !page.endsWith(missingPage)).map((page) => `${shop.url}${page}`),
    recurse: false,
    concurrency: 8,
    timeout: 20_000,
    // Other sites cannot be asked from everywhere where tests run.
    linksToSkip: (link) => Promise.resolve(!link.startsWith(shop.url)),
  })
  const broken = found.links.filter(({ state }) => state === 'BROKEN')
  expect(broken.map(({ url, status, parent }) => `${status} ${url} on ${parent}`)).toEqual([])
  expect(found.links.filter(({ state }) => state === 'OK').length).toBeGreaterThan(500)
}, 180_000)

it.each([
  ['//', '/'],
  ['//evil.example/cart', '/evil.example/cart'],
  ['/zh//category///tableware', '/zh/category/tableware'],
  ['/product/perch-stool/?sort=new', '/product/perch-stool?sort=new'],
])('leads from %s to %s and to no other site', async (untidy, tidy) => {
  const answer = await fetch(`${shop.url}${untidy}`, { redirect: 'manual' })
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe(tidy)
})
