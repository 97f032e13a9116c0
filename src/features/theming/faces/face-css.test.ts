import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shopConfig, type Theme } from '#wire/shop-config.ts'
import { defaultTheme } from '../rules/default-theme.ts'
import { themeCss } from '../theme-css.ts'
import { familiesIn } from './face.ts'
import { firstFaces } from './face-css.ts'
import { standIns, usualWidth } from './stand-ins.ts'
import { themeFaces } from './theme-faces.ts'

const themed = (changes: Partial<Theme>): Theme => ({ ...defaultTheme, ...changes })
const shipped = (name: string): Theme => {
  const { theme } = shopConfig.parse(JSON.parse(readFileSync(`themes/${name}/theme.json`, 'utf8')))
  return themed(theme as Partial<Theme>)
}

const content = readFileSync('faces/figtree/latin.woff2')
const own = { path: 'assets/brand.woff2', hash: 'ab'.repeat(32), content }

function cssOf(theme: Theme, files = [own]): string {
  return themeCss(theme, { faces: themeFaces(theme, files).map(({ face }) => face) })
}
const linesOf = (css: string, family: string): string[] =>
  css.split('\n').filter((line) => line.startsWith(`@font-face{font-family:"${family}`))

describe('a family with a face', () => {
  const theme = themed({
    fontFamily: '"Linden Sans", Verdana, sans-serif',
    titleFontFamily: 'Verdana, sans-serif',
    faces: [
      { family: 'Linden Sans', file: 'assets/brand.woff2', weight: null, style: 'normal', range: null },
    ],
  })

  it('is fetched from an address of its content, and never takes the place of letters that are shown', () => {
    expect(linesOf(cssOf(theme), 'Linden Sans"')).toEqual([
      '@font-face{font-family:"Linden Sans";src:url(/theme.abababababab.woff2) format("woff2");font-weight:400 700;font-display:optional}',
    ])
  })

  it('is tried under another name on the second page, when it came too late for the first', () => {
    const css = cssOf(theme)
    expect(linesOf(css, 'Linden Sans later"')).toEqual([
      '@font-face{font-family:"Linden Sans later";src:url(/theme.abababababab.woff2) format("woff2");font-weight:400 700;font-display:optional}',
    ])
    expect(css).toContain(
      ':root:not([data-mode~=low-data]):has(link[rel=manifest]~meta[name=description]){--theme-font:"Linden Sans","Linden Sans later","Linden Sans as Arial","Linden Sans as Roboto","Linden Sans as DejaVu","Verdana";--theme-title-font:Verdana;--signs-font:"Linden Sans among signs","Linden Sans among signs later";--signs-title-font:Verdana;}',
    )
  })

  it('has fonts of systems in its place, as wide and as high as itself', () => {
    const css = cssOf(theme)
    expect(css).toContain(
      '--theme-font:"Linden Sans","Linden Sans as Arial","Linden Sans as Roboto","Linden Sans as DejaVu","Verdana";',
    )
    const [arial] = linesOf(css, 'Linden Sans as Arial')
    const scale = (usualWidth(figtree, 400) / 0.4423) * 100
    expect(arial).toContain('src:local("Arial"),local("Helvetica"),local("Liberation Sans"),local("Arimo");')
    expect(arial).toContain(`size-adjust:${Number(scale.toFixed(2))}%;`)
    expect(arial).toContain(`ascent-override:${Number(((95 / scale) * 100).toFixed(2))}%;`)
    expect(arial).toContain('line-gap-override:0%}')
  })

  it('has bold ones where titles are bold', () => {
    const bold = linesOf(cssOf({ ...theme, titleFontWeight: 700 }), 'Linden Sans as Arial')
    expect(bold).toHaveLength(2)
    expect(bold[0]).toContain('font-weight:1 599;')
    expect(bold[1]).toMatch(/local\("Arial Bold"\).*font-weight:600 1000;/)
  })

  it('leaves quotes and dashes of Chinese and Japanese to their own fonts', () => {
    const css = cssOf(theme)
    const [among] = linesOf(css, 'Linden Sans among signs')
    const range = /unicode-range:([^}]+)\}/.exec(among!)![1]!.split(',')
    const spans = range.map((span) =>
      span
        .slice(2)
        .split('-')
        .map((one) => Number.parseInt(one, 16)),
    )
    const has = (letter: string): boolean =>
      spans.some(
        ([first = 0, last = first]) => letter.codePointAt(0)! >= first && letter.codePointAt(0)! <= last,
      )
    expect([...'“”‘’—…·'].filter(has)).toEqual([])
    expect([...'aé0¥€ –'].filter((letter) => !has(letter))).toEqual([])
    expect(css).toContain('--signs-font:"Linden Sans among signs";')
    expect(css).toMatch(/^\[lang\|=zh-Hans\]\{--font:var\(--signs-font\),"PingFang SC",/m)
    expect(css).toMatch(/^\[lang\|=ja\]\{--font:var\(--signs-font\),"Hiragino Sans",/m)
    // Titles have none here, and Korean quotes are narrow.
    expect(css).toContain('--signs-title-font:Verdana;')
    expect(css).toMatch(/^\[lang\|=ko\]\{--font:var\(--theme-font\),/m)
  })

  it('sets other languages on a Chinese page as on their own', () => {
    const lines = cssOf(theme).split('\n')
    const each = lines.indexOf(
      ':root,[lang]{--font:var(--theme-font),sans-serif;--title-font:var(--theme-title-font),sans-serif}',
    )
    expect(each).toBeGreaterThan(0)
    expect(lines.findIndex((line) => line.startsWith('[lang|=zh-Hans]'))).toBeGreaterThan(each)
  })

  it('is not fetched for whoever wants less data', () => {
    expect(cssOf(theme)).toContain(
      ':root[data-mode~=low-data]{--theme-font:"Verdana";--theme-title-font:Verdana;--signs-font:"Verdana";--signs-title-font:Verdana;}',
    )
    expect(cssOf({ ...theme, fontFamily: 'linden sans' })).toContain('low-data]{--theme-font:"Arial";')
  })

  it('keeps weights, style and letters that the theme says', () => {
    const faces = [
      { weight: 400, style: 'normal', range: 'U+0-FF, U+131' },
      { weight: '500 700', style: 'normal', range: null },
      { weight: 400, style: 'italic', range: null },
    ] as const
    const css = cssOf({
      ...theme,
      faces: faces.map((face) => ({ family: 'Linden Sans', file: 'assets/brand.woff2', ...face })),
    })
    expect(linesOf(css, 'Linden Sans"').map((line) => line.split('format("woff2");')[1])).toEqual([
      'font-display:optional;unicode-range:U+0-FF,U+131}',
      'font-weight:500 700;font-display:optional}',
      'font-style:italic;font-display:optional}',
    ])
  })

  it('is one of the system where its file is not there, or cannot be read any more', () => {
    for (const files of [[], [{ ...own, content: Buffer.from('wOFF') }]]) {
      const css = cssOf(theme, files)
      expect(css).not.toContain('@font-face')
      expect(css).toContain('--theme-font:"Linden Sans", Verdana;')
      expect(css).not.toContain('low-data')
    }
  })
})

describe('the faces that come with the shop', () => {
  it.each([
    ['violet', ['Bricolage Grotesque', 'Hanken Grotesk']],
    ['paper', ['Newsreader', 'Ysabeau Office']],
    ['harbour', ['Gabarito', 'Figtree']],
  ])('are those of %s, of at most 45 kB in a first view', (name, families) => {
    const theme = shipped(name)
    const files = themeFaces(theme, [])
    const first = firstFaces(
      theme,
      files.map(({ face }) => face),
    )
    expect(new Set(first.map(({ family }) => family))).toEqual(new Set(families))
    const bytes = files.filter(({ face }) => first.includes(face)).map((file) => file.content.length)
    expect(bytes).toHaveLength(2)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(45_000)
  })

  it('have the weights that their themes show', () => {
    for (const name of ['violet', 'paper', 'harbour']) {
      const theme = shipped(name)
      const faces = themeFaces(theme, []).map(({ face }) => face)
      const text = faces.find(({ family }) => family === familiesIn(theme.fontFamily)[0])!
      for (const weight of [theme.fontWeight, theme.titleFontWeight]) {
        expect(Number(weight), name).toBeGreaterThanOrEqual(text.weights[0])
        expect(Number(weight), name).toBeLessThanOrEqual(text.weights[1])
      }
    }
  })

  it('are a theme’s for naming them, by files that others may not replace unless they have the name', () => {
    const theme = themed({ fontFamily: 'figtree, sans-serif', titleFontFamily: 'Georgia, serif' })
    expect(themeFaces(theme, []).map(({ face }) => [face.family, face.weights])).toEqual([
      ['Figtree', [400, 700]],
      ['Figtree', [400, 700]],
    ])
    const faces = [{ family: 'Figtree', file: own.path, weight: 400, style: 'normal', range: null }] as const
    expect(themeFaces({ ...theme, faces: [...faces] }, [own]).map(({ face }) => face.href)).toEqual([
      '/theme.abababababab.woff2',
    ])
  })

  it('come with their licence', () => {
    const folders = readdirSync('faces', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders).toHaveLength(6)
    for (const { name } of folders)
      expect(readFileSync(`faces/${name}/OFL.txt`, 'utf8')).toMatch(
        /^Copyright \d{4} The .* Project Authors[\s\S]*SIL OPEN FONT LICENSE Version 1\.1/,
      )
  })

  it('have a stylesheet of a few kilobytes', () => {
    for (const name of ['violet', 'paper', 'harbour'])
      expect(cssOf(shipped(name), []).length, name).toBeLessThan(16_000)
  })
})

const figtree = themeFaces(themed({ fontFamily: 'Figtree', titleFontFamily: 'Arial' }), [])[0]!.face.font

it('stands in by serifs for a face with serifs', () => {
  const { families, rules } = standIns('Old Face', 'serif', [{ font: figtree, weight: 400 }])
  expect(families).toEqual(['Old Face as Times', 'Old Face as Noto', 'Old Face as DejaVu'])
  expect(rules[0]).toMatch(/local\("Times New Roman"\).*size-adjust:109\.\d+%/)
})

it('reads a list of families as browsers do', () => {
  expect(familiesIn(`"Helvetica Neue", 'Segoe UI',Arial , sans-serif`)).toEqual([
    'Helvetica Neue',
    'Segoe UI',
    'Arial',
    'sans-serif',
  ])
})
