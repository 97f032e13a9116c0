import { expect, it } from 'vitest'
import { programTexts } from './dictionaries.ts'
import type { MessageKey } from './keys.gen.ts'
import type { Locale } from './locales.ts'

/** A text of the dictionary by a key of the test's own. */
function text(locale: Locale, key: string): unknown {
  return words.texts(locale)[key as MessageKey]
}

const { words } = programTexts({
  '../cart/messages/en.json': { all: 'Cart', english: 'Only English' },
  '../cart/messages/zh.json': { all: '购物车', simplified: '简体' },
  '../search/messages/zh.json': { second: '搜索' },
  '../cart/messages/zh-HK.json': { all: '購物車' },
})

it('shows each language its own words, or those of its nearest relative', () => {
  expect([text('en', 'all'), text('zh', 'all'), text('zh-HK', 'all'), text('zh-TW', 'all')]).toEqual([
    'Cart',
    '购物车',
    '購物車',
    '購物車',
  ])
  expect(text('zh-HK', 'simplified')).toBe('简体')
  expect(text('zh-HK', 'second')).toBe('搜索')
})

it('falls back to English, never from it', () => {
  expect([text('zh-HK', 'english'), text('fr', 'all')]).toEqual(['Only English', 'Cart'])
  expect(text('en', 'simplified')).toBeUndefined()
})

it('refuses messages in a language that nobody can choose', () => {
  expect(() => programTexts({ '../cart/messages/xx.json': { all: 'x' } })).toThrow(
    '../cart/messages/xx.json: xx is not in textLocales of i18n/locales.ts',
  )
})
