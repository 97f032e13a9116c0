import { expect, it } from 'vitest'
import { translator } from '#i18n/t.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { joinedText } from './joined-text.ts'

const t = translator(dictionaries('en'), 'en')

it('says what a sign-in brought together, and nothing where it brought nothing', () => {
  expect(joinedText({ cartLines: 0, cartJoined: 0, orders: 0 }, t)).toBeNull()
  expect(joinedText({ cartLines: 1, cartJoined: 0, orders: 0 }, t)).toBe(
    'One item of this browser is in your cart now.',
  )
  expect(joinedText({ cartLines: 1, cartJoined: 2, orders: 1 }, t)).toBe(
    '3 items of this browser are in your cart now. One earlier order is in your account now.',
  )
})
