import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonParts } from './json-elements.ts'

const limits = { element: 500, depth: 8 }

async function read(text: string | Buffer, chunk = 64 * 1024) {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) =>
    bytes.subarray(i * chunk, (i + 1) * chunk),
  )
  const parts = []
  for await (const part of jsonParts(Readable.from(chunks), limits)) parts.push(part)
  return parts
}

async function values(text: string, chunk?: number) {
  return (await read(text, chunk)).map((part) =>
    part.kind === 'broken'
      ? part.reason
      : part.fault === null
        ? [part.key, JSON.parse(part.bytes.toString('utf8'))]
        : [part.key, part.fault, part.faultLine],
  )
}

describe('json elements', () => {
  it('hands out the elements of an array, whatever they are and however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 7 }),
        async (list, indent, chunk) => {
          const fitting = list.filter((value) => JSON.stringify(value, null, 2).length < 400)
          expect(await values(JSON.stringify(fitting, null, indent), chunk)).toEqual(
            fitting.map((value) => [null, JSON.parse(JSON.stringify(value))]),
          )
        },
      ),
    )
  })

  it('hands out the arrays and the other members of an object by their names', async () => {
    expect(
      await values('\ufeff{"total": 2, "products": [{"a": "]}"}, 7], "more": {"x": [1]}, "empty": []}', 3),
    ).toEqual([
      ['total', 2],
      ['products', { a: ']}' }],
      ['products', 7],
      ['more', { x: [1] }],
    ])
  })

  it('tells the line of each element', async () => {
    const parts = await read('[\n{"a":\n1},\n\n {"b": 2}\n]')
    expect(parts.map((part) => part.line)).toEqual([2, 5])
  })

  it('keeps what came before a cut', async () => {
    expect(await values('[{"a": 1},\n{"b": "x')).toEqual([
      [null, { a: 1 }],
      [null, 'cut', 2],
    ])
    expect(await values('[{"a": 1},\n')).toEqual([
      [null, { a: 1 }],
      'the file ends before its JSON does: it was cut',
    ])
    expect(await values('{"products": [1], "na')).toEqual([
      ['products', 1],
      'the file ends before its JSON does: it was cut',
    ])
  })

  it('loses one element to a text that is not closed, and not those that follow', async () => {
    expect(await values('[{"a": "x,\n"c": 1},\n{"b": 2}]')).toEqual([
      [null, 'newline_in_text', 1],
      [null, { b: 2 }],
    ])
  })

  it('skips an element that is too large or too deep without keeping it', async () => {
    expect(
      await values(`[{"a": "${'x'.repeat(9000)}"},\n${'['.repeat(50)}${']'.repeat(50)},\n3]`, 64),
    ).toEqual([
      [null, 'too_large', 1],
      [null, 'too_deep', 2],
      [null, 3],
    ])
  })

  it('says once that something cannot be JSON, and goes on', async () => {
    expect(await values('[1, }}}, 2]')).toEqual([[null, 1], 'a } that nothing opened', [null, 2]])
    expect(await values('[1] and more')).toEqual([[null, 1], 'there is more after the end of the JSON'])
  })
})
