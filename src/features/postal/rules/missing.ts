import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Locale } from '#i18n/locales.ts'
import { regionsOf } from '#i18n/regions.ts'
import type { Translate } from '#i18n/t.ts'
import type { Address } from '../contract.ts'
import {
  missingFields,
  needsPhone,
  postcodeExample,
  wordsOf,
  type AddressPart,
  type Fault,
} from './address-rules.ts'
import { isPhone } from './phone.ts'

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
      field === 'country' ? t('address.missing.country') : describe(field as AddressPart, fault, country, t),
    ]),
  )
}

function describe(field: AddressPart, fault: Fault, country: string, t: Translate): string {
  const label = partLabel(field, country, t)
  const isChosen = field === 'region' && fault === 'invalid'
  if (isChosen) return t('address.missing.select', { field: label })
  if (fault === 'required') return t('address.missing.required', { field: label })
  if (fault === 'link') return t('address.missing.without_link', { field: label })
  const example = postcodeExample(country)
  const what = example === null ? label : t('address.missing.such_as', { field: label, example })
  return t('address.missing.enter', { field: what })
}

/** As `missingOf`, of the telephone number: where couriers ring up there has to be one, elsewhere it may be left out. */
export function missingPhone(
  group: string,
  address: Pick<Address, 'country' | 'countryCode' | 'phone'>,
  { t }: Pick<Words, 't'>,
): Record<string, string> {
  const { country, countryCode, phone } = address
  if (phone === '')
    return needsPhone(country)
      ? { [`${group}.phone`]: t('address.missing.required', { field: t('address.phone') }) }
      : {}
  if (countryCode === '')
    return { [`${group}.countryCode`]: t('address.missing.required', { field: t('address.country_code') }) }
  if (isPhone(address)) return {}
  const what = countryCode === '+86' ? 'address.missing.chinese_mobile' : 'address.missing.phone'
  return { [`${group}.phone`]: t('address.missing.enter', { field: t(what) }) }
}

/** The name of a part of an address in a country: "ZIP code", "Eircode". */
export function partLabel(part: AddressPart, country: string, t: Translate): string {
  const words = wordsOf(country)
  const key =
    part === 'region' || part === 'city' || part === 'district' || part === 'postcode'
      ? (`address.${part}.${words[part]}` as MessageKey)
      : plainKeys[part]
  return (t as (key: MessageKey) => string)(key)
}

const plainKeys = {
  firstName: 'address.first_name',
  lastName: 'address.last_name',
  company: 'address.company',
  line1: 'address.line1',
  line2: 'address.line2',
} as const satisfies Partial<Record<AddressPart, MessageKey>>
