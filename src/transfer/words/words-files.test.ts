import { describe, expect, it } from 'vitest'
import type { TextRow } from '#features/words/shop/list.ts'
import { readTexts } from './read.ts'
import { textsCsv, textsJson } from './write.ts'

const row = (key: string, message: string): TextRow => ({
  language: 'de',
  key,
  message,
  english: 'English, “said”\n',
  state: 'changed',
})

const texts = [
  row('a.plain', 'Warenkorb'),
  row('a.comma', 'Rot, "grün"'),
  row('a.lines', 'Über Bestellung {number}:\n'),
  row('a.between', ', '),
  row('a.formula', '=1+1'),
  row('a.sign', "'-10 %"),
  row('a.missing', ''),
]

async function read(text: string | Buffer) {
  return readTexts(Buffer.from(text))
}

describe('a file of texts', () => {
  it.each([
    ['CSV', textsCsv(texts, null)],
    ['JSON', textsJson(texts, null)],
  ])('comes in as it went out: %s', async (_format, file) => {
    const back = await read(file)
    if (!back.ok) throw new Error(JSON.stringify(back.problem))
    expect(back.value.lang).toBeNull()
    expect(back.value.texts.map(({ key, message }) => [key, message])).toEqual(
      texts.map(({ key, message }) => [key, message]),
    )
  })

  it('opens in a spreadsheet, which is given no formula', () => {
    const file = textsCsv(texts, null)
    expect(file.startsWith('\uFEFFkey,english,message,state\r\n')).toBe(true)
    expect(file).toContain(",'=1+1,changed\r\n")
  })

  it.each([
    ['CSV', textsCsv([row('a', 'x')], 'ar')],
    ['JSON', textsJson([row('a', 'x')], 'ar')],
  ])('says what it is written in: %s', async (_format, file) => {
    expect(await read(file)).toMatchObject({ ok: true, value: { lang: 'ar', texts: [{ key: 'a' }] } })
  })

  it('takes the columns in any order, others beside them, and the line breaks of Windows', async () => {
    expect(await read('note,Message,KEY\r\nx,"one\r\ntwo",a\r\n\r\ny,,b\r\n')).toEqual({
      ok: true,
      value: {
        lang: null,
        texts: [
          { line: 2, key: 'a', message: 'one\ntwo' },
          { line: 5, key: 'b', message: '' },
        ],
      },
    })
  })

  it.each([
    ['', [null, 'the file is empty']],
    [
      'key;message\na;b\n',
      [1, 'the columns are not separated by commas: save the file as CSV with commas, in UTF-8'],
    ],
    ['name,value\na,b\n', [1, 'the first line must name the columns key and message']],
    [
      'key,message\na,"b\n',
      [2, 'a quote is opened here and never closed: the file was cut, or a quote is missing'],
    ],
    ['[]', [null, 'it must be one JSON object: {"cart.title": "Cart"}']],
    ['{"a": 1}', [null, 'is no text in quotes']],
    [Buffer.from([0x6b, 0xff]), [null, 'the file is not UTF-8 text']],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 0x20), [null, 'the file is larger than 5 MB']],
  ])('is refused with its reason (%#)', async (file, [line, reason]) => {
    const back = await read(file)
    expect(back.ok ? [] : back.problem.map((fault) => [fault.line, fault.reason])).toEqual([[line, reason]])
  })

  it('has no member that every object has', async () => {
    const back = await read('{"__proto__": "x", "constructor": "y"}')
    expect(back).toMatchObject({ value: { texts: [{ key: '__proto__' }, { key: 'constructor' }] } })
  })
})
