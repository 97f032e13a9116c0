import { expect, it } from 'vitest'
import { feeOf, typeFault, type TypeFacts, type TypeFault } from './type-rules.ts'

const facts: TypeFacts = {
  type: 'return_and_refund',
  isClaim: false,
  total: 2000,
  refundOnlyUpTo: null,
  refundTo: 'original',
  hasAccount: true,
  lines: [{ quantity: 2, wanted: null }],
}
const wanting = (quantity: number, available: number | null, sku = 'blue') => ({
  quantity,
  wanted: { sku, available },
})
const cases: [string, Partial<TypeFacts>, TypeFault | null][] = [
  ['goods for money', {}, null],
  ['goods for credit', { refundTo: 'credit' }, null],
  ['credit for nobody', { refundTo: 'credit', hasAccount: false }, 'credit_needs_account'],
  ['an exchange for nothing', { type: 'exchange' }, 'exchange_wanted'],
  [
    'an exchange with one line that wants nothing',
    {
      type: 'exchange',
      lines: [wanting(1, 5), { quantity: 1, wanted: null }],
    },
    'exchange_wanted',
  ],
  ['an exchange that is in stock', { type: 'exchange', lines: [wanting(2, 2)] }, null],
  ['an exchange that is not', { type: 'exchange', lines: [wanting(2, 1)] }, 'out_of_stock'],
  ['an exchange for what can be ordered first', { type: 'exchange', lines: [wanting(2, null)] }, null],
  [
    'two lines that want the last of one',
    { type: 'exchange', lines: [wanting(1, 2), wanting(2, 2)] },
    'out_of_stock',
  ],
  ['two lines that want others', { type: 'exchange', lines: [wanting(1, 1), wanting(2, 2, 'red')] }, null],
  ['a refund for goods that stay', { type: 'refund_only' }, 'goods_wanted_back'],
  ['a refund for goods that are broken', { type: 'refund_only', isClaim: true }, null],
  ['a small refund for goods that stay', { type: 'refund_only', refundOnlyUpTo: 2000 }, null],
  ['one that is a cent too large', { type: 'refund_only', refundOnlyUpTo: 1999 }, 'goods_wanted_back'],
]

it.each(cases)('judges %s', (_name, change, fault) => {
  expect(typeFault({ ...facts, ...change })).toBe(fault)
})

it.each([
  ['return_and_refund', false, 500, 500],
  ['return_and_refund', true, 500, 0],
  ['return_and_refund', false, null, 0],
  ['exchange', false, 500, 0],
  ['refund_only', false, 500, 0],
] as const)('keeps of %s (claim: %s) with a fee of %s: %i', (type, isClaim, fee, kept) => {
  expect(feeOf({ type, isClaim }, fee)).toBe(kept)
})
