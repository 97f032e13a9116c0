import { expect, it } from 'vitest'
import { trackingPage } from './carriers.ts'

it('knows the page of a parcel by the name of its carrier, however that is written', () => {
  for (const name of ['DHL', 'dhl', 'DHL Express', 'D.H.L.', ' dhl-paket '])
    expect([name, trackingPage(name, 'JD0146 0000 3612')]).toEqual([
      name,
      'https://www.dhl.com/global-en/home/tracking/tracking-parcel.html?submit=1&tracking-id=JD014600003612',
    ])
  expect(trackingPage('Royal Mail', 'AB123456789GB')).toBe(
    'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB',
  )
  expect(trackingPage('顺丰速运', 'SF1234567890')).toMatch(/^https:\/\/www\.sf-express\.com\/.*SF1234567890$/)
})

it('invents no page for a carrier that it does not know, nor for what is no number', () => {
  expect(trackingPage('Our own van', '123456789')).toBeNull()
  expect(trackingPage('Grand Hotel DHL', '123456789')).toBeNull()
  expect(trackingPage('', '123456789')).toBeNull()
  for (const number of [
    '',
    '12',
    'with the neighbour',
    '123456?x=1',
    '../../login',
    '<script>',
    '1'.repeat(60),
  ])
    expect([number, trackingPage('DHL', number)]).toEqual([number, null])
})
