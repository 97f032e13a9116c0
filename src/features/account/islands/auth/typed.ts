import type { Translate } from '#i18n/t.ts'
import type { AuthKey } from './texts.ts'

/** What each form is for. */
export type AuthMode = 'signIn' | 'signUp' | 'forget'

/** The fields as they are typed; what the form does not have is empty. */
export interface Typed {
  account: string
  countryCode: string
  firstName: string
  lastName: string
  code: string
  password: string
  keep: 'on' | 'off'
  /** Of the second factor's step: this browser is not asked again for a while. */
  trust: 'on' | 'off'
  /** Of the security check, once it is passed. */
  verifyId: string
}

export function typedIn(form: HTMLFormElement): Typed {
  const fields = new FormData(form)
  const text = (name: string): string => {
    const value = fields.getAll(name).at(-1)
    return typeof value === 'string' ? value : ''
  }
  return {
    account: text('account'),
    countryCode: text('countryCode'),
    firstName: text('firstName').trim(),
    lastName: text('lastName').trim(),
    code: text('code'),
    password: text('password'),
    keep: text('keep') === 'off' ? 'off' : 'on',
    trust: text('trust') === 'on' ? 'on' : 'off',
    verifyId: text('verifyId'),
  }
}

/** Whether it is a number rather than an e-mail address, as far as it is typed. */
export function isNumber(account: string): boolean {
  return /^[+\d][\d\s().-]*$/.test(account.trim())
}

/** A number that needs its country's code: neither with one, nor a mobile number of China. */
function lacksCountry({ account, countryCode }: Pick<Typed, 'account' | 'countryCode'>): boolean {
  const digits = account.replace(/[\s().-]/g, '')
  return isNumber(account) && countryCode === '' && !/^(?:\+|00|1\d{10}$)/.test(digits)
}

/** What is missing before a code can be asked for, or a password tried. */
export function missingIn(
  mode: AuthMode,
  typed: Typed,
  byPassword: boolean,
  t: Translate<AuthKey>,
): Record<string, string> {
  const { account, firstName, lastName, password } = typed
  return {
    ...(account.trim() === '' && { account: t('problem.account_required') }),
    ...(lacksCountry(typed) && { countryCode: t('auth.country_code_required') }),
    ...(mode === 'signUp' && firstName === '' && { firstName: t('account.first_name_required') }),
    ...(mode === 'signUp' && lastName === '' && { lastName: t('account.last_name_required') }),
    ...(byPassword && password === '' && { password: t('problem.password_required') }),
  }
}
