import { expect, it } from 'vitest'
import { currencyOfCountry } from './country-currency.ts'

it.each([
  ['DE', 'EUR'],
  ['hk', 'HKD'],
  ['US', 'USD'],
  ['JP', 'JPY'],
  ['GL', 'DKK'],
  ['XX', null],
  ['T1', null],
  ['', null],
  ['__proto__', null],
])('in %s people pay with %s', (country, currency) => expect(currencyOfCountry(country)).toBe(currency))

it('names no country twice', async () => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile('src/domain/country-currency.ts', 'utf8')
  const named = [...text.matchAll(/'((?:[A-Z]{2} ?)+)'/g)].flatMap(([, list]) => list!.split(' '))
  expect(named.length).toBeGreaterThan(90)
  expect(named).toEqual([...new Set(named)])
})
