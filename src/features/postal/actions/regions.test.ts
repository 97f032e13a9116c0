import { expect, it } from 'vitest'
import { addressRegions } from '../contract.ts'
import { placesIn } from '../split/places.ts'

it('lists the places of a region in the language of the reader, and none twice', () => {
  expect(placesIn('CN', 'GD', 'zh').slice(0, 3)).toEqual(['广州', '深圳', '东莞'])
  expect(placesIn('HK', 'KL', 'en').slice(0, 3)).toEqual(['Tsim Sha Tsui', 'Mong Kok', 'Yau Ma Tei'])
  expect(placesIn('HK', 'NT', 'zh-HK').slice(0, 3)).toEqual(['沙田', '大圍', '馬鞍山'])
  expect(placesIn('HK', 'NT', 'zh').slice(0, 3)).toEqual(['沙田', '大围', '马鞍山'])
  for (const locale of ['en', 'zh', 'zh-HK'] as const)
    for (const area of ['HK', 'KL', 'NT']) {
      const places = placesIn('HK', area, locale)
      expect(new Set(places).size).toBe(places.length)
    }
})

it.each([
  ['US', 'CA'],
  ['HK', 'constructor'],
  ['CN', ''],
  ['ZZ', 'GD'],
])('knows no places in %s %j', (country, parent) => {
  expect(placesIn(country, parent, 'en')).toEqual([])
})

it('asks for the regions of the country where no parent is named', () => {
  expect(addressRegions.input.parse({ country: 'HK' })).toEqual({ country: 'HK', parent: '' })
})
