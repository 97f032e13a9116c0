import type { Logger } from 'pino'
import { pastRoutes, type PastRoute } from '#features/names/queries.ts'
import { currentSlugs, type CurrentSlug } from '#features/names/queries/entry-slugs.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { themeDrawings, themePictures, themeTexts, type WhichTheme } from '#features/theming/queries.ts'
import type { Themes } from '#features/theming/serve.ts'
import { isLocale, langPath } from '#i18n/locales.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import type { LiquidTheme } from '#storefront/liquid/load-liquid.ts'
import type { Look } from '#platform/server/pages/make-page.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import { createRouter, type Route, type Router } from '#platform/server/pages/router.ts'
import { withEntrySlugs, type NamedSlug } from '#wire/entry-slugs.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { openReloaded, type Reloaded } from './reloaded.ts'
import { routes } from '../routes.ts'
import { lookState, type LookFiles } from './look-state.ts'

/** Everything derived from the configuration document. */
export interface ShopState extends Look {
  config: ShopConfig
  router: Router<AnyPage>
  past: Router<PastRoute>
}

/** The state of the shop on this node. */
export type Shop = Reloaded<ShopState>

export interface ShopOptions {
  db: Database
  log: Logger
  themes: Themes
  /** Routes that stand before those of the configuration. */
  before: readonly Route<AnyPage>[]
  /** What renders the sections of the merchant's own. */
  liquid: Omit<LiquidTheme, 'files' | 'settings'>
  /** Called after each reload: pages that were rendered with the former configuration are wrong. */
  reloaded: () => void
}

export function openShopState(options: ShopOptions): Promise<Shop> {
  const { log, reloaded } = options
  return openReloaded({ what: 'the configuration', load: () => loadShop(options), log, reloaded })
}

async function loadShop({ db, themes, before, liquid }: ShopOptions): Promise<ShopState> {
  const configured = async () => {
    const { version, document } = await loadConfig(db)
    // Of the same publication, whatever is published meanwhile: versions of a theme are never changed.
    return { document, files: await readLookFiles(db, { config: version }) }
  }
  const [{ document, files }, past, named] = await Promise.all([
    configured(),
    pastRoutes(db),
    currentSlugs(db),
  ])
  const look = lookState(document, files, { themes, liquid, isDraft: false })
  // Nobody waits for it: what is asked for before is left out, and made good soon.
  if (look.liquid !== null) void liquid.engine.start()
  return {
    ...look,
    config: {
      ...look.config,
      shop: document.shop,
      router: withEntrySlugs(document.router, slugsByPath(named)),
      search: document.search,
      sales: document.sales,
    },
    router: createRouter([...before, ...routes(document.router)]),
    past: createRouter(past.map((route) => ({ pattern: route.pattern, target: route }))),
  }
}

/** The files of a theme that pages are made with. */
export async function readLookFiles(db: Db, which: WhichTheme): Promise<LookFiles> {
  const [pictures, drawings, texts] = await Promise.all([
    themePictures(db, which),
    themeDrawings(db, which),
    themeTexts(db, which),
  ])
  return { pictures, drawings, texts }
}

function slugsByPath(slugs: readonly CurrentSlug[]): NamedSlug[] {
  return slugs.flatMap(({ kind, locale, entry, slug }) =>
    isLocale(locale) ? [{ kind, langPath: langPath(locale), entry, slug }] : [],
  )
}
