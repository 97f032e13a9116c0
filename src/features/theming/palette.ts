import type { Theme } from '#wire/shop-config.ts'
import { contrast, fromOklch, mix, over, parseColor, toOklch, type Rgb } from './color.ts'
import { readable } from './readable.ts'

/*
 * From the theme's own colours to all that the stylesheets use, by day and by night, as given and in high contrast.
 */

/** The theme's fields that are colours. */
export const colorFields = [
  'backgroundColor',
  'titleColor',
  'heroColor',
  'primaryColor',
  'infoColor',
  'successColor',
  'warningColor',
  'errorColor',
  'textColor',
  'descColor',
  'salesPriceColor',
  'linePriceColor',
  'placeholderColor',
  'borderColor',
] as const satisfies readonly (keyof Theme)[]
export type ColorField = (typeof colorFields)[number]
type Colors = Record<ColorField, Rgb>

/** Custom properties of the theme stylesheet, without the dashes. */
export type PaletteName =
  | 'background'
  | 'surface'
  | 'surface-strong'
  | 'text'
  | 'title'
  | 'hero'
  | 'desc'
  | 'placeholder'
  | 'border'
  | 'border-strong'
  | 'primary'
  | 'primary-hover'
  | 'primary-soft'
  | 'on-primary'
  | 'focus'
  | 'panel'
  | 'panel-hover'
  | 'on-panel'
  | 'info'
  | 'success'
  | 'warning'
  | 'error'
  | 'sales-price'
  | 'line-price'
  | 'shade'

export type Palette = Record<PaletteName, Rgb>

export interface Palettes {
  light: Palette
  dark: Palette
  /** High contrast: WCAG 2.2 AAA. */
  lightContrast: Palette
  darkContrast: Palette
}

/** Names fields that are not colours; the theme's schema accepts words that only look like one. */
export class UnreadableColor extends Error {
  /** `primaryColor`, `darkColors.textColor` */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super(`not a colour: ${fields.join(', ')}`)
    this.fields = fields
  }
}

/** Throws `UnreadableColor` for a value that is no colour. */
export function palettesOf(theme: Theme): Palettes {
  const faulty: string[] = []
  const day = readColors(theme, '', faulty)
  const given = readColors(theme.darkColors ?? {}, 'darkColors.', faulty)
  if (faulty.length > 0) throw new UnreadableColor(faulty)
  const light = opaque(day as Colors)
  const night = theme.darkColors === null && isDark(light.backgroundColor) ? light : nightColors(light, given)
  return {
    light: paletteOf(light),
    dark: paletteOf(night),
    lightContrast: paletteOf(contrastColors(light), true),
    darkContrast: paletteOf(contrastColors(night), true),
  }
}

function readColors(
  fields: Partial<Record<ColorField, string | undefined>>,
  prefix: string,
  faulty: string[],
): Partial<Colors> {
  const read: Partial<Colors> = {}
  for (const field of colorFields) {
    const value = fields[field]
    if (value === undefined) continue
    const color = parseColor(value)
    if (color) read[field] = color
    else faulty.push(`${prefix}${field}`)
  }
  return read
}

/** A translucent colour becomes the opaque colour that it gives on the page. */
function opaque(colors: Colors): Colors {
  const paper = over(colors.backgroundColor, white)
  return mapped((field) => over(colors[field], paper))
}

const white: Rgb = { r: 1, g: 1, b: 1, a: 1 }
const black: Rgb = { r: 0, g: 0, b: 0, a: 1 }

function paletteOf(colors: Colors, strong = false): Palette {
  const { backgroundColor: background, textColor: text, primaryColor: primary } = colors
  const ink = fromOklch({ ...toOklch(primary), l: 0.16, c: 0.02 })
  // No colour is so much in the middle that neither white nor black can be read on it.
  const onPrimary = [white, ink].find((color) => contrast(color, primary) >= (strong ? 7 : 4.5)) ?? black
  const edge = apart(colors.borderColor, text, background, strong ? 4.6 : 3.1)
  const { panel, onPanel } = panelOf(colors, onPrimary, strong)
  return {
    background,
    surface: mix(background, text, strong && isDark(background) ? 0.14 : 0.035),
    'surface-strong': mix(background, text, strong && isDark(background) ? 0.2 : 0.08),
    text,
    title: colors.titleColor,
    hero: colors.heroColor,
    desc: colors.descColor,
    placeholder: colors.placeholderColor,
    border: strong ? edge : colors.borderColor,
    'border-strong': edge,
    primary,
    // Away from the text colour, for more contrast.
    'primary-hover': mix(primary, onPrimary === white ? ink : white, 0.14),
    'primary-soft': mix(background, primary, 0.1),
    'on-primary': onPrimary,
    focus: apart(primary, text, background, strong ? 4.6 : 3.1),
    panel,
    // As the primary's: towards the end of the scale that the words are not at.
    'panel-hover': mix(panel, isDark(onPanel) ? white : black, 0.14),
    'on-panel': onPanel,
    info: colors.infoColor,
    success: colors.successColor,
    warning: colors.warningColor,
    error: colors.errorColor,
    'sales-price': colors.salesPriceColor,
    'line-price': colors.linePriceColor,
    shade: ink,
  }
}

/** A wide field of the shop's colour: by day the primary itself, by night a deep one, for the lit primary would glare. */
function panelOf(colors: Colors, onPrimary: Rgb, strong: boolean): { panel: Rgb; onPanel: Rgb } {
  const { backgroundColor: background, primaryColor: primary, titleColor: title } = colors
  if (!isDark(background)) return { panel: primary, onPanel: onPrimary }
  const { c, h } = toOklch(primary)
  const ground = fromOklch({ l: strong ? 0.22 : 0.32, c: Math.min(c, 0.07), h })
  return { panel: ground, onPanel: readable(title, [ground], strong ? 7 : 4.5) ?? white }
}

/** `color`, moved towards `end` until it stands out from `ground` by `ratio`. */
function apart(color: Rgb, end: Rgb, ground: Rgb, ratio: number): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(color, end, share)
    if (contrast(moved, ground) >= ratio) return moved
  }
  return end
}

/** The same hues on a dark ground, light enough to read; dark colours given by the theme stay as they are. */
function nightColors(day: Colors, given: Partial<Colors>): Colors {
  const hue = toOklch(given.primaryColor ?? day.primaryColor).h
  const ground = given.backgroundColor
    ? over(given.backgroundColor, black)
    : fromOklch({ l: 0.19, c: 0.012, h: hue })
  const grey = (l: number): Rgb => fromOklch({ l, c: 0.008, h: hue })
  const busy = mix(ground, grey(0.93), 0.08)
  const lit = (color: Rgb, ratio: number): Rgb => {
    const { l, c, h } = toOklch(color)
    const soft = fromOklch({ l: Math.max(l, 0.6), c: Math.min(c, 0.13), h })
    return readable(soft, [ground, busy], ratio) ?? white
  }
  const derived: Colors = {
    backgroundColor: ground,
    titleColor: grey(0.96),
    heroColor: fromOklch({ l: 0.94, c: 0.03, h: toOklch(day.heroColor).h }),
    textColor: grey(0.9),
    descColor: grey(0.75),
    placeholderColor: grey(0.7),
    borderColor: grey(0.32),
    primaryColor: lit(day.primaryColor, 5.5),
    infoColor: lit(day.infoColor, 5),
    successColor: lit(day.successColor, 5),
    warningColor: lit(day.warningColor, 5),
    errorColor: lit(day.errorColor, 5),
    salesPriceColor: lit(day.salesPriceColor, 5),
    linePriceColor: grey(0.7),
  }
  return mapped((field) => over(given[field] ?? derived[field], ground))
}

/** The same hues on pure white or black, each as near to its own as 7 : 1 allows. */
function contrastColors(colors: Colors): Colors {
  const dark = isDark(colors.backgroundColor)
  const ground = dark ? black : white
  const ink = dark ? white : black
  // A shade more than `surface-strong`, which is the busiest ground that words stand on.
  const busiest = mix(ground, ink, dark ? 0.22 : 0.12)
  const strong = mapped((field) => readable(colors[field], [ground, busiest], 7) ?? ink)
  return {
    ...strong,
    backgroundColor: ground,
    textColor: ink,
    titleColor: ink,
    borderColor: colors.borderColor,
  }
}

function mapped(make: (field: ColorField) => Rgb): Colors {
  return Object.fromEntries(colorFields.map((field) => [field, make(field)])) as Colors
}

function isDark(color: Rgb): boolean {
  return toOklch(color).l < 0.5
}
