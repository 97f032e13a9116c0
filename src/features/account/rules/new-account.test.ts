import { expect, it } from 'vitest'
import type { Translate } from '#i18n/t.ts'
import { readAccount } from './account-name.ts'
import { newAccountProblem, readNewAccount } from './new-account.ts'

const t = ((key: string) => key) as Translate

it.each([
  ['+9991234567', ''],
  ['+4912345', ''],
  ['12345', '+49'],
  ['+1 234', '+86'],
  ['+1 555 0100', ''],
  ['112112112112112', '+852'],
])('refuses %s with %s, and says so at the field of the number', (account, countryCode) => {
  expect(readNewAccount(account, countryCode)).toBeNull()
  const { name, fields } = newAccountProblem({ t }, { account, countryCode })
  expect([name, fields]).toEqual(['account_format', { account: 'problem.account_format' }])
})

it.each([
  ['13800138000', ''],
  ['138 0013 8000', '+86'],
  ['9123 4567', '+852'],
  ['+852 9123 4567', ''],
  ['0151 23456789', '+49'],
  ['347 1234567', '+39'],
  ['+1 415 555 2671', ''],
  ['ada@example.com', ''],
])('takes %s with %s, as signing in reads it', (account, countryCode) => {
  const name = readNewAccount(account, countryCode)
  expect(name).not.toBeNull()
  expect(name).toEqual(readAccount(account, countryCode))
})

it('asks for the country of a number that lacks it, and for what is empty', () => {
  const asked = newAccountProblem({ t }, { account: '9123 4567', countryCode: '' })
  expect(asked.fields).toEqual({ countryCode: 'auth.country_code_required' })
  expect(newAccountProblem({ t }, { account: ' ', countryCode: '' }).name).toBe('account_required')
})
