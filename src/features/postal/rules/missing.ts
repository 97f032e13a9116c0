import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Locale } from '#i18n/locales.ts'
import { regionsOf } from '#i18n/regions.ts'
import type { Translate } from '#i18n/t.ts'
import type { Address } from '../contract.ts'
import { missingFields, postcodeExample, wordsOf, type AddressPart, type Fault } from './address-rules.ts'

/* What is wrong with an address or a phone number that was typed, in words. */

export interface Words {
  readonly t: Translate
  readonly locale: Locale
}

/** `<group>.city` → what to do, in the order of the form; empty for an address that can be sent to. */
export function missingOf(group: string, address: Address, { t, locale }: Words): Record<string, string> {
  const { country } = address
  const faults = missingFields(address, regionsOf(country, locale))
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [
      `${group}.${field}`,
      field === 'country' ? t('checkout.missing.country') : describe(field as AddressPart, fault, country, t),
    ]),
  )
}

function describe(field: AddressPart, fault: Fault, country: string, t: Translate): string {
  const label = partLabel(field, country, t)
  const isChosen = field === 'region' && fault === 'invalid'
  if (isChosen) return t('checkout.missing.choose', { field: label })
  if (fault === 'required') return t('checkout.missing.fill_in', { field: label })
  const example = postcodeExample(country)
  return example === null
    ? t('checkout.missing.fill_in', { field: label })
    : t('checkout.missing.postcode', { field: label, example })
}

/** The name of a part of an address in a country: "ZIP code", "Eircode". */
export function partLabel(part: AddressPart, country: string, t: Translate): string {
  const words = wordsOf(country)
  const key =
    part === 'region' || part === 'city' || part === 'district' || part === 'postcode'
      ? (`checkout.address.${part}.${words[part]}` as MessageKey)
      : (`checkout.address.${part}` as MessageKey)
  return (t as (key: MessageKey) => string)(key)
}

/** A number of the country, or of any other country with a plus in front. */
export function isPhone(phone: string, country: string): boolean {
  const home = country === '' ? {} : { defaultCountry: country as CountryCode }
  const number = parsePhoneNumberFromString(phone.normalize('NFKC'), home)
  // Emergency and service numbers are possible numbers too, and nobody lives there.
  return number !== undefined && number.isPossible() && number.nationalNumber.length >= 6
}
