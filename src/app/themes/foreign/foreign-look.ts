import { hex, parseColor } from '#features/theming/color.ts'
import { shippedFaces } from '#features/theming/faces/shipped-faces.ts'
import { colorFields, type ColorField } from '#features/theming/palette.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { themeFaults } from '#features/theming/theme-faults.ts'
import type { Theme } from '#wire/shop-config.ts'
import { foreignMark, isPlain, type Plain } from './foreign-files.ts'
import { asShown } from './foreign-values.ts'
import type { ImportReport } from './report.ts'

/* Colours, faces and corners of another platform's settings as fields of a theme. */

/** One value of the settings, with its path there. */
export interface Chosen {
  at: string
  id: string
  value: unknown
}

/** The colours by what their settings are usually called. */
const namesOfColors: readonly [field: ColorField, names: RegExp][] = [
  ['backgroundColor', /^(body_|page_|main_)?(background|bg)(_1|_body|_page)?$/],
  ['textColor', /^(body_|main_)?(text|foreground)(_body|_1)?$/],
  ['titleColor', /^(text_)?(headings?|titles?|foreground_heading|headline)(_text)?$/],
  ['primaryColor', /^(primary|primary_button_background|buttons?(_background|_bg)?|accent(_1)?|links?)$/],
  ['descColor', /^(text_)?(secondary|muted|subdued|subtext|light)(_text)?$/],
  ['borderColor', /^(borders?|lines?)(_and_shadows|_lines?)?$/],
  ['salesPriceColor', /^(sale|sale_price|price_sale|discount|reduced_price)$/],
  ['errorColor', /^errors?(_text)?$/],
  ['successColor', /^success(_text)?$/],
]

/** The settings that were understood, by their paths. */
export function lookOf(
  chosen: readonly Chosen[],
  report: ImportReport,
): { look: Partial<Theme>; used: Set<string> } {
  const used = new Set<string>()
  const look: Partial<Theme> = {
    ...colorsIn(chosen, used, report),
    ...facesIn(chosen, used, report),
    ...cornersIn(chosen, used, report),
  }
  return { look, used }
}

/** All settings, and the colours of the first scheme: a page has one set of colours, and one for the night. */
export function chosenIn(current: Plain, report: ImportReport): Chosen[] {
  return Object.entries(current).flatMap(([id, value]): Chosen[] => {
    if (id === 'sections' || id === 'content_for_index' || id === 'blocks') return []
    if (id !== 'color_schemes' || !isPlain(value)) return [{ at: id, id, value }]
    const [first, ...others] = Object.keys(value)
    for (const name of others)
      report.left(
        foreignMark,
        `color_schemes.${name}`,
        'a theme has one set of colours, and one for the night: theme.darkColors',
      )
    const scheme = first === undefined ? null : value[first]
    const settings = isPlain(scheme) && isPlain(scheme['settings']) ? scheme['settings'] : {}
    return Object.entries(settings).map(([name, color]) => ({
      at: `color_schemes.${first}.${name}`,
      id: `color_${name}`,
      value: color,
    }))
  })
}

function colorsIn(chosen: readonly Chosen[], used: Set<string>, report: ImportReport): Partial<Theme> {
  const colors: Partial<Record<ColorField, string>> = {}
  for (const [field, names] of namesOfColors) {
    const found = chosen.filter(({ id }) => /colou?r|scheme|background/.test(id) && names.test(bareName(id)))
    const one = found.find(({ value }) => plainColor(value) !== null) ?? found[0]
    for (const other of found)
      if (other !== one) report.left(foreignMark, other.at, `theme.${field} is taken from ${one!.at}`)
    for (const each of found) used.add(each.at)
    const color = one === undefined ? null : plainColor(one.value)
    if (one === undefined) continue
    if (color === null) report.left(foreignMark, one.at, `${asShown(one.value)} is no opaque colour`)
    else {
      colors[field] = color
      report.taken(foreignMark, one.at, `theme.${field}`)
    }
  }
  if (colors.textColor !== undefined) colors.titleColor ??= colors.textColor
  if (colors.titleColor !== undefined) colors.heroColor ??= colors.titleColor
  return readableColors(colors, report)
}

/** `background` of `colors_background_color`. */
function bareName(id: string): string {
  return id.replace(/^colou?rs?_/, '').replace(/_colou?rs?$/, '')
}

/** `#aabbcc` of any opaque colour that CSS has; null for others, and for what is none. */
export function plainColor(value: unknown): string | null {
  // No colour is longer, and what reads them takes its time over one that is.
  const color = typeof value === 'string' && value.length <= 100 ? parseColor(value) : null
  return color === null || color.a < 1 ? null : hex(color)
}

/** Times that colours are mended: one can change what another needs. */
const rounds = 12

/** The nearest colours that can be read; none where there are none. */
function readableColors(given: Partial<Record<ColorField, string>>, report: ImportReport): Partial<Theme> {
  const colors = { ...given }
  for (let round = 0; round < rounds; round += 1) {
    const faults = themeFaults({ ...defaultTheme, ...colors }).filter(({ contrast }) => contrast !== null)
    const [fault] = faults
    if (fault === undefined) {
      for (const field of colorFields) {
        const [before, after] = [given[field], colors[field]]
        if (after !== undefined && after !== before)
          report.changed(
            foreignMark,
            '',
            `theme.${field} is ${after}${before === undefined ? '' : ` instead of ${before}`}: words could not be read`,
          )
      }
      return colors
    }
    for (const { path, contrast } of faults.toReversed())
      if (contrast!.nearest !== null && isColorField(path)) colors[path] = contrast!.nearest
  }
  report.left(foreignMark, '', 'the colours: no others near them can be read, so those of violet are there')
  return {}
}

function isColorField(path: string): path is ColorField {
  return (colorFields as readonly string[]).includes(path)
}

const serifs =
  /serif|times|georgia|garamond|playfair|baskerville|caslon|bodoni|didot|lora|merriweather|crimson|cormorant|newsreader|fraunces|palatino|cardo|spectral/
const generic = /^(system_ui|sans_serif|serif|mono|monospace)$/

function facesIn(chosen: readonly Chosen[], used: Set<string>, report: ImportReport): Partial<Theme> {
  const faces: Partial<Theme> = {}
  for (const { at, id, value } of chosen) {
    const [, name, digit] =
      typeof value === 'string' ? (/^([a-z][a-z0-9_]{1,60})_[ni](\d)$/.exec(value) ?? []) : []
    const isTitle = /head|title|display/.test(id)
    const isText = /body|base|text|content|paragraph/.test(id)
    if (name === undefined || digit === undefined || !/font|type|typo/.test(id) || (!isTitle && !isText))
      continue
    used.add(at)
    const [family, weight] = isTitle
      ? (['titleFontFamily', 'titleFontWeight'] as const)
      : (['fontFamily', 'fontWeight'] as const)
    if (faces[family] !== undefined) {
      report.left(foreignMark, at, `theme.${family} is taken from another setting`)
      continue
    }
    const words = name
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
    const kind = /mono|courier/.test(name)
      ? 'monospace'
      : serifs.test(name) && !name.includes('sans')
        ? 'serif'
        : 'sans-serif'
    const isGeneric = generic.test(name)
    faces[family] = isGeneric ? kind : `"${words}", ${kind}`
    faces[weight] = Number(digit) * 100
    if (isGeneric || shippedFaces([words]).length > 0) report.taken(foreignMark, at, `theme.${family}`)
    else
      report.changed(
        foreignMark,
        at,
        `theme.${family} names ${words}, whose file is not in the theme: put a WOFF2 file into assets/ and a line into theme.faces`,
      )
  }
  return faces
}

function cornersIn(chosen: readonly Chosen[], used: Set<string>, report: ImportReport): Partial<Theme> {
  const found = chosen.filter(({ id, value }) => /radius/.test(id) && typeof value === 'number' && value >= 0)
  const one = found.find(({ id }) => /button|card|media|image/.test(id)) ?? found[0]
  for (const each of found) {
    used.add(each.at)
    if (each !== one) report.left(foreignMark, each.at, 'a theme has one radius for all corners')
  }
  if (one === undefined) return {}
  const radius = Math.min(48, one.value as number)
  if (radius === one.value) report.taken(foreignMark, one.at, 'theme.borderRadius')
  else report.changed(foreignMark, one.at, `theme.borderRadius is at most 48px, and not ${String(one.value)}`)
  return { borderRadius: `${radius}px` }
}
