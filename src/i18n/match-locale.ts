import { htmlLang, type Locale } from './locales.ts'

/**
 * The offered language that a reader of `wanted` (BCP 47 tags, best first) reads best; null when none of them is
 * offered. Chinese goes by its script, which a region implies: Hong Kong, Macau and Taiwan write the traditional one.
 */
export function matchLocale(wanted: readonly string[], offered: readonly Locale[]): Locale | null {
  for (const tag of wanted) {
    const reader = read(tag)
    const same = offered.filter((locale) => {
      const { language, script } = read(htmlLang(locale))
      return language === reader.language && script === reader.script
    })
    const near = same.find((locale) => read(htmlLang(locale)).region === reader.region) ?? same[0]
    if (near !== undefined) return near
  }
  return null
}

function read(tag: string): { language: string; script: string; region: string } {
  const [first = '', ...rest] = tag.toLowerCase().split(/[-_]/)
  const language = first === 'tl' ? 'fil' : first === 'in' ? 'id' : first
  const region = rest.find((part) => /^([a-z]{2}|\d{3})$/.test(part)) ?? ''
  const named = rest.find((part) => /^[a-z]{4}$/.test(part)) ?? ''
  const script = language !== 'zh' ? '' : named || (/^(tw|hk|mo)$/.test(region) ? 'hant' : 'hans')
  return { language, script, region }
}

// Of the languages that any shop may one day offer, those that are written from right to left.
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** For `<html dir>`. */
export function textDirection(lang: string): 'ltr' | 'rtl' {
  const { language } = read(lang)
  const written = /-(arab|hebr|latn|cyrl)\b/i.exec(lang)?.[1]?.toLowerCase()
  if (written !== undefined) return written === 'arab' || written === 'hebr' ? 'rtl' : 'ltr'
  return rightToLeft.has(language) ? 'rtl' : 'ltr'
}
