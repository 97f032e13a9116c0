import { takeDialCode } from '#domain/person/phone.ts'
import { isPhone } from '#features/postal/rules/phone.ts'
import type { Translate } from '#i18n/t.ts'
import { dialCodes } from '#ui/forms/dial-codes.ts'
import { accountProblem, readAccount, type AccountName } from './account-name.ts'

/**
 * Like `readAccount`, for an account that nobody has yet: a mobile number must be possible in its country, by the tables
 * of all countries. Who has an account already signs in with whatever number it was imported with.
 * @returns null for what can be neither an e-mail address nor such a number
 */
export function readNewAccount(typed: string, countryCode: string): AccountName | null {
  const name = readAccount(typed, countryCode)
  if (name?.kind !== 'mobile') return name
  const phone = takeDialCode(name.account, dialCodes)
  return phone !== null && isPhone(phone) ? name : null
}

/** The refusal of what `readNewAccount` does not take. */
export function newAccountProblem(
  ctx: { t: Translate },
  typed: { account: string; countryCode: string },
): ReturnType<typeof accountProblem> {
  if (readAccount(typed.account, typed.countryCode) === null) return accountProblem(ctx, typed)
  return { name: 'account_format', fields: { account: ctx.t('problem.account_format') } }
}
