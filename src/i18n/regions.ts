import { allCountries } from 'country-region-data'
import { byWord } from '#domain/by-word.ts'
import { textLocale, type Locale, type TextLocale } from './locales.ts'
import { chineseRegions } from './chinese-regions.ts'

/*
 * Regions of the countries whose postal addresses name one, by the codes of tax rates and shipping (ISO 3166-2
 * without the country). A large table: the browser requests one country of it.
 */

export interface Region {
  readonly code: string
  readonly name: string
}

// Regions of the table that are not written on envelopes: Italy's are written as provinces, other lists have gaps.
const listed = new Set([
  'AE',
  'AU',
  'BR',
  'CA',
  'CN',
  'ES',
  'HK',
  'ID',
  'IE',
  'IN',
  'JP',
  'KR',
  'MX',
  'MY',
  'TW',
  'US',
])
/** Autonomous communities and names among Spain's provinces, and territories that are destinations of their own. */
const leftOut: Readonly<Record<string, readonly string[]>> = byWord({
  CN: ['HK', 'MO'],
  ES: ['AN', 'AR', 'CN'],
})

const made = new Map<string, readonly Region[]>()

/** In the language's own order; empty where a region is written in words, or not at all. */
export function regionsOf(country: string, locale: Locale): readonly Region[] {
  if (!listed.has(country)) return []
  const language = textLocale(locale)
  const key = `${country} ${language}`
  const known = made.get(key) ?? nameRegions(country, language)
  made.set(key, known)
  return known
}

function nameRegions(country: string, language: TextLocale): Region[] {
  const own = chineseRegions[country]
  if (own && language.startsWith('zh'))
    return own.map(([code, simplified, traditional]) => ({
      code,
      name: language === 'zh' ? simplified : traditional,
    }))
  // The package has Hong Kong and Taiwan only in part: where we have codes of our own, they decide.
  const english = new Map(
    (allCountries.find(([, code]) => code === country)?.[2] ?? []).map(([name, code]) => [code, name]),
  )
  const names = own
    ? own.map(([code, , , name]) => [code, name ?? english.get(code) ?? code] as const)
    : [...english]
  const { compare } = new Intl.Collator('en')
  return names
    .filter(([code]) => !(leftOut[country] ?? []).includes(code))
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => compare(a.name, b.name))
}

/** The name in the language; a text that is no code of the country's list is a name already. */
export function regionName(country: string, region: string, locale: Locale): string {
  return regionsOf(country, locale).find(({ code }) => code === region)?.name ?? region
}
