/** The language prefixes of the specification, section 2. English is served without one. */
export const locales = [
  'en',
  'zh',
  'zh-TW',
  'zh-HK',
  'de',
  'es',
  'fr',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'th',
  'fil',
  'vi',
] as const

export type Locale = (typeof locales)[number]
export const defaultLocale = 'en' satisfies Locale

/**
 * The languages whose interface texts come with the program: a `messages/<language>.json` beside every `en.json`. Those
 * that a shop has, packs included: `Words` of `words.ts`.
 */
export const textLocales = ['en', 'zh', 'zh-HK'] as const
export type TextLocale = (typeof textLocales)[number]

export function isLocale(value: string): value is Locale {
  return (locales as readonly string[]).includes(value)
}

/** Of the languages that the program itself knows, the one that a language prefix is nearest to: for its own tables. */
export function textLocale(locale: Locale): TextLocale {
  return fallbackChain(locale).find(hasTexts) ?? defaultLocale
}

export function hasTexts(language: string): language is TextLocale {
  return (textLocales as readonly string[]).includes(language)
}

/** The fallback chain for texts, best first: the language itself, its relatives, English. */
export function fallbackChain(locale: Locale): readonly Locale[] {
  return chains[locale] ?? [locale, 'en']
}

const chains: Partial<Record<Locale, readonly Locale[]>> = {
  en: ['en'],
  zh: ['zh', 'zh-HK', 'zh-TW', 'en'],
  'zh-TW': ['zh-TW', 'zh-HK', 'zh', 'en'],
  'zh-HK': ['zh-HK', 'zh-TW', 'zh', 'en'],
}

/** The path prefix of a language: `` for English, `/zh-HK`, … */
export function langPath(locale: Locale): string {
  return locale === defaultLocale ? '' : `/${locale}`
}

/** The language tag for `<html lang>` and hreflang. */
export function htmlLang(locale: Locale): string {
  return { zh: 'zh-Hans', 'zh-TW': 'zh-Hant-TW', 'zh-HK': 'zh-Hant-HK' }[locale as string] ?? locale
}

/** A language's own name, as its speakers write it. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  zh: '简体中文',
  'zh-TW': '繁體中文（台灣）',
  'zh-HK': '繁體中文（香港）',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  pt: 'Português',
  th: 'ไทย',
  fil: 'Filipino',
  vi: 'Tiếng Việt',
}
