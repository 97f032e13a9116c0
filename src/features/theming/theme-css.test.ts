import { describe, expect, it } from 'vitest'
import type { Theme } from '#wire/shop-config.ts'
import { contrastReport, themeFaults } from './contrast-report.ts'
import { defaultTheme } from './default-theme.ts'
import { UnreadableColor } from './palette.ts'
import { themeCss } from './theme-css.ts'

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
      '--block-space:91px',
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
      '--font-size:17px',
      '--title-size:29px',
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
    expect(css).toMatch(/^:root\[data-mode=dark\]\{color-scheme:dark;--background:#1\w{5};/m)
    expect(css).toMatch(
      /^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-mode\]\)\{color-scheme:dark;/m,
    )
  })

  it('keeps a theme dark that is dark by itself', () => {
    const night = themed({ backgroundColor: '#101014', textColor: '#eeeeee' })
    const [light, dark] = [
      /^:root\{.*--background:(#\w+)/m,
      /^:root\[data-mode=dark\]\{.*?--background:(#\w+)/m,
    ].map((pattern) => pattern.exec(themeCss(night))![1])
    expect(light).toBe('#101014')
    expect(dark).toBe('#101014')
  })

  it.each([
    { primaryColor: 'red;}body{display:none' },
    { primaryColor: 'url(https://evil.example/x)' },
    { fontFamily: 'x;} @import "//evil.example"' },
    { borderRadius: '1px;color:red' },
    { blockSpace: 'calc(1px + expression(1))' },
    { textColor: 'color-mix(in srgb, red, blue)' },
    { titleFontWeight: '1}' as never },
  ])('refuses %o', (hostile: Partial<Theme>) => {
    expect(() => themeCss(themed(hostile))).toThrow(
      /invalid_format|not a colour|not a length|not a list of font names|Invalid/,
    )
  })

  it('refuses a word that only looks like a colour, by its field', () => {
    expect(() => themeCss(themed({ primaryColor: 'bluish', borderColor: 'nope' }))).toThrow(UnreadableColor)
    expect(themeFaults(themed({ primaryColor: 'bluish', borderColor: 'nope' }))).toEqual([
      'primaryColor: "bluish" is not a colour',
      'borderColor: "nope" is not a colour',
    ])
  })
})

describe('the contrast report', () => {
  it('has nothing to say about the default theme, by day or by night', () => {
    expect(contrastReport(defaultTheme)).toEqual([])
  })

  it('names the pair, the ratio and what is needed', () => {
    const faults = contrastReport(themed({ descColor: '#bbbbbb', backgroundColor: '#ffffff' }))
    expect(faults).toContainEqual({
      mode: 'light',
      front: 'desc',
      back: 'background',
      ratio: 1.91,
      needed: 4.5,
      text: 'desc #bbbbbb on background #ffffff: 1.91, needs 4.5',
    })
    expect(new Set(faults.map(({ front }) => front))).toEqual(new Set(['desc']))
  })

  it('sees through a translucent colour to what is behind it', () => {
    expect(
      contrastReport(themed({ textColor: 'rgb(0 0 0 / 40%)' })).some(
        ({ front, back }) => front === 'text' && back === 'background',
      ),
    ).toBe(true)
  })

  it('makes what it derives readable whatever the primary is', () => {
    for (const primaryColor of ['#ffe066', '#5b3fa3', '#00a36c', '#111111', '#e0218a', '#8fb8ff']) {
      const derived = contrastReport(themed({ primaryColor })).filter(
        ({ front }) => front === 'on-primary' || front === 'focus' || front === 'border-strong',
      )
      expect(derived, primaryColor).toEqual([])
    }
  })

  it('turns a theme into a readable night', () => {
    for (const primaryColor of ['#ffe066', '#00a36c', '#e0218a', '#0b3d91']) {
      expect(
        contrastReport(themed({ primaryColor })).filter(({ mode }) => mode === 'dark'),
        primaryColor,
      ).toEqual([])
    }
  })
})
