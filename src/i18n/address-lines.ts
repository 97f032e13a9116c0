import { formatAddress } from 'localized-address-format'
import { byWord } from '#domain/by-word.ts'
import { fullName } from '#domain/person/person-name.ts'
import { countryName } from './intl.ts'
import { htmlLang, textLocale, type Locale } from './locales.ts'
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
        : isLargeFirst
          ? regionInOwnScript(country, region, locale)
          : regionName(country, region, locale),
      locality: city,
      dependentLocality: district,
      postalCode: postcode,
      organization: company,
      name: fullName(address),
      addressLines: [line1, line2].filter((line) => line !== ''),
    },
    isLargeFirst ? 'local' : 'latin',
  )
  return [...written, countryName(country, htmlLang(locale))].filter((line) => line.trim() !== '')
}

// Addresses in Chinese, Japanese or Korean begin with the largest place.
const ownScript = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u
const byCode = new Set(['US', 'CA', 'AU', 'BR'])

/** For who does not read Chinese, it stands in the characters of the place: the other lines are written in them. */
function regionInOwnScript(country: string, region: string, locale: Locale): string {
  if (textLocale(locale) !== 'en') return regionName(country, region, locale)
  if (traditional.has(country)) return regionName(country, region, 'zh-HK')
  if (country !== 'JP') return regionName(country, region, 'zh')
  return regionName(country, region, 'zh-HK').replace(/./g, (sign) => japanese[sign] ?? sign)
}

const traditional = new Set(['HK', 'MO', 'TW'])

/** Japan's own characters where the names of its prefectures differ from the traditional Chinese ones. */
const japanese: Readonly<Record<string, string>> = byWord({
  縣: '県',
  靜: '静',
  廣: '広',
  德: '徳',
  兒: '児',
  繩: '縄',
})
