import { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import { missingOf, missingPhone, type Words } from '#features/postal/rules/missing.ts'

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
  const missing: Record<string, string> = byWord()
  if (contact.email === '') missing['contact.email'] = t('checkout.missing.email')
  else if (!email.safeParse(contact.email).success)
    missing['contact.email'] = t('checkout.missing.email_form')
  if (address.country !== '' && !isSoldTo(address.country))
    missing['address.country'] = t('checkout.missing.not_sold_to')
  else Object.assign(missing, missingOf('address', address, words))
  Object.assign(missing, missingPhone('address', address, words))
  if (billing !== null) Object.assign(missing, missingOf('billing', billing, words))
  return missing
}
