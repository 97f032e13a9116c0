import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows } from './csv.ts'

const limits = { row: 1000, columns: 8 }

async function read(text: string | Buffer, chunk = 64 * 1024) {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) =>
    bytes.subarray(i * chunk, (i + 1) * chunk),
  )
  const rows = []
  for await (const row of csvRows(Readable.from(chunks), limits)) {
    rows.push({ line: row.line, fields: row.fields.map(String), fault: row.fault, faultLine: row.faultLine })
  }
  return rows
}

describe('csv rows', () => {
  it('reads what a library reads, however the bytes are cut into chunks', async () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', '""', 'a,b', 'a\nb', '\r\n', '橡木, "凳"'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (table, eol, chunk) => {
          const text = table
            .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
            .join(eol)
          const rows = await read(text, chunk)
          expect(rows.map((row) => row.fields)).toEqual(parse(text, { relax_column_count: true, bom: true }))
          expect(rows.every((row) => row.fault === null)).toBe(true)
        },
      ),
    )
  })

  it('counts lines through quoted line breaks and blank lines', async () => {
    expect((await read('a,b\n\n"x\ny",2\r\n\r\nlast,3')).map(({ line, fields }) => [line, fields])).toEqual([
      [1, ['a', 'b']],
      [3, ['x\ny', '2']],
      [6, ['last', '3']],
    ])
  })

  it('takes a quote inside a bare field as it stands, and leaves out a byte order mark', async () => {
    expect((await read('\ufeff5" pipe,"a"\n'))[0]).toMatchObject({ fields: ['5" pipe', 'a'], fault: null })
  })

  it('tells where a quote was opened that is never closed', async () => {
    expect(await read('a,b\nmug,"half of a')).toEqual([
      { line: 1, fields: ['a', 'b'], fault: null, faultLine: 1 },
      { line: 2, fields: ['mug'], fault: 'open_quote', faultLine: 2 },
    ])
  })

  it('keeps the fields before a fault and goes on with the next row', async () => {
    expect(await read('mug,"a"b,c\ncup,1,2\n')).toEqual([
      { line: 1, fields: ['mug'], fault: 'stray_quote', faultLine: 1 },
      { line: 2, fields: ['cup', '1', '2'], fault: null, faultLine: 2 },
    ])
  })

  it('skips a row that is too large without keeping it, and finds the next one', async () => {
    const rows = await read(`mug,"${'x\n'.repeat(2000)}",1\ncup,2\n`, 100)
    expect(rows).toEqual([
      { line: 1, fields: ['mug'], fault: 'too_large', faultLine: 498 },
      { line: 2002, fields: ['cup', '2'], fault: null, faultLine: 2002 },
    ])
  })

  it('refuses rows with more columns than any file has', async () => {
    expect((await read(`${','.repeat(50)}\nok,1\n`)).map((row) => row.fault)).toEqual([
      'too_many_columns',
      null,
    ])
  })
})
