import type { Page } from '@playwright/test'
import { demoAccount } from '#transfer/demo/account.ts'
import { screensOfCustomers } from '../account/screens.ts'
import { expect, test } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { whole } from '../whole.ts'
import { longWord, writeLongWords } from './long-words.ts'

/* What people write may have no place where a line can break, and no page grows wider by it. */

// The demo's customer has an order and a return in every state, and has written everything that can be written.
test.use({ own: { env: { DEMO_CUSTOMER: 'on' } }, viewport: { width: 320, height: 800 } })

/** CSS pixels: the narrowest phone, and a common one. */
const widths = [320, 390]

/** Pages of one kind that are looked at; of orders and returns each has another state. */
const mostOfKind = 30

/** Links of a page to what people have written, each once and without what leads to a place on it. */
async function linksFrom(page: Page, kind: RegExp): Promise<string[]> {
  const all = await page
    .locator('main a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const found = all.filter((href) => kind.test(href)).map((href) => href.replace(/#.*/, ''))
  return [...new Set(found)].slice(0, mostOfKind)
}

/** Whether the page shows the long word; what makes it wider than the window stands with its address. */
async function measure(page: Page, path: string): Promise<boolean> {
  await page.goto(path)
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.soft(page, `${path} at ${width} px`).toFitTheWindow()
  }
  return (await page.locator('main').textContent())!.includes(longWord.slice(0, 40))
}

test('a word of 200 letters makes no page wider, wherever people have written it', async ({
  shop: { page },
  server,
}) => {
  test.setTimeout(600_000)
  await writeLongWords(server.own.dataDir)
  const account = accountOf(page)
  await account.open()
  await account.signInByPassword(demoAccount.email, demoAccount.password)
  await page.waitForURL('/cart')

  await page.goto('/user/order')
  const orders = await linksFrom(page, /^\/user\/order\/[^/]+$/)
  await page.goto('/user/return')
  const returns = await linksFrom(page, /^\/user\/return\/[^/]+$/)
  await page.goto('/user/review')
  const reviews = await linksFrom(page, /^\/review\/\d+$/)
  await page.goto('/user/article')
  const articles = await linksFrom(page, /^\/(?:user\/article\/edit\?id=\d+|article\/.+)$/)
  expect([orders, returns, reviews, articles].map(({ length }) => length > 1)).toEqual([
    true,
    true,
    true,
    true,
  ])
  const screens = screensOfCustomers({
    'user-order-detail': orders[0]!.split('/').at(-1)!,
    'user-return-detail': returns[0]!.split('/').at(-1)!,
  })
  const [order] = orders.map((path) => path.replace('/user', ''))
  const [back] = returns.map((path) => path.replace('/user', ''))
  const others = [
    '/',
    '/article',
    '/article/three-lamps',
    '/product/pond-vase',
    '/question/q-K7M29QXD4T',
    order!,
    back!,
  ]
  const shown: string[] = []
  const all = [...new Set([...screens, ...orders, ...returns, ...reviews, ...articles, ...others])]
  const asked = all.filter((_, index) => whole() || index % 2 === 0)
  for (const path of asked) if (await measure(page, path)) shown.push(path)
  // The word is there, and not only where it fits anyway.
  const written = [...orders, ...returns, ...articles, ...others].filter((path) => asked.includes(path))
  expect(written.length).toBeGreaterThan(10)
  expect(shown).toEqual(expect.arrayContaining(written))
})
