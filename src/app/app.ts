import { hash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentType } from 'react'
import type { Logger } from 'pino'
import { mediaRoutes } from '#features/media/serve.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import { langPath } from '#i18n/locales.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { pendingMigrations } from '#platform/server/db/migrate.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Assets } from '#platform/server/document.ts'
import { createHttp } from '#platform/server/http.ts'
import type { Site } from '#platform/server/make-page.ts'
import { openApiDocument } from '#platform/server/openapi.ts'
import { serveOps } from '#platform/server/ops.ts'
import { createPageCache } from '#platform/server/page-cache.ts'
import type { AnyPage } from '#platform/server/page.ts'
import { answerFailure, servePages, type PagesOptions } from '#platform/server/pages.ts'
import { cookieNames, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { createRouter, type Route, type Router } from '#platform/server/router.ts'
import { safePath, serveCalls } from '#platform/server/serve.ts'
import type { RuntimeTexts } from '#wire/page.ts'
import { readingMode } from '#wire/reading-mode.ts'
import type { ShopConfig, Theme } from '#wire/shop-config.ts'
import { endpoints } from './endpoints.ts'
import { startHousekeeping } from './housekeeping.ts'
import { frameFor } from './layout/frame.tsx'
import { islands } from './islands.ts'
import { dictionaries } from './messages.ts'
import error from './pages/error.page.tsx'
import { errorDocument } from './pages/error-document.ts'
import notFound from './pages/not-found.page.tsx'
import { routes } from './routes.ts'
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
  /** Milliseconds between two reads of changes without a NOTIFY. */
  pollChangesEvery?: number
}

export interface App {
  server: FastifyInstance
  /** Tells the app its public address once the port is known. */
  setOrigin(origin: string): void
  /** Resolves when every change committed before is applied to this node's cache. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** What the configuration document amounts to, made anew when it changes. */
interface ShopState {
  config: ShopConfig
  router: Router<AnyPage>
  themeHref: string
  themeHead: (mode: string) => string
}

/** Puts the shop together. Listening, signals and the database's life belong to the caller. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, log } = options
  const now = options.now ?? (() => new Date())
  const themes = new Map<string, string>()
  // The gallery of parts is for those who build the shop: a shop that is open does not even load it.
  const gallery = config.mode === 'production' ? null : await import('./gallery/gallery.ts')
  const reloadShop = (): Promise<ShopState> => loadShop(db, themes, gallery?.galleryRoutes ?? [])
  let shop = await reloadShop()
  let origin = config.publicUrl ?? `http://localhost:${config.port}`
  let closing = false

  const cache = createPageCache({ maxBytes: config.pageCacheBytes })
  const parts: ContextParts = {
    db,
    kept: cache.data,
    dictionaries,
    shop: () => shop.config,
    origin: () => origin,
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
    assets: options.assets,
  }

  const http = await createHttp({
    config,
    log,
    cache,
    parts,
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
    version: options.version,
    build: options.assets.build,
    closing: () => closing,
    ready: async () =>
      (await pendingMigrations(db.pool, 'db/migrations')).map((name) => `migration ${name} is missing`),
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
  await app.register(mediaRoutes({ db, mediaDir: config.mediaDir }))
  serveTheme(app, themes)
  gallery?.serveGalleryStyles(app)
  serveWellKnown(app, { shop: () => shop.config, origin: () => origin })
  servePreferences(app, parts)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.send(openApiDocument(endpoints, { name: shop.config.shop.name, version: options.version })),
  )
  serveCalls(app, { parts, table: endpoints, checkAnswers: config.mode !== 'production', now })
  const missing = servePages(app, pagesOptions)

  const changes = await followChanges({
    db,
    url: options.databaseUrl,
    log,
    pollEvery: options.pollChangesEvery ?? 10_000,
    apply: ({ tags, hard }) => {
      if (!tags.includes('config')) return cache.change(tags, hard)
      reloadShop()
        .then((loaded) => {
          shop = loaded
          cache.clear()
        })
        .catch((failure: unknown) =>
          log.error({ err: failure }, 'the new configuration could not be read; the old one stays'),
        )
    },
  })

  const housekeeping = startHousekeeping(db, log, now)

  return {
    server: app,
    setOrigin(value) {
      origin = config.publicUrl ?? value
    },
    catchUp: changes.catchUp,
    close: async () => {
      closing = true
      housekeeping.stop()
      await app.close()
      await changes.close()
    },
  }
}

async function loadShop(
  db: Database,
  themes: Map<string, string>,
  before: readonly Route<AnyPage>[],
): Promise<ShopState> {
  const { document } = await loadConfig(db)
  // The document's own values; none of them is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const css = themeCss(theme)
  const href = `/theme.${hash('sha256', css, 'hex').slice(0, 12)}.css`
  themes.set(href, css)
  // Pages of the theme before may still be on their way to somebody.
  if (themes.size > 5) themes.delete(themes.keys().next().value!)
  return {
    config: { shop: document.shop, router: document.router, theme },
    router: createRouter([...before, ...routes(document.router)]),
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
    // A theme of an older configuration that this node never had: the newest is nearer than none.
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
  const answer = (request: FastifyRequest, reply: FastifyReply): unknown => {
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
