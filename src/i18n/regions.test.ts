import { expect, it } from 'vitest'
import { regionName, regionsOf } from './regions.ts'

it('names every state of the United States in each language, by the same codes', () => {
  const english = regionsOf('US', 'en')
  expect(english.slice(0, 3).map(({ name }) => name)).toEqual(['Alabama', 'Alaska', 'American Samoa'])
  for (const locale of ['zh', 'zh-HK'] as const) {
    const named = regionsOf('US', locale)
    expect(named.map(({ code }) => code).toSorted()).toEqual(english.map(({ code }) => code).toSorted())
    expect(named.filter(({ name }) => !/^[\p{sc=Han}、]+$/u.test(name))).toEqual([])
  }
  expect(regionName('US', 'VA', 'zh')).toBe('弗吉尼亚州')
  expect(regionName('US', 'VA', 'zh-HK')).toBe('維珍尼亞州')
})
