import { describe, expect, it } from 'vitest'
import type { ShopConfig } from '#wire/shop-config.ts'
import { choicesOf, variantOf, type ChoiceParts } from './choices.ts'

const shop = {
  shop: { baseCurrency: 'USD', currencies: [{ code: 'EUR' }, { code: 'CNY' }] },
} as unknown as ShopConfig
const parts: ChoiceParts = { shop: () => shop, countryHeader: 'cf-ipcountry' }

describe('the choices of a visitor', () => {
  it.each([
    ['', 'USD', ''],
    ['currency=EUR', 'EUR', ''],
    ['a=1; currency=EUR; mode=dark', 'EUR', 'dark'],
    ['a=1;currency=EUR;mode=dark', 'EUR', 'dark'],
    ['currency=EUR ; mode=dark ', 'EUR', 'dark'],
    // A shop that does not sell in it, small letters, an encoded letter.
    ['currency=JPY', 'USD', ''],
    ['currency=eur', 'USD', ''],
    ['currency=%45UR', 'USD', ''],
    // The name at the end of another cookie's name, or in its value.
    ['mycurrency=EUR; darkmode=dark', 'USD', ''],
    ['x=currency=EUR', 'USD', ''],
    // The first of two counts, also when it says nothing.
    ['currency=JPY; currency=EUR', 'USD', ''],
    ['currency=EUR; currency=CNY', 'EUR', ''],
    ['mode=purple.low-data.dark', 'USD', 'dark.low-data'],
  ])('%s', (cookie, currency, mode) => {
    expect(choicesOf({ cookie }, parts)).toEqual({ currency, mode })
  })

  it('fall back to the country that the proxy names, and to the browser’s wish for less data', () => {
    expect(choicesOf({ 'cf-ipcountry': 'DE' }, parts).currency).toBe('EUR')
    expect(choicesOf({ 'cf-ipcountry': 'DE', cookie: 'currency=CNY' }, parts).currency).toBe('CNY')
    expect(choicesOf({ 'cf-ipcountry': 'JP' }, parts).currency).toBe('USD')
    expect(choicesOf({ 'cf-ipcountry': 'DE' }, { ...parts, countryHeader: null }).currency).toBe('USD')
    expect(choicesOf({ 'save-data': 'on' }, parts).mode).toBe('low-data')
  })

  it('make the end of a cache key, the same for equal choices', () => {
    expect(variantOf({}, parts)).toBe('')
    expect(variantOf({ cookie: 'currency=USD; mode=' }, parts)).toBe('')
    expect(variantOf({ cookie: 'mode=low-data.dark' }, parts)).toBe('|USD|dark.low-data')
    expect(variantOf({ cookie: 'mode=dark; currency=EUR', 'save-data': 'on' }, parts)).toBe(
      '|EUR|dark.low-data',
    )
  })
})
