import type { Theme } from '#wire/shop-config.ts'
import { contrast, hex } from './color.ts'
import { palettesOf, UnreadableColor, type Palette, type PaletteName } from './palette.ts'

/** Two colours that cannot be told apart well enough, in words. */
export interface ContrastFault {
  mode: 'light' | 'dark'
  front: PaletteName
  back: PaletteName
  /** Rounded down to two digits. */
  ratio: number
  needed: number
  /** "desc #bbbbbb on background #ffffff: 1.92, needs 4.5" */
  text: string
}

// WCAG 2.2: 1.4.3 asks 4.5 of text and 3 of large text, 1.4.11 asks 3 of what shows a control and its focus.
const text = 4.5
const large = 3
const control = 3
const pairs: readonly (readonly [front: PaletteName, backs: readonly PaletteName[], needed: number])[] = [
  ['text', ['background', 'surface', 'surface-strong', 'primary-soft'], text],
  ['title', ['background', 'surface', 'surface-strong', 'primary-soft'], text],
  ['hero', ['background', 'surface'], large],
  ['desc', ['background', 'surface'], text],
  ['placeholder', ['background'], text],
  ['primary', ['background', 'surface', 'primary-soft'], text],
  ['on-primary', ['primary', 'primary-hover'], text],
  ['sales-price', ['background', 'surface'], text],
  ['line-price', ['background'], text],
  ['info', ['background'], text],
  ['success', ['background'], text],
  ['warning', ['background'], text],
  ['error', ['background'], text],
  ['background', ['title'], text],
  ['border-strong', ['background'], control],
  ['focus', ['background'], control],
]

/**
 * Every pair of the theme's colours that the stylesheets put on each other, where it falls short of WCAG 2.2 AA.
 * Throws `UnreadableColor` for a value that is no colour.
 */
export function contrastReport(theme: Theme): ContrastFault[] {
  const { light, dark } = palettesOf(theme)
  return [...faultsOf('light', light), ...(dark === light ? [] : faultsOf('dark', dark))]
}

function faultsOf(mode: ContrastFault['mode'], palette: Palette): ContrastFault[] {
  return pairs.flatMap(([front, backs, needed]) =>
    backs.flatMap((back) => {
      const ratio = Math.floor(contrast(palette[front], palette[back]) * 100) / 100
      if (ratio >= needed) return []
      const said = `${front} ${hex(palette[front])} on ${back} ${hex(palette[back])}: ${ratio}, needs ${needed}`
      return [{ mode, front, back, ratio, needed, text: mode === 'dark' ? `${said} (dark)` : said }]
    }),
  )
}

/** All that is wrong with a theme's colours, one line each; empty when nothing is. */
export function themeFaults(theme: Theme): string[] {
  try {
    return contrastReport(theme).map((fault) => fault.text)
  } catch (error) {
    if (error instanceof UnreadableColor)
      return error.fields.map((field) => `${field}: "${theme[field]}" is not a colour`)
    throw error
  }
}
