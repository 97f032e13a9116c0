import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong in the page, in the order in which it did. A test that expects something takes it out. */
  errors: string[]
}

interface VisitorOptions {
  scripts?: boolean
  reducedMotion?: boolean
}

/** A window of its own. An error in it that the test has not taken out of `errors` fails the test. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 800, height: 600 },
    javaScriptEnabled: options.scripts ?? true,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Chromium reports every answer of 400 and more in its own words; the tests ask for those on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    if (errors.length) throw new Error(`The page said:\n${errors.join('\n')}`)
  })
  return { page, context, errors }
}

/** Asks again until it is so. It takes its time, because other work may share the machine. */
export function expectSoon<T>(ask: () => T | Promise<T>): ReturnType<typeof expect.poll> {
  return expect.poll(ask, { timeout: 15_000, interval: 20 })
}

/** A slow phone on a slow line: 4 times slower, 1.6 Mbit/s, 150 ms there and back. */
export async function slowDown({ page, context }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
}

/** Notes when something first showed in the page, in ms after the first click; read with `firstShown`. */
export async function watch(page: Page, selectors: Record<string, string>): Promise<void> {
  await page.evaluate((all) => {
    let clicked: number | undefined
    addEventListener('click', () => (clicked ??= performance.now()), { capture: true })
    window.firstShown = {}
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(all)) {
        if (document.querySelector(selector)) window.firstShown[name] ??= performance.now() - clicked!
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  }, selectors)
}

export function firstShown(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => window.firstShown)
}

declare global {
  interface Window {
    firstShown: Record<string, number>
  }
}

/** Marks the document: the mark is gone once another has been loaded. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))
}
