import { describe, expect, it } from 'vitest'
import { chooseValue, firstChoice, type ChoiceSku, type Stock } from './choice.ts'

const sku = (color: string, size: string, stock: Stock = 'in'): ChoiceSku => ({
  sku: `${color}-${size}`,
  options: { color, size },
  stock,
})
const skus = [
  sku('sage', 's'),
  sku('sage', 'm', 'out'),
  sku('ink', 's', 'low'),
  sku('sand', 'l', 'out'),
  sku('sand', 'm'),
]
const sageSmall = skus[0]!

describe('choosing a value', () => {
  it.each([
    ['color', 'sage', { state: 'chosen', sku: 'sage-s' }],
    ['color', 'ink', { state: 'available', sku: 'ink-s' }],
    ['size', 'm', { state: 'sold_out', sku: 'sage-m' }],
    // Nothing is sand and small: one that is to be had is nearer than one that is sold out.
    ['color', 'sand', { state: 'elsewhere', sku: 'sand-m' }],
    ['size', 'l', { state: 'elsewhere', sku: 'sand-l' }],
    ['color', 'rose', null],
  ])('of %s: %s', (option, value, expected) => {
    expect(chooseValue(skus, sageSmall, option, value)).toEqual(expected)
  })

  it('prefers to keep as much of the choice as there is', () => {
    const three = (color: string, size: string, wood: string): ChoiceSku => ({
      sku: `${color}-${size}-${wood}`,
      options: { color, size, wood },
      stock: 'in',
    })
    const all = [three('sage', 's', 'oak'), three('ink', 'l', 'ash'), three('ink', 's', 'ash')]
    expect(chooseValue(all, all[0]!, 'color', 'ink')).toEqual({ state: 'elsewhere', sku: 'ink-s-ash' })
  })

  it('leads from any SKU to any value that exists', () => {
    for (const current of skus) {
      for (const [option, values] of [
        ['color', ['sage', 'ink', 'sand']],
        ['size', ['s', 'm', 'l']],
      ] as const) {
        for (const value of values) {
          const led = chooseValue(skus, current, option, value)
          expect(skus.find((candidate) => candidate.sku === led?.sku)?.options[option]).toBe(value)
        }
      }
    }
  })
})

describe('the first choice', () => {
  it('is what was asked for, also when it is sold out', () => {
    expect(firstChoice(skus, 'sage-m')?.sku).toBe('sage-m')
    expect(firstChoice(skus, 'teal-m')).toBeUndefined()
  })

  it('is the first that can be bought', () => {
    expect(firstChoice([sku('a', 's', 'out'), sku('b', 's', 'order')], undefined)?.sku).toBe('b-s')
    expect(firstChoice([sku('a', 's', 'out')], undefined)?.sku).toBe('a-s')
    expect(firstChoice([], undefined)).toBeUndefined()
  })
})
