import { describe, expect, it } from 'vitest'
import { isPhone, nationalNumber, phoneText, tidyPhone } from './phone.ts'

const number = (countryCode: string, phone: string) => ({ countryCode, phone })

it.each([
  ['+852', '9123 4567', true],
  ['+1', '(415) 555-2671', true],
  ['+852', '９１２３ ４５６７', true],
  ['+44', '020 7946 0958', true],
  ['+39', '06 1234 5678', true],
  ['+86', '13800138000', true],
  ['+86', '138 0013 8000', true],
  // Landlines, with their 0 and without it.
  ['+86', '010-12345678', true],
  ['+86', '10 1234 5678', true],
  ['+86', '0592-5801234', true],
  ['+86', '1380013800', false],
  ['+86', '138001380001', false],
  ['+86', '23800138000', false],
  // Nobody can call them: the area code is missing.
  ['+86', '5801234', false],
  ['+86', '6234 5678', false],
  ['+852', '12345', false],
  ['+1', 'call me', false],
  ['+999', '9123 4567', false],
  ['', '9123 4567', false],
])('takes %s %j for a telephone number: %s', (countryCode, phone, isOne) => {
  expect(isPhone(number(countryCode, phone))).toBe(isOne)
})

describe('a number with its dial code', () => {
  it('in one field is put into two', () => {
    expect(tidyPhone(number('+1', '+852 9123 4567'))).toEqual(number('+852', '9123 4567'))
    expect(tidyPhone(number('+1', '555 2671'))).toEqual(number('+1', '555 2671'))
  })

  it('has no code without a number', () => {
    expect(tidyPhone(number('+1', ''))).toEqual(number('', ''))
  })

  it.each([
    ['+44', '020 7946 0958', '2079460958', '+44 20 7946 0958'],
    ['+852', '9123 4567', '91234567', '+852 9123 4567'],
    ['+86', '138-0013-8000', '13800138000', '+86 138 0013 8000'],
    ['+39', '06 1234 5678', '0612345678', '+39 06 1234 5678'],
    ['', 'whatever it was', 'whatever it was', 'whatever it was'],
    ['+999', '12', '12', '+999 12'],
  ])('%s %s is stored as %s and shown as %s', (countryCode, phone, stored, shown) => {
    expect(nationalNumber(number(countryCode, phone))).toBe(stored)
    expect(phoneText(number(countryCode, stored))).toBe(shown)
  })
})
