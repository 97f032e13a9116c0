import { expect, it } from 'vitest'
import { z } from 'zod'
import { categoryEntry, collectionEntry, productEntry, tagEntry } from './catalog-format.ts'
import { contentFile } from './content-format.ts'
import { schemaFaults } from './schema-words.ts'
import { shopConfig } from './shop-config.ts'

function wordsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error === undefined ? [] : schemaFaults(error).map(({ path, what }) => `${path.join('.')}: ${what}`)
}

it.each([
  [z.object({ a: z.string() }), {}, ['a: is missing']],
  [z.record(z.string(), z.number()), 5, [': should be an object such as {"en": "..."}, and is a number']],
  [z.array(z.string()).min(2), ['x'], [': should have at least 2 elements']],
  [z.number().gt(0).max(3), 0, [': should be more than 0']],
  [z.number().lt(3), 3, [': should be less than 3']],
  [z.number().multipleOf(5), 3, [': should be a multiple of 5']],
  [z.string().regex(/^x$/), 'y', [': is not of the form that is wanted here']],
  [z.url(), 'x', [': should be a web address such as https://shop.example/']],
  [z.email(), 'x', [': should be an email address such as name@example.com']],
  [z.literal('on'), 'off', [': should be on']],
  [z.union([z.string(), z.number()]), null, [': is of none of the known kinds']],
  [z.strictObject({}), { nmae: 1 }, [': "nmae" is not known here']],
  [z.coerce.number(), 'x', [': should be a number, and is no number']],
])('%# is said in plain words', (schema, value, said) => {
  expect(wordsOf(schema, value)).toEqual(said)
})

/** Values of a wrong kind for every member. */
const wrong: readonly unknown[] = [
  null,
  5,
  -1.5,
  '',
  'x',
  '"{',
  true,
  [],
  [5],
  {},
  { en: 5 },
  'x'.repeat(70_000),
]

it.each([
  ['a product', productEntry],
  ['a category', categoryEntry],
  ['a collection', collectionEntry],
  ['a tag', tagEntry],
  ['a content file', contentFile],
  ['the settings', shopConfig],
] as const)('nothing that is wrong with %s is told in the words of the schema', (_, schema) => {
  const told = wrong.flatMap((value) => [
    ...wordsOf(schema, value),
    ...Object.keys(schema.shape).flatMap((name) => wordsOf(schema, { [name]: value })),
    ...Object.keys(schema.shape).flatMap((name) =>
      wordsOf(schema, { [name]: [{ slug: value, code: value }] }),
    ),
  ])
  expect(told.length).toBeGreaterThan(20)
  expect(
    told.filter((words) => /invalid|expected|received|too (?:big|small)|unrecognized/i.test(words)),
  ).toEqual([])
})
