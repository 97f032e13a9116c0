import { htmlLang, type Locale } from './locales.ts'

/** A language, and the pattern of the BCP 47 tags of who reads it; letters of both cases are meant. */
interface Readers {
  locale: Locale
  pattern: string
}

/**
 * Who reads which of the offered languages, in the order in which the patterns are to be tried with a tag. Chinese goes
 * by its script, which a region implies: Hong Kong, Macau and Taiwan write the traditional one. Patterns, because a
 * page is the same for everybody: the browser tries them, before it paints.
 * @param langOf what is written under a language's prefix
 */
export function readersOf(
  offered: readonly Locale[],
  langOf: (locale: Locale) => string = htmlLang,
): Readers[] {
  const parts = offered.map((locale) => ({ locale, ...read(langOf(locale)) }))
  const firsts = parts.filter(
    (part, index) =>
      parts.findIndex(({ language, script }) => language === part.language && script === part.script) ===
      index,
  )
  return [
    // Another language of the same script is for the readers of its own region alone.
    ...parts
      .filter((part) => !firsts.includes(part))
      .map(({ locale, language, region }) => ({ locale, pattern: `^${language}\\b.*-${region}\\b` })),
    ...firsts.map(({ locale, language, script }) => ({ locale, pattern: tagsOf(language, script) })),
  ]
}

function tagsOf(language: string, script: string): string {
  if (script === 'hans') return '^zh\\b(.*-hans\\b|(?!.*-(hant|tw|hk|mo)\\b))'
  if (script === 'hant') return '^zh\\b(?!.*-hans\\b).*-(hant|tw|hk|mo)\\b'
  const former = { fil: 'tl', id: 'in' }[language]
  return former === undefined ? `^${language}\\b` : `^(${language}|${former})\\b`
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
