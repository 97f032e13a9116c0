import type { FastifyInstance } from 'fastify'
import { serveDiscovery } from '#features/discovery/serve.ts'
import { filmRoutes } from '#features/media/films.ts'
import { listingStore } from '#features/listing/queries/store.ts'
import type { Media } from '#features/media/rules/open-media.ts'
import { openUploads } from '#features/media/rules/uploads.ts'
import { mediaRoutes } from '#features/media/serve.ts'
import { uploadRoute } from '#features/media/upload-route.ts'
import { toSignedIn } from '#features/account/pages/auth-forms.ts'
import { serveOauth } from '#features/oauth/serve.ts'
import { serveAccountFiles } from '#features/customer/serve.ts'
import { serveWorker } from '#features/notifications/serve-worker.ts'
import { serveReceipts } from '#features/orders/receipt/serve.ts'
import { networkRefusals } from '#features/orders/rules/networks.ts'
import { applyPayment, type PayWork } from '#features/orders/rules/pay.ts'
import { serveDemoGateway } from '#features/payments/demo/serve.ts'
import type { Payments } from '#features/payments/rules/providers.ts'
import { serveWebhooks } from '#features/payments/webhooks.ts'
import { serveTheme, type Themes } from '#features/theming/serve.ts'
import { servePreferences } from '#features/visitor/serve-preferences.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { AssetDeltas } from '#platform/server/files/asset-deltas.ts'
import { serveAssets } from '#platform/server/files/serve-assets.ts'
import { pendingMigrations } from '#platform/server/db/migrate.ts'
import type { LoopRuns } from '#platform/server/jobs/schedule.ts'
import { openApiDocument } from '#platform/server/openapi.ts'
import { serveOps } from '#platform/server/ops.ts'
import { serveDictionaries } from '#platform/server/pages/dictionaries.ts'
import { answerPosted, type PagesOptions } from '#platform/server/pages/pages.ts'
import { serveCalls } from '#platform/server/serve.ts'
import { serveAnnouncementStyles } from '#storefront/layout/announcement.tsx'
import { serveSharePictures } from '#storefront/share-pictures.ts'
import { endpoints, oneClickCalls } from './endpoints.ts'
import { serveOneClick } from './one-click.ts'
import type { Drafts } from './themes/drafts.ts'
import { serveWellKnown } from './well-known.ts'

export interface DoorsOptions {
  config: Config
  pages: PagesOptions
  themes: Themes
  drafts: Drafts
  media: Media
  payments: Payments
  payWork: () => PayWork
  /** Null in an open shop. */
  gallery: typeof import('#storefront/gallery/gallery.ts') | null
  /** The built client's folder; null in development. */
  clientDir: string | null
  /** Null: files are sent whole. */
  deltas: AssetDeltas | null
  version: string
  /** Requests answered from the page cache ahead of the framework. */
  hitCount: () => number
  loops: () => readonly LoopRuns[]
  /** Whether the node is going down. */
  closing: () => boolean
}

/** Every path but the pages' own: files, calls, forms, webhooks. */
export async function openDoors(app: FastifyInstance, options: DoorsOptions): Promise<void> {
  const { config, media, payments, gallery, pages } = options
  const { parts, now } = pages
  const { db, shop, origin, words } = parts

  serveOps(app, {
    config,
    cache: pages.cache,
    hitCount: options.hitCount,
    refusedOrders: () => networkRefusals,
    version: options.version,
    build: pages.site.assets.build,
    loops: options.loops,
    closing: options.closing,
    ready: () => unreadiness(db),
  })
  if (options.clientDir !== null) await serveAssets(app, `${options.clientDir}/assets`, options.deltas)
  await app.register(filmRoutes({ mediaDir: config.mediaDir }))
  await app.register(mediaRoutes({ db, media }))
  serveTheme(app, options.themes, async (request) => pages.apart?.(request))
  options.drafts.serve(app)
  if (pages.dictionaries !== null) serveDictionaries(app, pages.dictionaries)
  serveAnnouncementStyles(app)
  gallery?.serveGalleryStyles(app)
  serveSharePictures(app, { db, kept: parts.kept, media, shop, now })
  serveDiscovery(app, { db, kept: parts.kept, shop, words, origin, now })
  serveWellKnown(app, {
    shop,
    draft: async (request) => (await pages.apart?.(request))?.parts.shop() ?? null,
    origin,
    file: options.themes.file,
  })
  serveWorker(app)
  servePreferences(app, parts)
  serveAccountFiles(app, { parts, now })
  serveOauth(app, { parts, now, signedIn: toSignedIn })
  serveReceipts(app, { parts, now, fonts: config.receiptFonts })

  app.get('/api/openapi.json', (_request, reply) =>
    reply.send(openApiDocument(endpoints, { name: shop().shop.name, version: options.version })),
  )
  const uploads = openUploads(media)
  serveCalls(app, {
    parts,
    table: endpoints,
    checkAnswers: config.mode !== 'production',
    now,
    showPosted: (path, posted, request, reply) => answerPosted(path, posted, request, reply, pages),
    files: uploads,
  })
  uploadRoute(app, { parts, uploads, now })
  serveOneClick(app, parts, oneClickCalls, now)

  serveWebhooks(app, {
    providers: payments.providers,
    now,
    apply: (provider, report) => applyPayment(options.payWork(), provider, report, 'webhook'),
  })
  if (config.demoGateway) serveDemoGateway(app, { gateway: payments.gateway, words })
}

/** Why the node is not ready for traffic; empty when it is. */
async function unreadiness(db: Database): Promise<string[]> {
  return [
    ...(await pendingMigrations(db.pool, 'db/migrations')).map((name) => `migration ${name} is missing`),
    // Not ready while the listing index loads: with very many products the first listings would wait for seconds.
    ...(listingStore(db).isFilled() ? [] : ['the products are being read']),
  ]
}
