import { describe, expect, it } from 'vitest'
import { ownPrices, priceRows } from './prices.ts'

const shop = {
  baseCurrency: 'USD',
  currencies: [
    { code: 'EUR', rate: '0.92', roundTo: 1 },
    { code: 'JPY', rate: '150', roundTo: 10 },
  ],
}

describe('prices', () => {
  it('converts what the file does not price', () => {
    expect(priceRows({ USD: { price: '19.90', linePrice: '29.90' }, EUR: { price: '18.00' } }, shop)).toEqual(
      {
        ok: true,
        value: [
          { currency: 'USD', amount: 1990, lineAmount: 2990, tiers: null, converted: false },
          { currency: 'EUR', amount: 1800, lineAmount: null, tiers: null, converted: false },
          { currency: 'JPY', amount: 2990, lineAmount: 4490, tiers: null, converted: true },
        ],
      },
    )
  })

  it('shows no line price that rounding made equal to the price', () => {
    const rows = priceRows({ USD: { price: '0.05', linePrice: '0.06' } }, shop)
    expect(rows.ok && rows.value.at(-1)).toEqual({
      currency: 'JPY',
      amount: 10,
      lineAmount: null,
      tiers: null,
      converted: true,
    })
  })

  it('gives nothing away that has a price, and leaves free what is free', () => {
    expect(priceRows({ USD: { price: '0.02' } }, shop)).toEqual({
      ok: false,
      problem: 'the price becomes nothing in JPY',
    })
    const free = priceRows({ USD: { price: '0' } }, shop)
    expect(free.ok && free.value.map(({ amount }) => amount)).toEqual([0, 0, 0])
  })

  it('writes amounts in one way', () => {
    expect(ownPrices({ USD: { price: '5' }, JPY: { price: '700.00' } }, shop, false)).toEqual({
      ok: true,
      value: { USD: { price: '5.00' }, JPY: { price: '700' } },
    })
  })

  it('asks for the base currency, and works it out of a foreign file', () => {
    expect(ownPrices({ EUR: { price: '9.20' } }, shop, false)).toEqual({
      ok: false,
      problem: 'no price in USD, the currency of the shop',
    })
    expect(ownPrices({ EUR: { price: '9.20', linePrice: '18.40' } }, shop, true)).toEqual({
      ok: true,
      value: { EUR: { price: '9.20', linePrice: '18.40' }, USD: { price: '10.00', linePrice: '20.00' } },
    })
    expect(ownPrices({ GBP: { price: '9.20' } }, shop, true).ok).toBe(false)
  })

  it.each([
    [{ USD: { price: '19.999' } }, '"19.999" is more exact than USD can be'],
    [{ JPY: { price: '7.5' } }, '"7.5" is more exact than JPY can be'],
    [{ USD: { price: '5.00', linePrice: '5' } }, 'the line price 5 USD is not above the price 5.00'],
  ])('%j: %s', (given, problem) => expect(ownPrices(given, shop, false)).toEqual({ ok: false, problem }))
})
