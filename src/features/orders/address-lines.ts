import { allCountries } from 'country-region-data'
import { formatAddress } from 'localized-address-format'
import type { Address } from '#features/checkout/contract.ts'

/** An address as it is written on a parcel in its country, line by line, the country last. @param lang of its name */
export function addressLines(address: Address, lang: string): string[] {
  const { name, company, country, region, city, district, line1, line2, postcode } = address
  const written = formatAddress(
    {
      postalCountry: country,
      administrativeArea: regionName(country, region),
      locality: city,
      dependentLocality: district,
      postalCode: postcode,
      organization: company,
      name,
      addressLines: [line1, line2].filter((line) => line !== ''),
    },
    // Who writes in Chinese, Japanese or Korean begins with the largest place.
    /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(`${city}${district}${line1}`) ? 'local' : 'latin',
  )
  return [...written, countryName(country, lang)].filter((line) => line.trim() !== '')
}

export function countryName(country: string, lang: string): string {
  return country === '' ? '' : (new Intl.DisplayNames(lang, { type: 'region' }).of(country) ?? country)
}

/** Countries whose post writes a region by its code: "Albany, NY 12207". */
const byCode = new Set(['US', 'CA', 'AU', 'BR'])

function regionName(country: string, region: string): string {
  if (region === '' || byCode.has(country)) return region
  const known = allCountries.find(([, code]) => code === country)?.[2].find(([, code]) => code === region)
  return known?.[0] ?? region
}
