import type { Currency } from './currency.ts'

/*
 * The usual currency by ISO 3166-1 country. Only countries whose currency some shop may sell in; where two are in
 * use, the one in which prices are written.
 */

const euro = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'
const dollar = 'US AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI'

const others: Readonly<Record<Currency, string>> = {
  AED: 'AE',
  AUD: 'AU CC CX KI NF NR TV',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  GBP: 'GB GG IM JE',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KRW: 'KR',
  KWD: 'KW',
  MOP: 'MO',
  MXN: 'MX',
  MYR: 'MY',
  NOK: 'NO BV SJ',
  NZD: 'NZ CK NU PN TK',
  PHP: 'PH',
  PLN: 'PL',
  RON: 'RO',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  TWD: 'TW',
  VND: 'VN',
  ZAR: 'ZA',
}

const byCountry = new Map(
  Object.entries({ EUR: euro, USD: dollar, ...others }).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency] as const),
  ),
)

/** @param country two letters, in any case; null for what is not known */
export function currencyOfCountry(country: string): Currency | null {
  return byCountry.get(country.toUpperCase()) ?? null
}
