import type { Locator, Page } from '@playwright/test'
import { stopClock } from '#test/page-clock.ts'
import { expect, test as base } from './fixtures.ts'

/*
 * What moves between pages.
 */

const test = base.extend({
  page: async ({ page }, provide) => {
    await page.addInitScript(watchMotion)
    await page.clock.install()
    await provide(page)
  },
})

const { describe } = test

test.use({ pictures: true, warnings: true })

const listing = '/category/tableware'

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
    .poll(async () => (await motionsOf(page)).filter(({ state }) => state === 'finished').length)
    .toBe(count)
  return motionsOf(page)
}

async function stateOf(page: Page, nth: number): Promise<Motion['state'] | undefined> {
  return (await motionsOf(page))[nth]?.state
}

/** The elements that bear a name that only a transition gives. */
function named(page: Page): Locator {
  return page.locator('[style*="view-transition-name"]')
}

async function widthOf(page: Page, selector: string): Promise<number> {
  return Math.round((await page.locator(selector).first().boundingBox())!.width)
}

/**
 * Presses a link whose page has been fetched ahead, as it is for who points first. The clock stands still from then on:
 * were the machine busy for 200 ms, a skeleton would come between, and rightly, and there would be nothing to pair.
 */
async function press(page: Page, selector: string, nth = 0): Promise<void> {
  const link = page.locator(selector).nth(nth)
  await link.scrollIntoViewIfNeeded()
  const target = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname)
  const answer = page.waitForResponse(
    (response) => response.url().includes('request=route') && new URL(response.url()).pathname === target,
  )
  await link.hover()
  await (await answer).finished()
  await stopClock(page)
  await link.click()
}

async function onProduct(page: Page): Promise<void> {
  await page.waitForURL('**/product/**')
  await expect(page.locator('.product-page')).toHaveCount(1)
}

async function onListing(page: Page): Promise<void> {
  await page.waitForURL(`**${listing}`)
  await expect(page.locator('.listing-count')).toHaveCount(1)
}

describe('from a card to its product', () => {
  test('the picture moves from its place to the other and back, and leaves no name behind', async ({
    page,
  }) => {
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
    await expect(named(page)).toHaveCount(0)

    await page.goBack()
    await onListing(page)
    const [, back] = await finished(page, 2)
    expect(back).toMatchObject({
      from: ['product-image-strip'],
      to: ['product-card-media'],
      widths: [stage, card],
      isPair: true,
    })
    await expect(named(page)).toHaveCount(0)
    expect(await page.evaluate(() => scrollY)).toBe(top)
    for (const { durations } of [there!, back!]) {
      expect(Math.max(...durations)).toBeLessThanOrEqual(240)
      expect(Math.min(...durations)).toBeGreaterThanOrEqual(120)
    }
  })

  test('the page shows the picture of the card until its own is there', async ({ page }) => {
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

  test('the pressed card’s picture moves, where two lead to one product', async ({ page }) => {
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
  })

  test('from product to related product the related one’s moves, and not the gallery’s', async ({ page }) => {
    await page.goto('/product/perch-stool')
    await press(page, '.product-page-related .product-card-link')
    await expect(page).not.toHaveURL(/perch-stool/)
    const [there] = await finished(page, 1)
    expect(there).toMatchObject({ from: ['product-card-media'], to: ['product-image-strip'], isPair: true })
  })

  test('between other pages no picture moves', async ({ page }) => {
    await page.goto(listing)
    await page.locator('.breadcrumbs a').first().click()
    await expect(page.locator('.home-hero')).toHaveCount(1)
    const [one] = await finished(page, 1)
    expect(one).toMatchObject({ from: [], to: [], widths: [], isPair: false })
  })

  for (const [why, contextOptions, mode] of [
    ['the device asks for less motion', { reducedMotion: 'reduce' }, ''],
    ['the visitor asks for less motion', {}, 'reduced-motion'],
    ['the visitor asks for less data', {}, 'low-data'],
  ] as const)
    describe(`when ${why}`, () => {
      test.use({ contextOptions })

      test('nothing moves', async ({ page, server }) => {
        if (mode !== '') await page.context().addCookies([{ name: 'mode', value: mode, url: server.url }])
        await page.goto(listing)
        expect((await page.locator('html').getAttribute('data-mode')) ?? '').toBe(mode)
        await page.locator('.product-card-link').first().click()
        await onProduct(page)
        await page.goBack()
        await onListing(page)
        expect(await motionsOf(page)).toEqual([])
      })
    })

  test('a browser without view transitions shows the page', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(document, 'startViewTransition')
      Reflect.deleteProperty(Document.prototype, 'startViewTransition')
    })
    await page.goto(listing)
    expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
    await page.locator('.product-card-link').first().click()
    await onProduct(page)
  })
})

describe('a visitor in a hurry', () => {
  test('can use the page while the next one is on its way', async ({ page }) => {
    let answer!: () => void
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/product/**request=route**', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(listing)
    await page.locator('.product-card-link').first().click()
    // The skeleton comes after 200 ms: what is painted is not a frozen picture of the old page.
    await expect(page.locator('[data-skeleton=product]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.locator('#menu')).toBeVisible()
    expect(await motionsOf(page)).toEqual([])
    answer()
    await onProduct(page)
    const [one] = await finished(page, 1)
    // The card is behind the skeleton by then: there is nothing to move from.
    expect(one).toMatchObject({ from: [], isPair: false })
  })

  test('presses a card twice and gets one page with one motion', async ({ page }) => {
    await page.goto(listing)
    await page.locator('.product-card-link').first().dblclick()
    await onProduct(page)
    expect(await finished(page, 1)).toHaveLength(1)
  })

  test('goes on during a motion, which then ends at once and without a word', async ({ page }) => {
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
    await expect.poll(() => stateOf(page, 0)).toBe('moving')
    await page.goBack()
    await onListing(page)
    await expect.poll(() => stateOf(page, 1)).toBe('moving')
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
    await expect(page.locator('#menu')).toBeVisible()
  })
})
