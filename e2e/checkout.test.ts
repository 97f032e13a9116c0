import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/*
 * From the home page to the thank-you page, as a guest, and what is said where it does not go straight.
 */

let shop: RunningShop
let browser: Browser

/** A product of the test's own, so that its price and its stock can change under a shopper's hands. */
async function stockUp(slug: string, price = '40', stock = 500, weight = 400): Promise<void> {
  const title = { en: `Lantern ${slug}`, zh: `灯笼 ${slug}`, 'zh-HK': `燈籠 ${slug}` }
  const skus = [{ sku: slug.toUpperCase(), prices: { USD: { price } }, stock, weight }]
  await importing(`${slug}.json`, {
    format: 'violet-catalog',
    version: 1,
    products: [{ slug, title, skus }],
  })
}

/** A coupon that is over, or not. */
async function issueCoupon(endsAt: string | null): Promise<void> {
  await importing('coupon.json', {
    format: 'violet-content',
    version: 1,
    coupons: [
      {
        slug: 'for-a-while',
        code: 'AWHILE',
        name: { en: 'For a while', zh: '一阵子', 'zh-HK': '一陣子' },
        summary: { en: 'Five dollars.', zh: '五美元。', 'zh-HK': '五美元。' },
        conditions: {},
        benefit: { kind: 'amount', amounts: { USD: '5' } },
        ...(endsAt === null ? {} : { endsAt }),
      },
    ],
  })
}

async function importing(name: string, document: object): Promise<void> {
  const file = join(shop.dataDir, name)
  await writeFile(file, JSON.stringify(document))
  const { code, stdout, stderr } = await violet(['import', file, '--pictures', 'none'], {
    dataDir: shop.dataDir,
  })
  expect([code, stdout, stderr].join('\n')).toMatch(/^0\n/)
}

beforeAll(async () => {
  shop = await openShop({ demo: true })
  browser = await launch()
  await stockUp('lantern')
}, 180_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

const patiently = { timeout: 20_000 }

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(patiently.timeout)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** The words that a journey presses, by the language's prefix. */
const words = {
  '': {
    methods: { transfer: 'Bank transfer', cod: 'Cash on delivery', card: 'Card (demo gateway)' },
    thanks: 'Thank you',
  },
  '/zh': { methods: { transfer: '银行转账', cod: '货到付款', card: '银行卡（演示支付）' }, thanks: '谢谢你' },
  '/zh-HK': {
    methods: { transfer: '銀行轉帳', cod: '貨到付款', card: '信用卡（示範付款）' },
    thanks: '多謝你',
  },
} as const
type Prefix = keyof typeof words
type Method = keyof (typeof words)['']['methods']

const next = (page: Page): Locator => page.locator('.checkout-on button')
const place = (page: Page): Locator => page.locator('.checkout-pay > button[type=submit]')
const total = (page: Page): Locator => page.locator('.checkout-summary-total')

async function begin(page: Page, prefix: Prefix = '', slug = 'lantern'): Promise<void> {
  await page.goto(`${prefix}/product/${slug}`)
  await page.locator('.product-buttons-now button').click()
  await page.waitForURL(/\/checkout\/[\w-]+\?step=information$/)
}

const here: Readonly<Record<string, string>> = {
  'contact.email': 'ada@example.org',
  'address.name': 'Ada Lovelace',
  'address.line1': '12 Queen’s Road Central',
  'address.city': 'Central',
  'contact.phone': '9123 4567',
}

/** An address in Hong Kong. Without scripts the country's fields come with a page of their own. */
async function fillIn(
  page: Page,
  scripts = true,
  other: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.locator('[name="address.country"]').selectOption('HK')
  if (!scripts) await page.locator('button[name=next]').first().click()
  await page.locator('[name="address.region"]').waitFor()
  for (const [name, value] of Object.entries({ ...here, ...other }))
    await page.locator(`[name="${name}"]`).fill(value)
  await page.locator('[name="address.region"]').selectOption('HK')
}

async function toPayment(
  page: Page,
  scripts = true,
  other: Readonly<Record<string, string>> = {},
): Promise<void> {
  await fillIn(page, scripts, other)
  await next(page).click()
  await page.waitForURL(/step=payment/)
}

async function choose(page: Page, prefix: Prefix, method: Method, scripts = true): Promise<void> {
  const name = words[prefix].methods[method]
  const radio = page.locator('.choice', { hasText: name }).locator('input')
  await radio.check()
  // A choice counts once the sums know it.
  if (scripts) await page.locator('.checkout-sums[aria-busy=false]').waitFor({ state: 'attached' })
  await page.locator('[name=terms]').check()
}

async function finish(page: Page, method: Method, scripts: boolean): Promise<void> {
  await place(page).click()
  if (method === 'card') {
    await page.waitForURL(/demo-gateway/)
    await page.locator('button[value=approve]').click()
  } else if (!scripts && method === 'cod' && !page.url().includes('thankyou')) {
    // The fee was not in the total that was sent: it is shown, and asked for again.
    await page.locator('.form-errors').waitFor()
    await page.locator('[name=terms]').check()
    await place(page).click()
  }
  await page.waitForURL(/\/checkout\/thankyou\?order=[0-9A-Z]{5}-[0-9A-Z]{5}$/)
}

const journeys = (Object.keys(words) as Prefix[]).flatMap((prefix) =>
  [1280, 390].flatMap((width) =>
    [true, false].flatMap((scripts) =>
      (['transfer', 'cod', 'card'] as const).map((method) => ({ prefix, width, scripts, method })),
    ),
  ),
)

describe('a guest goes from the home page to the thank-you page', () => {
  it.each(journeys)(
    '$prefix at $width px, scripts $scripts, by $method',
    { timeout: 120_000 },
    async ({ prefix, width, scripts, method }) => {
      // One address may not place more than thirty orders in an hour.
      const email = `ada-${prefix.slice(1)}-${width}-${scripts}-${method}@example.org`
      const page = await visitor({ viewport: { width, height: 900 }, javaScriptEnabled: scripts })
      await page.goto(prefix === '' ? '/' : prefix)
      await page.locator('main a[href*="/product/"]').first().waitFor()
      await begin(page, prefix)
      await toPayment(page, scripts, { 'contact.email': email })
      await choose(page, prefix, method, scripts)
      await finish(page, method, scripts)
      expect(await page.locator('h1').innerText()).toBe(words[prefix].thanks)
      const number = new URL(page.url()).searchParams.get('order')!
      expect(await page.locator('.thanks-number').innerText()).toContain(number)
      expect(await page.locator('.thanks-facts').innerText()).toContain(email)
      if (method === 'transfer') expect(await page.locator('.thanks-copies').innerText()).toContain(number)
    },
  )
})

describe('what was typed', () => {
  it(
    'is there after a reload, after Back, in another language, and in another tab',
    { timeout: 90_000 },
    async () => {
      const page = await visitor()
      await begin(page)
      await fillIn(page)
      await page.getByText('What you typed is kept.').waitFor()
      const read = async (one: Page): Promise<Record<string, string>> =>
        Object.fromEntries(
          await Promise.all(
            Object.keys(here).map(
              async (name) => [name, await one.locator(`[name="${name}"]`).inputValue()] as const,
            ),
          ),
        )
      await page.reload()
      expect(await read(page)).toEqual(here)
      await next(page).click()
      await page.waitForURL(/step=payment/)
      await page.goBack()
      await page.waitForURL(/step=information/)
      await expect.poll(() => read(page).catch(() => null), patiently).toEqual(here)
      const address = new URL(page.url())
      await page.goto(`/zh${address.pathname}${address.search}`)
      expect(await read(page)).toEqual(here)
      const other = await page.context().newPage()
      await other.goto(address.href)
      expect(await read(other)).toEqual(here)
    },
  )

  it('is kept when the page is left at once', { timeout: 60_000 }, async () => {
    const page = await visitor()
    await begin(page)
    const address = page.url()
    await page.locator('[name="contact.email"]').fill('ada@example.org')
    await page.getByText('What you typed is kept.').waitFor()
    const note = page.locator('[name=note]')
    await note.fill('The bell says Lovelace')
    await page.goto('/cart')
    await page.goto(address)
    await expect.poll(() => note.inputValue(), patiently).toBe('The bell says Lovelace')
  })

  it('may be a whole address in one piece', { timeout: 60_000 }, async () => {
    const page = await visitor()
    await begin(page)
    await page.locator('.checkout-paste summary').click()
    await page
      .locator('.checkout-paste textarea')
      .fill('Grace Hopper\n742 Evergreen Terrace\nApt 4B\nLos Angeles, CA 90012\nUSA\n(213) 555-0100')
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.getByText('Filled in. Please look it over.').waitFor()
    await expect
      .poll(
        () =>
          page
            .locator('[name="address.postcode"]')
            .inputValue()
            .catch(() => null),
        patiently,
      )
      .toBe('90012')
    expect(await page.locator('[name="address.region"]').inputValue()).toBe('CA')
    expect(await page.locator('[name="address.line2"]').inputValue()).toBe('Apt 4B')
    expect(await page.locator('[name="contact.phone"]').inputValue()).toBe('(213) 555-0100')
  })
})

describe('what is missing', () => {
  it.each([true, false])(
    'is said at the top and beside each field, scripts %s',
    { timeout: 60_000 },
    async (scripts) => {
      const page = await visitor({ javaScriptEnabled: scripts })
      await begin(page)
      await next(page).click()
      await page.locator('.form-errors').waitFor()
      expect(await page.locator('.form-errors').innerText()).toMatch(
        /2 things are still missing.*E-mail is required/s,
      )
      expect(await page.locator('[aria-invalid]').count()).toBe(2)
      if (scripts) {
        const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'))
        expect(focused).toBe('contact.email')
      }
    },
  )

  it('leads back from a step that is not reached yet', { timeout: 60_000 }, async () => {
    const page = await visitor()
    await begin(page)
    await page.goto(page.url().replace('step=information', 'step=payment'))
    expect(page.url()).toMatch(/step=information&tried=1$/)
  })

  it('is a way to send it, where none goes', { timeout: 60_000 }, async () => {
    const page = await visitor()
    // Nothing carries 400 kilos to Norway.
    await stockUp('anvil', '40', 500, 400_000)
    await begin(page, '', 'anvil')
    await page.locator('[name="address.country"]').selectOption('NO')
    await page.locator('[name="address.postcode"]').waitFor()
    await page.locator('[name="contact.email"]').fill('ada@example.org')
    await page.locator('[name="address.name"]').fill('Ada')
    await page.locator('[name="address.line1"]').fill('Karl Johans gate 1')
    await page.locator('[name="address.city"]').fill('Oslo')
    await page.locator('[name="address.postcode"]').fill('0154')
    await next(page).click()
    await page.waitForURL(/step=payment/)
    await page.getByText('Shipping method is not available').waitFor()
    expect(await page.locator('.checkout-none').first().innerText()).toContain(
      'Another address may do, or fewer things.',
    )
  })
})

describe('what has changed meanwhile', () => {
  it('is told before anything is ordered: another price', { timeout: 90_000 }, async () => {
    await stockUp('dear')
    const page = await visitor()
    await begin(page, '', 'dear')
    await toPayment(page)
    await choose(page, '', 'transfer')
    const before = await place(page).innerText()
    await stockUp('dear', '44')
    await place(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The total has changed').waitFor()
    const seen = /\$[\d.]+/.exec(before)![0]
    expect(await dialog.innerText()).toContain(`It was ${seen}`)
    await dialog.getByRole('button', { name: /^Order for / }).click()
    await page.waitForURL(/thankyou/)
  })

  it('is told before anything is ordered: what was sold', { timeout: 90_000 }, async () => {
    await stockUp('rare', '40', 2)
    const page = await visitor()
    await begin(page, '', 'rare')
    await page.locator('.step-bar a').first().click()
    await page.getByRole('button', { name: 'One more of Lantern rare' }).click()
    await expect.poll(() => page.locator('.checkout-quantity').innerText(), patiently).toBe('2')
    await page.locator('.checkout-on a').click()
    await toPayment(page)
    await choose(page, '', 'transfer')
    await stockUp('rare', '40', 1)
    await place(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Something was sold while you were here').waitFor()
    expect(await dialog.innerText()).toContain('Lantern rare')
    await dialog.getByRole('button', { name: 'Go on with what is there' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('.checkout-line-count').first().textContent(), patiently).toBe('1')
    await place(page).click()
    await page.waitForURL(/thankyou/)
  })

  it('is told without scripts too: what was sold', { timeout: 90_000 }, async () => {
    await stockUp('last', '40', 1)
    const page = await visitor({ javaScriptEnabled: false })
    await begin(page, '', 'last')
    await toPayment(page, false)
    await choose(page, '', 'transfer', false)
    await stockUp('last', '40', 0)
    await place(page).click()
    await page.waitForURL(/step=cart/)
    expect(await page.locator('.cart-line-trouble').innerText()).toMatch(/\S{3}/)
  })

  it('is told without scripts too: another price', { timeout: 90_000 }, async () => {
    await stockUp('plain')
    const page = await visitor({ javaScriptEnabled: false })
    await begin(page, '', 'plain')
    await toPayment(page, false)
    await choose(page, '', 'transfer', false)
    const before = await total(page).textContent()
    await stockUp('plain', '44')
    await place(page).click()
    expect(await page.locator('.form-errors').innerText()).toContain('The total has changed')
    expect(await total(page).textContent()).not.toBe(before)
    await page.locator('[name=terms]').check()
    await place(page).click()
    await page.waitForURL(/thankyou/)
  })

  it('is told: a coupon that is over', { timeout: 120_000 }, async () => {
    await issueCoupon(null)
    const page = await visitor()
    await begin(page)
    await toPayment(page)
    await page.locator('input[name=code]').fill('awhile')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('.coupon-row-on').getByText('AWHILE').waitFor()
    await choose(page, '', 'transfer')
    const before = await total(page).textContent()
    await issueCoupon('2026-01-01T00:00:00Z')
    await place(page).click()
    await page.getByRole('dialog').getByText('The total has changed').waitFor()
    expect(await page.getByRole('dialog').innerText()).toContain(`It was ${before}`)
    await page.getByRole('button', { name: 'Look it over first' }).click()
    expect(await page.locator('.coupon-row', { hasText: 'AWHILE' }).innerText()).toContain('does not run now')
    await page.getByRole('button', { name: 'Remove coupon AWHILE' }).click()
    await page.locator('.coupon-row', { hasText: 'AWHILE' }).waitFor({ state: 'detached' })
    await page.locator('input[name=code]').fill('AWHILE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This coupon does not run now.').waitFor()
  })
})

describe('the bank', () => {
  it('declines the card: the order says so, and how to go on', { timeout: 90_000 }, async () => {
    const page = await visitor()
    await begin(page)
    await toPayment(page)
    await choose(page, '', 'card')
    await place(page).click()
    await page.waitForURL(/demo-gateway/)
    await page.locator('button[value=decline]').click()
    await page.waitForURL((url) => url.pathname.includes('/order/'))
    expect(await page.locator('main').innerText()).toMatch(/The card was declined\. Try another card/)
  })

  it.each([true, false])(
    'declines the card: the order is paid at the second try, scripts %s',
    { timeout: 90_000 },
    async (scripts) => {
      const page = await visitor({ javaScriptEnabled: scripts })
      await begin(page)
      await toPayment(page, scripts)
      await choose(page, '', 'card', scripts)
      await place(page).click()
      await page.waitForURL(/demo-gateway/)
      await page.locator('button[value=decline]').click()
      await page.waitForURL((url) => url.pathname.includes('/order/'))
      await page.getByText('The card was declined.', { exact: false }).waitFor()
      await page.getByRole('link', { name: 'Pay again' }).click()
      await page.waitForURL(/demo-gateway/)
      await page.locator('button[value=approve]').click()
      await page.waitForURL(/thankyou/)
      expect(await page.locator('h1').innerText()).toBe('Thank you')
      await page.getByText('It is paid. We pack it now.').waitFor()
    },
  )

  it(
    'takes its time: the page waits, says so, and knows when it is decided',
    { timeout: 150_000 },
    async () => {
      const page = await visitor()
      await begin(page)
      await toPayment(page)
      await choose(page, '', 'card')
      await place(page).click()
      await page.waitForURL(/demo-gateway/)
      await page.locator('button[value=later]').click()
      await page.waitForURL(/thankyou/)
      await page.getByText('The bank has not answered yet.', { exact: false }).waitFor()
      await expect
        .poll(() => page.locator('.thanks-next').innerText(), { timeout: 90_000 })
        .toContain('It is paid. We pack it now.')
    },
  )
})

it('makes one order of many presses', { timeout: 90_000 }, async () => {
  const page = await visitor()
  await begin(page)
  await toPayment(page)
  await choose(page, '', 'transfer')
  let submits = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/submit')) submits += 1
  })
  await place(page).evaluate((button) => {
    for (let n = 0; n < 5; n++) (button as HTMLButtonElement).click()
  })
  await page.waitForURL(/thankyou/)
  expect(submits).toBe(1)
  const order = page.url()
  // The page of the checkout is behind: it leads to its order.
  await page.goBack()
  await page.waitForURL(/\/order\/|thankyou/)
  await page.goto(order)
  expect(await page.locator('h1').innerText()).toBe('Thank you')
})

it('shows nobody else the checkout or the order', { timeout: 90_000 }, async () => {
  const page = await visitor()
  await begin(page)
  const checkout = page.url()
  await toPayment(page)
  await choose(page, '', 'transfer')
  await place(page).click()
  await page.waitForURL(/thankyou/)
  const stranger = await visitor()
  const answer = await stranger.goto(checkout)
  expect([answer?.status(), await stranger.locator('.empty-state').innerText()]).toEqual([
    404,
    expect.stringContaining('belongs to another browser'),
  ])
  await stranger.goto(page.url())
  expect(new URL(stranger.url()).pathname).toBe('/order')
})

describe('every step', () => {
  it.each([
    [360, 'light'],
    [1440, 'dark'],
  ] as const)(
    'is without fault to axe and fits at %i px, %s',
    { timeout: 120_000 },
    async (width, colorScheme) => {
      const page = await visitor({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
      await begin(page)
      await next(page).click()
      await page.locator('.form-errors').waitFor()
      await expectSound(page)
      await toPayment(page)
      await expectSound(page)
      await page.locator('.step-bar a').first().click()
      await page.waitForURL(/step=cart/)
      await page.locator('.cart-line').first().waitFor()
      await expectSound(page)
      await page.goBack()
      await page.waitForURL(/step=payment/)
      await choose(page, '', 'transfer')
      await place(page).click()
      await page.waitForURL(/thankyou/)
      await expectSound(page)
    },
  )
})

/** Nothing that axe objects to, nothing wider than the window. */
async function expectSound(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { run } = (
      window as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> }
      }
    ).axe
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await run({ runOnly: { type: 'tag', values: tags } })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' ')}`)
  })
  expect(found).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
