import { allCountries } from 'country-region-data'
import { collatorOf, countryName } from '#i18n/intl.ts'
import type { SalesSettings } from '#wire/settings/sales.ts'
import { soldCountries } from './markets-and-methods.ts'

export interface Country {
  code: string
  name: string
}

const named = new WeakMap<SalesSettings, Map<string, Country[]>>()

/** The countries that the shop sells to, in the order of the language. @param lang BCP 47 */
export function countriesFor(sales: SalesSettings, lang: string): Country[] {
  const byLanguage = named.get(sales) ?? new Map<string, Country[]>()
  named.set(sales, byLanguage)
  const known = byLanguage.get(lang) ?? nameCountries(sales, lang)
  byLanguage.set(lang, known)
  return known
}

function nameCountries(sales: SalesSettings, lang: string): Country[] {
  const { compare } = collatorOf(lang)
  const codes = soldCountries(sales) ?? allCountries.map(([, code]) => code)
  return codes
    .map((code) => ({ code, name: countryName(code, lang) }))
    .toSorted((a, b) => compare(a.name, b.name))
}
