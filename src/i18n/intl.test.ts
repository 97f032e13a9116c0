import { expect, it } from 'vitest'
import { byLanguage, countryName, currencyName, formatPercent, languageName, listOf } from './intl.ts'

it('makes a thing once for each language', () => {
  let made = 0
  const counted = byLanguage((lang) => `${lang} ${(made += 1)}`)
  expect([counted('en'), counted('zh'), counted('en')]).toEqual(['en 1', 'zh 2', 'en 1'])
})

it('names countries, currencies and languages in words of a language', () => {
  expect(countryName('HK', 'en')).toBe('Hong Kong SAR China')
  expect(countryName('DE', 'zh-Hant-HK')).toBe('德國')
  expect(countryName('', 'en')).toBe('')
  expect(countryName('QX', 'en')).toBe('QX')
  expect(currencyName('USD', 'zh-Hans')).toBe('美元')
  expect(languageName('zh-Hans', 'en')).toBe('Simplified Chinese')
  expect(listOf('en').format(['US', 'Canada'])).toBe('US, Canada')
})

it('writes a percentage with as many digits as it has, up to four', () => {
  expect(formatPercent('7.25', 'en')).toBe('7.25%')
  expect(formatPercent('10', 'de')).toBe('10\u{a0}%')
})
