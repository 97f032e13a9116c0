import type { BrowserContext } from '@playwright/test'

/*
 * What goes wrong in a browser while a test looks elsewhere: an error that nobody caught, a message on the console, an
 * answer of 400 and more, a request without an answer.
 */

export class Complaints {
  readonly #heard: string[] = []
  readonly #expected: string[] = []
  readonly #allowed: string[] = []

  /** What the test provokes, by its beginning, such as `404 GET /nothing`. That it does not come is a fault too. */
  expect(...beginnings: readonly string[]): void {
    this.#expected.push(...beginnings)
  }

  /** What may come or not, by its beginning. */
  allow(...beginnings: readonly string[]): void {
    this.#allowed.push(...beginnings)
  }

  /** A session ends while pages are open: what they ask for by themselves may be refused. */
  allowEndedSession(): void {
    const calls = ['cart/count', 'cart/list', 'favorite/whishList', 'live/ticket', 'visitor/track']
    this.allow(...calls.map((call) => `401 POST /api/web/${call}`))
    // A ticket for the live channel ends with the session that took it.
    this.allow('HTTP Authentication failed; no valid credentials available WS /ws/message')
  }

  listen(context: BrowserContext, levels: readonly string[]): void {
    context.on('weberror', (error) => this.#heard.push(String(error.error())))
    context.on('console', (message) => {
      // Of answers Chromium says less than is noted below.
      if (levels.includes(message.type()) && !message.text().startsWith('Failed to load resource'))
        this.#heard.push(socketRefusal(message.text()) ?? `${message.type()}: ${message.text()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400)
        this.#heard.push(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      // A page that is left stops what it has asked for.
      if (why !== 'net::ERR_ABORTED') this.#heard.push(`${why} ${request.method()} ${pathOf(request.url())}`)
    })
  }

  /** What came unexpected, and what was expected and did not come. */
  faults(): string[] {
    const known = [...this.#expected, ...this.#allowed]
    return [
      ...this.#heard.filter((heard) => !known.some((beginning) => heard.startsWith(beginning))),
      ...this.#expected
        .filter((beginning) => !this.#heard.some((heard) => heard.startsWith(beginning)))
        .map((beginning) => `not heard: ${beginning}`),
    ]
  }
}

/** A WebSocket that could not be opened, noted as requests are: Chromium names it on the console only. */
function socketRefusal(text: string): string | null {
  const pattern = /^WebSocket connection to '([^']+)' failed: (?:Error in connection establishment: )?(.+)$/
  const [, address, why] = pattern.exec(text) ?? []
  return address === undefined ? null : `${why} WS ${pathOf(address)}`
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}
