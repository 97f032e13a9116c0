import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { pastRoutes, type PastRoute } from '#features/names/queries.ts'
import { currentSlugs, type CurrentSlug } from '#features/names/queries/entry-slugs.ts'
import { loadConfig } from '#features/shop/actions.ts'
import {
  themeDrawings,
  themePictures,
  themeTexts as storedTexts,
  type ThemePicture,
} from '#features/theming/queries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { isLiquidText, settingsIn } from '#features/theming/rules/theme-folder.ts'
import { readSvg } from '#features/theming/rules/svg.ts'
import type { Themes } from '#features/theming/serve.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import { isLocale, langPath } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { themeTexts, type LiquidTheme } from '#storefront/liquid/load-liquid.ts'
import { readRules, type StyleRules } from '#platform/server/pages/first-styles.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import { createRouter, type Route, type Router } from '#platform/server/pages/router.ts'
import { withEntrySlugs, type NamedSlug } from '#wire/entry-slugs.ts'
import type { FrameImage, ShopConfig, Theme } from '#wire/shop-config.ts'
import { openReloaded, type Reloaded } from './reloaded.ts'
import { routes } from '../routes.ts'
import { placeSections } from '#storefront/sections/sections.tsx'
import { templateFinder, type TemplateFinder } from './page-templates.ts'

/** Everything derived from the configuration document. */
export interface ShopState {
  config: ShopConfig
  router: Router<AnyPage>
  past: Router<PastRoute>
  themeHref: string
  themeRules: StyleRules
  themeHead: (mode: string) => string
  template: TemplateFinder
  placesSections: boolean
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
    const [pictures, drawings, texts] = await Promise.all([
      themePictures(db, version),
      themeDrawings(db, version),
      storedTexts(db, version),
    ])
    return { document, pictures, drawings, texts }
  }
  const [{ document, pictures, drawings, texts }, past, named] = await Promise.all([
    configured(),
    pastRoutes(db),
    currentSlugs(db),
  ])
  // Nobody waits for it: what is asked for before is left out, and made good soon.
  const ownLiquid = liquidOf(texts, liquid)
  if (ownLiquid !== null) void liquid.engine.start()
  // The document's own values; none is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const { logo, social } = document.frame
  const css = themeCss(theme, { hasNightLogo: logo !== null && logo.dark !== null })
  const href = `/theme.${hash('sha256', css, 'hex').slice(0, 12)}.css`
  themes.add(href, css)
  return {
    config: {
      shop: document.shop,
      router: withEntrySlugs(document.router, slugsByPath(named)),
      search: document.search,
      sales: document.sales,
      theme,
      templates: document.templates,
      frame: { ...document.frame, images: imagesOf(pictures, drawings, themes) },
    },
    router: createRouter([...before, ...routes(document.router)]),
    past: createRouter(past.map((route) => ({ pattern: route.pattern, target: route }))),
    themeHref: href,
    themeRules: readRules(css),
    themeHead: themeHead(theme),
    placesSections: logo !== null || social.length > 0 || placeSections(document.templates),
    template: templateFinder(document.templates, theme, {
      pictures,
      liquid: ownLiquid,
    }),
  }
}

/**
 * Null: the theme has no templates in Liquid. Its settings are checked when they are stored; a later version of the
 * program may refuse more, and shows none then.
 */
function liquidOf(texts: ReadonlyMap<string, string>, liquid: ShopOptions['liquid']): LiquidTheme | null {
  const files = new Map([...texts].filter(([path]) => isLiquidText(path)))
  if (files.size === 0) return null
  const read = settingsIn((file) => texts.get(file))
  return { ...liquid, files: themeTexts(files), settings: read.ok ? read.value : {} }
}

/** What the paths of a theme's files stand for. A drawing is at an address of its content, as its stylesheet is. */
function imagesOf(
  pictures: readonly ThemePicture[],
  drawings: Awaited<ReturnType<typeof themeDrawings>>,
  themes: Themes,
): Map<string, FrameImage> {
  const images = new Map<string, FrameImage>(
    pictures.map(({ path, ...picture }) => [path, { kind: 'picture', ...picture }]),
  )
  for (const { path, hash: sum, content } of drawings) {
    const size = readSvg(content.toString('utf8'))
    // It was read when it was stored; a later version may refuse more.
    if ('reason' in size) continue
    const src = `/theme.${sum.slice(0, 12)}.svg`
    themes.addDrawing(src, content)
    images.set(path, { kind: 'drawing', src, ...size })
  }
  return images
}

function slugsByPath(slugs: readonly CurrentSlug[]): NamedSlug[] {
  return slugs.flatMap(({ kind, locale, entry, slug }) =>
    isLocale(locale) ? [{ kind, langPath: langPath(locale), entry, slug }] : [],
  )
}
