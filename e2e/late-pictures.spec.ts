import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { untilLater } from './shop/later.ts'
import { shiftsOf, watchShifts } from './look/shifts.ts'

/*
 * Pictures that come late or not at all.
 */

const test = base.extend({
  page: async ({ page }, provide) => {
    await page.addInitScript(watchShifts)
    await provide(page)
  },
})

const { describe } = test

test.use({ pictures: true })

const listing = '/category/tableware'

async function onProduct(page: Page): Promise<void> {
  await page.waitForURL('**/product/**')
  await expect(page.locator('.product-page')).toHaveCount(1)
}

/** Lets each address of the pictures whose key `fails` accepts fail `count` times. Answers how often each was asked for. */
async function failPictures(
  page: Page,
  fails: (key: string) => boolean,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const asked = new Map<string, number>()
  await page.route('**/media/**', async (route) => {
    const address = route.request().url()
    const before = asked.get(address) ?? 0
    asked.set(address, before + 1)
    await (fails(keyOf(address)) && before < count ? route.abort() : route.continue())
  })
  return asked
}

function keyOf(address: string): string {
  return new URL(address).pathname.split('/')[2]!
}

/** When each address was asked for, by the browser: ms. What reaches the test has been on its way. */
async function watchRequests(page: Page): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map<string, number[]>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request, timestamp }) => {
    times.set(request.url, [...(times.get(request.url) ?? []), timestamp * 1_000])
  })
  return times
}

describe('a picture that does not come', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.beforeEach(({ complaints }) => complaints.allow('net::ERR_FAILED GET /media/'))

  const gallery = '.product-image-strip .picture'

  test('is tried three times on a page, and leaves its place in its colour with its text; nothing moves', async ({
    page,
  }) => {
    await page.goto(listing)
    const href = (await page.locator('.product-card-link').first().getAttribute('href'))!
    const here = await page
      .locator('.product-card img')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))
    const seen = new Set(here.map(keyOf))
    // Of the product's pictures those that the listing has not shown.
    const asked = await failPictures(page, (key) => !seen.has(key), 99)
    await untilLater(page)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    expect(new URL(page.url()).pathname).toBe(href)
    const thumb = page.locator('.product-image-thumb .picture').nth(1)
    await thumb.scrollIntoViewIfNeeded()
    const before = await page.locator(gallery).first().boundingBox()
    await page.evaluate(() => ((window as unknown as { shifts: string[] }).shifts.length = 0))
    await page.locator('.product-image-next').first().click()
    const second = page.locator(gallery).nth(1)
    const image = second.locator('img')
    const alt = (await image.getAttribute('alt'))!
    expect(alt).not.toBe('')
    await expect(second).toHaveAttribute('data-failed', alt)

    expect(asked.get(await image.evaluate((it: HTMLImageElement) => it.currentSrc))).toBe(3)
    const look = await second.evaluate((picture) => ({
      text: getComputedStyle(picture, '::after').content,
      preview: getComputedStyle(picture).backgroundImage,
      color: getComputedStyle(picture).backgroundColor,
      image: getComputedStyle(picture.querySelector('img')!).opacity,
    }))
    expect(look).toMatchObject({ preview: 'none', image: '0' })
    expect(look.text).toContain(alt)
    expect(look.color).toMatch(/^rgb\(/)
    const size = ({ width, height }: { width: number; height: number }): number[] =>
      [width, height].map(Math.round)
    expect(size((await second.boundingBox())!)).toEqual(size(before!))
    expect(await shiftsOf(page)).toEqual([])
  })

  test('is tried again until it comes, not more often than every 200 ms, from the same source', async ({
    page,
  }) => {
    await page.goto('/category/lighting')
    await untilLater(page)
    await failPictures(page, () => true, 2)
    const times = await watchRequests(page)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    const first = page.locator(gallery).first()
    const image = first.locator('img')
    await expect
      .poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0))
      .toBe(true)
    await expect(first).not.toHaveAttribute('data-broken')
    const address = await image.evaluate((it: HTMLImageElement) => it.currentSrc)
    expect(address).toMatch(/\.avif$/)
    const [once, twice, thrice, ...more] = times.get(address)!
    expect(twice! - once!).toBeGreaterThanOrEqual(200)
    expect(thrice! - twice!).toBeGreaterThanOrEqual(200)
    expect(more).toEqual([])
  })

  test('is tried once more when it failed while the shop was opening', async ({ page }) => {
    const asked = await failPictures(page, () => true, 99)
    await page.goto('/product/perch-stool')
    const first = page.locator(gallery).first()
    const image = first.locator('img')
    await expect(first).toHaveAttribute('data-failed', (await image.getAttribute('alt'))!)
    // The head of the page asks for it ahead, and the picture takes that answer.
    expect(asked.get(await image.evaluate((it: HTMLImageElement) => it.currentSrc))).toBe(2)
    await expect(page).toHaveStoodStill()
  })
})

test('a picture that was here before is shown at once when a visit brings it again; the others come when they are near', async ({
  page,
}) => {
  await page.goto(listing)
  await untilLater(page)
  const pictures = page.locator('.product-card-media > .picture:first-child')
  const loading = (): Promise<Record<'came' | 'eager' | 'lazy', string[]>> =>
    pictures.locator('> img').evaluateAll((all) => {
      const images = all as HTMLImageElement[]
      const keys = (some: HTMLImageElement[]): string[] => some.map(({ src }) => src.split('/').at(-2)!)
      return {
        came: keys(images.filter((image) => image.complete && image.naturalWidth > 0)),
        eager: keys(images.filter((image) => image.loading === 'eager')),
        lazy: keys(images.filter((image) => image.loading === 'lazy')),
      }
    })
  await expect.poll(async () => (await loading()).came.length).toBeGreaterThan(4)
  const before = await loading()
  expect(before.lazy.length).toBeGreaterThan(0)
  await page.locator('.product-card-link').first().click()
  await onProduct(page)
  await page.goBack()
  await page.waitForURL(`**${listing}`)
  await expect(page.locator('.listing-count')).toHaveCount(1)
  const after = await loading()
  expect(before.came.filter((key) => !after.eager.includes(key))).toEqual([])
  expect(after.lazy.length + after.eager.length).toBe(before.lazy.length + before.eager.length)
  const previews = await pictures.evaluateAll((all) =>
    all.map((picture) => (picture as HTMLElement).style.backgroundImage.slice(0, 9)),
  )
  expect(previews[1]).toBe('none')
})
