import axe from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.ts'
import { atEnd } from './cleanup.ts'
import type { Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { samplePages } from './sample-pages.ts'
import type { Shop } from './shop.ts'

export const axeFaults: Measure = {
  name: 'axe',
  title: 'Accessibility, by axe',
  method:
    `axe-core ${axe.version} against WCAG 2.2 A and AA and its own best practices, in headless Chromium at a phone’s width, in four looks: ` +
    'light and dark, each also with high contrast. `/dev/gallery` shows every shared part in every state, in a demo shop that is not ' +
    'open to shoppers; the pages are those of the demo shop, with one product in the cart. The figures are elements that axe objects to.',
  run,
}

const looks = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  'light, high contrast': { colorScheme: 'light', contrast: 'more' },
  'dark, high contrast': { colorScheme: 'dark', contrast: 'more' },
} as const satisfies Record<string, BrowserContextOptions>

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The gallery shows several carts on one page, a shop's page one: their landmarks share a name there alone. */
const galleryRules: axe.RuleObject = { 'landmark-unique': { enabled: false } }

async function run({ shops, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const gallery = await shops.gallery()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  atEnd(() => browser.close())
  const rows: Row[] = []
  for (const [name, look] of Object.entries(looks))
    rows.push(await inContext(browser, look, (context) => judgeGallery(context, gallery, name, say)))
  const faults = new Map<string, number>()
  for (const [name, look] of Object.entries(looks)) {
    const found = await inContext(browser, look, (context) => judgePages(context, shop, name, say))
    for (const [what, count] of found) faults.set(what, (faults.get(what) ?? 0) + count)
  }
  await browser.close()
  return [...rows, ...[...faults].map(([what, count]) => toRow(`${what}, in all looks`, `${count}`, count))]
}

async function inContext<T>(
  browser: Browser,
  look: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    ...look,
  })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

async function judgeGallery(
  context: BrowserContext,
  shop: Shop,
  look: string,
  say: Bench['say'],
): Promise<Row> {
  const page = await context.newPage()
  await open(page, `${shop.origin}/dev/gallery`)
  const states = await page.locator('.gallery-state').count()
  // A gallery that is not there has no faults either.
  if (states === 0) throw new Error('the gallery shows nothing')
  const faults = await judge(page, galleryRules)
  for (const fault of faults) say(`gallery, ${look}: ${fault}`)
  return toRow(`Gallery, ${look}`, `${faults.length} in ${states} states`, faults.length)
}

/** Faults by page. */
async function judgePages(
  context: BrowserContext,
  shop: Shop,
  look: string,
  say: Bench['say'],
): Promise<[what: string, faults: number][]> {
  const page = await context.newPage()
  const found: [string, number][] = []
  const judgeHere = async (what: string): Promise<void> => {
    const faults = await judge(page, {})
    for (const fault of faults) say(`${what}, ${look}: ${fault}`)
    found.push([what, faults.length])
  }
  for (const { what, path } of await samplePages(shop)) {
    await open(page, `${shop.origin}${path}`)
    await judgeHere(what)
  }
  // The product is the last of them.
  await addToCart(page)
  await open(page, `${shop.origin}/cart`)
  if ((await page.locator('.cart-line').count()) === 0) throw new Error('the cart is empty')
  await judgeHere('Cart')
  return found
}

async function addToCart(page: Page): Promise<void> {
  await page.locator('.product-buttons-buy button[type="submit"]').click()
  const cookies = async (): Promise<boolean> =>
    (await page.context().cookies()).some(({ name, value }) => name === 'violet_cart_count' && value !== '0')
  for (let tries = 0; !(await cookies()); tries++) {
    if (tries === 100) throw new Error(`${page.url()} could not be put into the cart`)
    await page.waitForTimeout(100)
  }
}

/** Brings everything into view once, so that all pictures come and all that wakes when it is seen is awake. */
async function open(page: Page, url: string): Promise<void> {
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (answer?.ok() !== true) throw new Error(`${url} answered ${answer?.status()}`)
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  await page.waitForLoadState('networkidle')
}

/** One line for each element that axe objects to. */
async function judge(page: Page, rules: axe.RuleObject): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations, passes } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    { runOnly: standards, rules, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
  if (passes.length === 0) throw new Error(`axe looked at nothing on ${page.url()}`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`,
    ),
  )
}

function toRow(what: string, figure: string, faults: number): Row {
  return { what, limit: '', figure, ratio: '', target: '0', ok: faults === 0 }
}
