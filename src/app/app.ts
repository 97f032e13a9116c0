import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ComponentType } from 'react'
import type { Logger } from 'pino'
import { endedTopics } from '#features/account/rules/announce.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { warnOfOtherDomain } from '#features/passkeys/rules/other-domain.ts'
import { openSignInProviders } from '#features/oauth/providers/open-providers.ts'
import { warnOfTrial } from '#features/payments/demo/trial.ts'
import { openPayments } from '#features/payments/rules/providers.ts'
import { forgetSession } from '#features/session/rules/sessions.ts'
import { scopeOf, whoIs } from '#features/session/rules/who.ts'
import { createThemes } from '#features/theming/serve.ts'
import { flushReports } from '#features/visitor/actions.ts'
import { wordsTag } from '#features/words/contract.ts'
import type { Words } from '#i18n/words.ts'
import { isPassing } from '#platform/server/answers.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import type { Change } from '#platform/server/db/queries-changes.ts'
import { guarded } from '#platform/server/guarded.ts'
import { createHttp } from '#platform/server/http.ts'
import { currentFilter, isBreached } from '#platform/server/passwords/breached.ts'
import type { Assets } from '#platform/server/pages/document.ts'
import type { Site } from '#platform/server/pages/make-page.ts'
import { openDictionaries } from '#platform/server/pages/dictionaries.ts'
import type { Dictionaries } from '#platform/server/pages/dictionary.ts'
import { createPageCache, type PageCache } from '#platform/server/pages/page-cache.ts'
import { answerFailure, servePages, type PagesOptions } from '#platform/server/pages/pages.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { hideDismissed } from '#storefront/layout/announcement.tsx'
import { offerLanguage } from '#storefront/layout/language-offer.tsx'
import { frameFor } from '#storefront/layout/frame.tsx'
import { runtimeTexts } from '#storefront/layout/runtime-texts.ts'
import custom from '#storefront/pages/custom.page.tsx'
import error from '#storefront/pages/error.page.tsx'
import { errorDocument } from '#storefront/pages/error-document.ts'
import notFound from '#storefront/pages/not-found.page.tsx'
import { partRoutes } from '#storefront/placed/part.page.tsx'
import { sharePath } from '#storefront/share-pictures.ts'
import { openDoors } from './doors.ts'
import { islands as ofForms } from './islands-forms.ts'
import { islands as ofPlaced } from './islands-placed.ts'
import { islands } from './islands.ts'
import { openLive, type LiveShop } from './live.ts'
import type { Reloaded } from './state/reloaded.ts'
import { couponDetour } from './routing/coupon-detour.ts'
import { findElsewhere, languagesOf, nameEntry } from './routing/elsewhere.ts'
import { openShopState, type Shop } from './state/shop-state.ts'
import { openShopWords } from './state/shop-words.ts'
import { openTemplates } from './state/open-templates.ts'
import { mayBeApart, openDrafts } from './themes/drafts.ts'
import { followTurns, type Turns } from './turns.ts'
import { startWork, type Work } from './work.ts'

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

/** Puts the shop together. Listening, signals and the database's life belong to the caller. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, log, assets } = options
  const now = options.now ?? (() => new Date())
  let origin = config.publicUrl ?? `http://localhost:${config.port}`
  let ownUrl: string | null = null
  let closing = false

  let turns: Turns | null = null
  const cache = openPageCache(config, log, () => turns?.pass())
  // The gallery of parts is for developers: a shop that is open does not even load it.
  const gallery = config.mode === 'production' ? null : await import('#storefront/gallery/gallery.ts')
  const themes = createThemes()
  const templates = openTemplates(log, cache)
  const before = [...partRoutes, ...(gallery?.galleryRoutes ?? [])]
  const reloaded = cache.clear
  const shop = await openShopState({ db, log, themes, liquid: templates, before, reloaded })
  const words = await openShopWords({ db, log, reloaded })
  const payments = await openPayments({ config, db, log, now, ownAddress: () => ownUrl })

  await warnAtStart(options, shop)
  const signInBy = openSignInProviders(config.signInBy, { log, now })

  let live: LiveShop | null = null
  const parts: ContextParts = {
    ...constantParts(config, db),
    kept: cache.data,
    shop: () => shop.now().config,
    words: words.now,
    origin: () => origin,
    live: { tell: (topic, message) => live?.tell(topic, message) },
    pay: payments.providers,
    signInBy,
  }
  const dictionaries = dictionariesOf(config, { db, log, now })
  const http = await createHttp({
    config,
    log,
    cache,
    dictionaries,
    parts,
    isApart: mayBeApart,
    inlineScripts: headScripts,
    formTargets: [...signInBy.values()].flatMap(({ origins }) => origins),
    missingPage: (request, reply) => missing(request, reply),
    failedPage: (status, request, reply) => answerFailure(status, request, reply, pages),
    lastResort: errorDocument,
  })
  const { app } = http
  const site = siteOf(shop, assets, await loadIslands())
  const drafts = openDrafts({ db, shop, themes, liquid: templates, parts, site, now })
  const uncached = config.mode === 'development'
  const { apart } = drafts
  const pages: PagesOptions = { parts, site, apart, cache, hits: http.hits, dictionaries, now, uncached }
  const media = openMedia(config.mediaDir)
  const payWork = (): PayWork => ({ db, transact: db.transact, now: now(), live: parts.live, log })
  const common = { ...options, parts, media, payments, payWork, now }
  await openDoors(app, {
    ...common,
    pages,
    themes,
    drafts,
    gallery,
    hitCount: http.hitCount,
    loops: () => work.runs(),
    closing: () => closing,
  })
  const missing = servePages(app, pages)

  const ofChannel = { cache, origin: () => origin, isAllowedHost: http.isAllowedHost }
  const { channel, clock } = await openChannel({ ...common, ...ofChannel })
  live = channel
  turns = clock
  const upgrade: App['upgrade'] = guarded(
    log,
    'an upgrade',
    (request, socket, head) => {
      if (!channel.upgrade(request, socket, head)) socket.destroy()
    },
    (_, socket) => socket.destroy(),
  )
  app.server.on('upgrade', upgrade)
  const work = startWork({ ...common, catchUp: () => changes.catchUp() })
  const changes = await followChanges({
    db,
    url: options.databaseUrl,
    log,
    apply: (change) => applyChange(change, { channel, work, clock, shop, words, cache }),
  })
  // What was changed since they were read, at the beginning of the start, is in no change that comes.
  words.reload()
  await words.settled()

  return {
    server: app,
    setOrigin(value) {
      origin = config.publicUrl ?? value
      ownUrl = value
    },
    upgrade,
    catchUp: () => changes.catchUp().then(shop.settled).then(words.settled).then(clock.settled),
    close: async () => {
      closing = true
      shop.close()
      words.close()
      clock.close()
      await work.stop()
      await templates.close()
      // Before the server, which waits for open connections.
      await channel.close()
      await app.close()
      await dictionaries?.settled()
      await flushReports(db)
      await changes.close().then(shop.settled).then(words.settled)
    },
  }
}

interface Followers {
  channel: LiveShop
  work: Work
  clock: Turns
  shop: Shop
  words: Reloaded<Words>
  cache: PageCache
}

/** What this node does about a change that any node has committed. */
function applyChange(change: Change, { channel, work, clock, shop, words, cache }: Followers): void {
  channel.changed(change)
  if (endedTopics(change).length > 0) return
  if (change.tags.some(concernsAlerts)) work.alertsMayBeDue()
  clock.changed(change)
  if (change.tags.includes(wordsTag)) words.reload()
  if (change.tags.some(isBehindLinks)) shop.reload()
  else cache.change(change.tags, change.hard)
}

interface ChannelOptions extends Pick<AppOptions, 'db' | 'databaseUrl' | 'log'> {
  cache: PageCache
  parts: ContextParts
  origin: () => string
  isAllowedHost: (host: string) => boolean
  now: () => Date
}

/** The live messages, and what time alone changes: pages that are cached, and pages that are open. */
async function openChannel(options: ChannelOptions): Promise<{ channel: LiveShop; clock: Turns }> {
  const { db, log, cache, parts, now } = options
  const channel = await openLive({
    db,
    url: options.databaseUrl,
    log,
    origin: options.origin,
    isAllowedHost: options.isAllowedHost,
    kept: parts.kept,
    shop: () => parts.shop().shop,
    now,
  })
  const clock = await followTurns({
    db,
    log,
    now,
    turned() {
      channel.changed({ tags: promotionsTags })
      cache.change(promotionsTags, true)
    },
  })
  return { channel, clock }
}

/** Of what suits a trial, and is seldom meant in a shop that is open. */
async function warnAtStart({ config, db, log }: AppOptions, shop: Shop): Promise<void> {
  warnOfTrial(log, config, shop.now().config.sales)
  await warnOfOtherDomain(db, log, config)
}

/** What a promotion that begins or ends changes: prices are on nearly every page. */
const promotionsTags = ['promotions']

/** Pages that were cached are served while the database is away. */
function openPageCache(config: Config, log: Logger, catchUpWithTime: () => void): PageCache {
  return createPageCache({
    catchUpWithTime,
    maxBytes: config.pageCacheBytes,
    mayServeOld(error) {
      if (!isPassing(error)) return false
      log.warn({ err: error }, 'a page could not be rendered again: the old one is served')
      return true
    },
  })
}

/** While pages are made anew for each request there is nothing to learn from. */
function dictionariesOf(config: Config, work: Parameters<typeof openDictionaries>[0]): Dictionaries | null {
  return config.dictionaries && config.mode !== 'development' ? openDictionaries(work) : null
}

function constantParts(config: Config, db: Database) {
  return {
    db,
    who: whoIs,
    forgetSession,
    isBreached: (password: string) => isBreached(password, currentFilter(config.dataDir)),
    scopeOf,
    passkeyDomain: config.passkeyDomain,
    countryHeader: config.countryHeader,
    // Cookies carry `Secure` when the shop is served over https.
    secure: config.publicUrl?.startsWith('https:') ?? false,
  }
}

/** Whether a change is of what the links of every page are made from. */
function isBehindLinks(tag: string): boolean {
  return tag === 'config' || tag === 'slugs'
}

/** Whether a change may have brought the moment that an alert waits for. */
function concernsAlerts(tag: string): boolean {
  return tag === 'catalog' || tag === 'list' || tag.startsWith('product:')
}

function siteOf(shop: Shop, assets: Assets, loaded: Site['islands']): Site {
  return {
    router: () => shop.now().router,
    notFound,
    failed: error,
    islands: loaded,
    frame: frameFor,
    look: shop.now,
    untemplated: custom,
    headScripts,
    runtimeTexts,
    skipText: (ctx) => ctx.t('frame.skip'),
    detour: (page, at) => couponDetour(shop.now().config.router, page, at),
    named: (asked, langPath) => nameEntry(asked, shop.now().config.router, langPath),
    elsewhere: (ctx, asked) => findElsewhere(ctx, asked, shop.now().past),
    languagesOf,
    sharePath,
    assets,
  }
}

/** Both define an element of the frame that acts when it is parsed. */
const headScripts = [hideDismissed, offerLanguage]

async function loadIslands(): Promise<Site['islands']> {
  const loaded = Object.entries({ ...islands, ...ofForms, ...ofPlaced }).map(
    async ([name, load]) => [name, (await load()).default as ComponentType<never>] as const,
  )
  return new Map(await Promise.all(loaded))
}
