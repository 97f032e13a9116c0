import { expect, it } from 'vitest'
import type { Money } from '#domain/money.ts'
import { changesSince, type Condition } from './changes.ts'

const dollars = (amount: number): Money => ({ amount, currency: 'USD' })
const at = (price: Money | null, inStock = true): Condition => ({ price, inStock })

it.each([
  ['is lower', dollars(1990), dollars(1500), dollars(490)],
  ['is lower by one cent', dollars(1990), dollars(1989), dollars(1)],
  ['is nothing now', dollars(1990), dollars(0), dollars(1990)],
  ['is the same', dollars(1990), dollars(1990), null],
  ['is higher', dollars(1990), dollars(1991), null],
  ['was not there', null, dollars(1500), null],
  ['is not there any more', dollars(1990), null, null],
  ['is in another currency', dollars(1990), { amount: 1500, currency: 'EUR' } satisfies Money, null],
])('says by how much a price fell: it %s', (_, then, now, fellBy) => {
  expect(changesSince(at(then), at(now))).toEqual({ fellBy, isBack: false })
})

it.each([
  [false, true, true],
  [false, false, false],
  [true, true, false],
  [true, false, false],
])('says what is back: in stock then %s, now %s', (then, now, isBack) => {
  expect(changesSince(at(null, then), at(null, now))).toEqual({ fellBy: null, isBack })
})
