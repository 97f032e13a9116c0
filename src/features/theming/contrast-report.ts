import type { Theme } from '#wire/shop-config.ts'
import { contrast, hex } from './color.ts'
import { palettesOf, type ColorField, type Palette, type PaletteName, type Palettes } from './palette.ts'
import { readable } from './readable.ts'

/** Two colours with too little contrast. */
export interface ContrastFault {
  mode: keyof Palettes
  front: PaletteName
  back: PaletteName
  /** Rounded down to two digits. */
  ratio: number
  needed: number
  /** The field to change, as the theme's file names it: `descColor`, `darkColors.descColor`. */
  path: string
  /** The nearest colour of the same hue that passes on every ground where `front` stands; null where there is none. */
  nearest: string | null
  /** "descColor #bbbbbb on backgroundColor #ffffff: 1.92, needs 4.5; the nearest that passes is #767676" */
  text: string
}

type Pair = readonly [front: PaletteName, backs: readonly PaletteName[], needed: 'text' | 'large' | 'control']

/** The foregrounds and backgrounds that stylesheets combine. */
const pairs: readonly Pair[] = [
  ['text', ['background', 'surface', 'surface-strong', 'primary-soft'], 'text'],
  ['title', ['background', 'surface', 'surface-strong', 'primary-soft'], 'text'],
  ['hero', ['background', 'surface'], 'large'],
  ['desc', ['background', 'surface'], 'text'],
  ['placeholder', ['background', 'surface'], 'text'],
  ['primary', ['background', 'surface', 'primary-soft'], 'text'],
  ['on-primary', ['primary', 'primary-hover'], 'text'],
  ['on-panel', ['panel', 'panel-hover'], 'text'],
  ['sales-price', ['background', 'surface'], 'text'],
  ['line-price', ['background', 'surface'], 'text'],
  ['info', ['background', 'surface'], 'text'],
  ['success', ['background', 'surface'], 'text'],
  ['warning', ['background', 'surface'], 'text'],
  ['error', ['background', 'surface'], 'text'],
  ['background', ['title'], 'text'],
  ['border-strong', ['background'], 'control'],
  ['focus', ['background'], 'control'],
]

// WCAG 2.2: 1.4.3 asks 4.5 of text and 3 of large text, 1.4.11 asks 3 of what shows a control and its focus;
// 1.4.6, for high contrast, 7 and 4.5.
const usual = { text: 4.5, large: 3, control: 3 }
const enhanced = { text: 7, large: 4.5, control: 4.5 }
const needs: Record<keyof Palettes, typeof usual> = {
  light: usual,
  dark: usual,
  lightContrast: enhanced,
  darkContrast: enhanced,
}

/**
 * Every pair of the theme's colours that the stylesheets put on each other, where it falls short of WCAG 2.2: AA, and
 * AAA in high contrast. Throws `UnreadableColor` for a value that is no colour.
 */
export function contrastReport(theme: Theme): ContrastFault[] {
  const palettes = palettesOf(theme)
  return (Object.keys(needs) as (keyof Palettes)[]).flatMap((mode) => faultsOf(theme, mode, palettes[mode]))
}

function faultsOf(theme: Theme, mode: keyof Palettes, palette: Palette): ContrastFault[] {
  return pairs.flatMap(([front, backs, kind]) => {
    const needed = needs[mode][kind]
    return backs.flatMap((back) => {
      const ratio = Math.floor(contrast(palette[front], palette[back]) * 100) / 100
      if (ratio >= needed) return []
      const grounds = backs.map((name) => palette[name])
      const better = readable(palette[front], grounds, needed)
      const nearest = better === null ? null : hex(better)
      const path = pathOf(theme, mode, front)
      const said = `${labelOf(front)} ${hex(palette[front])} on ${labelOf(back)} ${hex(palette[back])}: ${ratio}, needs ${needed}`
      const way = nearest === null ? 'no colour of this hue passes' : `the nearest that passes is ${nearest}`
      return [{ mode, front, back, ratio, needed, path, nearest, text: `${said}${inMode[mode]}; ${way}` }]
    })
  })
}

const inMode: Record<keyof Palettes, string> = {
  light: '',
  dark: ' (dark)',
  lightContrast: ' (high contrast)',
  darkContrast: ' (dark, high contrast)',
}

/** The field whose value made this colour, for those that a theme may set. */
const fields: Partial<Record<PaletteName, ColorField>> = {
  background: 'backgroundColor',
  text: 'textColor',
  title: 'titleColor',
  hero: 'heroColor',
  desc: 'descColor',
  placeholder: 'placeholderColor',
  border: 'borderColor',
  'border-strong': 'borderColor',
  primary: 'primaryColor',
  info: 'infoColor',
  success: 'successColor',
  warning: 'warningColor',
  error: 'errorColor',
  'sales-price': 'salesPriceColor',
  'line-price': 'linePriceColor',
}

/** A derived colour is named by its property. */
function labelOf(name: PaletteName): string {
  return name === 'border-strong' ? name : (fields[name] ?? name)
}

function pathOf({ darkColors }: Theme, mode: keyof Palettes, front: PaletteName): string {
  const field = fields[front] ?? 'primaryColor'
  const isOwnNight = mode.startsWith('dark') && darkColors !== null && Object.hasOwn(darkColors, field)
  return isOwnNight ? `darkColors.${field}` : field
}
