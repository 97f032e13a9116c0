import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { pastRoutes, type PastRoute } from '#features/names/queries.ts'
import { currentSlugs, type CurrentSlug } from '#features/names/queries/entry-slugs.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Themes } from '#features/theming/serve.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import { isLocale, langPath } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import { createRouter, type Route, type Router } from '#platform/server/pages/router.ts'
import { withEntrySlugs, type NamedSlug } from '#wire/entry-slugs.ts'
import type { ShopConfig, Theme } from '#wire/shop-config.ts'
import { routes } from './routes.ts'
import { guarded } from '#platform/server/guarded.ts'

/** Everything derived from the configuration document. */
export interface ShopState {
  config: ShopConfig
  router: Router<AnyPage>
  past: Router<PastRoute>
  themeHref: string
  themeHead: (mode: string) => string
}

/** The state of the shop on this node. */
export interface Shop {
  now(): ShopState
  /** Reads the configuration anew, and again after a failure: until then the former one holds. */
  reload(): void
  /** Resolves when no reload is under way. */
  settled(): Promise<void>
  close(): void
}

export interface ShopOptions {
  db: Database
  log: Logger
  themes: Themes
  /** Routes that stand before those of the configuration. */
  before: readonly Route<AnyPage>[]
  /** Called after each reload: pages that were rendered with the former configuration are wrong. */
  reloaded: () => void
}

/** Milliseconds after a new configuration could not be read. */
const retryAfter = 1_000

export async function openShopState(options: ShopOptions): Promise<Shop> {
  let shop = await loadShop(options)
  let closing = false
  let reloading = Promise.resolve()

  function reload(): void {
    // One after the other: an older one never comes last.
    reloading = reloading
      .then(() => loadShop(options))
      .then((loaded) => {
        shop = loaded
        options.reloaded()
      })
      .catch((failure: unknown) => {
        options.log.error({ err: failure }, 'the new configuration could not be read; trying again')
        if (!closing)
          setTimeout(guarded(options.log, 'a reload of the configuration', reload), retryAfter).unref()
      })
  }

  return {
    now: () => shop,
    reload,
    settled: () => reloading,
    close: () => void (closing = true),
  }
}

async function loadShop({ db, themes, before }: ShopOptions): Promise<ShopState> {
  const [{ document }, past, named] = await Promise.all([loadConfig(db), pastRoutes(db), currentSlugs(db)])
  // The document's own values; none is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const css = themeCss(theme)
  const href = `/theme.${hash('sha256', css, 'hex').slice(0, 12)}.css`
  themes.add(href, css)
  return {
    config: {
      shop: document.shop,
      router: withEntrySlugs(document.router, slugsByPath(named)),
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

function slugsByPath(slugs: readonly CurrentSlug[]): NamedSlug[] {
  return slugs.flatMap(({ kind, locale, entry, slug }) =>
    isLocale(locale) ? [{ kind, langPath: langPath(locale), entry, slug }] : [],
  )
}
