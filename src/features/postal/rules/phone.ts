import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { digitsOf, isChineseMobile, takeDialCode } from '#domain/person/phone.ts'
import { dialCodes } from '#ui/forms/dial-codes.ts'
import type { Address } from '../contract.ts'

/*
 * Telephone numbers: a dial code, and the number within the country. The package and its table stay on the server.
 */

type Phone = Pick<Address, 'countryCode' | 'phone'>

/** As typed, with a dial code that stands in the number put into its own field; without a number there is no code. */
export function tidyPhone<T extends Phone>(typed: T): T {
  if (typed.phone === '') return { ...typed, countryCode: '' }
  return { ...typed, ...takeDialCode(typed.phone, dialCodes) }
}

/**
 * Numbers of China by the specification's rule for mobiles, or with the area code of a landline; whatever else by the
 * tables of all countries.
 * @returns false for a code that no country has
 */
export function isPhone(typed: Phone): boolean {
  if (typed.countryCode === '+86') return isChineseMobile(typed.phone) || isChineseLandline(typed.phone)
  const number = numberOf(typed)
  // Emergency and service numbers are possible numbers too, and nobody lives there.
  return number !== null && number.isPossible() && number.nationalNumber.length >= 6
}

/** With or without its 0: Beijing has 10, eleven cities have two digits from 20 on, all others three and one more. */
function isChineseLandline(phone: string): boolean {
  return /^0?(?:(?:10|2\d)\d{8}|[3-9]\d{9,10})$/.test(digitsOf(phone))
}

/** The number as it is stored with an order: its digits, without what is dialled only within the country. */
export function nationalNumber(typed: Phone): string {
  if (typed.countryCode === '+86' && isChineseMobile(typed.phone)) return digitsOf(typed.phone)
  return numberOf(typed)?.nationalNumber ?? typed.phone
}

/** As it is dialled from everywhere: "+852 9123 4567"; `` for none. */
export function phoneText(typed: Phone): string {
  if (typed.countryCode === '') return typed.phone
  return numberOf(typed)?.formatInternational() ?? `${typed.countryCode} ${typed.phone}`.trim()
}

/** Whether a text has the letters and the length of a telephone number, of whatever country. */
export function mayBeNumber(typed: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(typed.normalize('NFKC').trim()) && /^\d{6,17}$/.test(digitsOf(typed))
}

/**
 * Whether a number is one of those, in any spelling (compared as E.164). One without a dial code is taken for a number
 * of the country of the one that it is compared with.
 */
export function isPhoneOf(typed: string, known: readonly Phone[]): boolean {
  const text = typed.normalize('NFKC').trim().replace(/^00/, '+')
  const dialled = takeDialCode(text, dialCodes)
  if (dialled === null && text.startsWith('+')) return false
  return known.some((phone) => {
    const own = numberOf(phone)
    if (own === null) return false
    return numberOf(dialled ?? { countryCode: phone.countryCode, phone: text })?.number === own.number
  })
}

function numberOf({ countryCode, phone }: Phone): PhoneNumber | null {
  if (countryCode === '' || phone === '' || !dialCodes.has(countryCode)) return null
  const text = phone.normalize('NFKC')
  return parsePhoneNumberFromString(text, { defaultCallingCode: countryCode.slice(1) }) ?? null
}
