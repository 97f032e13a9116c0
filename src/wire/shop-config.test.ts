import { expect, it } from 'vitest'
import { shopConfig } from './shop-config.ts'

it('refuses a time zone that there is not', () => {
  const delivery = { timeZone: 'Mars/Olympus', zones: [{ name: {}, days: { from: 1, to: 2 } }] }
  expect(shopConfig.safeParse({ shop: { delivery } }).success).toBe(false)
})
