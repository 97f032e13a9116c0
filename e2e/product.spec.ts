import { expect, test, writingShop } from './fixtures.ts'
import { bareOnPaper } from './look/paper.ts'
import { untilLater } from './shop/later.ts'
import { sampledIf } from './whole.ts'

/* What a product page does beyond being bought from: buying.spec.ts has that. */

const { describe } = test

// Reviews are found helpful, mails are asked for, and a price is changed.
test.use({ pictures: true, own: writingShop, contextOptions: { reducedMotion: 'reduce' } })

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

describe('a word of seventy letters', () => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtens'
  const width = { 390: 844, 1280: 800, 1440: 900 }

  for (const [inline, block] of Object.entries(width))
    test(
      `breaks in a window of ${inline}, and leaves the button in sight`,
      sampledIf(inline === '390'),
      async ({ server, visitor }) => {
        await server.importing('catalog', {
          categories: [{ slug: 'long', name: { en: word } }],
          products: [
            {
              slug: 'long',
              title: { en: word },
              categories: ['long'],
              options: [
                {
                  code: 'size',
                  name: { en: word },
                  values: [
                    { code: 'one', name: { en: word } },
                    { code: 'two', name: { en: 'Two' } },
                  ],
                },
              ],
              skus: ['one', 'two'].map((size) => ({
                sku: `LONG-${size}`,
                options: { size },
                prices: { USD: { price: '80' } },
                stock: 3,
              })),
            },
          ],
        })
        const { page } = await visitor({ viewport: { width: Number(inline), height: block } })
        for (const path of ['/product/long', '/category/long']) {
          await page.goto(path)
          await expect(page.locator('h1')).toHaveText(word)
          await expect(page).toFitTheWindow()
        }
        await page.goto('/product/long')
        const button = await page.getByRole('button', { name: 'Add to cart' }).boundingBox()
        expect(button!.x).toBeGreaterThanOrEqual(0)
        expect(button!.x + button!.width).toBeLessThanOrEqual(Number(inline))
      },
    )
})

describe('looking closer', () => {
  test('enlarges, turns and closes by keys', async ({ shop, page }) => {
    await shop.product('Field Plate')
    await page.getByRole('button', { name: 'Look closer' }).click()
    const shown = page.locator('.product-image-zoomed img')
    const first = (await shown.getAttribute('src'))!
    // Keys are heard from the moment on at which the dialog is open.
    await expect(shown).toBeVisible()
    await page.keyboard.press('+')
    await expect.poll(() => shown.evaluate((img) => img.style.scale)).toBe('1.6')
    await page.keyboard.press('0')
    await page.keyboard.press('ArrowRight')
    await expect(shown).not.toHaveAttribute('src', first)
    await expect.poll(() => shown.evaluate((img) => img.style.scale)).toBe('1')
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  })

  test('enlarges by two fingers', async ({ visitor }) => {
    const { page, product, context } = await visitor(phone)
    await product('Field Plate')
    await page.getByRole('button', { name: 'Look closer' }).tap()
    const shown = page.locator('.product-image-zoomed img')
    await expect(shown).toBeVisible()
    const session = await context.newCDPSession(page)
    const fingers = (apart: number) => [
      { x: 180 - apart, y: 370, id: 1 },
      { x: 180 + apart, y: 370, id: 2 },
    ]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
    for (const apart of [50, 60, 70, 80])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => shown.evaluate((img) => Number(img.style.scale))).toBeCloseTo(2, 1)
  })
})

describe('the price', () => {
  test('falls with the number, on the page and in the cart', async ({ shop, cart, page }) => {
    await shop.product('Field Plate')
    const reached = page.locator('.product-buttons-tiers [aria-current]')
    await expect(reached).toHaveCount(0)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('4')
    await expect(reached).toHaveText(/4 or more\s*\$17.50 each/)
    expect(await bareOnPaper(page)).toEqual([])
    await cart.addThis()
    await cart.visit()
    expect(await bareOnPaper(page)).toEqual([])
    await expect(cart.lines.first()).toContainText('$17.50')
    await expect(cart.lines.first()).toContainText('$70')
  })

  test('is told for a measure, for each choice', async ({ shop, page }) => {
    await shop.product('Evening Candle')
    const told = page.locator('.product-buttons-term')
    await expect(told).toHaveText('$18.89 / 100 g')
    await page.getByRole('button', { name: '400 g, two wicks' }).click()
    await expect(told).toHaveText('$14.50 / 100 g')
  })

  test('has with a reduction the lowest of the 30 days before it, and with a promotion what the cart asks for', async ({
    server,
    shop,
    cart,
    page,
  }) => {
    const priced = (prices: object): Promise<void> => {
      const skus = [{ sku: 'LOW-1', prices, stock: 3 }]
      return server.importing('catalog', { products: [{ slug: 'low', title: { en: 'Low' }, skus }] })
    }
    await priced({ USD: { price: '80' } })
    await priced({ USD: { price: '60', linePrice: '99' } })
    await shop.product('Low')
    await expect(page.locator('.product-buttons-price')).toContainText(
      'Lowest price in the 30 days before: $80',
    )
    await server.importing('content', {
      promotions: [
        {
          slug: 'lower',
          name: { en: 'Lower' },
          summary: { en: 'Ten percent.' },
          conditions: { products: ['low'] },
          benefit: { kind: 'percent', percent: 10 },
        },
      ],
    })
    await shop.product('Low')
    await expect(page.locator('.product-buttons-price')).toContainText(/\$54\s.*\$99/)
    await expect(page.getByRole('link', { name: 'Lower' })).toBeVisible()
    await cart.addThis()
    await cart.visit()
    await expect(cart.lines.first()).toContainText('$54')
  })
})

describe('the reviews', () => {
  test('are narrowed to a score by its bar, with and without scripts', async ({ visitor }) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, product } = await visitor({ javaScriptEnabled })
      await product('Field Plate')
      await page.getByRole('link', { name: /^3 stars/ }).click()
      await page.waitForURL(/stars=3/)
      await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible()
      const scores = page.locator('.review-head .score-stars')
      const labels = await scores.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      expect(new Set(labels)).toEqual(new Set(['3 out of 5']))
    }
  })

  test('open their pictures in the page, and give the focus back', async ({ shop, page }) => {
    await shop.product('Long Weekend Sofa')
    const link = page.locator('[data-lightbox] a').first()
    await link.scrollIntoViewIfNeeded()
    await untilLater(page)
    await link.click()
    const dialog = page.locator('dialog.lightbox')
    await expect
      .poll(() => dialog.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(400)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(/\/product\/long-weekend-sofa/)
  })

  test('can be found helpful once', async ({ shop, page, context }) => {
    await shop.product('Quiet Bowl')
    const form = page.locator('.review-helpful').last()
    const said = form.locator('output')
    const before = Number.parseInt((await said.textContent()) || '0', 10)
    await untilLater(page)
    await form.getByRole('button').click()
    await expect(said).toHaveText(new RegExp(`^${before + 1}\\b`))
    const review = await form.locator('[name=review]').inputValue()
    await context.request.post('/form/review/helpful', { form: { review, next: '/product/quiet-bowl' } })
    const fresh = await context.request.post('/api/web/review/helpful', { data: { review: Number(review) } })
    expect(await fresh.json()).toMatchObject({ data: { helpful: before + 1 } })
  })
})

test('puts all that are bought together into the cart, in the colour that was chosen', async ({
  shop,
  cart,
  page,
}) => {
  await shop.product('Field Plate')
  await page.getByRole('button', { name: 'Sage', exact: true }).click()
  await page.getByRole('button', { name: 'Add all 3 to cart' }).click()
  await expect(cart).toHaveUnitsInBag(3)
  await cart.visit()
  await expect(cart.lines).toHaveCount(3)
  const lines = (await cart.lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).toSorted()
  expect(lines).toEqual([
    expect.stringContaining('Field Plate Sage'),
    expect.stringContaining('Quiet Bowl'),
    expect.stringContaining('Second Helping Napkins'),
  ])
})

test('what is sold out can be chosen, and asked for by mail', async ({ shop, page }) => {
  await shop.product('After Rain Diffuser', 'ARD-SMOKE-100')
  await page.getByRole('button', { name: '200 ml, sold out' }).click()
  await expect(page.getByText('Email me when it is back in stock')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/product/alert'))
  await page.getByRole('textbox', { name: 'Your email' }).fill('ada@shop.example')
  await page.getByRole('button', { name: 'Tell me', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({
    sku: 'ARD-SMOKE-200',
    kind: 'stock',
    email: 'ada@shop.example',
  })
  await expect(page.getByText('Check your inbox')).toBeVisible()
})

test('copies its address where the browser cannot share it', async ({ visitor, server }) => {
  const { page, product } = await visitor({
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await product('Field Plate', 'FPL-SAGE-27')
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await untilLater(page)
  // The words are there for a second.
  await Promise.all([
    page.getByText('Link copied').waitFor(),
    page.getByRole('link', { name: 'Share' }).click(),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.url}/product/field-plate/FPL-SAGE-27`,
  )
})

test('shows three messages at most, the newest last, and none over the way into the cart', async ({
  visitor,
}) => {
  const { page, product } = await visitor({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.clock.install()
  await product('Field Plate', 'FPL-SAGE-27')
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await untilLater(page)
  // No message goes while the clock stands still.
  await page.clock.pauseAt(Date.now() + 60_000)
  const link = page.getByRole('link', { name: 'Share' })
  const messages = page.locator('#toasts[aria-live=polite] > .toast')
  for (const words of ['One', 'Two', 'Three', 'Four']) {
    await link.evaluate((one, said) => one.setAttribute('data-share', said), words)
    await link.press('Enter')
    await expect(messages.last()).toHaveText(words)
  }
  await expect(messages.filter({ visible: true })).toHaveText(['Two', 'Three', 'Four'])
  const overlaps = (): Promise<string[]> =>
    page.locator('.toast:visible, .product-buttons-buy').evaluateAll((all) =>
      all
        .map((one) => ({ box: one.getBoundingClientRect(), is: one.className }))
        .toSorted((a, b) => a.box.bottom - b.box.bottom)
        .flatMap(({ box, is }, index, sorted) =>
          index > 0 && box.top < sorted[index - 1]!.box.bottom ? [is] : [],
        ),
    )
  await expect.poll(overlaps).toEqual([])
})

test('keeps the way into the cart in sight on a phone', async ({ visitor }) => {
  const { page, product } = await visitor(phone)
  await product('Field Plate')
  // What follows the stock keeps its distance: the bar above it has left the page's column.
  const gap = await page.evaluate(() => {
    const above = [...document.querySelectorAll('.product-buttons-stock, .product-buttons-tiers')].map(
      (part) => part.getBoundingClientRect().bottom,
    )
    return document.querySelector('.product-buttons-now')!.getBoundingClientRect().top - Math.max(...above)
  })
  expect(gap).toBeGreaterThanOrEqual(14)
  // A long name ends in an ellipsis, in the line of the way here.
  const last = page.locator('.breadcrumbs li:last-child')
  const line = (await last.boundingBox())!.height
  await last.evaluate((here) => (here.textContent = 'Geschirrspuelmaschinenreiniger '.repeat(4)))
  expect((await last.boundingBox())!.height).toBe(line)
  await expect(page).toFitTheWindow()
  for (const share of [0, 0.3, 0.6]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share)
    const box = (await page.locator('.product-buttons-buy').boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(741)
    expect(box.y).toBeGreaterThan(600)
  }
  // At four times the size the window is this low: all of it is for reading then.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.evaluate(() => scrollTo(0, document.querySelector('h1')!.getBoundingClientRect().top + scrollY))
  const bars = await page
    .locator('.header, .product-buttons-buy')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  const seen = bars.map(({ top, bottom }) => Math.min(bottom, 256) - Math.max(top, 0))
  expect(seen.reduce((sum, height) => sum + Math.max(0, height), 0)).toBeLessThan(256 / 3)
})

test('a word that is longer than the window is broken', async ({ shop, page }) => {
  await shop.product('Field Plate')
  await page.locator('.product-page-summary').evaluate((one) => {
    one.textContent = 'Donaudampfschifffahrt'.repeat(5)
  })
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page).toFitTheWindow()
  }
})

describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('it tells when it arrives, by the days of the zone, and for large things others', async ({
    shop,
    page,
  }) => {
    const arrives = page.locator('.product-page-arrives')
    await shop.product('Field Plate')
    await expect(arrives.locator('p')).toHaveText(/arrive \w{3} \d+ \w{3}.*Hong Kong and Macau$/s)
    await arrives.getByText('Elsewhere').click()
    await expect(arrives.locator('dt')).toHaveCount(6)
    const spans = await arrives.locator('dd').allInnerTexts()
    await shop.product('Long Weekend Sofa')
    await arrives.getByText('Elsewhere').click()
    expect(await arrives.locator('dd').allInnerTexts()).not.toEqual(spans)
  })

  test('what is sold out can be asked for by a plain post', async ({ shop, page }) => {
    await shop.product('After Rain Diffuser', 'ARD-SMOKE-200')
    await page.getByRole('textbox', { name: 'Your email' }).fill('bo@shop.example')
    await page.getByRole('button', { name: 'Tell me', exact: true }).click()
    await expect(page).not.toHaveURL(/\/form\//)
    await expect(page.locator('h1')).toHaveCount(1)
  })

  test('what is bought together is put into the cart by a plain post', async ({ shop, cart, page }) => {
    await shop.product('Field Plate')
    await page.getByRole('button', { name: 'Add all 3 to cart' }).click()
    await page.waitForURL(/\/cart$/)
    await expect(cart.lines).toHaveCount(3)
  })

  test('a helpful review leads back to where one was', async ({ page }) => {
    await page.goto('/product/quiet-bowl?order=new')
    await page.locator('.review-helpful button').first().click()
    await expect(page).toHaveURL(/\/product\/quiet-bowl\?(?:.*&)?order=new/)
  })
})
