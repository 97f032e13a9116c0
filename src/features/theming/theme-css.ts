import { theme as themeSchema, type Theme } from '#wire/shop-config.ts'
import { hex } from './color.ts'
import { palettesOf, type Palette } from './palette.ts'

/**
 * The theme as a stylesheet: its fields and what follows from them as custom properties, by day and by night,
 * and the container with its breakpoints written out. Throws for a theme that its schema refuses, or with a
 * colour that is none: nothing that a merchant typed gets into a stylesheet unread.
 */
export function themeCss(given: Theme): string {
  const theme = themeSchema.parse(given)
  const { light, dark } = palettesOf(theme)
  const night = `color-scheme:dark;${colors(dark)}`
  return [
    `:root{color-scheme:light;${colors(light)}${measures(theme)}${fonts(theme)}}`,
    `:root[data-mode=dark]{${night}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-mode]){${night}}}`,
    '@media (prefers-contrast:more){:root{--desc:var(--text);--placeholder:var(--text);--line-price:var(--text);--border:var(--border-strong)}}',
    ...Object.entries(scriptFonts).map(
      ([lang, families]) =>
        `[lang|=${lang}]{--font:var(--theme-font),${families};--title-font:var(--theme-title-font),${families}}`,
    ),
    ...container(theme),
  ].join('\n')
}

function colors(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${hex(color)};`)
    .join('')
}

function measures(theme: Theme): string {
  return [
    `--block-space:${theme.blockSpace};`,
    `--font-size:${theme.fontSize};`,
    `--title-size:${theme.titleFontSize};`,
    `--weight:${theme.fontWeight};`,
    `--title-weight:${theme.titleFontWeight};`,
    `--radius:${theme.borderRadius};`,
  ].join('')
}

/** The families that a language's own signs are set in, after the theme's for Latin letters. */
const scriptFonts: Record<string, string> = {
  'zh-Hans':
    '"PingFang SC","HarmonyOS Sans SC","MiSans","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif',
  'zh-Hant':
    '"PingFang TC","Microsoft JhengHei UI","Microsoft JhengHei","Noto Sans CJK TC","Noto Sans TC",sans-serif',
  'zh-Hant-HK':
    '"PingFang HK","PingFang TC","Microsoft JhengHei UI","Microsoft JhengHei","Noto Sans CJK HK","Noto Sans HK",sans-serif',
  ja: '"Hiragino Sans","Yu Gothic UI","Meiryo","Noto Sans CJK JP","Noto Sans JP",sans-serif',
  ko: '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR",sans-serif',
  th: '"Thonburi","Leelawadee UI","Noto Sans Thai",sans-serif',
}

function fonts(theme: Theme): string {
  const { fontFamily, titleFontFamily } = theme
  const names = `--theme-font:${named(fontFamily)};--theme-title-font:${named(titleFontFamily)};`
  return `${names}--font:var(--theme-font),${last(fontFamily)};--title-font:var(--theme-title-font),${last(titleFontFamily)};`
}

// A generic family at the end would answer for every sign there is, and a language's own families would never be asked.
const generic =
  /(?:^|,)\s*((?:ui-)?(?:sans-serif|serif|monospace|rounded)|system-ui|cursive|fantasy|math)\s*$/i

function named(families: string): string {
  return families.replace(generic, '').trim() || families.trim()
}

function last(families: string): string {
  return generic.exec(families)?.[1] ?? 'sans-serif'
}

/** How many of the paddings begin at which screen: the first always holds. */
const paddingSteps: Record<number, readonly (keyof Theme['container']['screen'])[]> = {
  1: [],
  2: ['md'],
  3: ['sm', 'lg'],
  4: ['sm', 'lg', '2xl'],
  5: ['sm', 'md', 'lg', '2xl'],
  6: ['sm', 'md', 'lg', 'xl', '2xl'],
}

/** As wide as the window up to the widest screen, so that pictures have what room there is. */
function container({ container: { screen, padding } }: Theme): string[] {
  const steps = paddingSteps[padding.length] ?? []
  return [
    `:root{--gutter:${padding[0]};--container:${screen['3xl']}}`,
    ...steps.map(
      (step, index) => `@media (min-width:${screen[step]}){:root{--gutter:${padding[index + 1]}}}`,
    ),
    '.container{inline-size:100%;max-inline-size:var(--container);margin-inline:auto;padding-inline:max(var(--gutter),env(safe-area-inset-left),env(safe-area-inset-right))}',
    ...Object.entries(screen).map(([name, width]) => `.container-${name}{max-inline-size:${width}}`),
  ]
}
