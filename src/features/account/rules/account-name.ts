import { z } from 'zod'
import type { Translate } from '#i18n/t.ts'

/*
 * An e-mail address or a mobile number in the one spelling that is compared. Unicode is brought to its one form first:
 * a full-width `＠` would pass a check of what was typed, and be another address afterwards.
 */

export type AccountKind = 'email' | 'mobile'

export interface AccountName {
  kind: AccountKind
  /** Small letters; or `+` and digits, with the country code (E.164). */
  account: string
}

const validEmail = z.email().max(254)

/**
 * Reads what was typed into the field for an e-mail address or a mobile number.
 * @param countryCode `+86`, for a number that is typed without it
 * @returns null for what can be neither
 */
export function readAccount(typed: string, countryCode: string): AccountName | null {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) {
    const email = validEmail.safeParse(text.toLowerCase())
    return email.success ? { kind: 'email', account: email.data } : null
  }
  const mobile = readMobile(text, countryCode.normalize('NFKC').trim())
  return mobile === null ? null : { kind: 'mobile', account: mobile }
}

// A number of China has 11 digits and begins with 1 (specification, section 5); others fit E.164: 15 digits at most.
function readMobile(typed: string, countryCode: string): string | null {
  const text = typed.replace(/[\s().–—-]/g, '').replace(/^00/, '+')
  if (!/^\+?\d{4,15}$/.test(text)) return null
  const dial = /^\+\d{1,4}$/.test(countryCode) ? countryCode : /^1\d{10}$/.test(text) ? '+86' : null
  const whole = text.startsWith('+') ? text : dial === null ? null : `${dial}${withoutTrunk(text, dial)}`
  if (whole === null || !/^\+[1-9]\d{6,14}$/.test(whole)) return null
  return whole.startsWith('+86') && !/^\+861\d{10}$/.test(whole) ? null : whole
}

// Within most countries a zero goes before the number; Italy's belongs to it.
function withoutTrunk(digits: string, dial: string): string {
  return dial === '+39' ? digits : digits.replace(/^0/, '')
}

/** As it may be shown where others could read it: `a…@example.com`, `+86…8000`. */
export function veil({ kind, account }: AccountName): string {
  if (kind === 'mobile') return `${account.slice(0, 3)}…${account.slice(-4)}`
  const at = account.lastIndexOf('@')
  return `${account.slice(0, 1)}…${account.slice(at)}`
}

/**
 * The refusal of a field that is empty, or holds neither an e-mail address nor a number; of a number that lacks its
 * country, at the field of the country.
 */
export function accountProblem(
  { t }: { t: Translate },
  typed: { account: string; countryCode: string },
): {
  name: 'account_required' | 'account_format'
  fields: { account: string } | { countryCode: string }
} {
  const { account, countryCode } = typed
  const name = account.trim() === '' ? 'account_required' : 'account_format'
  // With some country it would be a number.
  if (countryCode.trim() === '' && readAccount(account, '+49') !== null)
    return { name, fields: { countryCode: t('auth.country_code_required') } }
  return { name, fields: { account: t(`problem.${name}`) } }
}
