import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { z } from 'zod'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/t.ts'
import {
  missingFields,
  needsPhone,
  postcodeExample,
  wordsOf,
  type AddressPart,
  type Fault,
} from './address-rules.ts'
import type { Address, Contact } from './contract.ts'
import { regionsOf } from '#i18n/regions.ts'

/*
 * The values that are missing or faulty before an order can be placed, in words, by field. Typed values are stored
 * whatever is wrong with them; this only reports it.
 */

export interface Typed {
  readonly contact: Contact
  readonly address: Address
  /** Null: as the address. */
  readonly billing: Address | null
}

interface Words {
  readonly t: Translate
  readonly locale: Locale
}

const email = z.email().max(254)

/**
 * `contact.email` → what to do, in the order of the page; empty if complete.
 * @param isSoldTo whether the shop delivers to a country
 */
export function missingInformation(
  { contact, address, billing }: Typed,
  words: Words,
  isSoldTo: (country: string) => boolean,
): Record<string, string> {
  const { t } = words
  const missing: Record<string, string> = {}
  if (contact.email === '') missing['contact.email'] = t('checkout.missing.email')
  else if (!email.safeParse(contact.email).success)
    missing['contact.email'] = t('checkout.missing.email_form')
  if (address.country !== '' && !isSoldTo(address.country))
    missing['address.country'] = t('checkout.missing.not_sold_to')
  else Object.assign(missing, missingOf('address', address, words))
  if (contact.phone === '') {
    if (needsPhone(address.country)) missing['contact.phone'] = t('checkout.missing.phone')
  } else if (!isPhone(contact.phone, address.country))
    missing['contact.phone'] = t('checkout.missing.phone_form')
  if (billing !== null) Object.assign(missing, missingOf('billing', billing, words))
  return missing
}

/** A number of the country, or of any other country with a plus in front. */
export function isPhone(phone: string, country: string): boolean {
  const home = country === '' ? {} : { defaultCountry: country as CountryCode }
  const number = parsePhoneNumberFromString(phone.normalize('NFKC'), home)
  // Emergency and service numbers are possible numbers too, and nobody lives there.
  return number !== undefined && number.isPossible() && number.nationalNumber.length >= 6
}

function missingOf(
  group: 'address' | 'billing',
  address: Address,
  { t, locale }: Words,
): Record<string, string> {
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
