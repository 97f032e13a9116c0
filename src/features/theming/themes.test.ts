import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageTemplate } from '#wire/sections.ts'
import { shopConfig, theme as themeSchema, type Theme } from '#wire/shop-config.ts'
import { defaultTheme } from './rules/default-theme.ts'
import { themeFaults } from './theme-faults.ts'

const names = readdirSync('themes')

function read(name: string): Theme {
  const { theme } = shopConfig.parse(JSON.parse(readFileSync(`themes/${name}/theme.json`, 'utf8')))
  return { ...defaultTheme, ...theme } as Theme
}

describe('the themes that come with the shop', () => {
  it('are four', () => {
    expect(names.sort()).toEqual(['blueprint', 'harbour', 'paper', 'violet'])
  })

  it.each(names)('%s is readable in every mode', (name) => {
    expect(themeFaults(read(name))).toEqual([])
  })

  it('are four different shops: no two share a colour, a face, a corner, a rhythm or a home page', () => {
    const fields = [
      'backgroundColor',
      'primaryColor',
      'titleFontFamily',
      'titleFontWeight',
      'borderRadius',
      'blockSpace',
      'fontSize',
    ] as const
    const themes = names.map(read)
    for (const field of fields) expect(new Set(themes.map((theme) => theme[field])).size, field).toBe(4)
    // Of each shape there are three.
    const shapes = ['headerShape', 'heroShape', 'cardShape'] as const
    for (const field of shapes) expect(new Set(themes.map((theme) => theme[field])).size, field).toBe(3)
    expect(new Set(themes.map((theme) => shapes.map((field) => theme[field]).join())).size).toBe(4)
    const homes = names.map((name) => {
      const file = readFileSync(`themes/${name}/templates/home.json`, 'utf8')
      const { order, sections } = pageTemplate.parse(JSON.parse(file))
      return order.map((id) => sections[id]!.type).join()
    })
    expect(new Set(homes).size).toBe(4)
  })

  it('name only fields that there are', () => {
    expect(themeSchema.safeParse({ ...defaultTheme, corners: 'round' }).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['corners'] },
    ])
  })
})
