import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCarts } from '#test/oracle/random-carts.ts'
import { quote } from './pricing.ts'
import type { LineFacts, PricingFacts } from './quote.ts'
import { refundOf, type Refund, type ReturnedUnits } from './refund.ts'

const line = (key: string, amount: number, quantity: number): LineFacts => ({
  key,
  product: key,
  categories: [],
  collections: [],
  quantity,
  amount,
  tiers: [],
  taxClass: 'standard',
  weight: 0,
})
const everything = { products: [], categories: [], collections: [], firstOrder: false }
/** Three of 10.00 and one of 5.00, 1.00 off, 19 % on top, 5.90 for the post, 2.00 of store credit. */
const facts: PricingFacts = {
  currency: 'USD',
  rates: { baseCurrency: 'USD', currencies: [{ code: 'USD', rate: '1', roundTo: 1 }] },
  lines: [line('a', 1000, 3), line('b', 500, 1)],
  promotions: [],
  coupons: [
    {
      code: 'ONE',
      slug: 'one',
      stackable: false,
      conditions: everything,
      benefit: { kind: 'amount', amounts: { USD: 100 } },
    },
  ],
  buyer: { isFirstOrder: null },
  shipping: { code: 'post', rows: [{ maxWeight: null, minAmount: 0, amount: 590 }], freeFrom: null },
  tax: { mode: 'added', rates: { standard: '19' }, shippingClass: 'standard' },
  paymentFee: 0,
  credit: 200,
}
const order = quote(facts)

function refund(returned: ReturnedUnits[], before: ReturnedUnits[] = [], of = order): Refund {
  const found = refundOf(of, returned, before)
  if (!found.ok) throw new Error(found.problem.name)
  return found.value
}

describe('what comes back', () => {
  it('is what was paid for these units, after their share of the coupon and with their tax', () => {
    // a: 3000 − 86 = 2914, tax 554, so 3468 for three.
    expect(refund([{ key: 'a', quantity: 2 }])).toEqual({
      lines: [{ key: 'a', quantity: 2, amount: 2312, tax: 369 }],
      isWhole: false,
      services: 0,
      tax: 369,
      total: 2312,
      toPayment: 2312,
      toCredit: 0,
    })
  })

  it('holds shipping with the last unit, and ends with the store credit', () => {
    const first = [{ key: 'a', quantity: 3 }]
    const last = refund([{ key: 'b', quantity: 1 }], first)
    expect(last).toMatchObject({ isWhole: true, services: 590 + 112, toCredit: 200 })
    expect(refund(first).total + last.total).toBe(order.total)
  })

  it('brings shipping back once', () => {
    const all = [
      { key: 'a', quantity: 3 },
      { key: 'b', quantity: 1 },
    ]
    expect(refund([], all)).toMatchObject({ isWhole: false, services: 0, total: 0 })
  })

  it.each([
    [[{ key: 'c', quantity: 1 }], { name: 'unknown_line', key: 'c' }],
    [[{ key: 'a', quantity: 3 }], { name: 'too_many', key: 'a', left: 2 }],
    [
      [
        { key: 'a', quantity: 2 },
        { key: 'a', quantity: 1 },
      ],
      { name: 'too_many', key: 'a', left: 2 },
    ],
  ])('is refused for %j', (returned, problem) =>
    expect(refundOf(order, returned, [{ key: 'a', quantity: 1 }])).toEqual({ ok: false, problem }),
  )

  it('sums to what was paid, in whatever parts an order comes back', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.infiniteStream(fc.nat(5)), (seed, parts) => {
        const found = quote(randomCarts(seed)())
        const left = new Map(found.lines.map(({ key, quantity }) => [key, quantity]))
        const before: ReturnedUnits[] = []
        const refunds: Refund[] = []
        while (left.size > 0) {
          const now = [...left].flatMap(([key, most]) => {
            const quantity = Math.min(most, parts.next().value ?? most)
            return quantity === 0 ? [] : [{ key, quantity }]
          })
          if (now.length === 0) continue
          const back = refund(now, before, found)
          refunds.push(back)
          before.push(...now)
          for (const { key, quantity } of now)
            if (left.get(key) === quantity) left.delete(key)
            else left.set(key, left.get(key)! - quantity)
        }
        const sumOf = (part: 'total' | 'tax' | 'toPayment' | 'toCredit') =>
          refunds.reduce((sum, one) => sum + one[part], 0)
        if (found.lines.length > 0) {
          expect(sumOf('total')).toBe(found.total)
          expect(sumOf('tax')).toBe(found.tax)
          expect(sumOf('toPayment')).toBe(found.toPay)
          expect(sumOf('toCredit')).toBe(found.credit)
        }
        expect(refunds.every((one) => one.toPayment >= 0 && one.toCredit >= 0 && one.total >= 0)).toBe(true)
      }),
      { numRuns: 500 },
    ))
})
