import { expect, it } from 'vitest'
import { readAccount, veil } from './account-name.ts'

it('reads an e-mail address in one spelling', () => {
  expect(readAccount(' Ada@Example.COM ', '')).toEqual({ kind: 'email', account: 'ada@example.com' })
  // U+FF20 is an @ once it is normalised, so it is one before it is checked.
  expect(readAccount('ada＠example.com', '')).toEqual({ kind: 'email', account: 'ada@example.com' })
  expect(readAccount('ａda@example.com', '')).toEqual({ kind: 'email', account: 'ada@example.com' })
  for (const wrong of [
    '@',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@@example.com',
    `${'a'.repeat(250)}@x.org`,
  ])
    expect(readAccount(wrong, '')).toBeNull()
})

it('reads a mobile number with and without its country code', () => {
  const china = { kind: 'mobile', account: '+8613800138000' }
  expect(readAccount('13800138000', '')).toEqual(china)
  expect(readAccount('138 0013 8000', '+86')).toEqual(china)
  expect(readAccount('+86 138-0013-8000', '+1')).toEqual(china)
  expect(readAccount('0086 13800138000', '')).toEqual(china)
  expect(readAccount('１３８００１３８０００', '')).toEqual(china)
  expect(readAccount('0151 23456789', '+49')).toEqual({ kind: 'mobile', account: '+4915123456789' })
  expect(readAccount('347 1234567', '+39')).toEqual({ kind: 'mobile', account: '+393471234567' })
})

it('refuses what is neither', () => {
  for (const wrong of [
    '',
    'ada',
    '12345',
    '23800138000',
    '1380013800',
    '+861380013800',
    '+0123456789',
    'a1380013800',
  ])
    expect(readAccount(wrong, ''), wrong).toBeNull()
  expect(readAccount('123800138000', '+86')).toBeNull()
})

it('veils an account for the eyes of others', () => {
  expect(veil({ kind: 'email', account: 'ada@example.com' })).toBe('a…@example.com')
  expect(veil({ kind: 'mobile', account: '+8613800138000' })).toBe('+86…8000')
})
