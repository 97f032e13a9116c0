import { describe, expect, it } from 'vitest'
import type { Theme } from '#wire/shop-config.ts'
import { defaultTheme } from './rules/default-theme.ts'
import { UnreadableColor } from './palette.ts'
import { themeCss } from './theme-css.ts'
import { themeFaults } from './theme-faults.ts'

const themed = (changes: Partial<Theme>): Theme => ({ ...defaultTheme, ...changes })

describe('the stylesheet', () => {
  it('names every field of the theme', () => {
    const css = themeCss(
      themed({
        backgroundColor: '#fdfdfd',
        blockSpace: '91px',
        titleColor: '#010203',
        heroColor: '#040506',
        primaryColor: '#3b1f83',
        infoColor: '#010101',
        successColor: '#020202',
        warningColor: '#030303',
        errorColor: '#040404',
        textColor: '#050505',
        descColor: '#060606',
        salesPriceColor: '#070707',
        linePriceColor: '#080808',
        placeholderColor: '#090909',
        borderColor: '#d0d0d0',
        titleFontFamily: '"Title Face", serif',
        fontFamily: '"Text Face", sans-serif',
        titleFontWeight: 650,
        fontWeight: 350,
        fontSize: '17px',
        titleFontSize: '29px',
        borderRadius: '3px',
        container: {
          screen: { sm: '601px', md: '701px', lg: '1001px', xl: '1201px', '2xl': '1501px', '3xl': '1701px' },
          padding: ['5px', '6px', '7px', '8px'],
        },
      }),
    )
    for (const declaration of [
      '--background:#fdfdfd',
      '--block-space:5.6875rem',
      '--title:#010203',
      '--hero:#040506',
      '--primary:#3b1f83',
      '--info:#010101',
      '--success:#020202',
      '--warning:#030303',
      '--error:#040404',
      '--text:#050505',
      '--desc:#060606',
      '--sales-price:#070707',
      '--line-price:#080808',
      '--placeholder:#090909',
      '--border:#d0d0d0',
      '--theme-title-font:"Title Face"',
      '--theme-font:"Text Face"',
      '--title-weight:650',
      '--weight:350',
      '--font-size:1.0625rem',
      '--title-size:1.8125rem',
      '--radius:3px',
    ]) {
      expect(css).toContain(`${declaration};`)
    }
    for (const rule of [
      ':root{--gutter:5px;--container:1701px}',
      '@media (min-width:601px){:root{--gutter:6px}}',
      '@media (min-width:1001px){:root{--gutter:7px}}',
      '@media (min-width:1501px){:root{--gutter:8px}}',
      '.container-md{max-inline-size:701px}',
      '.container-xl{max-inline-size:1201px}',
    ]) {
      expect(css.split('\n')).toContain(rule)
    }
  })

  it('writes out the default breakpoints and paddings of the specification', () => {
    const css = themeCss(defaultTheme)
    expect(css).toContain(':root{--gutter:.7rem;--container:1660px}')
    for (const width of [640, 768, 1024, 1280, 1536, 1660])
      expect(css).toContain(`{max-inline-size:${width}px}`)
    for (const [width, padding] of [
      ['640', '1rem'],
      ['1024', '1.2rem'],
      ['1536', '2rem'],
    ]) {
      expect(css).toContain(`@media (min-width:${width}px){:root{--gutter:${padding}}}`)
    }
  })

  it('asks a language’s own fonts before any that has every sign', () => {
    const css = themeCss(themed({ fontFamily: 'Brand, system-ui' }))
    expect(css).toContain('--font:var(--theme-font),system-ui;')
    const hongKong = css.split('\n').find((line) => line.startsWith('[lang|=zh-Hant-HK]'))
    expect(hongKong).toMatch(
      /--font:var\(--theme-font\),"PingFang HK",.*"Noto Sans CJK HK",.*sans-serif;--title-font/,
    )
    expect(css).toContain('--theme-font:Brand;')
  })

  it('follows the device, unless the visitor chose', () => {
    const css = themeCss(defaultTheme)
    expect(css).toMatch(/^:root\{color-scheme:light;--background:#fbfaf7;/m)
    expect(css).toMatch(/^:root\[data-mode~=dark\]\{color-scheme:dark;--background:#1\w{5};/m)
    expect(css).toMatch(
      /^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-mode~=light\],\[data-mode~=dark\]\)\{color-scheme:dark;/m,
    )
    expect(css).toMatch(/^:root\[data-mode~=high-contrast\]\{--background:#ffffff;.*--text:#000000;/m)
    expect(css).toMatch(/^:root\[data-mode~=dark\]\[data-mode~=high-contrast\]\{--background:#000000;/m)
    expect(css).toMatch(/^@media \(prefers-contrast:more\)\{:root\{--background:#ffffff;/m)
  })

  it('is light on paper, whatever was chosen for the screen', () => {
    const [light] = /--background:.*?(?=--block-space)/.exec(themeCss(defaultTheme))!
    const paper = `@media print{:root:root:root{color-scheme:light;${light}}}`
    const lines = themeCss(defaultTheme).split('\n')
    expect(lines.indexOf(paper)).toBeGreaterThan(
      lines.findLastIndex((line) => line.includes('prefers-contrast')),
    )
  })

  it('sends the rules of another hero for those sections alone that say it, as particular as they are', () => {
    const css = themeCss(themed({ heroShape: 'banner' }), { heroShapes: ['panel', 'banner', 'panel'] })
    expect(css).toMatch(/^\.home-hero:where\(:not\(\[data-shape\]\)\)\{/m)
    expect(css).toMatch(/^\.home-hero:where\(\[data-shape=panel\]\)\{/m)
    expect(css).toContain(':where(.home-hero[data-shape=panel]) .home-hero-text{')
    expect(css).toContain('.home-hero-plain:where([data-shape=panel]){')
    expect(css).toContain(':where(.home-hero[data-shape=panel]) .home-hero-text .button:hover{')
    // Every selector of a hero says which it is of.
    const selectors = css.match(/[^{}]*\.home-hero[^{}]*(?=\{)/g)!
    expect(selectors.filter((one) => !one.includes('data-shape'))).toEqual([])
    // The shape that has no rules leaves those of the theme to the others.
    const split = themeCss(themed({ heroShape: 'panel' }), { heroShapes: ['split'] })
    expect(split).not.toContain('[data-shape=')
    expect(split).toContain('.home-hero:where(:not([data-shape])){')
    expect(themeCss(themed({ heroShape: 'panel' }), { heroShapes: ['panel'] })).toBe(
      themeCss(themed({ heroShape: 'panel' })),
    )
  })

  it('sends the rules of the shapes that the theme has, and of no others', () => {
    expect(themeCss(defaultTheme)).not.toMatch(/header|hero-|product-card|density/)
    const css = themeCss(
      themed({ headerShape: 'bar', heroShape: 'panel', cardShape: 'framed', density: 'dense' }),
    )
    expect(css).toMatch(/^\.header\{background: var\(--panel\)/m)
    expect(css).toMatch(/^\.home-hero\{.*\.home-hero-text\{[^}]*background: var\(--panel\)/m)
    expect(css).toMatch(/^\.product-card\{border: var\(--hairline\)/m)
    expect(css).toMatch(/^:root\{--density: 0\.8/m)
    expect(css).not.toContain('/*')
  })

  it('sets Chinese titles in serifs where the Latin ones are', () => {
    const css = themeCss(themed({ titleFontFamily: 'Palatino, serif', fontFamily: 'Optima, sans-serif' }))
    expect(css).toMatch(
      /^\[lang\|=zh-Hans\]\{--font:[^;]*sans-serif;--title-font:[^;]*"Songti SC"[^;]*,serif\}$/m,
    )
    expect(css).toContain('--theme-tracking:-.01em;')
    expect(themeCss(defaultTheme)).not.toContain('--theme-tracking')
  })

  it('takes the dark colours that the theme gives, and derives the others on their ground', () => {
    const css = themeCss(themed({ darkColors: { backgroundColor: '#000011', linePriceColor: '#abcdef' } }))
    expect(css).toMatch(
      /^:root\[data-mode~=dark\]\{color-scheme:dark;--background:#000011;.*--line-price:#abcdef;/m,
    )
    expect(css).toMatch(/^:root\{color-scheme:light;--background:#fbfaf7;/m)
  })

  it('keeps a theme dark that is dark by itself', () => {
    const night = themed({ backgroundColor: '#101014', textColor: '#eeeeee' })
    const [light, dark] = [
      /^:root\{.*--background:(#\w+)/m,
      /^:root\[data-mode~=dark\]\{.*?--background:(#\w+)/m,
    ].map((pattern) => pattern.exec(themeCss(night))![1])
    expect(light).toBe('#101014')
    expect(dark).toBe('#101014')
  })

  it.each([
    { primaryColor: 'red;}body{display:none' },
    { primaryColor: 'url(https://evil.example/x)' },
    { fontFamily: 'x;} @import "//evil.example"' },
    { fontFamily: '"Georgia, serif' },
    { titleFontFamily: "Rock'n Roll, serif" },
    { borderRadius: '1px;color:red' },
    { blockSpace: 'calc(1px + expression(1))' },
    { textColor: 'color-mix(in srgb, red, blue)' },
    { titleFontWeight: '1}' as never },
  ])('refuses %o', (hostile: Partial<Theme>) => {
    expect(() => themeCss(themed(hostile))).toThrow(/invalid_format|Invalid/)
  })

  it('refuses a word that only looks like a colour, by its field', () => {
    expect(() => themeCss(themed({ primaryColor: 'bluish', borderColor: 'nope' }))).toThrow(UnreadableColor)
    expect(themeFaults(themed({ primaryColor: 'bluish', darkColors: { borderColor: 'nope' } }))).toEqual([
      { path: 'primaryColor', reason: '"bluish" is not a colour', contrast: null },
      { path: 'darkColors.borderColor', reason: '"nope" is not a colour', contrast: null },
    ])
  })
})
