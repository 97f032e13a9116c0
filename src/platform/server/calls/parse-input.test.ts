import { expect, it } from 'vitest'
import { z } from 'zod'
import { no, ok } from '#domain/result.ts'
import type { Translate } from '#i18n/t.ts'
import { endpoint } from '#wire/endpoint.ts'
import { parseInput } from './parse-input.ts'

const order = endpoint({
  path: '/kiosk/order',
  summary: 'Orders at a kiosk',
  input: z.strictObject({
    quantity: z.int().min(1).max(9),
    weight: z.number().optional(),
    name: z.string().min(1).max(10),
    size: z.enum(['small', 'large']),
    notes: z.array(z.string()).default([]),
  }),
  output: z.object({}),
})

// Every message is its own key: what is tested here is which one is chosen.
const t = ((key: string) => key) as Translate
const right = { quantity: 1, name: 'Ada', size: 'small' }
const parse = (sent: unknown) => parseInput(order, sent, t)

it('takes what the contract takes', () => {
  expect(parse(right)).toEqual(ok({ ...right, notes: [] }))
})

it.each([
  [{ quantity: '1' }, { quantity: 'field.not_a_number' }],
  [{ quantity: true }, { quantity: 'field.not_a_number' }],
  [{ quantity: 1.5 }, { quantity: 'field.not_whole' }],
  [{ weight: '2.5' }, { weight: 'field.not_a_number' }],
  [{ quantity: 0 }, { quantity: 'field.too_small' }],
  [{ quantity: 10 }, { quantity: 'field.too_big' }],
  [{ name: 7 }, { name: 'field.invalid' }],
  [{ name: 'x'.repeat(11) }, { name: 'field.too_long' }],
  [{ size: 'huge' }, { size: 'field.invalid' }],
  [{ notes: 'one' }, { notes: 'field.invalid' }],
  [{ notes: ['one', 2] }, { 'notes.1': 'field.invalid' }],
])('says of %j what is wrong with it', (sent, fields) => {
  expect(parse({ ...right, ...sent })).toEqual(no(fields))
})

it('asks for what is not there, and for nothing else', () => {
  const missing = { quantity: 'field.required', name: 'field.required', size: 'field.required' }
  expect(parse({})).toEqual(no(missing))
  expect(parse({ quantity: null, name: '', size: null })).toEqual(no(missing))
  expect(parse(null)).toEqual(no({ '': 'field.required' }))
  expect(parse(3)).toEqual(no({ '': 'field.invalid' }))
})

it('names what is missing by its label, where the contract has one', () => {
  const said = ((key: string, values?: { field: string }) =>
    `${key} ${values?.field ?? ''}`.trim()) as Translate
  const labelled = endpoint({ ...order, labels: { name: 'kiosk.name' } })
  const missing = {
    quantity: 'field.required',
    name: 'address.missing.required kiosk.name',
    size: 'field.required',
  }
  expect(parseInput(labelled, {}, said)).toEqual(no(missing))
  expect(parseInput(labelled, { ...right, name: '' }, said)).toEqual(no({ name: missing.name }))
  expect(parseInput(labelled, { ...right, name: 'x'.repeat(11) }, said)).toEqual(
    no({ name: 'field.too_long' }),
  )
})
