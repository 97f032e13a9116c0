import { expect, it } from 'vitest'
import { htmlLang, locales } from '#i18n/locales.ts'
import { errorDocument } from './error-document.ts'

it('speaks the visitor’s language, or English', () => {
  expect(errorDocument('zh-Hant-HK')).toContain('網店暫時未能開放')
  expect(errorDocument('zh-Hant-TW')).toContain('<html lang="zh-Hant">')
  expect(errorDocument('zh-Hans')).toContain('商店暂时打不开')
  expect(errorDocument('fr')).toContain('<html lang="en">')
})

it('needs nothing from anywhere, and repeats nothing', () => {
  for (const locale of locales)
    expect(errorDocument(htmlLang(locale))).not.toMatch(/<script|src=|url\(|href="[^"]|https?:/)
  expect(errorDocument('"><script>')).not.toContain('<script')
})
