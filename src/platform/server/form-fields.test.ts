import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { formInput, type Fields } from './form-fields.ts'

const place = z.strictObject({ city: z.string().default(''), floor: z.int().default(0) })
const save = endpoint({
  path: '/test/save',
  summary: 'Keeps what a form holds',
  input: z.strictObject({
    slug: z.string(),
    count: z.int().optional(),
    note: z.string().max(20).optional(),
    code: z.string().min(1).optional(),
    lines: z.array(z.int()).optional(),
    contact: z.strictObject({ email: z.string().default(''), news: z.boolean().default(false) }).optional(),
    billing: place.nullable().optional(),
    answers: z.record(z.string(), z.string()).optional(),
  }),
  output: z.object({}),
})

it.each<[what: string, fields: Fields, input: Record<string, unknown>]>([
  [
    'numbers and lists',
    { slug: ['a'], count: ['3'], 'lines[]': ['1', '2'] },
    { slug: 'a', count: 3, lines: [1, 2] },
  ],
  [
    'a switch in a group',
    { 'contact.email': ['a@b.cd'], 'contact.news': ['on'] },
    { contact: { email: 'a@b.cd', news: true } },
  ],
  ['a switch that is off', { 'contact.email': ['a@b.cd'] }, { contact: { email: 'a@b.cd' } }],
  [
    'a number in a group that may be null',
    { billing: ['other'], 'billing.floor': ['4'] },
    { billing: { floor: 4 } },
  ],
  ['a group that is wanted to be null', { billing: [''], 'billing.city': ['Graz'] }, { billing: null }],
  ['a group that is not there', { slug: ['a'] }, { slug: 'a' }],
  [
    'a group of any names',
    { 'answers.size': ['', 'L'], 'answers.text': [''] },
    { answers: { size: 'L', text: '' } },
  ],
  ['a text that was emptied, where it may be', { note: [''], code: [''] }, { note: '' }],
  ['what the contract does not know', { other: ['x'], 'contactless.email': ['x'] }, {}],
])('reads %s', (_, fields, input) => {
  const read = formInput(save, fields)
  expect(read).toEqual(input)
})
