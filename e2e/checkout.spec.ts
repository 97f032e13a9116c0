import type { Locator } from '@playwright/test'
import { byTheGuidelines } from './look/axe.ts'
import { customerShop, expect, test } from './fixtures.ts'
import { stockUp } from './lantern.ts'
import { ada } from './shop/checkout.ts'
import type { Storefront } from './shop/storefront.ts'
import { sampledIf } from './whole.ts'

/*
 * What a guest fills in, and what is said where it does not go straight. The way from end to end: journeys.spec.ts.
 */

const { describe } = test

test.use({ own: customerShop })

test.beforeAll(({ server }) => stockUp(server, 'lantern'))

/** What was filled in as Ada's stands in the fields. */
async function expectTyped({ checkout }: Storefront): Promise<void> {
  for (const [name, value] of Object.entries(ada)) await expect(checkout.field(name)).toHaveValue(value)
}

describe('what was typed', () => {
  test('is there after a reload, after Back, in another language, and in another tab', async ({
    shop,
    page,
    checkout,
  }) => {
    await checkout.beginSoon('lantern')
    await checkout.fillIn()
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await page.reload()
    await expectTyped(shop)
    await checkout.onwards.click()
    await page.waitForURL(/step=payment/)
    await page.goBack()
    await page.waitForURL(/step=information/)
    await expectTyped(shop)
    const { href, pathname, search } = new URL(page.url())
    await page.goto(`/zh${pathname}${search}`)
    await expectTyped(shop)
    const other = await shop.newTab()
    await other.page.goto(href)
    await expectTyped(other)
  })

  test('is in the fields of the next language when that is chosen right after the last key', async ({
    shop,
    page,
    checkout,
  }) => {
    await checkout.beginSoon('lantern')
    await checkout.fillIn()
    await page.locator('.preferences a[hreflang="zh-Hans"]').evaluate((link) => (link as HTMLElement).click())
    await page.waitForURL(/\/zh\/checkout/)
    await expectTyped(shop)
  })

  test('stays when something is taken out of the cart in another tab, which the checkout follows', async ({
    shop,
    page,
    cart,
    checkout,
  }) => {
    await cart.takeFromLink('LANTERN:2,TRS-RUST')
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.waitForURL(/step=information/)
    await checkout.fillIn()
    // What a page sends as it goes may arrive after the next one has been shown: that has a test of its own.
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    const lines = page.locator('.checkout-line-title')
    await expect(lines).toHaveCount(2)
    const other = await shop.newTab()
    await other.cart.visit()
    await other.cart.remove('Trio Stool')
    await expect(lines).toHaveText(['Lantern lantern'])
    await expect(page.locator('.checkout-changed')).toContainText('Trio Stool')
    await expect(page.locator('.checkout-sum-subtotal dd')).toHaveText('$80')
    await page.reload()
    await expect(lines).toHaveText(['Lantern lantern'])
    await expectTyped(shop)
  })

  test('is kept when the page is left at once', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    const address = page.url()
    await checkout.field('contact.email').fill('ada@example.org')
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await checkout.field('note').fill('The bell says Lovelace')
    await page.goto('/cart')
    // What a page sends as it goes may arrive after the next one has been shown.
    await expect(async () => {
      await page.goto(address)
      await expect(checkout.field('note')).toHaveValue('The bell says Lovelace', { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  })

  test('may be a whole address in one piece', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    await page.locator('.address-paste summary').click()
    await page
      .locator('.address-paste textarea')
      .fill('Grace Hopper\n742 Evergreen Terrace\nApt 4B\nLos Angeles, CA 90012\nUSA\n(213) 555-0100')
    await page.getByRole('button', { name: 'Fill in' }).click()
    await expect(page.getByText('Filled in. Please check it.')).toBeVisible()
    await expect(checkout.field('address.postcode')).toHaveValue('90012')
    await expect(checkout.field('address.region')).toHaveValue('CA')
    await expect(checkout.field('address.line2')).toHaveValue('Apt 4B')
    await expect(checkout.field('address.firstName')).toHaveValue('Grace')
    await expect(checkout.field('address.lastName')).toHaveValue('Hopper')
    await expect(checkout.field('address.countryCode')).toHaveValue('+1')
    await expect(checkout.field('address.phone')).toHaveValue('(213) 555-0100')
  })
})

for (const scripts of [true, false])
  describe(`the form of another country, scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'has its names in its order, its dial code, and takes a number of elsewhere',
      sampledIf(!scripts),
      async ({ page, checkout }) => {
        await checkout.beginSoon('lantern')
        const names = (): Promise<string[]> =>
          page
            .locator('[name^="address."][name$="Name"]')
            .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name))
        const choose = async (country: string): Promise<void> => {
          await checkout.field('address.country').selectOption(country)
          if (!scripts) await page.locator('button.address-country').first().click()
        }
        await choose('US')
        await expect.poll(names).toEqual(['address.firstName', 'address.lastName'])
        await expect(checkout.field('address.countryCode')).toHaveValue('+1')
        await choose('HK')
        await expect.poll(names).toEqual(['address.lastName', 'address.firstName'])
        await expect(checkout.field('address.countryCode')).toHaveValue('+852')
        await checkout.toPayment({ 'address.phone': '+44 20 7946 0958' })
        await expect(page.locator('.checkout-review')).toContainText('+44 20 7946 0958')
        await expect(page.locator('.checkout-review')).toContainText('Ada Lovelace')
      },
    )

    test('says at the names that they are required', sampledIf(scripts), async ({ page, checkout }) => {
      await checkout.beginSoon('lantern')
      await checkout.fillIn({ 'address.firstName': '', 'address.lastName': '', 'address.phone': '' })
      await checkout.onwards.click()
      for (const text of ['First name is required', 'Last name is required', 'Phone is required'])
        await expect(page.locator('.field-error', { hasText: text })).toBeVisible()
    })
  })

/** Its place in the layout: a pressed button is drawn smaller. */
function topOf(button: Locator): Promise<number> {
  return button.evaluate((element) => (element as HTMLElement).offsetTop)
}

describe('the first press on "Continue to payment"', () => {
  for (const [how, visitorOptions] of [
    ['by mouse', { viewport: { width: 1280, height: 900 } }],
    ['by finger', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ] as const)
    test(`goes on, ${how}, right after the last key`, async ({ visitor }) => {
      const { page, checkout } = await visitor(visitorOptions)
      await checkout.beginSoon('lantern')
      await checkout.fillIn({ 'address.phone': '' })
      await expect(page.getByText('What you typed is kept.')).toBeVisible()
      await checkout.onwards.scrollIntoViewIfNeeded()
      await checkout.field('address.phone').focus()
      await page.keyboard.type('91234567')
      const [box, top] = [(await checkout.onwards.boundingBox())!, await topOf(checkout.onwards)]
      const at = [box.x + box.width / 2, box.y + box.height / 2] as const
      if (how === 'by mouse') {
        await page.mouse.move(...at)
        await page.mouse.down()
        expect(await page.locator('[aria-invalid]').count()).toBe(0)
        expect(await topOf(checkout.onwards)).toBe(top)
        await page.mouse.up()
      } else await page.touchscreen.tap(...at)
      await page.waitForURL(/step=payment/)
    })

  test('stays under the pointer while a fault waits for the release', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    await checkout.fillIn()
    // Too short: a fault that is known before the press.
    await checkout.field('address.phone').fill('12')
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await checkout.onwards.scrollIntoViewIfNeeded()
    const [box, top] = [(await checkout.onwards.boundingBox())!, await topOf(checkout.onwards)]
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    expect(await topOf(checkout.onwards)).toBe(top)
    await expect(checkout.field('address.phone')).not.toBeFocused()
    await page.mouse.up()
    await expect(checkout.errors).toBeVisible()
    await expect(checkout.field('address.phone')).toBeFocused()
  })
})

describe('what is missing', () => {
  for (const scripts of [true, false])
    describe(`scripts ${scripts}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('is said at the top and beside each field', async ({ page, checkout }) => {
        await checkout.beginSoon('lantern')
        await checkout.onwards.click()
        await expect(checkout.errors).toContainText(/2 fields need your attention.*Email is required/s)
        await expect(page.locator('[aria-invalid]')).toHaveCount(2)
        if (scripts) await expect(checkout.field('contact.email')).toBeFocused()
      })
    })

  test('is said of the address as well, where the language has chosen the country', async ({ checkout }) => {
    await checkout.beginSoon('lantern', '/zh-HK')
    await checkout.field('contact.email').fill('ada@example.org')
    await checkout.onwards.click()
    await expect(checkout.field('address.line1')).toHaveAttribute('aria-invalid', 'true')
    await expect(checkout.errors).not.toContainText('國家')
    await expect(checkout.field('address.country')).toHaveValue('HK')
  })

  test('leads back from a step that is not reached yet', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    await page.goto(page.url().replace('step=information', 'step=payment'))
    await expect(page).toHaveURL(/step=information&tried=1$/)
  })

  test('is a way to send it, where none goes', async ({ server, page, checkout }) => {
    // Nothing carries 400 kilos to Norway.
    await stockUp(server, 'anvil', { weight: 400_000 })
    await checkout.beginSoon('anvil')
    await checkout.field('address.country').selectOption('NO')
    for (const [name, value] of [
      ['address.postcode', '0154'],
      ['contact.email', 'ada@example.org'],
      ['address.firstName', 'Ada'],
      ['address.lastName', 'Byron'],
      ['address.line1', 'Karl Johans gate 1'],
      ['address.city', 'Oslo'],
    ] as const)
      await checkout.field(name).fill(value)
    await checkout.onwards.click()
    await page.waitForURL(/step=payment/)
    await expect(page.getByText('Shipping method is not available')).toBeVisible()
    await expect(page.locator('.checkout-none').first()).toContainText(
      'Try another address, or remove an item.',
    )
  })
})

/** React has taken the part over: what is put in before is not what it expects. */
async function untilTaken(part: Locator): Promise<void> {
  const isTaken = (): Promise<boolean> =>
    part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')))
  await expect.poll(isTaken).toBe(true)
}

describe('beside the form', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('of many lines the list alone is scrolled: coupons and sums stay in sight', async ({
    page,
    checkout,
  }) => {
    await checkout.beginSoon('lantern')
    const list = page.locator('.checkout-lines')
    await untilTaken(list)
    await list.evaluate((lines) => {
      for (let n = 1; n < 30; n++) lines.append(lines.firstElementChild!.cloneNode(true))
    })
    const isScrolled = (part: string): Promise<boolean> =>
      page.locator(part).evaluate((one) => one.scrollHeight > one.clientHeight)
    expect(await isScrolled('.checkout-lines')).toBe(true)
    expect(await isScrolled('.checkout-summary-inside')).toBe(false)
    for (const part of ['.checkout-coupons', '.checkout-sums', '.checkout-line'])
      await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 })
    // With many reductions, too, the edge of the second line says that there are more.
    await page.locator('.checkout-sums').evaluate((sums) => {
      for (let n = 0; n < 4; n++) sums.prepend(sums.firstElementChild!.cloneNode(true))
    })
    await expect(page.locator('.checkout-sums')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.checkout-line').nth(1)).toBeInViewport({ ratio: 0.25 })
  })
})

describe('beside the form on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the amount stays in sight', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    await untilTaken(page.locator('.checkout-sums'))
    await expect(page.locator('.checkout-sums')).toBeInViewport({ ratio: 1 })
    await page.locator('.checkout-sums').evaluate((sums) => {
      for (let n = 0; n < 6; n++) sums.prepend(sums.firstElementChild!.cloneNode(true))
    })
    await expect(page.locator('.checkout-sum').last()).toBeInViewport({ ratio: 1 })
  })
})

test('makes one order of many presses', async ({ page, checkout }) => {
  await checkout.beginSoon('lantern')
  await checkout.toPayment()
  await checkout.choose('transfer')
  let submits = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/submit')) submits += 1
  })
  await checkout.placeButton.evaluate((button) => {
    for (let n = 0; n < 5; n++) (button as HTMLButtonElement).click()
  })
  await checkout.thanked()
  expect(submits).toBe(1)
  const order = page.url()
  // The page of the checkout is behind: it leads to its order.
  await page.goBack()
  await page.waitForURL(/\/order\/|thankyou/)
  await page.goto(order)
  await expect(page.locator('h1')).toHaveText('Thank you')
})

test('leads a second tab to the order that the first has placed', async ({
  page,
  checkout,
  shop,
  complaints,
}) => {
  await checkout.beginSoon('lantern')
  await checkout.toPayment()
  const other = await shop.newTab()
  await other.page.goto(page.url())
  await checkout.choose('transfer')
  await checkout.place()
  const order = new URL(page.url()).searchParams.get('order')!
  complaints.expect('409 POST /api/web/checkout/payment')
  await other.page.locator('.choice', { hasText: 'Cash on delivery' }).click()
  await other.page.waitForURL(`/order/${order}`)
  await expect(other.page.locator('h1')).toContainText(order)
})

test('shows nobody else the checkout or the order', async ({ page, checkout, visitor, complaints }) => {
  await checkout.beginSoon('lantern')
  const address = page.url()
  await checkout.toPayment()
  await checkout.choose('transfer')
  await checkout.place()
  const stranger = await visitor()
  complaints.expect('404 GET /checkout/')
  await stranger.page.goto(address)
  await expect(stranger.page.locator('.empty-state')).toContainText('was started in another browser')
  await stranger.page.goto(page.url())
  await expect(stranger.page).toHaveURL(/\/order(?:$|\?)/)
})

describe('every step', () => {
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const)
    test(
      `is without fault to axe and fits at ${width} px, ${colorScheme}`,
      sampledIf(width === 360),
      async ({ visitor }) => {
        const viewport = { width, height: 900 }
        const { page, checkout } = await visitor({ viewport, colorScheme, reducedMotion: 'reduce' })
        const expectSound = async (): Promise<void> => {
          await expect(page).toPassAxe(byTheGuidelines)
          await expect(page).toFitTheWindow()
        }
        await checkout.beginSoon('lantern')
        await checkout.onwards.click()
        await expect(checkout.errors).toBeVisible()
        await expectSound()
        await checkout.toPayment()
        await expectSound()
        await checkout.cartStep.click()
        await page.waitForURL(/step=cart/)
        await expect(page.locator('.cart-line').first()).toBeVisible()
        await expectSound()
        await page.goBack()
        await page.waitForURL(/step=payment/)
        await checkout.choose('transfer')
        await checkout.place()
        await expectSound()
      },
    )
})
