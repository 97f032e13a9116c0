import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { translator } from '#i18n/t.ts'
import { isNumber, missingIn, type Typed } from './typed.ts'

const t = translator(dictionaries('en'), 'en')

const typed = (more: Partial<Typed>): Typed => ({
  account: '',
  countryCode: '',
  firstName: '',
  lastName: '',
  code: '',
  password: '',
  verifyId: '',
  keep: 'on',
  trust: 'off',
  ...more,
})

it('takes digits for a number, and everything else for an address', () => {
  for (const number of ['1', '+852 9123', ' 138-0013.8000']) expect(isNumber(number), number).toBe(true)
  for (const other of ['', 'a', '1@', 'ada@example.org']) expect(isNumber(other), other).toBe(false)
})

it('says what is missing in the words of the specification', () => {
  expect(missingIn('signUp', typed({}), false, t)).toEqual({
    account: 'Email/Mobile number is required',
    firstName: 'First name is required',
    lastName: 'Last name is required',
  })
  expect(missingIn('signIn', typed({ account: 'ada@example.org' }), true, t)).toEqual({
    password: 'Password is required',
  })
  expect(missingIn('forget', typed({ account: 'ada@example.org' }), false, t)).toEqual({})
})

it('asks for the country of a number that has none, and is no mobile number of China', () => {
  const said = (account: string, countryCode = '') =>
    missingIn('signIn', typed({ account, countryCode }), false, t)['countryCode']
  expect(said('9123 4567')).toBe('Country code is required')
  expect(said('23800138000')).toBe('Country code is required')
  for (const whole of ['13800138000', '+85291234567', '0085291234567'])
    expect(said(whole), whole).toBeUndefined()
  expect(said('9123 4567', '+852')).toBeUndefined()
})
