import { byWord } from '#domain/by-word.ts'

/*
 * The rules of postal addresses by country, after Google's libaddressinput, the data of Chromium and Android:
 * required parts, formats of postcodes, names of the parts.
 */

export interface CountryRule {
  /** S: region, C: city, D: district, Z: postcode. Name and street are required everywhere. */
  readonly needs: string
  /** Parts that exist on paper and only confuse in a form. */
  readonly leaves?: string
  readonly postcode?: RegExp
  /** A postcode that fits, to be shown when one does not. */
  readonly example?: string
  readonly region?: RegionName
  readonly city?: CityName
  readonly district?: DistrictName
  readonly code?: CodeName
  /** Couriers there ring up before they come. */
  readonly calls?: true
}

export type RegionName = 'state' | 'province' | 'prefecture' | 'area' | 'county' | 'emirate' | 'region'
export type CityName = 'city' | 'city_district' | 'suburb' | 'town'
export type DistrictName = 'district' | 'neighborhood' | 'suburb'
export type CodeName = 'postcode' | 'zip' | 'pin' | 'eircode'

const four = { postcode: /^\d{4}$/, example: '1010' }
const five = { postcode: /^\d{5}$/, example: '10115' }

/** By ISO 3166-1; a country that is not here needs a city, where its addresses have one. */
export const countryRules: Readonly<Record<string, CountryRule>> = byWord({
  AE: { needs: 'S', region: 'emirate', calls: true },
  AT: { needs: 'CZ', ...four },
  AU: { needs: 'CSZ', postcode: /^\d{4}$/, example: '2000', region: 'state', city: 'suburb' },
  BE: { needs: 'CZ', ...four },
  BG: { needs: 'CZ', ...four },
  BR: {
    needs: 'SCZ',
    postcode: /^\d{5}-?\d{3}$/,
    example: '01310-100',
    region: 'state',
    district: 'neighborhood',
    calls: true,
  },
  CA: {
    needs: 'CSZ',
    postcode: /^[ABCEGHJKLMNPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
    example: 'K1A 0B1',
    region: 'province',
  },
  CH: { needs: 'CZ', postcode: /^[1-9]\d{3}$/, example: '8001' },
  CN: {
    needs: 'SC',
    postcode: /^\d{6}$/,
    example: '200001',
    region: 'province',
    district: 'district',
    calls: true,
  },
  CZ: { needs: 'CZ', postcode: /^\d{3} ?\d{2}$/, example: '110 00' },
  DE: { needs: 'CZ', ...five },
  DK: { needs: 'CZ', ...four },
  EE: { needs: 'CZ', leaves: 'S', ...five },
  ES: { needs: 'CSZ', postcode: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/, example: '28013', region: 'province' },
  FI: { needs: 'CZ', ...five },
  FR: { needs: 'CZ', postcode: /^\d{2} ?\d{3}$/, example: '75001' },
  GB: {
    needs: 'CZ',
    postcode:
      /^(GIR ?0AA|[A-PR-UWYZ]([A-HK-Y]?\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y]) ?\d[ABD-HJLNP-UW-Z]{2})$/,
    example: 'SW1A 1AA',
    city: 'town',
  },
  GR: { needs: 'CZ', postcode: /^\d{3} ?\d{2}$/, example: '105 58' },
  HK: { needs: 'S', region: 'area', city: 'city_district', calls: true },
  HR: { needs: 'CZ', ...five },
  HU: { needs: 'CZ', ...four },
  ID: { needs: 'SC', postcode: /^\d{5}$/, example: '10110', region: 'province', calls: true },
  IE: {
    needs: 'C',
    leaves: 'D',
    postcode: /^(?:D6W|[ACDEFHKNPRTVWXY]\d{2}) ?[0-9ACDEFHKNPRTVWXY]{4}$/,
    example: 'D02 AF30',
    region: 'county',
    code: 'eircode',
  },
  IN: {
    needs: 'CSZ',
    postcode: /^[1-9]\d{2} ?\d{3}$/,
    example: '110001',
    region: 'state',
    code: 'pin',
    calls: true,
  },
  IT: { needs: 'CSZ', postcode: /^\d{5}$/, example: '00184', region: 'province' },
  JP: { needs: 'SZ', postcode: /^\d{3}-?\d{4}$/, example: '150-0001', region: 'prefecture', calls: true },
  KR: {
    needs: 'SCZ',
    postcode: /^\d{5}$/,
    example: '04524',
    region: 'province',
    district: 'district',
    calls: true,
  },
  LT: { needs: 'CZ', leaves: 'S', postcode: /^(LT-)?\d{5}$/, example: '01103' },
  LU: { needs: 'CZ', ...four },
  LV: { needs: 'CZ', leaves: 'S', postcode: /^(LV-)?\d{4}$/, example: 'LV-1010' },
  MO: { needs: '', calls: true },
  MX: {
    needs: 'CSZ',
    postcode: /^\d{5}$/,
    example: '06000',
    region: 'state',
    district: 'neighborhood',
    calls: true,
  },
  MY: { needs: 'CZ', postcode: /^\d{5}$/, example: '50050', region: 'state', calls: true },
  NL: { needs: 'CZ', postcode: /^[1-9]\d{3} ?[A-Z]{2}$/, example: '1012 JS' },
  NO: { needs: 'CZ', ...four },
  NZ: { needs: 'CZ', postcode: /^\d{4}$/, example: '6011', district: 'suburb' },
  PH: { needs: 'C', postcode: /^\d{4}$/, example: '1000', region: 'province', calls: true },
  PL: { needs: 'CZ', postcode: /^\d{2}-?\d{3}$/, example: '00-950' },
  PT: { needs: 'CZ', postcode: /^\d{4}(-?\d{3})?$/, example: '1100-148' },
  RO: { needs: 'CZ', leaves: 'S', postcode: /^\d{6}$/, example: '010011' },
  SA: { needs: 'C', ...five, calls: true },
  SE: { needs: 'CZ', postcode: /^\d{3} ?\d{2}$/, example: '111 21' },
  SG: { needs: 'Z', postcode: /^\d{6}$/, example: '238801' },
  SI: { needs: 'CZ', ...four },
  SK: { needs: 'CZ', leaves: 'S', postcode: /^\d{3} ?\d{2}$/, example: '811 01' },
  TH: {
    needs: 'SZ',
    postcode: /^\d{5}$/,
    example: '10200',
    region: 'province',
    city: 'city_district',
    calls: true,
  },
  TR: { needs: 'CZ', postcode: /^\d{5}$/, example: '34110', district: 'district' },
  TW: {
    needs: 'SC',
    postcode: /^\d{3}(\d{2,3})?$/,
    example: '100',
    region: 'county',
    city: 'city_district',
    calls: true,
  },
  US: { needs: 'CSZ', postcode: /^\d{5}(-\d{4})?$/, example: '90012', region: 'state', code: 'zip' },
  VN: { needs: 'C', region: 'province', calls: true },
})
