import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, allocate, amountText, convert, money, parseAmount, times } from './money.ts'

describe('parseAmount', () => {
  it.each([
    ['19.90', 'USD', 1990],
    ['19.9', 'USD', 1990],
    ['19', 'USD', 1900],
    ['0.05', 'USD', 5],
    ['1980', 'JPY', 1980],
    ['1980.00', 'JPY', 1980],
    ['1.234', 'KWD', 1234],
  ])('reads %s %s as %i minor units', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, value: amount })
  })

  it.each([
    ['', 'not_a_number'],
    ['-1', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1,000', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['1.999', 'too_precise'],
    ['99999999999999999', 'too_large'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseAmount(text, 'USD')).toEqual({ ok: false, problem })
  })

  it('is undone by amountText, in each exponent', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('JPY', 'USD', 'KWD'), (amount, currency) => {
        expect(parseAmount(amountText(amount, currency), currency)).toEqual({ ok: true, value: amount })
      }),
    )
  })
})

describe('convert', () => {
  it.each([
    [1000, 'USD', 'EUR', '0.92', 1, 920],
    [1999, 'USD', 'JPY', '151.5', 10, 3030],
    [1999, 'USD', 'CNY', '7.12', 100, 14200],
    [1, 'USD', 'JPY', '149', 1, 1],
    [1000, 'JPY', 'KWD', '0.002', 1, 2000],
    [5, 'USD', 'EUR', '0.5', 1, 3],
  ])('turns %i %s into %s at %s, to %i: %i', (amount, from, to, rate, roundTo, result) => {
    expect(convert(amount, from, to, rate, roundTo)).toBe(result)
  })
})

describe('allocate', () => {
  it('gives the odd cent to the largest remainder', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(101, [50, 25, 26])).toEqual([50, 25, 26])
    expect(allocate(10, [0, 0])).toEqual([10, 0])
  })

  it('never loses or makes a cent', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 }),
        (amount, weights) => {
          const parts = allocate(amount, weights)
          expect(parts.reduce((a, b) => a + b, 0)).toBe(amount)
          expect(parts.every((part) => part >= 0)).toBe(true)
        },
      ),
    )
  })
})

it('refuses to add two currencies, and amounts that are not whole', () => {
  expect(() => add(money(1, 'USD'), money(1, 'EUR'))).toThrow(TypeError)
  expect(() => money(1.5, 'USD')).toThrow(RangeError)
  expect(times(money(250, 'USD'), 3)).toEqual({ amount: 750, currency: 'USD' })
})
