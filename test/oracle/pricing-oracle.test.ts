import { expect, it } from 'vitest'
import { quote } from '#domain/pricing.ts'
import { compareCarts } from './million.ts'

it('prices 5000 carts as the shop does', () => {
  const { count, first } = compareCarts(5000, 2026)
  expect(first).toEqual([])
  expect(count).toBe(0)
})

it('notices one minor unit', () => {
  const dearer = compareCarts(50, 1, (cart) => {
    const found = quote(cart)
    return { ...found, toPay: found.toPay + 1 }
  })
  expect(dearer.count).toBe(50)
  expect(dearer.first[0]!.shop.toPay - dearer.first[0]!.oracle.toPay).toBe(1)
})

it('notices a reason that is not told', () => {
  const silent = compareCarts(50, 1, (cart) => {
    const found = quote(cart)
    return { ...found, adjustments: found.adjustments.slice(0, -1) }
  })
  expect(silent.count).toBeGreaterThan(40)
})

it('draws the same carts for the same seed, and others for another', () => {
  const totals = (seed: number) => {
    const found: number[] = []
    compareCarts(20, seed, (cart) => {
      const priced = quote(cart)
      found.push(priced.total)
      return priced
    })
    return found
  }
  expect(totals(7)).toEqual(totals(7))
  expect(totals(8)).not.toEqual(totals(7))
})
