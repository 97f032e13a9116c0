import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '#domain/time.ts'
import { nextTurn, shownTerms } from '#features/promotions/rules/running.ts'
import { defaultLocale } from '#i18n/locales.ts'
import type { Words } from '#i18n/words.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { guarded } from '#platform/server/guarded.ts'
import { encodingFor } from '#platform/server/pages/hit.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { articleFeed } from './article-feed.ts'
import { merchantFeed, readFeedName } from './merchant.ts'
import { llmsText, robotsText } from './overview.ts'
import { changeStamp } from './queries/listed-pages.ts'
import { offeredLocales, type Site } from './site.ts'
import { readSitemapName, sitemap, sitemapChunks, sitemapIndex } from './sitemap.ts'

export interface DiscoveryOptions {
  db: Db
  kept: Ctx['kept']
  shop: () => ShopConfig
  words: () => Words
  origin: () => string
  now: () => Date
}

/** Seconds. Asked again at most this often by those who keep to it; the ETag says whether anything has changed since. */
const keepFor = 600

const xml = 'application/xml; charset=utf-8'

/** `/robots.txt`, `/llms.txt`, `/sitemap.xml` and its files, `/feed.xml` and the feeds of products. */
export function serveDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { db, kept } = options
  const site = (): Site => ({
    db,
    shop: options.shop(),
    words: options.words(),
    origin: options.origin(),
    now: options.now(),
  })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(robotsText(site())),
  )
  app.get('/llms.txt', async (request, reply) => {
    const now = site()
    return answer(request, reply, now, 'text/plain; charset=utf-8', () =>
      kept('llms', ['catalog', 'content', 'config'], () => llmsText(now)),
    )
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const now = site()
    return answer(request, reply, now, xml, async () =>
      // Cached for a while: it reads every row, and an index may be a little late.
      sitemapIndex(now, await kept('sitemap', ['config'], () => sitemapChunks(now))),
    )
  })
  app.get<{ Params: { name: string } }>('/sitemap-:name.xml', async (request, reply) => {
    const now = site()
    const name = readSitemapName(request.params.name, now)
    if (name === null) return reply.callNotFound()
    return answer(request, reply, now, xml, async () => Readable.from(sitemap(now, name)))
  })
  app.get<{ Params: { name: string } }>('/merchant-:name', async (request, reply) => {
    const now = site()
    const name = readFeedName(request.params.name, now)
    if (name === null) return reply.callNotFound()
    const type = name.format === 'xml' ? xml : 'text/tab-separated-values; charset=utf-8'
    const asking = { db, kept, now: now.now, shop: now.shop, currency: name.currency }
    const [terms, turn] = await Promise.all([shownTerms(asking), nextTurn(asking)])
    const prices = { running: terms.promotions.map(({ slug }) => slug), turn }
    return answer(
      request,
      reply,
      now,
      type,
      async () => Readable.from(merchantFeed(now, name, terms)),
      prices,
    )
  })
  const feed = async (request: FastifyRequest, reply: FastifyReply, lang: string): Promise<unknown> => {
    const now = site()
    const locale = offeredLocales(now).find((one) => one === lang)
    if (locale === undefined) return reply.callNotFound()
    return answer(request, reply, now, 'application/rss+xml; charset=utf-8', () =>
      kept(`feed ${locale}`, ['content', 'config'], () => articleFeed(now, locale)),
    )
  }
  app.get('/feed.xml', (request, reply) => feed(request, reply, defaultLocale))
  app.get<{ Params: { lang: string } }>('/:lang/feed.xml', (request, reply) =>
    request.params.lang === defaultLocale
      ? reply.header('cache-control', 'no-cache').redirect('/feed.xml', 308)
      : feed(request, reply, request.params.lang),
  )
}

/** Sends the file, or 304 if the client has the present version. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  type: string,
  make: () => Promise<string | Readable>,
  /** The promotions in its prices, and when the next one begins or ends. */
  prices: { running: readonly string[]; turn: Date | null } = { running: [], turn: null },
): Promise<unknown> {
  // Whatever changes in the shop is announced; what time alone changes is right again after ten minutes.
  const minutes = Math.floor(site.now.getTime() / 600_000)
  const made = [
    await changeStamp(site.db),
    site.origin,
    site.shop.router,
    site.shop.shop,
    minutes,
    request.url,
    prices.running,
  ]
  const etag = `W/"${hash('sha256', JSON.stringify(made), 'base64url').slice(0, 20)}"`
  const left = prices.turn === null ? keepFor : (prices.turn.getTime() - site.now.getTime()) / second
  const seconds = Math.floor(Math.min(keepFor, left))
  reply.headers({ 'cache-control': `public, max-age=${seconds}`, etag })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  if (known?.includes(etag)) return reply.code(304).send()
  const body = await make()
  reply.type(type)
  // Texts are compressed like all others. Streams are read by programs, which all support gzip.
  if (typeof body === 'string') return reply.send(body)
  reply.header('vary', 'accept-encoding')
  if (encodingFor(onlyGzip(request)) === null) return reply.send(body)
  const packed = body.pipe(createGzip({ level: 4 }))
  const what = 'the end of a streamed file'
  body.on(
    'error',
    guarded(request.log, what, (error: Error) => void packed.destroy(error)),
  )
  packed.on(
    'close',
    guarded(request.log, what, () => void body.destroy()),
  )
  return reply.header('content-encoding', 'gzip').send(packed)
}

function onlyGzip(request: FastifyRequest): string {
  const accepts = request.headers['accept-encoding'] ?? ''
  return String(accepts)
    .split(',')
    .filter((one) => one.trim().startsWith('gzip'))
    .join(',')
}
