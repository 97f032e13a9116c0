import type { Theme } from '#wire/shop-config.ts'
import { hex } from './color.ts'
import { palettesOf, type Palette } from './palette.ts'

/**
 * Tags of the head that apply a theme before any stylesheet: the ground that the browser paints first, and the colour
 * of its own bars. `mode` is a reading mode of `#wire/reading-mode.ts`.
 */
export function themeHead(theme: Theme): (mode: string) => string {
  const { light, dark, lightContrast, darkContrast } = palettesOf(theme)
  const bar = theme.headerShape === 'bar' ? 'panel' : 'background'
  const heads = {
    usual: headsOf(light[bar], dark[bar]),
    strong: headsOf(lightContrast[bar], darkContrast[bar]),
  }
  return (mode) => {
    const words = mode.split('.')
    const head = words.includes('high-contrast') ? heads.strong : heads.usual
    if (words.includes('dark')) return head.dark
    return words.includes('light') ? head.light : head.auto
  }
}

function headsOf(
  light: Palette[keyof Palette],
  dark: Palette[keyof Palette],
): Record<'light' | 'dark' | 'auto', string> {
  const color = (content: string, media = ''): string =>
    `<meta name="theme-color" content="${content}"${media}>`
  return {
    light: `<meta name="color-scheme" content="light">${color(hex(light))}`,
    dark: `<meta name="color-scheme" content="dark">${color(hex(dark))}`,
    auto: `<meta name="color-scheme" content="light dark">${color(hex(light), ' media="(prefers-color-scheme: light)"')}${color(hex(dark), ' media="(prefers-color-scheme: dark)"')}`,
  }
}
