import { z } from 'zod'
import type { Address, Contact } from '#features/postal/contract.ts'
import { needsPhone } from '#features/postal/rules/address-rules.ts'
import { isPhone, missingOf, type Words } from '#features/postal/rules/missing.ts'

/*
 * What still has to be typed before an order can be placed, in words, by field. Typed things are kept whatever is
 * wrong with them; this only says what is.
 */

export interface Typed {
  readonly contact: Contact
  readonly address: Address
  /** Null: as the address. */
  readonly billing: Address | null
}

const email = z.email().max(254)

/**
 * `contact.email` → what to do, in the order of the page; empty for what is complete.
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
