import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/*
 * Chromium as a cheap phone: a small screen, a processor four times slower, Slow 4G. Both by the protocol of the
 * developer tools, so that they are the same on every machine; but a busy machine is a slower phone.
 */

/** What one page was like. Times in milliseconds from the beginning of the navigation, sizes in bytes on the wire. */
export interface PhoneLoad {
  firstPaint: number
  largestPaint: number
  /** What the largest paint was: `IMG /media/…`, `P`. */
  largest: string
  /** Cumulative layout shift. */
  shift: number
  /** What tasks after the first paint took beyond 50 ms each. */
  blocked: number
  documentSize: number
  stylesSize: number
}

const screen = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Bytes a second, milliseconds. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const slowerProcessor = 4
/** Milliseconds without a request after which nothing more is expected, and after which no more is waited for. */
const quiet = 1_500
const patience = 15_000

/** A visit from an empty cache: all that `visit` opens with it shares that cache. */
export async function withPhone<T>(
  browser: Browser,
  visit: (open: (url: string) => Promise<PhoneLoad>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(screen)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPaints)
    const tools = await slowDown(context, page)
    return await visit((url) => open(page, tools, url))
  } finally {
    await context.close()
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<CDPSession> {
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', slow4g)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  return tools
}

async function open(page: Page, tools: CDPSession, url: string): Promise<PhoneLoad> {
  const kinds = new Map<string, string>()
  const under = new Set<string>()
  let last = Date.now()
  let documentSize = 0
  let stylesSize = 0
  const asked = ({ requestId }: { requestId: string }): void => {
    under.add(requestId)
    last = Date.now()
  }
  const answered = ({ requestId, type }: { requestId: string; type: string }): void =>
    void kinds.set(requestId, type)
  const over = ({
    requestId,
    encodedDataLength = 0,
  }: {
    requestId: string
    encodedDataLength?: number
  }): void => {
    under.delete(requestId)
    last = Date.now()
    if (kinds.get(requestId) === 'Document') documentSize += encodedDataLength
    if (kinds.get(requestId) === 'Stylesheet') stylesSize += encodedDataLength
  }
  tools.on('Network.requestWillBeSent', asked)
  tools.on('Network.responseReceived', answered)
  tools.on('Network.loadingFinished', over)
  tools.on('Network.loadingFailed', over)
  try {
    await page.goto(url, { waitUntil: 'load', timeout: 90_000 })
    const begun = Date.now()
    while (Date.now() - begun < patience && (under.size > 0 || Date.now() - last < quiet))
      await page.waitForTimeout(100)
    const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints)
    if (paints.firstPaint === 0) throw new Error(`${url} was never painted`)
    const blocked = paints.tasks.reduce((sum, [start, duration]) => {
      // Of a task in which the first paint came, only what followed.
      const after = Math.min(duration, start + duration - paints.firstPaint)
      return sum + Math.max(0, after - 50)
    }, 0)
    const { tasks: _, ...others } = paints
    return { ...others, blocked, documentSize, stylesSize }
  } finally {
    tools.off('Network.requestWillBeSent', asked)
    tools.off('Network.responseReceived', answered)
    tools.off('Network.loadingFinished', over)
    tools.off('Network.loadingFailed', over)
  }
}

interface Paints {
  firstPaint: number
  largestPaint: number
  largest: string
  shift: number
  /** Long tasks: start and duration. */
  tasks: [number, number][]
}

/** Runs in the page, before anything of its own. */
function watchPaints(): void {
  interface Entry extends PerformanceEntry {
    element: Element | null
    url: string
    value: number
    hadRecentInput: boolean
  }
  const paints: Paints = { firstPaint: 0, largestPaint: 0, largest: '', shift: 0, tasks: [] }
  ;(window as unknown as { paints: Paints }).paints = paints
  const watch = (type: string, take: (entry: Entry) => void): void => {
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
      type,
      buffered: true,
    })
  }
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') paints.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    paints.largestPaint = startTime
    paints.largest = `${element?.tagName ?? 'gone'} ${url.replace(/^https?:\/\/[^/]+/, '')}`.trim()
  })
  watch('longtask', ({ startTime, duration }) => void paints.tasks.push([startTime, duration]))
  // Those of one session of the metric: gaps below a second, five seconds at the most.
  const session = { value: 0, began: 0, last: 0 }
  watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - session.last < 1_000 && startTime - session.began < 5_000
    if (!goesOn) Object.assign(session, { value: 0, began: startTime })
    session.value += value
    session.last = startTime
    paints.shift = Math.max(paints.shift, session.value)
  })
}
