import { fullName } from '#domain/person/person-name.ts'
import type { Address } from '#features/postal/contract.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { addressLines } from '#i18n/address-lines.ts'
import type { Locale } from '#i18n/locales.ts'
import type { BookEntry, BookRow } from './contract.ts'

/** Whether two addresses are written alike in every part. */
export function isSameAddress(one: Address, other: Address): boolean {
  return (Object.keys(one) as (keyof Address)[]).every((part) => one[part] === other[part])
}

/** In the reader's words. A list of addresses begins with names; on a parcel they stand where the country has them. */
export function presentBook(book: readonly BookRow[], locale: Locale): BookEntry[] {
  return book.map(({ id, address, isDefault }) => {
    const place = addressLines({ ...address, firstName: '', lastName: '' }, locale)
    const phone = phoneText(address)
    const lines = phone === '' ? place : [...place, phone]
    return { id, address, isDefault, name: fullName(address), lines }
  })
}
