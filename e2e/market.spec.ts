import { expect, test } from './fixtures.ts'
import { setEuroRate } from './settings.ts'

/*
 * Behind a proxy that names the visitor's country: in which currency prices are told, what an open cart says when they
 * change, and what a page says when the shop has gone.
 */

const { describe } = test

test.use({ own: { env: { COUNTRY_HEADER: 'cf-ipcountry' } } })

const from = (country: string): { extraHTTPHeaders: Record<string, string> } => ({
  extraHTTPHeaders: { 'cf-ipcountry': country },
})

describe('the currency', () => {
  for (const [country, pattern] of [
    ['JP', /^¥[\d,]+$/],
    ['de', /^€[\d.]+$/],
    ['HK', /^HK\$[\d.,]+$/],
    ['US', /^\$[\d.]+$/],
    // The shop does not sell in pounds.
    ['GB', /^\$[\d.]+$/],
    ['nonsense', /^\$[\d.]+$/],
    [null, /^\$[\d.]+$/],
  ] as const)
    test(`for ${country} is what people pay with there, if the shop takes it`, async ({ visitor }) => {
      const { page, listing } = await visitor({
        ...(country === null ? {} : from(country)),
        javaScriptEnabled: false,
      })
      // Twice: the second comes from the page cache, where others have left theirs.
      for (const _ of [1, 2]) {
        await page.goto('/category/lighting', { waitUntil: 'domcontentloaded' })
        await expect(listing).toShowPrice(pattern)
      }
    })

  test('that is chosen is stronger than the country, and stays on every page', async ({ visitor }) => {
    const { page, payIn, listing } = await visitor({ ...from('JP'), javaScriptEnabled: false })
    await page.goto('/category/lighting', { waitUntil: 'domcontentloaded' })
    await payIn('EUR')
    await expect(listing).toShowPrice(/^€/)
    await expect(page).toHaveURL(/\/category\/lighting$/)
    await page.goto('/zh/search?q=lamp', { waitUntil: 'domcontentloaded' })
    await expect(listing).toShowPrice(/^€/)
  })

  test('is the country’s in the cart and in a listing that is narrowed by scripts', async ({ visitor }) => {
    const { page, listing, cart, product } = await visitor(from('JP'))
    await page.goto('/category/lighting')
    await listing.sortBy('price-asc')
    await page.waitForURL(/sort=price-asc/)
    await expect(listing).toShowPrice(/^¥/)
    await product('Trio Stool', 'TRS-SAGE')
    await cart.addThis()
    await cart.visit()
    await expect(page.locator('main')).toHaveText(/¥[\d,]+/)
  })
})

test('marks a line of an open cart whose price has changed, with the price before', async ({
  server,
  visitor,
}) => {
  const { page, cart, follow } = await visitor(from('DE'))
  await cart.add('Trio Stool', 'TRS-SAGE')
  await follow('/cart')
  const line = page.locator('x-island[c=cart]')
  const price = async (): Promise<string> => /€[\d.]+/.exec((await line.textContent())!)![0]
  const before = await price()
  await setEuroRate(server, '1.5')
  await expect(page.getByText(`The price has changed. Before: ${before}`)).toBeVisible()
  expect(await price()).not.toBe(before)
})

test('says it to the log alone when the shop has not come back after five attempts, 50 seconds apart', async ({
  server,
  shop,
  page,
  complaints,
}) => {
  await page.clock.install()
  await shop.follow('/zh/product/trio-stool')
  const gone = 'The live channel is closed: all attempts to reconnect have failed.'
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  let refused = 0
  page.on('requestfailed', (request) => (refused += Number(request.url().endsWith('/live/ticket'))))
  complaints.expect(`error: ${gone}`, 'net::ERR_CONNECTION_REFUSED POST /api/web/live/ticket')
  complaints.allow('net::ERR_CONNECTION_REFUSED POST /api/web/visitor/track')
  await server.own.stop()
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(logged).not.toContain(gone)
    await page.clock.fastForward(50_000)
    // Each call is tried once more by itself.
    await expect.poll(() => refused).toBe(2 * attempt)
  }
  await expect.poll(() => logged).toContain(gone)
  await expect(page.locator('.toast')).toHaveCount(0)
  // Nothing more is tried.
  await page.clock.fastForward(300_000)
  // What was tried before this has failed before this.
  complaints.expect('net::ERR_CONNECTION_REFUSED GET /last')
  const last = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/last'))
  await page.evaluate(() => fetch('/last').catch(() => null))
  await last
  expect(refused).toBe(10)
})
