import type { Locator, Page } from '@playwright/test'
import { expect, galleryShop } from './fixtures.ts'
import { desktop, inTheGallery, languages, phone, test as base } from './look/gallery.ts'
import { sampledIf } from './whole.ts'

/* Each shared part at work, in the gallery of them. */

const test = base.extend<{ gallery(part: string): Promise<Page> }>({
  gallery: ({ visit }, provide) =>
    provide((part) => visit(`/dev/gallery?part=${part}`, { viewport: desktop })),
})

const { describe } = test

test.use({ pictures: true, own: galleryShop })

test('dialog: is modal without scripts, closes by Escape and outside, and gives the focus back', async ({
  visit,
}) => {
  const page = await visit('/dev/gallery?part=dialog', { viewport: desktop, javaScriptEnabled: false })
  const dialog = page.getByRole('dialog', { name: 'Take the vase out of your cart?' }).first()
  const open = page.locator('#dialog-live[open]')
  await page.getByRole('button', { name: 'Open the dialog' }).click()
  await expect(page.locator('#dialog-live:modal')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open the dialog' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(open).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(open).toHaveCount(1)
  await page.mouse.click(10, 400)
  await expect(open).toHaveCount(0)
})

test('menu: hangs on its button, and closes by Escape', async ({ gallery }) => {
  const page = await gallery('menu')
  const button = page.locator('[popovertarget="menu-live"]')
  await button.click()
  const [menu, above] = await Promise.all([page.locator('#menu-live').boundingBox(), button.boundingBox()])
  expect(Math.round(menu!.x)).toBe(Math.round(above!.x))
  expect(menu!.y - above!.y - above!.height).toBeLessThan(8)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Featured')
  await page.keyboard.press('Escape')
  await expect(page.locator('#menu-live:popover-open')).toHaveCount(0)
})

test('tooltip: is shown to pointer and keyboard, and put away by Escape', async ({ gallery }) => {
  const page = await gallery('tooltip')
  const button = page.getByRole('button', { name: 'About the glaze' }).first()
  const bubble = page.locator('#tooltip-live')
  await button.hover()
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bubble).toBeHidden()
  await expect(button).toHaveAttribute('aria-describedby', 'tooltip-live')
})

test('tabs: stand side by side where there is room, one of them open, and below each other on a phone', async ({
  gallery,
}) => {
  const page = await gallery('tabs')
  const tab = (title: string): Locator => page.locator('summary', { hasText: title }).first()
  const rows = async (): Promise<number> => {
    const tops = ['About it', 'Measures and care', 'Delivery'].map(
      async (title) => (await tab(title).boundingBox())!.y,
    )
    return new Set(await Promise.all(tops)).size
  }
  expect(await rows()).toBe(1)
  await tab('Measures and care').click()
  await expect(page.locator('details[name="tabs-default"][open] > summary')).toHaveText(['Measures and care'])
  await page.setViewportSize(phone)
  await expect.poll(rows).toBe(3)
})

test('slides: turn by button, dot and key, and say which one is shown', async ({ gallery }) => {
  const page = await gallery('slides')
  const slides = page.locator('x-island[k="slides-by hand"]')
  const current = slides.locator('[aria-current]')
  await slides.getByRole('button', { name: 'Next' }).click()
  await expect(current).toHaveAttribute('aria-label', 'Show 2 of 3')
  await slides.getByRole('button', { name: 'Show 1 of 3' }).click()
  await expect(current).toHaveAttribute('aria-label', 'Show 1 of 3')
  await slides.locator('.slide-strip').focus()
  await page.keyboard.press('End')
  await expect(current).toHaveAttribute('aria-label', 'Show 3 of 3')
  await slides.getByRole('button', { name: 'Next' }).click()
  await expect(current).toHaveAttribute('aria-label', 'Show 1 of 3')
})

test('slides: turn by themselves, not while they are pointed at, and never again once stopped', async ({
  visit,
}) => {
  const page = await visit('/dev/gallery?part=slides', { viewport: desktop, reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.reload()
  const slides = page.locator('x-island[k="slides-turning"]')
  const current = slides.locator('[aria-current]')
  await page.clock.runFor(2_000)
  await expect.poll(() => isLive(page, 'slides-turning')).toBe(true)
  await page.clock.runFor(6_100)
  await expect(current).toHaveAttribute('aria-label', 'Show 2 of 3')
  const pushes = await countPushes(slides)
  await slides.locator('.slide-strip').hover()
  await page.clock.runFor(20_000)
  expect(await pushes()).toBe(0)
  await page.mouse.move(5, 5)
  await page.clock.runFor(6_100)
  expect(await pushes()).toBe(1)
  await expect(current).toHaveAttribute('aria-label', 'Show 3 of 3')
  await slides.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.mouse.move(5, 5)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.runFor(20_000)
  expect(await pushes()).toBe(1)
  await expect(slides.getByRole('button', { name: 'Play slideshow' })).toBeVisible()
})

for (const aid of ['reduced-motion', 'low-data'])
  test(`slides: stand still where the visitor chose ${aid}, and turn by hand all the same`, async ({
    visit,
    server,
  }) => {
    const page = await visit('/dev/gallery?part=slides', {
      viewport: desktop,
      reducedMotion: 'no-preference',
    })
    await page.context().addCookies([{ name: 'mode', value: aid, url: server.url }])
    await page.clock.install()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-mode', aid)
    const slides = page.locator('x-island[k="slides-turning"]')
    await page.clock.runFor(2_000)
    await expect.poll(() => isLive(page, 'slides-turning')).toBe(true)
    const pushes = await countPushes(slides)
    await page.clock.runFor(20_000)
    expect(await pushes()).toBe(0)
    await slides.getByRole('button', { name: 'Next' }).click()
    expect(await pushes()).toBe(1)
    await expect(slides.locator('[aria-current]')).toHaveAttribute('aria-label', 'Show 2 of 3')
  })

for (const language of languages)
  test(`cart: offers what is left in one line on a phone (${language || '/en'})`, async ({ visit }) => {
    const page = await visit(`${language}/dev/gallery?part=cart&state=not%20enough`, { viewport: phone })
    const offer = page.locator('.cart-line-trouble > .button')
    const lines = (): Promise<number> =>
      offer.evaluate((button) => {
        const words = document.createRange()
        words.selectNodeContents(button)
        return words.getClientRects().length
      })
    expect(await lines()).toBe(1)
    // Long words of another language go below what they are about, and stay in one piece too.
    await offer.evaluate((button) => (button.textContent = 'Die letzten 12 nehmen'))
    expect(await lines()).toBe(1)
    await expect(page).toFitTheWindow()
  })

test('phone field: shows the code of the region that is chosen', async ({ gallery }) => {
  const page = await gallery('phone-field')
  const list = page.locator('select[name="region-default"]')
  expect(await list.locator('option').count()).toBeGreaterThan(200)
  await expect.poll(() => isLive(page, 'dial-default')).toBe(true)
  await list.selectOption('JP')
  await expect(page.locator('x-island[k="dial-default"] .dial-code-shown')).toHaveText('+81')
})

test('countdown: ticks by the shop’s clock, whatever the visitor’s own says', async ({ page }) => {
  // An hour and a day ahead.
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 90_000_000
  })
  await page.goto('/dev/gallery?part=countdown')
  const parts = page.locator('.countdown-part')
  const first = await parts.allTextContents()
  expect(first.slice(0, 2)).toEqual(['03days', '09hours'])
  await expect.poll(() => parts.allTextContents()).not.toEqual(first)
  expect((await parts.allTextContents()).slice(0, 2)).toEqual(['03days', '09hours'])
})

describe('product picture', () => {
  const several = 'product-image&state=several%20pictures'

  test('is enlarged where it was pressed, moved by keys, and turned to the next one', async ({ gallery }) => {
    const page = await gallery(several)
    await page.getByRole('button', { name: 'Look closer' }).click()
    const stage = page.locator('.product-image-zoomed')
    const picture = stage.locator('img')
    const scale = (): Promise<number> => picture.evaluate((it) => Number(it.style.scale))
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const { width, height } = (await stage.boundingBox())!
    await expect
      .poll(async () => {
        await stage.click({ position: { x: width / 2 + 100, y: height / 2 } })
        return scale()
      })
      .toBe(2.5)
    await page.keyboard.press('-')
    expect(await scale()).toBeCloseTo(2.5 / 1.6, 5)
    await page.keyboard.press('0')
    expect(await scale()).toBe(1)

    const before = (await picture.getAttribute('src'))!
    await page.keyboard.press('ArrowRight')
    await expect(picture).not.toHaveAttribute('src', before)
    await page.keyboard.press('Escape')
    await expect(page.locator('.product-image-zoom[open]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Look closer' })).toBeFocused()
  })

  test('follows two fingers', async ({ visit }) => {
    const page = await visit(`/dev/gallery?part=${several}`, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('button', { name: 'Look closer' }).tap()
    const picture = page.locator('.product-image-zoomed img')
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number): Promise<unknown> =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: 180 - apart / 2, y: 370, id: 1 },
                { x: 180 + apart / 2, y: 370, id: 2 },
              ],
      })
    await expect
      .poll(async () => {
        await touch('touchStart', 100)
        for (const apart of [120, 160, 200, 250]) await touch('touchMove', apart)
        await touch('touchEnd', 0)
        return picture.evaluate((it) => Number(it.style.scale))
      })
      .toBeGreaterThan(2)
  })
})

for (const part of ['dialog', 'drawer', 'sheet', 'menu'])
  test(
    `${part}: is without fault to axe while it is open`,
    sampledIf(part === 'drawer'),
    async ({ visit }) => {
      for (const viewport of [phone, desktop]) {
        const page = await visit(`/dev/gallery?part=${part}`, { viewport })
        await page.locator(`[commandfor="${part}-live"], [popovertarget="${part}-live"]`).first().click()
        await expect(page.locator(`#${part}-live`)).toBeVisible()
        // The list of all parts, half under the one that is open, is nothing that a shop's page has.
        await expect(page, `at ${viewport.width}`).toPassAxe({ ...inTheGallery, without: '.gallery-names' })
      }
    },
  )

/** How often the slides were turned since then: asked at once, while the turning itself takes its time. */
async function countPushes(slides: Locator): Promise<() => Promise<number>> {
  const strip = slides.locator('.slide-strip')
  await strip.evaluate((element: HTMLElement) => {
    const scroll = element.scrollTo.bind(element)
    element.dataset['pushes'] = '0'
    element.scrollTo = (to?: ScrollToOptions | number) => {
      element.dataset['pushes'] = String(Number(element.dataset['pushes']) + 1)
      if (typeof to === 'object') scroll(to)
    }
  })
  return async () => Number(await strip.getAttribute('data-pushes'))
}

/** Whether React has taken over the island of that key. */
function isLive(page: Page, key: string): Promise<boolean> {
  return page
    .locator(`x-island[k="${key}"]`)
    .evaluate((host) => Object.keys(host).some((name) => name.startsWith('__reactContainer')))
}
