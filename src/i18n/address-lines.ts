import { formatAddress } from 'localized-address-format'
import { fullName } from '#domain/person/person-name.ts'
import { htmlLang, type Locale } from './locales.ts'
import { regionName } from './regions.ts'

/** The parts of a postal address, as stored by the checkout; `` for absent ones. */
export interface AddressParts {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  /** Its code where the country has a list, else its name. */
  readonly region: string
  readonly city: string
  readonly district: string
  readonly line1: string
  readonly line2: string
  readonly postcode: string
}

/** An address as it is written on a parcel in its country, line by line, the country last, in the reader's language. */
export function addressLines(address: AddressParts, locale: Locale): string[] {
  const { company, country, region, city, district, line1, line2, postcode } = address
  const isLargeFirst = ownScript.test(`${city}${district}${line1}`)
  const written = formatAddress(
    {
      postalCountry: country,
      // Their post writes "Albany, NY 12207"; elsewhere a code says nothing to a courier.
      administrativeArea: byCode.has(country)
        ? region
        : regionName(country, region, isLargeFirst && locale === 'en' ? 'zh' : locale),
      locality: city,
      dependentLocality: district,
      postalCode: postcode,
      organization: company,
      name: fullName(address),
      addressLines: [line1, line2].filter((line) => line !== ''),
    },
    isLargeFirst ? 'local' : 'latin',
  )
  return [...written, countryName(country, locale)].filter((line) => line.trim() !== '')
}

// Addresses in Chinese, Japanese or Korean begin with the largest place.
const ownScript = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u
const byCode = new Set(['US', 'CA', 'AU', 'BR'])

/** "Hong Kong SAR China"; `` for no country. */
function countryName(country: string, locale: Locale): string {
  if (country === '') return ''
  return new Intl.DisplayNames(htmlLang(locale), { type: 'region' }).of(country) ?? country
}
