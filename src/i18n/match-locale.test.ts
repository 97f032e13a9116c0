import { expect, it } from 'vitest'
import type { Locale } from './locales.ts'
import { readersOf, textDirection } from './match-locale.ts'

const shop: Locale[] = ['en', 'zh', 'zh-HK']

/** As the browser tries the patterns. */
function matchLocale(wanted: readonly string[], offered: readonly Locale[]): Locale | null {
  const readers = readersOf(offered)
  for (const tag of wanted) {
    const found = readers.find(({ pattern }) => new RegExp(pattern, 'i').test(tag))
    if (found) return found.locale
  }
  return null
}

it.each([
  [['en-GB', 'en'], 'en'],
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hans-HK'], 'zh'],
  [['zh-TW'], 'zh-HK'],
  [['zh-Hant'], 'zh-HK'],
  [['yue', 'zh-HK'], 'zh-HK'],
  [['zh'], 'zh'],
  [['de-AT', 'fr'], null],
  [['de', 'zh-MO', 'en'], 'zh-HK'],
  [['', 'x', '*'], null],
  [[], null],
])('of %j reads %s', (wanted, found) => {
  expect(matchLocale(wanted, shop)).toBe(found)
})

it('prefers the reader’s own region among languages of one script', () => {
  expect(matchLocale(['zh-TW'], ['zh-HK', 'zh-TW'])).toBe('zh-TW')
  expect(matchLocale(['zh-HK'], ['zh-TW', 'zh-HK'])).toBe('zh-HK')
  expect(matchLocale(['pt-BR'], ['pt'])).toBe('pt')
  expect(matchLocale(['tl-PH'], ['fil'])).toBe('fil')
})

it.each([
  ['en', 'ltr'],
  ['zh-Hant-HK', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['az-Arab', 'rtl'],
])('%s is written %s', (lang, direction) => expect(textDirection(lang)).toBe(direction))
