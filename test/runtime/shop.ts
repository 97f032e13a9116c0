import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Envelope } from '#wire/envelope.ts'
import type { Json } from '#wire/page.ts'
import { stylesheets, type Stylesheet } from '#wire/stylesheets.ts'
import { defaultTheme as theme } from '#features/theming/rules/default-theme.ts'
import type { Chunk } from './build.ts'
import { documentOf, metaOf, type FixturePage } from './shop-document.ts'

/*
 * A shop of a few pages that do what a test wants: documents and visits from one table, calls and posts that
 * are counted, scripts that come late or not at all. Served under the strictest content policy.
 */

export interface Seen {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface FixtureShop {
  origin: string
  /** By path and query, without what a visit adds. */
  pages: Map<string, FixturePage>
  seen: Seen[]
  build: string
  /** Calls by path; those without an answer succeed with what they were given. */
  calls: Map<string, (input: Json, nth: number) => CallAnswer | Promise<CallAnswer>>
  /** Scripts whose name begins so come this much later, in ms, or when they are let go, or fail so many times. */
  scripts: Map<string, { delay?: number; held?: Promise<unknown>; failures?: number }>
  /** The same of stylesheets. */
  styles: Map<Stylesheet, { delay?: number; failures?: number }>
  /** What was asked for as a visit, as a call, by a post, as a document. */
  visits(path?: string): Seen[]
  posts(path?: string): Seen[]
  documents(path?: string): Seen[]
  reset(): void
  close(): Promise<void>
}

export type CallAnswer = { status?: number; cookies?: string[]; envelope: Envelope } | 'hang up' | 'hang'

const VISIT_PARAMETERS = ['request', 'userAgent', 'referer', 'cookies']

const CONTENT_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types violet"

const STYLE = `
  x-island, x-slot { display: contents }
  body { margin: 0; font: 16px/1.5 sans-serif }
  #progress { position: fixed; inset: 0 0 auto; height: 2px; background: currentColor; visibility: hidden }
  #progress[data-on] { visibility: visible }
  ::view-transition { pointer-events: none }
  .tall { height: 3000px }
`

/** `chunks` is what runs in the pages. */
export async function startShop(chunks: readonly Chunk[]): Promise<FixtureShop> {
  const files = new Map(chunks.map((chunk) => [`/${chunk.file}`, chunk.code]))
  const entry = `/${chunks.find((chunk) => chunk.isEntry)!.file}`

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const shop: FixtureShop = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(),
    seen: [],
    build: 'build-1',
    calls: new Map(),
    scripts: new Map(),
    styles: new Map(),
    visits: (path) => seen((one) => one.query.get('request') === 'route', path),
    posts: (path) => seen((one) => one.method === 'POST', path),
    documents: (path) =>
      seen(
        (one) => one.method === 'GET' && !one.query.has('request') && !one.path.startsWith('/assets/'),
        path,
      ),
    reset() {
      shop.pages.clear()
      shop.seen.length = 0
      shop.build = 'build-1'
      shop.calls.clear()
      shop.scripts.clear()
      shop.styles.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return shop

  function seen(is: (one: Seen) => boolean, path: string | undefined): Seen[] {
    return shop.seen.filter((one) => is(one) && (path === undefined || one.path === path))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, shop.origin)
    const { method = 'GET', headers } = request
    const script = files.get(url.pathname)
    if (script !== undefined) return sendScript(url.pathname, script, response)
    if (url.pathname.endsWith('.css')) return sendStyles(url.pathname, response)
    if (url.pathname === '/favicon.ico') return send(response, 204, 'image/x-icon', '')
    if (url.pathname === '/healthz') return send(response, 200, 'text/plain', 'ok')
    const body = await text(request)
    shop.seen.push({ method, path: url.pathname, query: new URLSearchParams(url.search), headers, body })
    if (url.pathname.startsWith('/api/web/'))
      return sendCall(url.pathname.slice('/api/web'.length), body, response)
    if (method === 'POST')
      return send(response, 200, 'text/html', '<!doctype html><title>Posted</title><h1>Posted</h1>')
    await sendPage(url, response)
  }

  async function sendPage(url: URL, response: ServerResponse): Promise<void> {
    const isVisit = url.searchParams.get('request') === 'route'
    for (const name of VISIT_PARAMETERS) url.searchParams.delete(name)
    const page = shop.pages.get(url.pathname + url.search)
    if (!page)
      return send(response, 404, 'text/html', '<!doctype html><title>Nothing</title><h1>Nothing here</h1>')
    await page.held
    if (page.delay) await new Promise((resolve) => setTimeout(resolve, page.delay))
    const meta = metaOf(page, url.pathname, shop)
    if (!isVisit)
      return send(
        response,
        meta.status,
        'text/html; charset=utf-8',
        documentOf(page, meta, { build: shop.build, entry }),
      )
    if (page.visit)
      return send(response, page.visit.status, page.visit.type ?? 'application/json', page.visit.body)
    const data = { data: page.data ?? null, theme, html: page.html, meta }
    send(response, meta.status, 'application/json', JSON.stringify({ code: page.code ?? 0, msg: '', data }))
  }

  async function sendCall(path: string, body: string, response: ServerResponse): Promise<void> {
    const isJson = !body.startsWith('--')
    const input = (isJson ? JSON.parse(body || 'null') : body) as Json
    const nth = shop.posts(`/api/web${path}`).length
    const made = (await shop.calls.get(path)?.(input, nth)) ?? { envelope: { code: 0, msg: '', data: input } }
    if (made === 'hang up') return void response.destroy()
    if (made === 'hang') return
    if (made.cookies) response.setHeader('set-cookie', made.cookies)
    send(response, made.status ?? 200, 'application/json', JSON.stringify(made.envelope))
  }

  async function sendScript(path: string, code: string, response: ServerResponse): Promise<void> {
    const [, rule] = [...shop.scripts].find(([name]) => path.startsWith(`/assets/${name}-`)) ?? []
    await rule?.held
    await sendLate(rule, 'text/javascript', code, response)
  }

  /** Each stylesheet tells by a property of its own that it counts; which one is the last says `--last`. */
  async function sendStyles(path: string, response: ServerResponse): Promise<void> {
    const name = path.slice(1, -'.css'.length)
    const known = stylesheets.find((one) => one === name)
    const code = known === undefined ? STYLE : `:root { --${known}: there; --last: ${known} }`
    await sendLate(known && shop.styles.get(known), 'text/css', code, response)
  }
}

async function sendLate(
  rule: { delay?: number; failures?: number } | undefined,
  type: string,
  text: string,
  response: ServerResponse,
): Promise<void> {
  if (rule?.delay) await new Promise((resolve) => setTimeout(resolve, rule.delay))
  if (rule?.failures) {
    rule.failures--
    return send(response, 503, 'text/plain', 'not now')
  }
  send(response, 200, type, text)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-cache',
    'content-security-policy': CONTENT_POLICY,
  })
  response.end(body)
}
