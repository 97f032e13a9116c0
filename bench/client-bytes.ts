import { chromium, type Browser, type Page } from 'playwright-core'
import { limits } from '../scripts/check/budgets.ts'
import { readPageScripts, type PageScripts } from '../scripts/check/page-scripts.ts'
import { chromiumFlags, findChromium } from './chromium.ts'
import { atEnd } from './cleanup.ts'
import { kilobytes, type Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { samplePages } from './sample-pages.ts'

export const clientBytes: Measure = {
  name: 'bytes',
  title: 'What a browser loads',
  method:
    'Bytes of the bodies as Chromium received them (brotli), at a phone’s width, in an empty cache. “Runtime” is the page’s own script with what it ' +
    'imports: all that can run before somebody touches the page. “All scripts” is every script that the page can ever ask for, used or not, by the ' +
    'definition that the budgets of `npm run check` have (`scripts/check/page-scripts.ts`). The page is left alone for three seconds and then ' +
    'touched (pointer over every part that wakes, and a scroll to the end): a script that it fetches and the definition does not know fails the bench.',
  run,
}

/** What came over the wire, in bytes. */
interface Weights {
  html: number
  styles: number
  runtime: number
  scripts: number
  pictures: number
}

const most = { html: 25_000, styles: 20_000, runtime: limits.runtime, scripts: 80_000 }

async function run({ shops }: Bench): Promise<Row[]> {
  const demo = await shops.demo()
  const stocked = await shops.stocked()
  const pages = (await samplePages(demo)).map(({ what, path }) => ({
    what,
    url: `${demo.origin}${path}`,
    page: what.toLowerCase(),
  }))
  pages.push({
    what: 'Category of 48 cards',
    url: `${stocked.origin}/category/${stocked.shape.leaves[0]}`,
    page: 'category',
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  atEnd(() => browser.close())
  const rows: Row[] = []
  for (const { what, url, page } of pages)
    rows.push(...toRows(what, await weigh(browser, url, await readPageScripts(process.cwd(), page))))
  await browser.close()
  return rows
}

async function weigh(browser: Browser, url: string, scripts: PageScripts): Promise<Weights> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const sizes = new Map<string, number>()
    const pending: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      const path = new URL(request.url()).pathname
      pending.push(request.sizes().then(({ responseBodySize }) => void sizes.set(path, responseBodySize)))
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(3_000)
    await touchEverything(page)
    await page.waitForTimeout(2_000)
    await Promise.all(pending)
    const known = new Set([...scripts.all].map((file) => `/${file}`))
    const strangers = [...sizes.keys()].filter((path) => path.endsWith('.js') && !known.has(path))
    if (strangers.length > 0)
      throw new Error(`${url} fetches what it is not known to need: ${strangers.join(', ')}`)
    await fetchRest(
      page,
      [...known].filter((path) => !sizes.has(path)),
    )
    await page.waitForTimeout(500)
    await Promise.all(pending)
    const missing = [...known].filter((path) => !sizes.has(path))
    if (missing.length > 0) throw new Error(`${url} could not be weighed whole: ${missing.join(', ')}`)
    const sum = (wanted: (path: string) => boolean): number => {
      let total = 0
      for (const [path, size] of sizes) if (wanted(path)) total += size
      return total
    }
    return {
      html: sum((path) => path === new URL(url).pathname),
      styles: sum((path) => path.endsWith('.css')),
      runtime: sum((path) => scripts.runtime.has(path.slice(1))),
      scripts: sum((path) => known.has(path)),
      pictures: sum((path) => path.startsWith('/media/')),
    }
  } finally {
    await context.close()
  }
}

/** What only a hand on every button would bring. */
async function fetchRest(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(
    (all) => Promise.all(all.map(async (path) => (await fetch(path)).arrayBuffer().then(() => null))),
    paths,
  )
}

// An island begins to load when a pointer comes near or when it is seen.
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const island of document.querySelectorAll('x-island')) {
      const inside = island.querySelector('*') ?? island
      inside.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      inside.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    }
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

function toRows(what: string, weights: Weights): Row[] {
  const parts = [
    ['HTML', weights.html, most.html],
    ['stylesheets', weights.styles, most.styles],
    ['runtime', weights.runtime, most.runtime],
    ['all scripts', weights.scripts, most.scripts],
    ['pictures', weights.pictures, null],
  ] as const
  return parts.map(([part, bytes, limit]) => ({
    what: `${what}: ${part}`,
    limit: '',
    figure: kilobytes(bytes),
    ratio: '',
    target: limit === null ? '' : `≤ ${limit / 1000} kB`,
    // Nothing at all means that the wrong thing was weighed.
    ok: limit === null ? null : bytes > 0 && bytes <= limit,
  }))
}
