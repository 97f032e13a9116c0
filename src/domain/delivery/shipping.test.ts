import { expect, it } from 'vitest'
import { shippingAmount } from './shipping.ts'

const method = {
  code: 'post',
  rows: [
    { maxWeight: 1000, minAmount: 3000, amount: 290 },
    { maxWeight: 1000, minAmount: 0, amount: 590 },
    { maxWeight: 5000, minAmount: 0, amount: 990 },
  ],
  freeFrom: 8000,
}

it.each([
  [1000, 2999, 590],
  [1000, 3000, 290],
  [1001, 3000, 990],
  [5000, 7999, 990],
  [5000, 8000, 0],
  [5001, 100, null],
  [5001, 8000, null],
])('sends %i g of goods for %i at %s', (weight, qualifying, expected) =>
  expect(shippingAmount(method, weight, qualifying)).toBe(expected),
)

it('is free only where the method says from when', () =>
  expect(shippingAmount({ ...method, freeFrom: null }, 0, 1_000_000)).toBe(290))
