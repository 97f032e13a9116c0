import { expect, it } from 'vitest'
import { isChineseMobile, takeDialCode } from './phone.ts'

const codes = ['+1', '+44', '+852', '+86']

it.each([
  ['+852 9123 4567', '+852', '9123 4567'],
  ['＋８５２ ９１２３ ４５６７', '+852', '9123 4567'],
  ['+1 (415) 555-2671', '+1', '(415) 555-2671'],
  ['+4420 7946 0958', '+44', '20 7946 0958'],
  ['+8 6 138', '+86', '138'],
  ['+86', '+86', ''],
])('takes %j apart', (typed, countryCode, phone) => {
  expect(takeDialCode(typed, codes)).toEqual({ countryCode, phone })
})

it.each(['', '+', '+8', '+85', '9123 4567', '00852 9123 4567', '+999 1', 'x+1', '+(.*)+', '+constructor'])(
  'leaves %j as it is',
  (typed) => {
    expect(takeDialCode(typed, codes)).toBeNull()
  },
)

it.each([
  ['13800138000', true],
  ['138 0013 8000', true],
  ['１３８００１３８０００', true],
  ['1380013800', false],
  ['138001380000', false],
  ['23800138000', false],
  ['', false],
])('takes %j for a mobile number of China: %s', (number, isOne) => {
  expect(isChineseMobile(number)).toBe(isOne)
})
