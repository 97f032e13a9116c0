import { hash } from 'node:crypto'
import { firstFaces } from '#features/theming/faces/face-css.ts'
import { themeFaces } from '#features/theming/faces/theme-faces.ts'
import type { ThemeFile, ThemePicture } from '#features/theming/queries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { readStyles } from '#features/theming/rules/own-styles.ts'
import { isLiquidText, settingsIn } from '#features/theming/rules/theme-folder.ts'
import { readSvg } from '#features/theming/rules/svg.ts'
import type { Themes } from '#features/theming/serve.ts'
import { themeCss } from '#features/theming/theme-css.ts'
import { themeHead } from '#features/theming/theme-head.ts'
import type { Look } from '#platform/server/pages/make-page.ts'
import { readRules } from '#platform/server/pages/style-rules.ts'
import { themeTexts, type LiquidTheme } from '#storefront/liquid/load-liquid.ts'
import { placeSections } from '#storefront/sections/templating.ts'
import { isShopSection } from '#wire/sections.ts'
import type { FrameImage, ShopConfig, ShopConfigDocument, Theme } from '#wire/shop-config.ts'
import { templateFinder } from './page-templates.ts'

/** The files of a theme that pages need besides what its configuration says. */
export interface LookFiles {
  pictures: readonly ThemePicture[]
  /** Drawings and fonts. */
  files: readonly ThemeFile[]
  texts: ReadonlyMap<string, string>
}

export interface LookOptions {
  themes: Themes
  /** Whether it is a draft, whose stylesheet stands in for no other. */
  isDraft: boolean
  /** The engine that renders the merchant's own templates. */
  liquid: Omit<LiquidTheme, 'files' | 'settings' | 'patience'>
}

/** Milliseconds: a colleague rather waits than sees something else than the draft. */
const draftPatience = 2_000

/** How pages look by one theme, and its part of the shop's configuration. */
export interface LookState extends Look {
  config: Pick<ShopConfig, 'theme' | 'templates' | 'frame'>
  /** Null: it has no templates in Liquid. */
  liquid: LiquidTheme | null
}

export function lookState(
  document: Pick<ShopConfigDocument, 'theme' | 'templates' | 'frame'>,
  { pictures, files, texts }: LookFiles,
  { themes, isDraft, liquid: engine }: LookOptions,
): LookState {
  const liquid = liquidOf(texts, engine, isDraft)
  // The document's own values; none is undefined, since it came from JSON.
  const theme = { ...defaultTheme, ...document.theme } as Theme
  const { logo, social } = document.frame
  const faceFiles = themeFaces(theme, files)
  const faces = faceFiles.map(({ face }) => face)
  const css = themeCss(theme, {
    hasNightLogo: logo !== null && logo.dark !== null,
    faces,
    isDraft,
    heroShapes: heroShapesOf(document.templates),
  })
  const own = stylesIn(texts)
  const addStyles = (text: string): string => {
    const href = `/theme.${hash('sha256', text, 'hex').slice(0, 12)}.css`
    if (isDraft) themes.addDraft(href, text)
    else themes.add(href, text)
    return href
  }
  const ownHref = own === '' ? null : addStyles(own)
  // Last: the newest stylesheet stands in for one that this node never had.
  const href = addStyles(ownHref === null ? css : `${css}\n${own}`)
  const addFile = isDraft ? themes.addDraftFile : themes.addFile
  for (const { face, content } of faceFiles) addFile(face.href, content)
  return {
    config: {
      // Pages carry the theme, and need no more of its faces than what stands in the stylesheet.
      theme: { ...theme, faces: [] },
      templates: document.templates,
      frame: { ...document.frame, images: imagesOf(pictures, files, addFile) },
    },
    liquid,
    themeHref: href,
    themeStyles: { css, own: ownHref === null ? null : { rules: readRules(own), href: ownHref } },
    themeHead: themeHead(theme),
    fontHrefs: firstFaces(theme, faces).map((face) => face.href),
    placesSections: logo !== null || social.length > 0 || placeSections(document.templates, texts),
    template: templateFinder(document.templates, theme, { pictures, liquid }),
  }
}

/** The shapes that sections say themselves. */
function heroShapesOf(templates: ShopConfigDocument['templates']): Theme['heroShape'][] {
  const sections = Object.values(templates).flatMap((template) => Object.values(template.sections))
  return sections.flatMap((one) =>
    isShopSection(one) && one.type === 'hero' && one.settings.shape !== null ? [one.settings.shape] : [],
  )
}

/**
 * Null: the theme has no templates in Liquid. Its settings are checked when they are stored; a later version of the
 * program may refuse more, and shows none then.
 */
function liquidOf(
  texts: ReadonlyMap<string, string>,
  liquid: LookOptions['liquid'],
  isDraft: boolean,
): LiquidTheme | null {
  const files = new Map([...texts].filter(([path]) => isLiquidText(path)))
  if (files.size === 0) return null
  const read = settingsIn((file) => texts.get(file))
  const found = { ...liquid, files: themeTexts(files), settings: read.ok ? read.value : {} }
  return isDraft ? { ...found, patience: draftPatience } : found
}

/** They were read when they were stored; a later version of the program may refuse more, and sends none then. */
function stylesIn(texts: ReadonlyMap<string, string>): string {
  const text = texts.get('styles.css')
  const read = text === undefined ? null : readStyles(text)
  return read?.ok === true ? read.value : ''
}

/**
 * The picture or drawing for each path of a theme's files. A drawing is served at an address made of its content's
 * hash, as the stylesheet is.
 */
function imagesOf(
  pictures: readonly ThemePicture[],
  files: readonly ThemeFile[],
  addFile: Themes['addFile'],
): Map<string, FrameImage> {
  const images = new Map<string, FrameImage>(
    pictures.map(({ path, ...picture }) => [path, { kind: 'picture', ...picture }]),
  )
  for (const { path, hash: sum, content } of files) {
    if (!path.endsWith('.svg')) continue
    const size = readSvg(content.toString('utf8'))
    // It was read when it was stored; a later version may refuse more.
    if ('reason' in size) continue
    const src = `/theme.${sum.slice(0, 12)}.svg`
    addFile(src, content)
    images.set(path, { kind: 'drawing', src, ...size })
  }
  return images
}
