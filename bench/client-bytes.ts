import { chromium, type Browser, type Page } from 'playwright-core'
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
    'imports: all that can run before somebody touches the page. “All scripts” has React and the islands too, which are fetched at low ' +
    'priority, after the page was left alone for three seconds and then touched (pointer over every part that wakes, and a scroll to the end).',
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

const limits = { html: 25_000, styles: 20_000, runtime: 6_000, scripts: 80_000 }

async function run({ shops }: Bench): Promise<Row[]> {
  const demo = await shops.demo()
  const stocked = await shops.stocked()
  const pages = (await samplePages(demo)).map(({ what, path }) => ({ what, url: `${demo.origin}${path}` }))
  pages.push({ what: 'Category of 48 cards', url: `${stocked.origin}/category/${stocked.shape.leaves[0]}` })
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  atEnd(() => browser.close())
  const rows: Row[] = []
  for (const { what, url } of pages) rows.push(...toRows(what, await weigh(browser, url)))
  await browser.close()
  return rows
}

async function weigh(browser: Browser, url: string): Promise<Weights> {
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
    const runtime = await ownScripts(page)
    await page.waitForTimeout(3_000)
    await touchEverything(page)
    await page.waitForTimeout(2_000)
    await Promise.all(pending)
    const sum = (wanted: (path: string) => boolean): number => {
      let total = 0
      for (const [path, size] of sizes) if (wanted(path)) total += size
      return total
    }
    return {
      html: sum((path) => path === new URL(url).pathname),
      styles: sum((path) => path.endsWith('.css')),
      runtime: sum((path) => runtime.has(path)),
      scripts: sum((path) => path.endsWith('.js')),
      pictures: sum((path) => path.startsWith('/media/')),
    }
  } finally {
    await context.close()
  }
}

/** The paths of the page's own script and of what it imports, however deep, before anything is imported on demand. */
async function ownScripts(page: Page): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return
    found.add(path)
    const text = await (await page.request.get(new URL(path, page.url()).href)).text()
    for (const [, name] of text.matchAll(/\b(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g))
      await visit(new URL(name!, new URL(path, page.url())).pathname)
  }
  for (const source of await page
    .locator('script[src]')
    .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src)))
    await visit(new URL(source).pathname)
  return found
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
    ['HTML', weights.html, limits.html],
    ['stylesheets', weights.styles, limits.styles],
    ['runtime', weights.runtime, limits.runtime],
    ['all scripts', weights.scripts, limits.scripts],
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
