import { splitName } from '#domain/person/person-name.ts'
import { dialCode } from '#ui/forms/dial-codes.ts'
import type { FoundAddress } from '../contract.ts'
import { tidyPhone } from '../rules/phone.ts'
import { splitChinese } from './split-chinese.ts'
import { splitWestern } from './split-western.ts'
import { strip } from './strip-address.ts'

/*
 * An address in one piece, as it is copied from a mail or a chat, taken apart. What cannot be told is left out: a gap
 * is seen, a wrong guess is overlooked.
 */

/**
 * @param country ISO 3166-1: where it is taken to be when it does not say; `` for anywhere
 * @returns null when there is nothing in it that looks like an address
 */
export function splitAddressText(whole: string, country: string): FoundAddress | null {
  const stripped = strip(whole)
  const isChinese = /\p{sc=Han}{2,}/u.test(stripped.text) && !japanese.test(stripped.text)
  const found = isChinese ? splitChinese(stripped, country) : splitWestern(stripped, country)
  const { name = '', ...place } = found.parts
  const named = { ...splitName(name, found.country), ...place }
  const parts = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
  const { email } = stripped
  const isPlace =
    ['region', 'city', 'district', 'postcode'].some((part) => part in parts) ||
    /\d/.test(found.parts.line1 ?? '')
  if (!isPlace) return null
  const home = dialCode(found.country === '' ? country : found.country) ?? ''
  const number = tidyPhone({ countryCode: home, phone: stripped.phone })
  return { country: found.country, parts, ...number, email }
}

const japanese = /[\p{sc=Hiragana}\p{sc=Katakana}]|〒|東京都|大阪府|京都府|北海道|\p{sc=Han}県/u
