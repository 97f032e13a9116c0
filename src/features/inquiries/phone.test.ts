import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { mayBePhone } from './actions/submit.ts'

it.each<[string, Locale, boolean]>([
  ['13800138000', 'zh', true],
  ['138 0013 8000', 'zh', true],
  ['1380013800', 'zh', false],
  ['138001380001', 'zh', false],
  ['010-12345678', 'zh', true],
  ['9123 4567', 'zh', true],
  ['+86 138 0013 8000', 'en', true],
  ['+86 1380013800', 'en', false],
  ['0086 13800138000', 'en', true],
  ['+86 23800138000', 'en', false],
  ['+852 9123 4567', 'zh-HK', true],
  ['+852 912', 'zh-HK', false],
  // Of a country that it does not name.
  ['1 (415) 555-2671', 'en', true],
  ['020 7946 0958', 'en', true],
  ['call me', 'en', false],
  ['1234', 'en', false],
])('takes %j in %s for a telephone number: %s', (value, locale, isOne) => {
  expect(mayBePhone(value, locale)).toBe(isOne)
})
