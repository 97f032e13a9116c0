import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHits, encodingFor, readAddress, type Hits } from './hit.ts'
import type { RenderedPage } from './cached-page.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

describe('an address', () => {
  it.each([
    ['/a', 'document', '/a'],
    ['/a?page=2', 'document', '/a?page=2'],
    ['/a?request=route', 'visit', '/a'],
    ['/a?request=route&userAgent=x&referer=%2F&cookies=y', 'visit', '/a'],
    ['/a?page=2&request=route&referer=%2Fb%3Frequest%3Droute&sort=new', 'visit', '/a?page=2&sort=new'],
    ['/a?q=request=route', 'document', '/a?q=request=route'],
  ])('%s asks for the %s of %s', (url, form, rest) => {
    expect(readAddress(url)).toEqual({ form, rest })
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', null],
  [undefined, null],
])('accept-encoding %s gets %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})

describe('a page that is in the cache', () => {
  let server: Server
  let cache: PageCache
  let hits: Hits
  let base: string

  beforeAll(async () => {
    cache = createPageCache({ maxBytes: 1_000_000 })
    hits = createHits({
      cache,
      isAllowedHost: (host) => host.startsWith('localhost'),
      headers: ['x-content-type-options', 'nosniff'],
      variantOf: ({ cookie }) => (cookie?.includes('currency=EUR') ? '|EUR|' : ''),
    })
    await cache.get('/a', async () => rendered('dollars'))
    await cache.get('/a|EUR|', async () => rendered('euros'))
    hits.alias('/a', '/a')
    server = createServer((request, response) => {
      if (!hits.answer(request, response)) response.writeHead(599).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://localhost:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => void server.close())

  it('is sent compressed, with an ETag that answers 304', async () => {
    const first = await get('/a', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(first.body).toString()).toBe('<main>dollars</main>')
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding, save-data',
      'x-content-type-options': 'nosniff',
    })
    const etag = String(first.headers.etag)
    expect(await get('/a', { 'accept-encoding': 'br', 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: Buffer.alloc(0),
    })
    expect((await get('/a', { 'accept-encoding': 'br', 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await get('/a', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
  })

  it('is another one for another currency, which no shared cache may keep', async () => {
    const euros = await get('/a', { cookie: 'x=1; currency=EUR' })
    expect(euros.body.toString()).toBe('<main>euros</main>')
    expect(euros.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
  })

  it('comes with the rules for what browsers may fetch ahead; a visit’s answer and another currency do not', async () => {
    hits.alias('/a?x', '/a')
    const rules = async (path: string, headers: Record<string, string> = {}) =>
      (await get(path, headers)).headers['speculation-rules']
    expect(await rules('/a')).toBe('"/speculation-rules.json"')
    expect(await rules('/a?request=route')).toBeUndefined()
    expect(await rules('/a', { cookie: 'currency=EUR' })).toBeUndefined()
  })

  it.each([
    ['surrogate-key', 'config product:7 category:2'],
    ['cache-tag', 'config,product:7,category:2'],
  ])('says in %s what it shows, to whom asks for it', async (tagHeader, said) => {
    const own = createHits({
      cache,
      isAllowedHost: () => true,
      headers: [],
      variantOf: () => '',
      tagHeader,
    })
    const tags = ['config', 'product:7', 'category:2', 'a b\r\nx: y']
    await cache.get(`/${tagHeader}`, async () => ({ ...rendered('a'), tags }))
    own.alias(`/${tagHeader}`, `/${tagHeader}`)
    const sent: unknown[] = []
    const response = { setHeader: () => {}, writeHead: (_: number, list: unknown[]) => sent.push(...list) }
    const request = { method: 'GET', url: `/${tagHeader}`, headers: { host: 'x' } }
    own.answer(request as never, { ...response, end: () => {} } as never)
    expect(sent[sent.indexOf(tagHeader) + 1]).toBe(said)
    expect((await get('/a', {})).headers[tagHeader]).toBeUndefined()
  })

  it('is left to the framework for other hosts, methods and addresses', async () => {
    expect((await get('/a', { host: 'evil.example' })).status).toBe(599)
    expect((await get('/b', {})).status).toBe(599)
    expect((await get('/a', {}, 'POST')).status).toBe(599)
  })

  it('answers HEAD without a body', async () => {
    const head = await get('/a', {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '20', 0])
  })

  function get(
    path: string,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
    return new Promise((resolve, reject) => {
      ask(`${base}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
        .on('error', reject)
        .end()
    })
  }
})

function rendered(text: string): RenderedPage {
  return {
    status: 200,
    main: text,
    around: () => ({ before: '<main>', after: '</main>', styleSource: null }),
    visit: ['{', '}'],
    tags: [],
    langPath: '',
  }
}
