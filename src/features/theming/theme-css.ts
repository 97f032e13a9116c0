import { theme as themeSchema, type Theme } from '#wire/shop-config.ts'
import { hex } from './color.ts'
import { containerRules } from './container.ts'
import type { Face } from './faces/face.ts'
import { fontCss } from './fonts.ts'
import { inRem } from './lengths.ts'
import { lookRules } from './look.ts'
import { palettesOf, type Palette, type Palettes } from './palette.ts'

/**
 * The theme as a stylesheet: its faces, its fields and what follows from them as custom properties, in every reading
 * mode, the rules of its shapes, and the container with its breakpoints written out. Throws for a theme that its schema
 * refuses, or with a colour that is none: nothing that a merchant typed gets into a stylesheet unread.
 * @param isDraft with the rules of the banner above a draft
 * @param heroShapes of single sections, besides the theme's own
 */
export function themeCss(
  given: Theme,
  {
    hasNightLogo = false,
    faces = [],
    isDraft = false,
    heroShapes = [],
  }: {
    hasNightLogo?: boolean
    faces?: readonly Face[]
    isDraft?: boolean
    heroShapes?: readonly Theme['heroShape'][]
  } = {},
): string {
  const theme = themeSchema.parse(given)
  const fonts = fontCss(theme, faces)
  const palettes = palettesOf(theme)
  return [
    ...fonts.faces,
    `:root{color-scheme:light;${colors(palettes.light)}${measures(theme)}${fonts.declarations}}`,
    ...readingModes(palettes, hasNightLogo),
    // Paper is light, whatever the screen was: last, and as particular as the most particular of the modes.
    `@media print{:root:root:root{color-scheme:light;${colors(palettes.light)}}}`,
    ...(hasNightLogo ? ['@media print{:root:root:root{--by-day:inline;--by-night:none}}'] : []),
    ...fonts.rules,
    ...containerRules(theme),
    ...lookRules(theme, isDraft, heroShapes),
  ].join('\n')
}

/** Of two images, the one for the night is shown. */
const byNight = '--by-day:none;--by-night:inline;'
const dark = ':root[data-mode~=dark]'
/** The visitor has not chosen between light and dark. */
const unchosen = ':root:not([data-mode~=light],[data-mode~=dark])'
const strong = '[data-mode~=high-contrast]'

/** As the visitor chose, and as the device says where the visitor chose nothing. */
function readingModes(
  { light, dark: night, lightContrast, darkContrast }: Palettes,
  hasNightLogo: boolean,
): string[] {
  const toDark = `color-scheme:dark;${colors(night)}${hasNightLogo ? byNight : ''}`
  const toStrong = changes(light, lightContrast)
  // All of them: the light ones' changes would show through otherwise.
  const toStrongDark = colors(darkContrast)
  return [
    `${dark}{${toDark}}`,
    `:root${strong}{${toStrong}}`,
    `${dark}${strong}{${toStrongDark}}`,
    `@media (prefers-color-scheme:dark){${unchosen}{${toDark}}${unchosen}${strong}{${toStrongDark}}}`,
    `@media (prefers-contrast:more){:root{${toStrong}}${dark}{${toStrongDark}}}`,
    `@media (prefers-contrast:more) and (prefers-color-scheme:dark){${unchosen}{${toStrongDark}}}`,
  ]
}

function colors(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${hex(color)};`)
    .join('')
}

/** What `to` says otherwise than `from`. */
function changes(from: Palette, to: Palette): string {
  return (Object.keys(to) as (keyof Palette)[])
    .filter((name) => hex(from[name]) !== hex(to[name]))
    .map((name) => `--${name}:${hex(to[name])};`)
    .join('')
}

function measures(theme: Theme): string {
  return [
    `--block-space:${inRem(theme.blockSpace)};`,
    `--font-size:${inRem(theme.fontSize)};`,
    `--title-size:${inRem(theme.titleFontSize)};`,
    `--weight:${theme.fontWeight};`,
    `--title-weight:${theme.titleFontWeight};`,
    `--radius:${theme.borderRadius};`,
  ].join('')
}
