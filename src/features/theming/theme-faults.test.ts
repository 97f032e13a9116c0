import { describe, expect, it } from 'vitest'
import type { Theme } from '#wire/shop-config.ts'
import { contrast, hex, parseColor } from './color.ts'
import { contrastReport } from './contrast-report.ts'
import { defaultTheme } from './rules/default-theme.ts'
import { palettesOf } from './palette.ts'
import { readable } from './readable.ts'
import { themeFaults } from './theme-faults.ts'

const themed = (changes: Partial<Theme>): Theme => ({ ...defaultTheme, ...changes })
const color = (text: string) => parseColor(text)!

const primaries = ['#ffe066', '#5b3fa3', '#00a36c', '#111111', '#e0218a', '#8fb8ff', '#0b3d91', '#7f7f7f']

describe('the contrast report', () => {
  it('has nothing to say about the default theme, by day or by night, as it is or in high contrast', () => {
    expect(contrastReport(defaultTheme)).toEqual([])
  })

  it('names the field, the pair, the ratio, what is needed, and the nearest colour that passes', () => {
    const faults = contrastReport(themed({ descColor: '#bbbbbb', backgroundColor: '#ffffff' }))
    expect(faults.map(({ back }) => back)).toEqual(['background', 'surface'])
    expect(faults[0]).toEqual({
      mode: 'light',
      front: 'desc',
      back: 'background',
      ratio: 1.91,
      needed: 4.5,
      path: 'descColor',
      nearest: '#717171',
      text: 'descColor #bbbbbb on backgroundColor #ffffff: 1.91, needs 4.5; the nearest that passes is #717171',
    })
    expect(contrastReport(themed({ descColor: '#717171', backgroundColor: '#ffffff' }))).toEqual([])
  })

  it('looks at the night’s own colours, and says where they stand', () => {
    const faults = contrastReport(themed({ darkColors: { descColor: '#333333' } }))
    expect(new Set(faults.map(({ mode, path }) => `${mode} ${path}`))).toEqual(
      new Set(['dark darkColors.descColor']),
    )
    expect(faults[0]!.text).toContain('(dark)')
  })

  it('sees through a translucent colour to what is behind it', () => {
    expect(contrastReport(themed({ textColor: 'rgb(0 0 0 / 40%)' })).map(({ path }) => path)).toContain(
      'textColor',
    )
  })

  it.each(primaries)('makes all that it derives from %s readable, in every mode', (primaryColor) => {
    const derived = contrastReport(themed({ primaryColor })).filter(
      ({ mode, front }) =>
        mode !== 'light' || ['on-primary', 'on-panel', 'focus', 'border-strong'].includes(front),
    )
    expect(derived).toEqual([])
  })

  it('keeps high contrast readable for a theme that is dark by itself', () => {
    const night = themed({ backgroundColor: '#101014', textColor: '#eeeeee', titleColor: '#ffffff' })
    expect(contrastReport(night).filter(({ mode }) => mode.endsWith('Contrast'))).toEqual([])
    expect(hex(palettesOf(night).lightContrast.background)).toBe('#000000')
  })
})

describe('the nearest readable colour', () => {
  it('is the colour itself where that passes', () => {
    expect(hex(readable(color('#5b3fa3'), [color('#ffffff')], 4.5)!)).toBe('#5b3fa3')
  })

  it('keeps the hue, passes as it is written, and is not a step further than it must', () => {
    const found = readable(color('#e8a0b4'), [color('#ffffff')], 4.5)!
    const ratio = contrast(color(hex(found)), color('#ffffff'))
    expect(ratio).toBeGreaterThanOrEqual(4.5)
    expect(ratio).toBeLessThan(4.7)
    expect(found.r).toBeGreaterThan(found.b)
    expect(found.b).toBeGreaterThan(found.g)
  })

  it('goes whichever way is shorter', () => {
    const dark = readable(color('#999999'), [color('#808080')], 3)!
    expect(contrast(dark, color('#808080'))).toBeGreaterThanOrEqual(3)
    expect(readable(color('#666666'), [color('#808080')], 3)!.r).toBeLessThan(0.4)
  })

  it('is none between white and black', () => {
    expect(readable(color('#808080'), [color('#ffffff'), color('#000000')], 7)).toBeNull()
  })
})

describe('measures', () => {
  it.each([
    [{ fontSize: '-1rem' }, 'fontSize', '-1rem: must be 12px to 24px'],
    [{ fontSize: '8px' }, 'fontSize', '8px: must be 12px to 24px'],
    [{ fontSize: '2vw' }, 'fontSize', '2vw: must be in px, rem or em'],
    [{ titleFontSize: '10rem' }, 'titleFontSize', '10rem: must be 16px to 72px'],
    [{ borderRadius: '-4px' }, 'borderRadius', '-4px: must be 0px to 48px'],
    [{ blockSpace: '-7rem' }, 'blockSpace', '-7rem: must be 0px to 320px'],
    [
      { container: { ...defaultTheme.container, padding: ['1rem', '-1px'] } },
      'container.padding.1',
      '-1px: must be 0px to 96px',
    ],
    [
      { container: { ...defaultTheme.container, screen: { ...defaultTheme.container.screen, lg: '700px' } } },
      'container.screen.lg',
      '700px: must be wider than md, 768px',
    ],
  ] as const)('refuses %o', (changes, path, reason) => {
    expect(themeFaults(themed(changes as Partial<Theme>))).toContainEqual({ path, reason, contrast: null })
  })

  it('has nothing against the edges', () => {
    expect(
      themeFaults(
        themed({ fontSize: '24px', titleFontSize: '16px', borderRadius: '0', blockSpace: '20rem' }),
      ),
    ).toEqual([])
  })
})
