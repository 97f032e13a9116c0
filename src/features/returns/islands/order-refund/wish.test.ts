import { expect, it } from 'vitest'
import { lacksExchange, readWish, wholeWish, type Wish } from './wish.ts'

const choices: Parameters<typeof readWish>[1] = {
  types: [
    { code: 'return_and_refund', text: '' },
    { code: 'exchange', text: '' },
  ],
  reasons: [{ code: 'too_small', text: '', isClaim: false }],
  lines: [
    { id: 7, returnable: 3 },
    { id: 8, returnable: 0 },
    { id: 9, returnable: 1 },
  ],
}

const reading = (fields: Readonly<Record<string, readonly string[]>>): Wish =>
  readWish((name) => fields[name] ?? [], choices)

it('numbers the lines that can come back: one that cannot leaves no gap', () => {
  const wish = reading({
    type: ['return_and_refund'],
    reason: ['too_small'],
    'lines.0.quantity': ['2'],
    'lines.1.quantity': ['0', '1'],
  })
  expect(wish.lines).toEqual([
    { line: 7, quantity: 2, exchangeFor: null },
    { line: 9, quantity: 1, exchangeFor: null },
  ])
})

it.each([
  ['more than there is', '9', 3],
  ['less than nothing', '-1', 0],
  ['a half', '1.5', 0],
  ['no number', 'x', 0],
])('counts %s as what can be', (_, typed, quantity) => {
  expect(reading({ 'lines.0.quantity': [typed] }).lines[0]).toMatchObject({ quantity })
})

it('takes no type, reason or target that is not offered', () => {
  expect(reading({ type: ['refund_only'], reason: ['constructor'], refundTo: ['both'] })).toMatchObject({
    type: null,
    reason: null,
    refundTo: 'original',
  })
})

it('has a preview once type, reason and a line are chosen, and of an exchange the version', () => {
  const fields = {
    type: ['exchange'],
    reason: ['too_small'],
    refundTo: ['credit'],
    'lines.0.quantity': ['1'],
  }
  expect(wholeWish(reading({ ...fields, type: [] }))).toBeNull()
  expect(wholeWish(reading({ ...fields, reason: [] }))).toBeNull()
  expect(wholeWish(reading({ ...fields, 'lines.0.quantity': ['0'] }))).toBeNull()
  expect(wholeWish(reading(fields))).toBeNull()
  expect(lacksExchange(reading(fields))).toBe(true)
  expect(wholeWish(reading({ ...fields, 'lines.0.exchangeFor': ['A-1'] }))).toEqual({
    type: 'exchange',
    reason: 'too_small',
    refundTo: 'original',
    lines: [{ line: 7, quantity: 1, exchangeFor: 'A-1' }],
  })
})

it('asks for no version where none is exchanged, whatever a hidden field still says', () => {
  const fields = { type: ['return_and_refund'], 'lines.0.quantity': ['1'], 'lines.0.exchangeFor': ['A-1'] }
  expect(reading(fields).lines[0]).toMatchObject({ exchangeFor: null })
})
