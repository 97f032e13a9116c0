import { expect, test } from './fixtures.ts'

const { describe } = test

describe('choosing a specification', () => {
  test('changes address, price, picture and button at once, and survives a reload', async ({
    shop,
    page,
  }) => {
    await shop.product('Trio Stool')
    const before = await page.evaluate(() => history.length)
    await page.getByRole('button', { name: 'Rust', exact: true }).click()
    await expect(page).toHaveURL(/\/product\/trio-stool\/TRS-RUST$/)
    const pictures = page.locator('.product-image-strip')
    await expect.poll(() => pictures.evaluate((strip) => strip.scrollLeft)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Plum, sold out' }).click()
    await expect(page).toHaveURL(/TRS-PLUM$/)
    const button = page.getByRole('button', { name: 'Sold out', exact: true })
    await expect(button).toBeDisabled()
    expect(await page.evaluate(() => history.length)).toBe(before)
    await page.reload()
    await expect(button).toBeDisabled()
    await expect(page.locator('.product-buttons-name')).toHaveText('Colour: Plum')
  })
})

test('a lost connection is said once, and no more when it is back', async ({
  cart,
  page,
  context,
  complaints,
}) => {
  const words = 'You are offline. This page stays here until you are back.'
  complaints.expect('net::ERR_INTERNET_DISCONNECTED POST /api/web/cart/')
  // The code that comes when the browser is idle, and the live channel, may be asked for just then.
  complaints.allow('net::ERR_INTERNET_DISCONNECTED', 'error: TypeError: Failed to fetch dynamically imported')
  await cart.add('First Light Mug')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await cart.addButton.click()
  await expect(page.getByText(words).filter({ visible: true })).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText(words).filter({ visible: true })).toHaveCount(0)
  await cart.visit()
  await cart.more('First Light Mug').click()
  await expect(cart.quantityOf('First Light Mug')).toHaveValue('2')
  await expect(page.locator('.cart-lines[aria-busy=false]')).toBeVisible()
  await context.setOffline(true)
  await cart.more('First Light Mug').click()
  await expect(page.getByText(words).filter({ visible: true })).toHaveCount(1)
  await expect(cart.quantityOf('First Light Mug')).toHaveValue('2')
  await context.setOffline(false)
  await expect(page.getByText(words).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('An unknown error occurred.')).toHaveCount(0)
})

describe('the drawer', () => {
  test('shows what was added, keeps the focus, and gives it back', async ({ cart, page }) => {
    await cart.add('First Light Mug')
    await expect(cart.drawer.getByRole('link', { name: 'First Light Mug' })).toBeVisible()
    await expect(cart.drawer.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(cart.drawer).toBeHidden()
    await expect(page.locator(':focus')).toContainText('Add to cart')
  })

  test('opens from the header, changes lines, and takes a removal back', async ({ cart, page }) => {
    await cart.add('First Light Mug')
    await cart.add('Harbour Blanket')
    await page.goto('/')
    await cart.open()
    await expect(cart.drawer.getByText('Your cart')).toBeVisible()
    await expect(cart.titles).toHaveText(['Harbour Blanket', 'First Light Mug'])
    await cart.more('Harbour Blanket').click()
    await expect(cart).toHaveUnitsInBag(3)
    await cart.remove('Harbour Blanket')
    await expect(cart).toHaveUnitsInBag(1)
    await cart.putBack()
    await expect(cart).toHaveUnitsInBag(3)
    await expect(cart.titles).toHaveText(['Harbour Blanket', 'First Light Mug'])
  })

  test('is no obstacle to a new window, and stays closed on the cart’s own page', async ({ cart, page }) => {
    await cart.visit()
    await cart.open()
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await expect(cart.drawer).toHaveCount(0)
  })
})

test('says that all there are of a thing are in the cart already', async ({
  shop,
  cart,
  page,
  complaints,
}) => {
  await shop.product('Harbour Blanket', 'HBB-INK')
  await expect(page.locator('.product-buttons-stock')).toHaveText('Only 2 left')
  await page.getByRole('button', { name: 'One more' }).click()
  await cart.addThis()
  await page.keyboard.press('Escape')
  complaints.expect('409 POST /api/web/cart/add')
  await cart.addButton.click()
  const refusal = page.getByRole('alert').getByText('All 2 that are left are already in your cart.')
  await expect(refusal).toBeVisible()
  await expect(cart).toHaveUnitsInBag(2)
})

describe('the cart', () => {
  test('ends in the last of many quick wishes', async ({ cart, page }) => {
    await cart.add('First Light Mug')
    await cart.visit()
    const quantity = cart.quantityOf('First Light Mug')
    await cart.more('First Light Mug').evaluate((button) => {
      for (let n = 0; n < 5; n++) (button as HTMLButtonElement).click()
    })
    await expect(quantity).toHaveValue('6')
    await expect(cart).toHaveUnitsInBag(6)
    await quantity.fill('4')
    await quantity.press('Enter')
    await expect(cart).toHaveUnitsInBag(4)
    await expect(cart.sum).toHaveText('$72')
    await page.reload()
    await expect(quantity).toHaveValue('4')
  })

  test('hears of what another tab puts in', async ({ shop, cart }) => {
    await cart.add('First Light Mug')
    await cart.visit()
    await cart.more('First Light Mug').click()
    await expect(cart).toHaveUnitsInBag(2)
    const other = await shop.newTab()
    await other.cart.add('Harbour Blanket')
    await expect(cart.titles).toHaveText(['Harbour Blanket', 'First Light Mug'])
  })
})

test('a cart by link changes nothing by being looked at, and puts all in by a press', async ({
  cart,
  page,
}) => {
  await page.goto('/cart/link?items=TRS-RUST:2,HBB-INK,NOPE')
  await expect(page.getByText('One item of this cart cannot be bought at the moment')).toBeVisible()
  expect(await cart.units()).toBe(0)
  await page.getByRole('button', { name: 'Put all in my cart' }).click()
  await expect(cart).toHaveUnitsInBag(3)
  const shared = await page.getByRole('link', { name: 'Share this cart' }).getAttribute('href')
  await page.goto(shared ?? '')
  await expect(page.locator('.cart-saved-line')).toHaveCount(2)
})

describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 600 } })

  const lines = 'TRS-RUST:2,FLM-SAGE-S:2,HBB-INK'

  test('prices stand below the titles, and the way to the checkout stays at the foot of the window', async ({
    cart,
    page,
  }) => {
    await cart.takeFromLink(lines)
    const line = cart.lines.first()
    const [words, money] = await Promise.all(
      ['.cart-line-words', '.cart-line-money'].map((part) => line.locator(part).boundingBox()),
    )
    expect(words!.width).toBeGreaterThan(200)
    expect(money!.y).toBeGreaterThanOrEqual(words!.y + words!.height - 1)
    const bar = page.locator('.cart-bar')
    await expect(bar.getByText((await cart.sum.textContent())!)).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Check out' })).toBeInViewport({ ratio: 1 })
    const { y, height } = (await bar.boundingBox())!
    expect(y + height).toBeCloseTo(600, 0)
    // An amount of seven digits has room, and so has the total beside the button.
    await page.setViewportSize({ width: 320, height: 600 })
    await page.locator('.cart-line-total, .cart-sums-amount, .cart-bar-total').evaluateAll((amounts) => {
      for (const amount of amounts) amount.textContent = 'HK$1,234,567.00'
    })
    await expect(page).toFitTheWindow()
    await expect(bar.getByRole('button', { name: 'Check out' })).toBeInViewport({ ratio: 1 })
    // At four times the size nothing stands over the lines.
    await page.setViewportSize({ width: 320, height: 256 })
    await page.evaluate(() => scrollTo(0, 400))
    for (const part of ['.header', '.cart-bar']) await expect(page.locator(part)).not.toBeInViewport()
  })

  test('the drawer shows what was added above its foot, even at four times the size', async ({
    cart,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await cart.add('First Light Mug')
    const title = cart.drawer.getByRole('link', { name: 'First Light Mug' })
    await expect(title).toBeInViewport({ ratio: 1 })
    const top = await title.evaluate((link) => {
      const { x, y } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + 2, y + 2))
    })
    expect(top, 'nothing covers it').toBe(true)
    expect(await cart.drawer.evaluate((drawer) => drawer.scrollWidth - drawer.clientWidth)).toBe(0)
  })
})

describe('beside the lines', () => {
  test('a line is saved for later, taken back, and counted only while it is in the cart', async ({
    cart,
    page,
  }) => {
    await cart.takeFromLink('TRS-RUST,FLM-SAGE-S:2')
    await page.locator('.cart-lines').getByRole('button', { name: 'Save for later: Trio Stool' }).click()
    await expect(cart).toHaveUnitsInBag(2)
    const saved = page.getByRole('region', { name: 'Saved for later' })
    await expect(saved.getByRole('link', { name: 'Trio Stool', exact: true })).toBeVisible()
    await cart.putBack()
    await expect(cart).toHaveUnitsInBag(3)
    await expect(saved).toBeHidden()
  })

  test('a code that there is not is answered beside its field, and what saves more is one press away', async ({
    cart,
    page,
    complaints,
  }) => {
    await cart.takeFromLink('TRS-RUST:2')
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('no-such-code')
    complaints.expect('404 POST /api/web/cart/coupon')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('This coupon code is not valid. Check it and try again.')).toBeVisible()
    const before = (await cart.sum.textContent())!
    await page.getByRole('button', { name: /^Use / }).click()
    await expect(page.getByRole('list', { name: 'Coupons in your cart' })).toBeVisible()
    await expect(cart.sum).not.toHaveText(before)
  })

  test('a country shows what shipping costs; it, the coupon and the note begin the checkout', async ({
    cart,
    page,
  }) => {
    await cart.takeFromLink('FLM-SAGE-S')
    await page.getByRole('combobox', { name: 'Estimate delivery to' }).selectOption('DE')
    await expect(page.locator('.cart-sums').getByText('Estimated total')).toBeVisible()
    await expect(page.locator('.cart-estimate-methods')).toContainText('Parcel from Rotterdam')
    await page.getByText('A note to your order').first().click()
    await page.getByRole('textbox', { name: 'A note to your order' }).fill('Ring twice.')
    await page.getByRole('button', { name: 'Check out' }).click()
    await expect(page).toHaveURL(/\/checkout\//)
    await page.goto(`${page.url().split('?')[0]}?step=information`)
    await expect(page.getByText('Ring twice.')).toHaveCount(1)
  })

  test('another choice takes the place of a line', async ({ cart, page }) => {
    await cart.takeFromLink('TRS-RUST')
    await cart.more('Trio Stool').click()
    // The part is awake then: the link is no visit any more.
    await expect(cart).toHaveUnitsInBag(2)
    await page.getByRole('link', { name: 'Choose another Trio Stool' }).click()
    const choice = page.getByRole('combobox', { name: 'Choose another Trio Stool' })
    await expect(choice).toBeFocused()
    await choice.selectOption('TRS-SAGE')
    await page.getByRole('button', { name: 'Take this one' }).click()
    await expect(cart.choices.first()).toHaveText('Sage')
  })
})

describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('saves for later, exchanges, estimates and takes a coupon', async ({ cart, page }) => {
    await cart.takeFromLink('TRS-RUST,FLM-SAGE-S')
    await page.getByRole('button', { name: 'Save for later: First Light Mug' }).click()
    await expect(page.getByText('Saved for later, below.')).toBeVisible()
    await expect(cart).toHaveUnitsInBag(1)
    await page.getByRole('button', { name: 'Move to cart: First Light Mug' }).click()
    await expect(page.getByText('It is in your cart again.')).toBeVisible()
    await expect(cart).toHaveUnitsInBag(2)
    await page.getByRole('link', { name: 'Choose another Trio Stool' }).click()
    await page.getByRole('combobox', { name: 'Choose another Trio Stool' }).selectOption('TRS-SAGE')
    await page.getByRole('button', { name: 'Take this one' }).click()
    await expect(cart.choices.getByText('Sage', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Estimate delivery to' }).selectOption('DE')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.locator('.cart-sums').getByText('Estimated total')).toBeVisible()
    await page.getByRole('button', { name: /^Use / }).click()
    await expect(page.getByText('The coupon is in your cart.')).toBeVisible()
  })

  test('works from the choice to the undo', async ({ shop, cart, page }) => {
    const quantity = cart.quantityOf('First Light Mug')
    await shop.product('First Light Mug')
    await page.getByRole('link', { name: 'Sage', exact: true }).click()
    await expect(page).toHaveURL(/FLM-SAGE-S$/)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await cart.addThis()
    await cart.more('First Light Mug').click()
    await expect(quantity).toHaveValue('4')
    await quantity.fill('7')
    await quantity.press('Enter')
    await expect(cart).toHaveUnitsInBag(7)
    await cart.less('First Light Mug')
    await expect(cart).toHaveUnitsInBag(6)
    await cart.remove('First Light Mug')
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await cart.putBack()
    await expect(cart).toHaveUnitsInBag(6)
    await expect(cart.choices).toHaveText('Sage, Small, 220 ml')
  })
})
