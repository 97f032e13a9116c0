import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * What moves between pages, and pictures that come late or not at all.
 */

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop({ demo: true }), launch()])
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

/** Two cores may be busy with other tests. */
const patiently = { timeout: 15_000, interval: 20 }
const listing = '/category/tableware'

interface Visitor {
  page: Page
  /** What the console said of errors and warnings, and what nobody caught. */
  complaints: string[]
}

async function visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(watchMotion)
  await page.addInitScript(watchShifts)
  return { page, complaints }
}

/** One view transition of the page. */
interface Motion {
  /** The elements that bore the picture's name when it began, and once the next page was there. */
  from: string[]
  to: string[]
  /** Of the picture's box, in px: at the start and at the end. */
  widths: number[]
  /** Of all its parts, in ms. */
  durations: number[]
  /** Whether the picture of the old page and that of the new one were both part of it. */
  isPair: boolean
  state: 'begun' | 'moving' | 'finished' | 'skipped'
}

/** Runs in the page, before anything of its own: notes each view transition. */
function watchMotion(): void {
  const motions: Motion[] = []
  Object.assign(window, { motions })
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  const bearers = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('*')]
      .filter((element) => element.style.viewTransitionName === 'product-picture')
      .map((element) => element.className)
  document.startViewTransition = (update) => {
    const motion: Motion = {
      from: bearers(),
      to: [],
      widths: [],
      durations: [],
      isPair: false,
      state: 'begun',
    }
    motions.push(motion)
    const transition = start(update)
    transition.ready.then(
      () => {
        motion.state = 'moving'
        motion.to = bearers()
        const effects = document
          .getAnimations()
          .map(({ effect }) => effect as KeyframeEffect)
          .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition'))
        const of = (part: string): KeyframeEffect | undefined =>
          effects.find(({ pseudoElement }) => pseudoElement === `::view-transition-${part}(product-picture)`)
        motion.durations = [...new Set(effects.map((effect) => Number(effect.getTiming().duration)))]
        motion.isPair = of('old') !== undefined && of('new') !== undefined
        const frames = of('group')?.getKeyframes() ?? []
        motion.widths = frames.map(({ width }) => Math.round(parseFloat(`${width}`)))
      },
      () => (motion.state = 'skipped'),
    )
    transition.finished.then(
      () => {
        if (motion.state === 'moving') motion.state = 'finished'
      },
      () => {},
    )
    return transition
  }
}

function motionsOf(page: Page): Promise<Motion[]> {
  return page.evaluate(() => (window as unknown as { motions: Motion[] }).motions)
}

async function finished(page: Page, count: number): Promise<Motion[]> {
  await expect
    .poll(async () => (await motionsOf(page)).filter(({ state }) => state === 'finished').length, patiently)
    .toBe(count)
  return motionsOf(page)
}

/** How many elements bear a name that only a transition gives. */
function named(page: Page): Promise<number> {
  return page.locator('[style*="view-transition-name"]').count()
}

async function widthOf(page: Page, selector: string): Promise<number> {
  return Math.round((await page.locator(selector).first().boundingBox())!.width)
}

/** Presses a link whose page has been fetched ahead, as it is for who points first: no skeleton comes between. */
async function press(page: Page, selector: string, nth = 0): Promise<void> {
  const link = page.locator(selector).nth(nth)
  await link.scrollIntoViewIfNeeded()
  const target = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname)
  const answer = page.waitForResponse(
    (response) => response.url().includes('request=route') && new URL(response.url()).pathname === target,
  )
  await link.hover()
  await (await answer).finished()
  await link.click()
}

async function onProduct(page: Page): Promise<void> {
  await page.waitForURL('**/product/**')
  await expect.poll(() => page.locator('.product-page').count(), patiently).toBe(1)
}

async function onListing(page: Page): Promise<void> {
  await page.waitForURL(`**${listing}`)
  await expect.poll(() => page.locator('.listing-count').count(), patiently).toBe(1)
}

// Where the machine is busy for 200 ms a skeleton comes between, and rightly: there is nothing to pair.
describe('from a card to its product', { retry: 2 }, () => {
  it('the picture moves from its place to the other and back, and leaves no name behind', async () => {
    const { page, complaints } = await visitor()
    await page.goto(listing)
    const card = await widthOf(page, '.product-card-media')
    await page.locator('.product-card-link').nth(5).scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(0)
    await press(page, '.product-card-link', 5)
    await onProduct(page)
    const stage = await widthOf(page, '.product-image-strip')
    const [there] = await finished(page, 1)
    expect(there).toMatchObject({
      from: ['product-card-media'],
      to: ['product-image-strip'],
      widths: [card, stage],
      isPair: true,
    })
    expect(await named(page)).toBe(0)

    await page.goBack()
    await onListing(page)
    const [, back] = await finished(page, 2)
    expect(back).toMatchObject({
      from: ['product-image-strip'],
      to: ['product-card-media'],
      widths: [stage, card],
      isPair: true,
    })
    expect(await named(page)).toBe(0)
    expect(await page.evaluate(() => scrollY)).toBe(top)
    for (const { durations } of [there!, back!]) {
      expect(Math.max(...durations)).toBeLessThanOrEqual(240)
      expect(Math.min(...durations)).toBeGreaterThanOrEqual(120)
    }
    expect(complaints).toEqual([])
  })

  it('the page shows the picture of the card until its own is there', async () => {
    const { page } = await visitor()
    await page.goto(listing)
    const { here, own } = await page
      .locator('.product-card-link')
      .first()
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        // Which of its sizes it is, an image says when it is there.
        await image.decode()
        const here = new URL(image.currentSrc).pathname
        return { here, own: here.replace(/[^/]+$/, '') }
      })
    await page.route(`**${own}*`, () => {})
    await press(page, '.product-card-link')
    await onProduct(page)
    await finished(page, 1)
    const first = page.locator('.product-image-strip .picture').first()
    expect(await first.evaluate((picture) => getComputedStyle(picture).backgroundImage)).toContain(here)
  })

  it('the pressed card’s picture moves, where two lead to one product', async () => {
    const { page, complaints } = await visitor()
    await page.goto(listing)
    await page.locator('.product-card').evaluateAll(([first, second]) => {
      const twin = first!.cloneNode(true) as HTMLElement
      twin.querySelector('.product-card-media')!.className += ' twin'
      second!.before(twin)
    })
    await press(page, '.product-card-link', 1)
    await onProduct(page)
    const [there] = await finished(page, 1)
    expect(there).toMatchObject({
      from: ['product-card-media twin'],
      to: ['product-image-strip'],
      isPair: true,
    })
    expect(complaints).toEqual([])
  })

  it('from product to related product the related one’s moves, and not the gallery’s', async () => {
    const { page, complaints } = await visitor()
    await page.goto('/product/perch-stool')
    await press(page, '.product-page-related .product-card-link')
    await expect
      .poll(() => page.evaluate(() => location.pathname), patiently)
      .not.toBe('/product/perch-stool')
    const [there] = await finished(page, 1)
    expect(there).toMatchObject({ from: ['product-card-media'], to: ['product-image-strip'], isPair: true })
    expect(complaints).toEqual([])
  })

  it('between other pages no picture moves', async () => {
    const { page } = await visitor()
    await page.goto(listing)
    await page.locator('.breadcrumbs a').first().click()
    await expect.poll(() => page.locator('.home-hero').count(), patiently).toBe(1)
    const [one] = await finished(page, 1)
    expect(one).toMatchObject({ from: [], to: [], widths: [], isPair: false })
  })

  it.each([
    ['the device asks for less motion', { reducedMotion: 'reduce' }, ''],
    ['the visitor asks for less motion', {}, 'reduced-motion'],
    ['the visitor asks for less data', {}, 'low-data'],
  ] as const)('nothing moves when %s', async (_why, options, mode) => {
    const { page, complaints } = await visitor(options)
    if (mode !== '') await page.context().addCookies([{ name: 'mode', value: mode, url: shop.url }])
    await page.goto(listing)
    expect((await page.locator('html').getAttribute('data-mode')) ?? '').toBe(mode)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    await page.goBack()
    await onListing(page)
    expect(await motionsOf(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('a browser without view transitions shows the page', async () => {
    const { page, complaints } = await visitor()
    await page.addInitScript(() => {
      Reflect.deleteProperty(document, 'startViewTransition')
      Reflect.deleteProperty(Document.prototype, 'startViewTransition')
    })
    await page.goto(listing)
    expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    expect(complaints).toEqual([])
  })
})

describe('a visitor in a hurry', () => {
  it('can use the page while the next one is on its way', async () => {
    const { page } = await visitor()
    let answer!: () => void
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/product/**request=route**', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(listing)
    await page.locator('.product-card-link').first().click()
    // The skeleton comes after 200 ms: what is painted is not a frozen picture of the old page.
    await expect.poll(() => page.locator('[data-skeleton=product]').count(), patiently).toBe(1)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await page.locator('#menu').isVisible()).toBe(true)
    expect(await motionsOf(page)).toEqual([])
    answer()
    await onProduct(page)
    const [one] = await finished(page, 1)
    // The card is behind the skeleton by then: there is nothing to move from.
    expect(one).toMatchObject({ from: [], isPair: false })
  })

  it('presses a card twice and gets one page with one motion', async () => {
    const { page, complaints } = await visitor()
    await page.goto(listing)
    await page.locator('.product-card-link').first().dblclick()
    await onProduct(page)
    expect(await finished(page, 1)).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('goes on during a motion, which then ends at once and without a word', async () => {
    const { page, complaints } = await visitor()
    await page.goto(listing)
    // Twenty times slower than in the shop: the second step falls into the first motion on any machine.
    await page.evaluate(() => {
      const slow = new CSSStyleSheet()
      slow.replaceSync(
        ['group', 'old', 'new']
          .map((part) => `::view-transition-${part}(*) { animation-duration: 5s }`)
          .join(''),
      )
      document.adoptedStyleSheets.push(slow)
    })
    await press(page, '.product-card-link')
    await expect.poll(async () => (await motionsOf(page))[0]?.state, patiently).toBe('moving')
    await page.goBack()
    await onListing(page)
    await expect.poll(async () => (await motionsOf(page))[1]?.state, patiently).toBe('moving')
    const [first, second] = await motionsOf(page)
    // Skipped by the second one: the browser calls that finished.
    expect(first).toMatchObject({ state: 'finished', from: ['product-card-media'] })
    expect(second).toMatchObject({
      from: ['product-image-strip'],
      to: ['product-card-media'],
      isPair: true,
    })
    // What has come can be pressed while it moves.
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await page.locator('#menu').isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })
})

/**
 * Lets each address of the pictures whose key `fails` accepts fail `count` times. Answers when each was asked for:
 * ms.
 */
async function failPictures(
  page: Page,
  fails: (key: string) => boolean,
  count: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  await page.route('**/media/**', async (route) => {
    const address = route.request().url()
    const before = times.get(address) ?? []
    times.set(address, [...before, performance.now()])
    await (fails(keyOf(address)) && before.length < count ? route.abort() : route.continue())
  })
  return times
}

function keyOf(address: string): string {
  return new URL(address, shop.url).pathname.split('/')[2]!
}

describe('a picture that does not come', () => {
  const gallery = '.product-image-strip .picture'

  it('is tried three times on a page, and leaves its place in its colour with its text; nothing moves', async () => {
    const { page } = await visitor({ reducedMotion: 'reduce' })
    await page.goto(listing, { waitUntil: 'load' })
    const href = (await page.locator('.product-card-link').first().getAttribute('href'))!
    const here = new Set(
      await page
        .locator('.product-card img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src)),
    )
    const seen = new Set([...here].map(keyOf))
    // Of the product's pictures those that the listing has not shown.
    const times = await failPictures(page, (key) => !seen.has(key), 99)
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
    const { alt, currentSrc } = await image.evaluate(({ alt, currentSrc }: HTMLImageElement) => ({
      alt,
      currentSrc,
    }))
    expect(alt).not.toBe('')
    await expect.poll(() => second.getAttribute('data-failed'), patiently).toBe(alt)

    expect(times.get(currentSrc)).toHaveLength(3)
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

  it('is tried again until it comes, not more often than every 200 ms, from the same source', async () => {
    const { page } = await visitor({ reducedMotion: 'reduce' })
    await page.goto('/category/lighting', { waitUntil: 'load' })
    await untilLater(page)
    const times = await failPictures(page, () => true, 2)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    const image = page.locator(gallery).first().locator('img')
    await expect
      .poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0), patiently)
      .toBe(true)
    expect(await page.locator(gallery).first().getAttribute('data-broken')).toBeNull()
    const address = await image.evaluate((it: HTMLImageElement) => it.currentSrc)
    expect(address).toMatch(/\.avif$/)
    const [first, second, third, ...more] = times.get(address)!
    expect(second! - first!).toBeGreaterThanOrEqual(200)
    expect(third! - second!).toBeGreaterThanOrEqual(200)
    expect(more).toEqual([])
  })

  it('is tried once more when it failed while the shop was opening', async () => {
    const { page } = await visitor({ reducedMotion: 'reduce' })
    const times = await failPictures(page, () => true, 99)
    await page.goto('/product/perch-stool', { waitUntil: 'load' })
    const first = page.locator(gallery).first()
    await expect.poll(() => first.getAttribute('data-failed'), patiently).not.toBeNull()
    const address = await first.locator('img').evaluate((it: HTMLImageElement) => it.currentSrc)
    // The head of the page asks for it ahead, and the picture takes that answer.
    expect(times.get(address)).toHaveLength(2)
    expect(await first.getAttribute('data-failed')).toBe(await first.locator('img').getAttribute('alt'))
    expect(await shiftsOf(page)).toEqual([])
  })
})

describe('a picture that was here before', () => {
  it('is shown at once when a visit brings it again; the others come when they are near', async () => {
    const { page } = await visitor()
    await page.goto(listing, { waitUntil: 'load' })
    await untilLater(page)
    const loading = (): Promise<Record<'came' | 'eager' | 'lazy', string[]>> =>
      page.locator('.product-card-media > .picture:first-child > img').evaluateAll((all) => {
        const images = all as HTMLImageElement[]
        const keys = (some: HTMLImageElement[]): string[] => some.map(({ src }) => src.split('/').at(-2)!)
        return {
          came: keys(images.filter((image) => image.complete && image.naturalWidth > 0)),
          eager: keys(images.filter((image) => image.loading === 'eager')),
          lazy: keys(images.filter((image) => image.loading === 'lazy')),
        }
      })
    await expect.poll(async () => (await loading()).came.length, patiently).toBeGreaterThan(4)
    const before = await loading()
    expect(before.lazy.length).toBeGreaterThan(0)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
    await page.goBack()
    await onListing(page)
    const after = await loading()
    expect(before.came.filter((key) => !after.eager.includes(key))).toEqual([])
    expect(after.lazy.length + after.eager.length).toBe(before.lazy.length + before.eager.length)
    const previews = await page
      .locator('.product-card-media > .picture:first-child')
      .evaluateAll((all) => all.map((picture) => (picture as HTMLElement).style.backgroundImage.slice(0, 9)))
    expect(previews[1]).toBe('none')
  })
})

/** What is loaded after the first page stands is there. */
async function untilLater(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /later/.test(name))),
      patiently,
    )
    .toBe(true)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
