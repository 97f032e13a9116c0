import { describe, expect, it } from 'vitest'
import { quote } from '../pricing.ts'
import type { LineFacts, PricingFacts, Quote } from '../quote.ts'
import { refundQuote, type RecordedRefund, type RefundEntry, type RefundQuote } from './refund-quote.ts'

const line = (key: string, amount: number, quantity: number, rest: Partial<LineFacts> = {}): LineFacts => ({
  key,
  product: key,
  categories: [],
  collections: [],
  quantity,
  amount,
  tiers: [],
  taxClass: 'standard',
  weight: 0,
  ...rest,
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
/** Two of 100.00 and two of 40.00, tax in it (20 and 5 %), 6.00 for the post and 1.00 for paying. */
const included = quote({
  ...facts,
  lines: [line('a', 10_000, 2), line('b', 4_000, 2, { taxClass: 'reduced' })],
  coupons: [],
  shipping: { code: 'post', rows: [{ maxWeight: null, minAmount: 0, amount: 600 }], freeFrom: null },
  tax: { mode: 'included', rates: { standard: '20', reduced: '5' }, shippingClass: 'standard' },
  paymentFee: 100,
  credit: 0,
})

function units(
  lines: Record<string, number>,
  rest: { fee?: number; servicesBack?: boolean } = {},
): RefundEntry {
  return {
    kind: 'units',
    lines: Object.entries(lines).map(([key, quantity]) => ({ key, quantity })),
    fee: 0,
    servicesBack: true,
    ...rest,
  }
}
const adjusted = (of: string | null, amount: number): RefundEntry => ({
  kind: 'adjustment',
  line: of,
  amount,
})
const recorded = (refund: RefundQuote): RecordedRefund => ({ kind: 'recorded', refund })

function refund(
  wish: RefundEntry,
  history: readonly (RefundEntry | RecordedRefund)[] = [],
  of: Quote = order,
): RefundQuote {
  const found = refundQuote(of, history, wish)
  if (!found.ok) throw new Error(found.problem.name)
  return found.value
}

describe('what comes back', () => {
  it('is what was paid for these units, after their share of the coupon and with their tax', () => {
    // a: 3000 − 86 = 2914, tax 554, so 3468 for three.
    expect(refund(units({ a: 2 }))).toEqual({
      lines: [
        {
          key: 'a',
          quantity: 2,
          amount: 2312,
          tax: 369,
          parts: [
            { because: 'price', amount: 2000 },
            { because: 'coupon', amount: -57 },
            { because: 'tax', amount: 369 },
          ],
        },
      ],
      services: { shipping: 0, paymentFee: 0, tax: 0 },
      fee: 0,
      tax: 369,
      taxByClass: { standard: 369 },
      total: 2312,
      toPayment: 2312,
      toCredit: 0,
      isWhole: false,
    })
  })

  it('holds shipping with the last unit, and ends with the store credit', () => {
    const first = units({ a: 3 })
    const last = refund(units({ b: 1 }), [first])
    expect(last).toMatchObject({
      isWhole: true,
      services: { shipping: 590, paymentFee: 0, tax: 112 },
      toCredit: 200,
    })
    expect(refund(first).total + last.total).toBe(order.total)
  })

  it('brings shipping back once', () => {
    const all = units({ a: 3, b: 1 })
    expect(refund(units({}), [all])).toMatchObject({ isWhole: false, total: 0 })
    expect(refund({ kind: 'rest' }, [all])).toMatchObject({ isWhole: true, total: 0, lines: [] })
  })

  it('leaves shipping with the shop where that is agreed, and a cancellation gives it back', () => {
    const goods = refund(units({ a: 3, b: 1 }, { servicesBack: false }))
    expect(goods).toMatchObject({ isWhole: true, services: { shipping: 0 } })
    const rest = refund({ kind: 'rest' }, [units({ a: 3, b: 1 }, { servicesBack: false })])
    expect(rest).toMatchObject({ lines: [], services: { shipping: 590, tax: 112 }, total: 702 })
    expect(goods.total + rest.total).toBe(order.total)
  })

  it('is less by the shop’s fee, of which the tax is none of the order’s', () => {
    const whole = refund(units({ a: 2 }))
    const less = refund(units({ a: 2 }, { fee: 499 }))
    expect(less).toEqual({ ...whole, fee: 499, total: whole.total - 499, toPayment: whole.total - 499 })
  })

  it('is never below nothing, however high the fee', () => {
    expect(refund(units({ b: 1 }, { fee: 9_999 }))).toMatchObject({ fee: 578, total: 0, toPayment: 0 })
  })

  it('keeps a fee that was kept', () => {
    const first = units({ a: 2 }, { fee: 499 })
    expect(refund(first).total + refund({ kind: 'rest' }, [first]).total).toBe(order.total - 499)
  })

  it('has its tax by class', () => {
    expect(refund({ kind: 'rest' }, [], included)).toMatchObject({
      total: 28_700,
      tax: 3_333 + 381 + 117,
      taxByClass: { standard: 3_333 + 117, reduced: 381 },
    })
    expect(refund(units({ b: 1 }), [], included)).toMatchObject({
      total: 4_000,
      taxByClass: { reduced: 191 },
    })
  })
})

describe('a price reduced afterwards', () => {
  it('leaves less for the units of its line', () => {
    const reduced = adjusted('a', 3_000)
    expect(refund(reduced, [], included)).toMatchObject({
      lines: [
        { key: 'a', quantity: 0, amount: 3_000, tax: 500, parts: [{ because: 'adjusted', amount: 3_000 }] },
      ],
      services: { shipping: 0 },
      total: 3_000,
    })
    expect(refund(units({ a: 1, b: 1 }), [reduced], included).lines).toEqual([
      {
        key: 'a',
        quantity: 1,
        amount: 8_500,
        tax: 1_417,
        parts: [
          { because: 'price', amount: 10_000 },
          { because: 'adjusted', amount: -1_500 },
        ],
      },
      { key: 'b', quantity: 1, amount: 4_000, tax: 191, parts: [{ because: 'price', amount: 4_000 }] },
    ])
  })

  it('is for the units that are still there', () => {
    const history = [units({ a: 1 }), adjusted('a', 3_000)]
    expect(refund(units({ a: 1 }), history, included).total).toBe(7_000)
  })

  it('of the order is first taken of shipping and payment fee, then of all lines', () => {
    expect(refund(adjusted(null, 350), [], included)).toMatchObject({
      lines: [],
      services: { shipping: 300, paymentFee: 50, tax: 59 },
      total: 350,
    })
    const more = refund(adjusted(null, 3_500), [], included)
    expect(more).toMatchObject({
      lines: [
        { key: 'a', amount: 2_000, tax: 333 },
        { key: 'b', amount: 800, tax: 38 },
      ],
      services: { shipping: 600, paymentFee: 100, tax: 117 },
    })
    const last = refund(units({ a: 2, b: 2 }), [adjusted(null, 3_500)], included)
    expect(last.services.shipping).toBe(0)
    expect(more.total + last.total).toBe(included.total)
  })

  it('with tax on top is a part of both', () => {
    expect(refund(adjusted('a', 1_000)).lines).toEqual([
      {
        key: 'a',
        quantity: 0,
        amount: 1_000,
        tax: 160,
        parts: [
          { because: 'tax', amount: 160 },
          { because: 'adjusted', amount: 840 },
        ],
      },
    ])
  })
})

describe('refuses', () => {
  it.each<[RefundEntry, object]>([
    [units({ c: 1 }), { name: 'unknown_line', key: 'c' }],
    [units({ a: 3 }), { name: 'too_many', key: 'a', left: 2 }],
    [adjusted('c', 1), { name: 'unknown_line', key: 'c' }],
    [adjusted('a', 2_313), { name: 'too_much', left: 2_312 }],
    [adjusted(null, 3_593), { name: 'too_much', left: 3_592 }],
  ])('%j', (wish, problem) => {
    expect(refundQuote(order, [units({ a: 1 })], wish)).toEqual({ ok: false, problem })
  })

  it('units that are named twice and together are too many', () => {
    const lines = [
      { key: 'a', quantity: 2 },
      { key: 'a', quantity: 2 },
    ]
    expect(refundQuote(order, [], { kind: 'units', lines, fee: 0, servicesBack: true })).toEqual({
      ok: false,
      problem: { name: 'too_many', key: 'a', left: 3 },
    })
  })

  it.each([-1, 0.5, Number.NaN])('%d of anything', (amount) => {
    expect(() => refund(units({ a: amount }))).toThrow(RangeError)
    expect(() => refund(units({ a: 1 }, { fee: amount }))).toThrow(RangeError)
    expect(() => refund(adjusted(null, amount))).toThrow(RangeError)
  })
})

describe('what happened before', () => {
  it('counts as it was recorded: a return that was taken back changes no cent of others', () => {
    // 1.00 for three: 33, 34, 33.
    const found = quote({
      ...facts,
      lines: [line('a', 34, 3)],
      coupons: [{ ...facts.coupons[0]!, benefit: { kind: 'amount', amounts: { USD: 2 } } }],
      tax: null,
      shipping: null,
      credit: 0,
    })
    expect(found.total).toBe(100)
    const first = refund(units({ a: 1 }), [], found)
    const second = refund(units({ a: 1 }), [recorded(first)], found)
    expect([first.total, second.total]).toEqual([33, 34])
    // The first is taken back; the second stands.
    const rest = refund(units({ a: 2 }), [recorded(second)], found)
    expect(second.total + rest.total).toBe(100)
    // Calculated again, as if it had been the first, it would have left a cent too much.
    expect(refund(units({ a: 2 }), [units({ a: 1 })], found).total).toBe(67)
  })

  it('gives no more store credit than was spent, where a refund to the payment is taken back', () => {
    const first = refund(units({ a: 2 }))
    const rest = refund({ kind: 'rest' }, [recorded(first)])
    expect([first.toCredit, rest.toCredit]).toEqual([0, 200])
    // The first is taken back: what it gave to the payment is the payment's again.
    expect(refund(units({ a: 0 }), [recorded(rest)]).total).toBe(0)
    expect(refund({ kind: 'rest' }, [recorded(rest)])).toMatchObject({ toPayment: first.total, toCredit: 0 })
  })

  it('gives back no more than there is, even if it does not fit', () => {
    const history = [units({ a: 9, c: 1 }), adjusted('b', 99_999), adjusted('c', 99_999)]
    expect(refund({ kind: 'rest' }, history)).toMatchObject({ total: 0, isWhole: true })
    const wrong = { ...refund(units({ a: 3 })), services: { shipping: 9_999, paymentFee: 9, tax: 9_999 } }
    expect(refund({ kind: 'rest' }, [recorded(wrong)]).services).toEqual({
      shipping: 0,
      paymentFee: 0,
      tax: 0,
    })
  })
})
