/*
 * Names and orders of the platform. Intl objects cost microseconds to use and milliseconds to make: each is made once
 * for each language.
 */

/** Each once for each language. @param make with BCP 47 */
export function byLanguage<T>(make: (lang: string) => T): (lang: string) => T {
  const made = new Map<string, T>()
  return (lang) => {
    const known = made.get(lang)
    if (known !== undefined) return known
    const value = make(lang)
    made.set(lang, value)
    return value
  }
}

const countries = byLanguage((lang) => new Intl.DisplayNames(lang, { type: 'region' }))
const currencies = byLanguage((lang) => new Intl.DisplayNames(lang, { type: 'currency' }))
const languages = byLanguage((lang) => new Intl.DisplayNames(lang, { type: 'language' }))
const percents = byLanguage(
  (lang) => new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 4 }),
)

/** ISO 3166-1 alpha-2 in words: "Hong Kong SAR China"; `` for none, the code itself for one without a name. */
export function countryName(code: string, lang: string): string {
  return code === '' ? '' : (countries(lang).of(code) ?? code)
}

/** ISO 4217 in words: "US Dollar". */
export function currencyName(code: string, lang: string): string {
  return currencies(lang).of(code) ?? code
}

/** BCP 47 in words of another language: "Traditional Chinese". */
export function languageName(tag: string, lang: string): string {
  return languages(lang).of(tag) ?? tag
}

/** Compares words in the order of the language. */
export const collatorOf = byLanguage((lang) => new Intl.Collator(lang))

/** Joins names by commas: "US, Canada". */
export const listOf = byLanguage((lang) => new Intl.ListFormat(lang, { type: 'unit' }))

/** "7.25%". @param percent a decimal number */
export function formatPercent(percent: string, lang: string): string {
  return percents(lang).format(Number(percent) / 100)
}
