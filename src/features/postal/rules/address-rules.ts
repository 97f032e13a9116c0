import { formatAddress } from 'localized-address-format'
import {
  countryRules,
  type CityName,
  type CodeName,
  type DistrictName,
  type RegionName,
} from './country-rules.ts'
import { byWord } from '#domain/by-word.ts'
import { isFamilyFirst } from '#domain/person/person-name.ts'
import type { Address } from '../contract.ts'

/*
 * The parts of a postal address in a country, their order, and which are required. Pure. The table of orders is the
 * package's, so this stays on the server: the browser gets the shape of one country at a time.
 */

/** The parts of an address, without its country. */
export type AddressPart =
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'region'
  | 'city'
  | 'district'
  | 'line1'
  | 'line2'
  | 'postcode'

export interface AddressField {
  readonly name: AddressPart
  readonly required: boolean
}

/** The names of the parts in a country. */
export interface AddressWords {
  readonly region: RegionName
  readonly city: CityName
  readonly district: DistrictName
  readonly postcode: CodeName
}

export type Fault = 'required' | 'invalid' | 'link'

/**
 * The parts of an address in the order of the country, with the person first, by the names in their order there.
 * @param lang BCP 47: Chinese, Japanese and Korean addresses go from large to small in their own scripts
 */
export function fieldsOf(country: string, lang: string): AddressField[] {
  if (country === '') return []
  const { needs, leaves = '' } = ruleOf(country)
  const parts = writtenOrder(country, lang).filter((part) => !leaves.includes(letterOf[part] ?? '-'))
  const fields: AddressField[] = []
  const person = isFamilyFirst(country) ? familyFirst : familyLast
  for (const name of new Set<AddressPart>([...person, 'company', ...parts])) {
    const isStreet = name === 'line1'
    const isAlways = isStreet || person.includes(name)
    fields.push({ name, required: isAlways || needs.includes(letterOf[name] ?? '-') })
    if (isStreet) fields.push({ name: 'line2', required: false })
  }
  const isOptionalCode = ({ name, required }: AddressField): boolean => name === 'postcode' && !required
  return [...fields.filter((field) => !isOptionalCode(field)), ...fields.filter(isOptionalCode)]
}

const familyFirst: readonly AddressPart[] = ['lastName', 'firstName']
const familyLast: readonly AddressPart[] = ['firstName', 'lastName']

/** The faults of an address by field, in the order of the page; empty for a complete one. */
export function missingFields(
  address: Address,
  regions: readonly { code: string }[] = [],
): Partial<Record<keyof Address, Fault>> {
  const { country } = address
  if (country === '') return { country: 'required' }
  const faults: Partial<Record<keyof Address, Fault>> = {}
  for (const { name, required } of fieldsOf(country, 'en')) {
    const value = address[name].trim()
    if (value === '') {
      if (required) faults[name] = 'required'
    } else if (hasLink(value)) faults[name] = 'link'
    else if (name === 'postcode' && !isPostcode(value, country)) faults.postcode = 'invalid'
    else if (name === 'region' && regions.length > 0 && !regions.some(({ code }) => code === value))
      faults.region = 'invalid'
  }
  return faults
}

/** Addresses are mailed, and to whom is up to who types them: no mail of the shop carries a stranger's link. */
function hasLink(value: string): boolean {
  return /:\/\/|\bwww\./i.test(value.normalize('NFKC'))
}

/** Signs of a full-width or Japanese keyboard, spaces around it and small letters are no mistake. */
function tidyPostcode(postcode: string): string {
  return postcode
    .normalize('NFKC')
    .replace(/[‐-―−ー]/g, '-')
    .replace(/^\s*〒/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
}

function isPostcode(postcode: string, country: string): boolean {
  return countryRules[country]?.postcode?.test(tidyPostcode(postcode)) ?? true
}

/** A postcode that fits; null where any does. */
export function postcodeExample(country: string): string | null {
  return countryRules[country]?.example ?? null
}

export function wordsOf(country: string): AddressWords {
  const { region = 'region', city = 'city', district = 'district', code = 'postcode' } = ruleOf(country)
  return { region, city, district, postcode: code }
}

/** A parcel there does not arrive without a number to ring. */
export function needsPhone(country: string): boolean {
  return countryRules[country]?.calls ?? false
}

function ruleOf(country: string): (typeof countryRules)[string] {
  return countryRules[country] ?? { needs: 'C' }
}

const letterOf: Readonly<Partial<Record<AddressPart, string>>> = {
  region: 'S',
  city: 'C',
  district: 'D',
  postcode: 'Z',
}

const marks: Readonly<Record<string, AddressPart>> = byWord({
  '\u{E001}': 'company',
  '\u{E002}': 'line1',
  '\u{E003}': 'city',
  '\u{E004}': 'district',
  '\u{E005}': 'region',
  '\u{E006}': 'postcode',
})

/** Formats an address of single-character parts by the package: their positions in it give the order of the parts. */
function writtenOrder(country: string, lang: string): AddressPart[] {
  const own = ownScripts[country]?.test(lang) ?? false
  const [company = '', line = '', city = '', district = '', region = '', postcode = ''] = Object.keys(marks)
  const printed = formatAddress(
    {
      postalCountry: country,
      organization: company,
      addressLines: [line],
      locality: city,
      dependentLocality: district,
      administrativeArea: region,
      postalCode: postcode,
    },
    own ? 'local' : 'latin',
  ).join('')
  return [...printed].flatMap((sign) => marks[sign] ?? [])
}

const ownScripts: Readonly<Record<string, RegExp>> = byWord({
  CN: /^zh/,
  HK: /^zh/,
  MO: /^zh/,
  TW: /^zh/,
  JP: /^(ja|zh)/,
  KR: /^ko/,
})
