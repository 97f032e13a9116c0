import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shopConfig, theme as themeSchema, type Theme } from '#wire/shop-config.ts'
import { defaultTheme } from './rules/default-theme.ts'
import { themeFaults } from './theme-faults.ts'

const names = readdirSync('themes')

function read(name: string): Theme {
  const { theme } = shopConfig.parse(JSON.parse(readFileSync(`themes/${name}/theme.json`, 'utf8')))
  return { ...defaultTheme, ...theme } as Theme
}

describe('the themes that come with the shop', () => {
  it('are three', () => {
    expect(names.sort()).toEqual(['harbour', 'paper', 'violet'])
  })

  it.each(names)('%s is readable in every mode', (name) => {
    expect(themeFaults(read(name))).toEqual([])
  })

  it('are three different shops: no two share a shape, a face, a corner or a rhythm', () => {
    const fields = [
      'primaryColor',
      'titleFontFamily',
      'titleFontWeight',
      'borderRadius',
      'blockSpace',
      'fontSize',
      'headerShape',
      'heroShape',
      'cardShape',
    ] as const
    const themes = names.map(read)
    for (const field of fields) expect(new Set(themes.map((theme) => theme[field])).size, field).toBe(3)
  })

  it('name only fields that there are', () => {
    expect(themeSchema.safeParse({ ...defaultTheme, corners: 'round' }).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['corners'] },
    ])
  })
})
