import type { Theme } from '#wire/shop-config.ts'
import { contrast, fromOklch, mix, over, parseColor, toOklch, type Rgb } from './color.ts'

/*
 * From the theme's own colours to all that the stylesheets use, by day and by night.
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
}

/** Says which fields are not colours; the theme's schema lets words through that only look like one. */
export class UnreadableColor extends Error {
  readonly fields: readonly ColorField[]

  constructor(fields: readonly ColorField[]) {
    super(`not a colour: ${fields.join(', ')}`)
    this.fields = fields
  }
}

export function palettesOf(theme: Theme): Palettes {
  const colors = readColors(theme)
  const light = paletteOf(colors)
  // A theme that is dark by itself is the night's too.
  return { light, dark: isDark(colors.backgroundColor) ? light : paletteOf(nightColors(colors)) }
}

function readColors(theme: Theme): Colors {
  const background = parseColor(theme.backgroundColor)
  const read = colorFields.map((field) => [field, parseColor(theme[field])] as const)
  const unreadable = read.filter(([, color]) => color === null).map(([field]) => field)
  if (unreadable.length > 0) throw new UnreadableColor(unreadable)
  const paper = over(background!, white)
  return Object.fromEntries(read.map(([field, color]) => [field, over(color!, paper)])) as Colors
}

const white: Rgb = { r: 1, g: 1, b: 1, a: 1 }
const black: Rgb = { r: 0, g: 0, b: 0, a: 1 }

function paletteOf(colors: Colors): Palette {
  const { backgroundColor: background, textColor: text, primaryColor: primary } = colors
  const ink = fromOklch({ ...toOklch(primary), l: 0.16, c: 0.02 })
  // No colour is so much in the middle that neither white nor black can be read on it.
  const onPrimary = [white, ink].find((color) => contrast(color, primary) >= 4.5) ?? black
  return {
    background,
    surface: mix(background, text, 0.035),
    'surface-strong': mix(background, text, 0.08),
    text,
    title: colors.titleColor,
    hero: colors.heroColor,
    desc: colors.descColor,
    placeholder: colors.placeholderColor,
    border: colors.borderColor,
    'border-strong': apart(colors.borderColor, text, background, 3.1),
    primary,
    // Away from what is written on it, so that the words gain.
    'primary-hover': mix(primary, onPrimary === white ? ink : white, 0.14),
    'primary-soft': mix(background, primary, 0.1),
    'on-primary': onPrimary,
    focus: apart(primary, text, background, 3.1),
    info: colors.infoColor,
    success: colors.successColor,
    warning: colors.warningColor,
    error: colors.errorColor,
    'sales-price': colors.salesPriceColor,
    'line-price': colors.linePriceColor,
    shade: ink,
  }
}

/** `color`, moved towards `end` until it stands out from `ground` by `ratio`. */
function apart(color: Rgb, end: Rgb, ground: Rgb, ratio: number): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(color, end, share)
    if (contrast(moved, ground) >= ratio) return moved
  }
  return end
}

/** The same hues on a dark ground, light enough to read. */
function nightColors(day: Colors): Colors {
  const hue = toOklch(day.primaryColor).h
  const ground = fromOklch({ l: 0.19, c: 0.012, h: hue })
  const grey = (l: number): Rgb => fromOklch({ l, c: 0.008, h: hue })
  const lit = (color: Rgb, ratio: number): Rgb => {
    const { l, c, h } = toOklch(color)
    for (let light = Math.max(l, 0.6); light < 0.99; light += 0.01) {
      const brighter = fromOklch({ l: light, c: Math.min(c, 0.13), h })
      if (contrast(brighter, mix(ground, grey(0.93), 0.08)) >= ratio) return brighter
    }
    return white
  }
  return {
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
}

function isDark(color: Rgb): boolean {
  return toOklch(color).l < 0.5
}
