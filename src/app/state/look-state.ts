import { hash } from 'node:crypto'
import type { themeDrawings, ThemePicture } from '#features/theming/queries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { isLiquidText, settingsIn } from '#features/theming/rules/theme-folder.ts'
import { readSvg } from '#features/theming/rules/svg.ts'
import type { Themes } from '#features/theming/serve.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import { readRules } from '#platform/server/pages/first-styles.ts'
import type { Look } from '#platform/server/pages/make-page.ts'
import { themeTexts, type LiquidTheme } from '#storefront/liquid/load-liquid.ts'
import { placeSections } from '#storefront/sections/templating.ts'
import type { FrameImage, ShopConfig, ShopConfigDocument, Theme } from '#wire/shop-config.ts'
import { templateFinder } from './page-templates.ts'

/** The files of a theme that pages need besides what its configuration says. */
export interface LookFiles {
  pictures: readonly ThemePicture[]
  drawings: Awaited<ReturnType<typeof themeDrawings>>
  texts: ReadonlyMap<string, string>
}

export interface LookOptions {
  themes: Themes
  /** Whether it is a draft, whose stylesheet stands in for no other. */
  isDraft: boolean
  /** What renders the templates of the merchant's own. */
  liquid: Omit<LiquidTheme, 'files' | 'settings'>
}

/** How pages look by one theme, and what of the shop's configuration it is. */
export interface LookState extends Look {
  config: Pick<ShopConfig, 'theme' | 'templates' | 'frame'>
  /** Null: it has no templates in Liquid. */
  liquid: LiquidTheme | null
}

export function lookState(
  document: Pick<ShopConfigDocument, 'theme' | 'templates' | 'frame'>,
  { pictures, drawings, texts }: LookFiles,
  { themes, isDraft, liquid: engine }: LookOptions,
): LookState {
  const liquid = liquidOf(texts, engine)
  // The document's own values; none is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const { logo, social } = document.frame
  const css = themeCss(theme, { hasNightLogo: logo !== null && logo.dark !== null, isDraft })
  const href = `/theme.${hash('sha256', css, 'hex').slice(0, 12)}.css`
  if (isDraft) themes.addDraft(href, css)
  else themes.add(href, css)
  return {
    config: {
      theme,
      templates: document.templates,
      frame: { ...document.frame, images: imagesOf(pictures, drawings, themes) },
    },
    liquid,
    themeHref: href,
    themeRules: readRules(css),
    themeHead: themeHead(theme),
    placesSections: logo !== null || social.length > 0 || placeSections(document.templates, texts),
    template: templateFinder(document.templates, theme, { pictures, liquid }),
  }
}

/**
 * Null: the theme has no templates in Liquid. Its settings are checked when they are stored; a later version of the
 * program may refuse more, and shows none then.
 */
function liquidOf(texts: ReadonlyMap<string, string>, liquid: LookOptions['liquid']): LiquidTheme | null {
  const files = new Map([...texts].filter(([path]) => isLiquidText(path)))
  if (files.size === 0) return null
  const read = settingsIn((file) => texts.get(file))
  return { ...liquid, files: themeTexts(files), settings: read.ok ? read.value : {} }
}

/** What the paths of a theme's files stand for. A drawing is at an address of its content, as its stylesheet is. */
function imagesOf(
  pictures: readonly ThemePicture[],
  drawings: LookFiles['drawings'],
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
