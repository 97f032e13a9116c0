import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentType } from 'react'
import type { Logger } from 'pino'
import { pastRoutes, type PastRoute } from '#features/names/queries.ts'
import { listingStore } from '#features/listing/queries/store.ts'
import { serveDiscovery } from '#features/discovery/serve.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { openUploads } from '#features/media/rules/uploads.ts'
import { filmRoutes } from '#features/media/films.ts'
import { mediaRoutes } from '#features/media/serve.ts'
import { uploadRoute } from '#features/media/upload-route.ts'
import { networkRefusals } from '#features/orders/rules/networks.ts'
import { applyPayment, type PayWork } from '#features/orders/rules/pay.ts'
import { openPayments } from '#features/payments/rules/providers.ts'
import { serveDemoGateway } from '#features/payments/demo/serve.ts'
import { serveWebhooks } from '#features/payments/webhooks.ts'
import { serveReceipts } from '#features/orders/receipt/serve.ts'
import { scopeOf, whoIs } from '#features/session/rules/who.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import { flushReports } from '#features/visitor/actions.ts'
import { ok } from '#domain/result.ts'
import { langPath } from '#i18n/locales.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import { Refusal } from '#platform/server/answers.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { pendingMigrations } from '#platform/server/db/migrate.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Assets } from '#platform/server/pages/document.ts'
import { guarded } from '#platform/server/guarded.ts'
import { createHttp } from '#platform/server/http.ts'
import type { Site } from '#platform/server/pages/make-page.ts'
import { openApiDocument } from '#platform/server/openapi.ts'
import { serveOps } from '#platform/server/ops.ts'
import { createPageCache } from '#platform/server/pages/page-cache.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import { answerFailure, answerPosted, servePages, type PagesOptions } from '#platform/server/pages/pages.ts'
import { cookieNames, isForeign, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { createRouter, type Route, type Router } from '#platform/server/pages/router.ts'
import { startSchedule } from '#platform/server/jobs/schedule.ts'
import { safePath, serveCalls } from '#platform/server/serve.ts'
import type { RuntimeTexts } from '#wire/page.ts'
import { readingMode } from '#wire/reading-mode.ts'
import type { ShopConfig, Theme } from '#wire/shop-config.ts'
import { findElsewhere, languagesOf } from './routing/elsewhere.ts'
import { endpoints, oneClickCalls } from './endpoints.ts'
import { hideDismissed, serveAnnouncementStyles } from '#storefront/layout/announcement.tsx'
import { frameFor } from '#storefront/layout/frame.tsx'
import { islands } from './islands.ts'
import { alertsAfter, alertsLoop, loopsOf } from './schedule.ts'
import { openMails } from './mails.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { openLive, type LiveShop } from './live.ts'
import error from '#storefront/pages/error.page.tsx'
import { errorDocument } from '#storefront/pages/error-document.ts'
import notFound from '#storefront/pages/not-found.page.tsx'
import { serveOneClick } from './one-click.ts'
import { routes } from './routes.ts'
import { serveSharePictures, sharePath } from '#storefront/share-pictures.ts'
import { serveWellKnown } from './well-known.ts'

export interface AppOptions {
  config: Config
  log: Logger
  db: Database
  /** For the LISTEN connection. */
  databaseUrl: string
  assets: Assets
  /** The built client's folder; null in development, where Vite serves the sources. */
  clientDir: string | null
  version: string
  now?: () => Date
  /** Whether work that is done at its time is done by this node; tests do it themselves. */
  jobs?: boolean
}

export interface App {
  server: FastifyInstance
  /** Sets the app's public URL once the port is known. */
  setOrigin(origin: string): void
  /** Takes a connection over from an HTTP server that is not the app's own. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Resolves when every change committed before is applied on this node: its cache and its configuration. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds after a new configuration could not be read. */
const retryAfter = 1_000

/** Everything derived from the configuration document, rebuilt when it changes. */
interface ShopState {
  config: ShopConfig
  router: Router<AnyPage>
  past: Router<PastRoute>
  themeHref: string
  themeHead: (mode: string) => string
}

/** Puts the shop together. Listening, signals and the database's life belong to the caller. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, log } = options
  const now = options.now ?? (() => new Date())
  const themes = new Map<string, string>()
  // The gallery of parts is for developers: a shop that is open does not even load it.
  const gallery = config.mode === 'production' ? null : await import('#storefront/gallery/gallery.ts')
  const reloadShop = (): Promise<ShopState> => loadShop(db, themes, gallery?.galleryRoutes ?? [])
  let shop = await reloadShop()
  let origin = config.publicUrl ?? `http://localhost:${config.port}`
  let closing = false

  let live: LiveShop | null = null
  let ownAddress: string | null = null
  const payments = await openPayments({ config, db, log, now, ownAddress: () => ownAddress })

  const cache = createPageCache({ maxBytes: config.pageCacheBytes })
  const parts: ContextParts = {
    db,
    kept: cache.data,
    dictionaries,
    shop: () => shop.config,
    origin: () => origin,
    who: whoIs,
    scopeOf,
    countryHeader: config.countryHeader,
    live: { tell: (topic, message) => live?.tell(topic, message) },
    pay: payments.providers,
    secure: config.publicUrl?.startsWith('https:') ?? false,
  }
  const site: Site = {
    router: () => shop.router,
    notFound,
    failed: error,
    islands: await loadIslands(),
    frame: frameFor,
    themeHref: () => shop.themeHref,
    themeHead: (mode) => shop.themeHead(mode),
    runtimeTexts,
    skipText: (ctx) => ctx.t('frame.skip'),
    elsewhere: (ctx, asked) => findElsewhere(ctx, asked, shop.past),
    languagesOf,
    sharePath,
    assets: options.assets,
  }

  const http = await createHttp({
    config,
    log,
    cache,
    parts,
    inlineScripts: [hideDismissed],
    missingPage: (request, reply) => missing(request, reply),
    failedPage: (status, request, reply) => answerFailure(status, request, reply, pagesOptions),
    lastResort: errorDocument,
  })
  const { app } = http
  const pagesOptions: PagesOptions = {
    parts,
    site,
    cache,
    hits: http.hits,
    now,
    uncached: config.mode === 'development',
  }

  serveOps(app, {
    config,
    cache,
    hitCount: http.hitCount,
    refusedOrders: () => networkRefusals,
    version: options.version,
    build: options.assets.build,
    loops: () => schedule.runs(),
    closing: () => closing,
    ready: async () => [
      ...(await pendingMigrations(db.pool, 'db/migrations')).map((name) => `migration ${name} is missing`),
      // Not ready while the listing index loads: with very many products the first listings would wait for seconds.
      ...(listingStore(db).isFilled() ? [] : ['the products are being read']),
    ],
  })
  if (options.clientDir !== null) {
    await app.register(fastifyStatic, {
      root: `${options.clientDir}/assets`,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
    })
  }
  const media = openMedia(config.mediaDir)
  const uploads = openUploads(media)
  await app.register(filmRoutes({ mediaDir: config.mediaDir }))
  await app.register(mediaRoutes({ db, media }))
  serveTheme(app, themes)
  serveAnnouncementStyles(app)
  gallery?.serveGalleryStyles(app)
  serveSharePictures(app, { db, media, shop: () => shop.config })
  serveDiscovery(app, { db, kept: cache.data, shop: () => shop.config, origin: () => origin, now })
  serveWellKnown(app, { shop: () => shop.config, origin: () => origin })
  servePreferences(app, parts)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.send(openApiDocument(endpoints, { name: shop.config.shop.name, version: options.version })),
  )
  serveCalls(app, {
    parts,
    table: endpoints,
    checkAnswers: config.mode !== 'production',
    now,
    showPosted: (path, posted, request, reply) => answerPosted(path, posted, request, reply, pagesOptions),
    takeFile: async (ctx, bytes) => {
      const upload = await uploads.take(ctx, bytes)
      return upload.ok ? ok(upload.value.id) : upload
    },
  })
  uploadRoute(app, { parts, uploads, now })
  serveOneClick(app, parts, oneClickCalls, now)
  serveReceipts(app, { parts, now, fonts: config.receiptFonts })
  const payWork = (): PayWork => ({ db, transact: db.transact, now: now(), live: parts.live, log })
  serveWebhooks(app, {
    providers: payments.providers,
    now,
    apply: (provider, report) => applyPayment(payWork(), provider, report, 'webhook'),
  })
  if (config.demoGateway) serveDemoGateway(app, { gateway: payments.gateway, dictionaries })
  const missing = servePages(app, pagesOptions)

  const mails = openMails({ config, db, parts, log, now })
  const channel = await openLive({
    db,
    url: options.databaseUrl,
    log,
    origin: () => origin,
    isAllowedHost: http.isAllowedHost,
    lowStockAt: () => shop.config.shop.lowStockAt,
    now,
  })
  live = channel
  const upgrade: App['upgrade'] = guarded(
    log,
    'an upgrade',
    (request, socket, head) => {
      if (!channel.upgrade(request, socket, head)) socket.destroy()
    },
    (_, socket) => socket.destroy(),
  )
  app.server.on('upgrade', upgrade)
  const schedule = startSchedule({
    loops: loopsOf({
      db,
      media: { store: media.store, filmsDir: join(config.mediaDir, 'films') },
      mails,
      catchUp: () => changes.catchUp(),
      // Tests answer for the bank themselves.
      gateway: config.demoGateway && config.mode !== 'test' ? payments.gateway : null,
      providers: payments.providers,
      orderWork: () => ({ ...payWork(), shop: shop.config }),
      now,
    }),
    log,
    now,
    jobsUrl: options.jobs === true ? options.databaseUrl : null,
  })
  let reloading = Promise.resolve()
  const takeNewShop = (): void => {
    // One after the other: an older one never comes last.
    reloading = reloading
      .then(reloadShop)
      .then((loaded) => {
        shop = loaded
        cache.clear()
      })
      .catch((failure: unknown) => {
        log.error({ err: failure }, 'the new configuration could not be read; trying again')
        if (!closing) setTimeout(takeNewShop, retryAfter).unref()
      })
  }
  const changes = await followChanges({
    db,
    url: options.databaseUrl,
    log,
    apply: (change) => {
      const { tags, hard } = change
      channel.changed(change)
      if (tags.some((tag) => tag === 'catalog' || tag === 'list' || tag.startsWith('product:')))
        schedule.soon(alertsLoop, alertsAfter)
      if (!tags.includes('config')) return cache.change(tags, hard)
      takeNewShop()
    },
  })

  return {
    server: app,
    setOrigin(value) {
      origin = config.publicUrl ?? value
      ownAddress = value
    },
    upgrade,
    async catchUp() {
      await changes.catchUp()
      await reloading
    },
    close: async () => {
      closing = true
      const loops = schedule.stop()
      await payments.stop()
      await mails.sender.stop()
      await loops
      // Before the server, which waits for open connections.
      await channel.close()
      await app.close()
      await flushReports(db)
      await changes.close()
    },
  }
}

async function loadShop(
  db: Database,
  themes: Map<string, string>,
  before: readonly Route<AnyPage>[],
): Promise<ShopState> {
  const [{ document }, past] = await Promise.all([loadConfig(db), pastRoutes(db)])
  // The document's own values; none is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const css = themeCss(theme)
  const href = `/theme.${hash('sha256', css, 'hex').slice(0, 12)}.css`
  themes.set(href, css)
  // Pages with the former theme may still be on their way.
  if (themes.size > 5) themes.delete(themes.keys().next().value!)
  return {
    config: {
      shop: document.shop,
      router: document.router,
      search: document.search,
      sales: document.sales,
      theme,
    },
    router: createRouter([...before, ...routes(document.router)]),
    past: createRouter(past.map((route) => ({ pattern: route.pattern, target: route }))),
    themeHref: href,
    themeHead: themeHead(theme),
  }
}

async function loadIslands(): Promise<ReadonlyMap<string, ComponentType<never>>> {
  const loaded = Object.entries(islands).map(
    async ([name, load]) => [name, (await load()).default as ComponentType<never>] as const,
  )
  return new Map(await Promise.all(loaded))
}

function runtimeTexts({ t }: Ctx): RuntimeTexts {
  return {
    unknownError: t('runtime.unknownError'),
    timeout: t('runtime.timeout'),
    authorization: t('runtime.authorization'),
    fail: t('runtime.fail'),
    signIn: t('runtime.signIn'),
    offline: t('runtime.offline'),
    added: t('runtime.added'),
    removed: t('runtime.removed'),
    undo: t('runtime.undo'),
    close: t('runtime.close'),
  }
}

function serveTheme(app: FastifyInstance, themes: ReadonlyMap<string, string>): void {
  app.get('/theme.:hash.css', (request, reply) => {
    const css = themes.get(request.url.split('?')[0]!)
    // This node never had that theme: it belongs to an older configuration. The newest is the closest.
    if (css === undefined)
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send([...themes.values()].at(-1))
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(css)
  })
}

/** Currency and reading mode: readable cookies, set by a form that works without scripts. */
function servePreferences(app: FastifyInstance, parts: ContextParts): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isForeign(request, parts.origin())) throw new Refusal('foreign_origin')
    const body = (request.body ?? {}) as Record<string, unknown>
    const { currencies, baseCurrency } = parts.shop().shop
    const known: readonly unknown[] = [baseCurrency, ...currencies.map(({ code }) => code)]
    const options = { path: '/', maxAge: 365 * 86_400, sameSite: 'lax' as const, secure: parts.secure }
    if (typeof body.currency === 'string' && known.includes(body.currency))
      reply.setCookie(cookieNames.currency, body.currency, options)
    if (body.mode !== undefined) {
      // One field for light or dark, and one for each of the aids that are wanted.
      const mode = readingMode([body.mode, body.aid].flat().join('.'))
      if (mode === '') reply.clearCookie(cookieNames.mode, options)
      else reply.setCookie(cookieNames.mode, mode, options)
    }
    const { locale } = splitLocale(request.url)
    return reply.redirect(safePath(body.next) ?? (langPath(locale) || '/'), 303)
  }
  app.post('/form/preferences', answer)
  app.post('/:lang/form/preferences', answer)
}
