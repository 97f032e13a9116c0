import { describe, expect, it } from 'vitest'
import { readThemeSettings } from './theme-settings.ts'

const label = 'What it is'
const all = [
  { type: 'text', id: 'motto', label: { en: 'Motto', zh: '格言', 'zh-HK': '格言' } },
  { type: 'text', id: 'greeting', label, default: { en: 'Hello', zh: '你好', 'zh-HK': '你好' } },
  { type: 'checkbox', id: 'is_dense', label, info: 'Less room' },
  { type: 'color', id: 'accent', label, default: '#2f5d50' },
  { type: 'url', id: 'help', label, default: '/page/help' },
  { type: 'number', id: 'columns', label, min: 2, max: 6, default: 4 },
  {
    type: 'select',
    id: 'shape',
    label,
    options: [
      { value: 'round', label },
      { value: 'square', label },
    ],
    default: 'square',
  },
]
const schema = [
  { name: 'Words', settings: all.slice(0, 2) },
  { name: { en: 'Looks' }, settings: all.slice(2) },
]

describe('settings of a theme', () => {
  it('are their defaults where nothing was chosen', () => {
    const read = readThemeSettings(schema, undefined)
    if (!read.ok) throw new Error(JSON.stringify(read.problem))
    expect({ ...read.value }).toEqual({
      motto: '',
      greeting: { en: 'Hello', zh: '你好', 'zh-HK': '你好' },
      is_dense: false,
      accent: '#2f5d50',
      help: '/page/help',
      columns: 4,
      shape: 'square',
    })
    expect(readThemeSettings([], undefined)).toEqual({ ok: true, value: {} })
  })

  it('are what was chosen, false and 0 as well', () => {
    const one = [
      {
        name: 'a',
        settings: [
          { ...all[2], default: true },
          { ...all[5], min: 0 },
        ],
      },
    ]
    const read = readThemeSettings(one, { is_dense: false, columns: 0 })
    expect(read.ok && { ...read.value }).toEqual({ is_dense: false, columns: 0 })
  })

  it.each([
    [{ columns: 7 }, ['columns'], '7 is not between 2 and 6'],
    [{ columns: '4' }, ['columns'], 'should be a number, and is a text in quotes'],
    [{ shape: 'oval' }, ['shape'], 'it is none of round, square'],
    [{ accent: 'red;}</style>' }, ['accent'], 'a colour such as #2f5d50'],
    [{ help: 'javascript:alert(1)' }, ['help'], 'a path of the shop'],
    [{ help: '//evil.example' }, ['help'], 'a path of the shop'],
    [{ motto: 'x'.repeat(2_001) }, ['motto'], 'should have at most 2000 characters'],
    [{ motto: 5 }, ['motto'], 'should be a text, or texts by language'],
    [{ motto: { en: 5 } }, ['motto'], 'should be a text, or texts by language'],
    [{ is_dense: 'yes' }, ['is_dense'], 'should be true or false, and is a text in quotes'],
    [{ constructor: 'x' }, ['constructor'], 'there is no setting constructor'],
    [JSON.parse('{"__proto__": 1}'), ['__proto__'], 'there is no setting __proto__'],
    [[], [], 'it must be a JSON object'],
  ])('refuses a value that is wrong: %j', (data, path, reason) => {
    const read = readThemeSettings(schema, data)
    expect(read).toMatchObject({
      ok: false,
      problem: [{ file: 'settings_data.json', path, reason: expect.stringContaining(reason) }],
    })
  })

  it.each([
    [[all[3], all[3]], ['settings', 1, 'id'], 'two settings accent'],
    [[{ ...all[5], default: 9 }], ['settings', 0, 'default'], '9 is not between'],
    [[{ ...all[6], default: 'oval' }], ['settings', 0, 'default'], 'none of round, square'],
    [[{ ...all[3], id: 'Accent' }], ['settings', 0, 'id'], 'an id has small letters'],
    [[{ ...all[3], size: 1 }], ['settings', 0], '"size" is not known here'],
    [[{ type: 'color', id: 'a', label }], ['settings', 0, 'default'], 'is missing'],
    [
      [{ type: 'font', id: 'a', label }],
      ['settings', 0, 'type'],
      'should be one of text, checkbox, color, url, number, select',
    ],
    [['accent'], ['settings', 0], 'should be an object {...}, and is a text in quotes'],
    [[{ ...all[3], label: 'x'.repeat(201) }], ['settings', 0, 'label'], 'should have at most 200 characters'],
  ])('refuses a schema that is wrong: %#', (settings, path, reason) => {
    expect(readThemeSettings([{ name: 'a', settings }], undefined)).toMatchObject({
      ok: false,
      problem: [
        { file: 'settings_schema.json', path: [0, ...path], reason: expect.stringContaining(reason) },
      ],
    })
  })

  it('are at most 200', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...all[3], id: `a${at}` }))
    const groups = [
      { name: 'a', settings: many(150) },
      { name: 'b', settings: many(60).map((one) => ({ ...one, id: `b${one.id}` })) },
    ]
    expect(readThemeSettings(groups, undefined)).toMatchObject({
      ok: false,
      problem: [{ path: [], reason: '210 settings; a theme has at most 200' }],
    })
  })
})
