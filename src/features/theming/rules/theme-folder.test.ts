import { describe, expect, it } from 'vitest'
import { frame } from '#wire/frame.ts'
import { lineOf } from './json-line.ts'
import { filesOfLook, placeOf, readThemeFolder } from './theme-folder.ts'

const theme = '{ "theme": {} }'
const files = (more: Record<string, string | Buffer>): Map<string, Buffer> =>
  new Map(
    Object.entries({ 'theme.json': theme, ...more }).map(([path, content]) => [path, Buffer.from(content)]),
  )

describe('the folder of a theme', () => {
  it('is its fields and its templates by their names', () => {
    const read = readThemeFolder(
      files({
        'theme.json': '\uFEFF{ "theme": { "density": "dense" } }',
        'templates/home.json': '{ "order": [] }',
        'templates/product.椅子.json': '{}',
        'frame.json': '{ "social": [] }',
        'assets/logo.svg': '<svg viewBox="0 0 1 1"/>',
        'assets/studio-2.webp': 'any bytes: they are read as a picture later',
      }),
    )
    expect(read).toEqual({
      ok: true,
      value: {
        theme: { density: 'dense' },
        templates: { home: { order: [] }, 'product.椅子': {} },
        frame: { social: [] },
      },
    })
  })

  it.each([
    ['a file that no theme has', { 'index.html': '<p>' }, 'index.html', null, 'a theme has no such file'],
    ['a path out of the folder', { '../theme.json': theme }, '../theme.json', null, 'no such file'],
    ['a folder in assets', { 'assets/a/b.webp': '' }, 'assets/a/b.webp', null, 'no such file'],
    ['a page in Liquid', { 'templates/a.liquid': 'x' }, 'templates/a.liquid', null, 'no such file'],
    [
      'words that are no JSON',
      { 'locales/en.json': '{\n"a' },
      'locales/en.json',
      2,
      'cannot be read as JSON',
    ],
    [
      'Liquid in other letters',
      { 'sections/a.liquid': Buffer.from([0x7b, 0xff]) },
      'sections/a.liquid',
      null,
      'not UTF-8',
    ],
    [
      'a template of a megabyte',
      { 'templates/home.json': ' '.repeat(2 ** 20) },
      'templates/home.json',
      null,
      'at most 512 KB',
    ],
    [
      'a picture of 21 MB',
      { 'assets/a.png': Buffer.alloc(21 * 2 ** 20) },
      'assets/a.png',
      null,
      '21 MB; such a file has at most 20 MB',
    ],
    [
      'no JSON',
      { 'templates/home.json': '{\n\n  "a": 1,\n}' },
      'templates/home.json',
      4,
      'cannot be read as JSON',
    ],
    [
      'an unfinished file',
      { 'templates/home.json': '{\n"a": ' },
      'templates/home.json',
      2,
      'cannot be read as JSON',
    ],
    [
      'other letters than UTF-8',
      { 'theme.json': Buffer.from([0x7b, 0xff, 0x7d]) },
      'theme.json',
      null,
      'not UTF-8',
    ],
    [
      'a script in a drawing',
      { 'assets/logo.svg': '<svg viewBox="0 0 1 1">\n<script/></svg>' },
      'assets/logo.svg',
      2,
      '<script> is not allowed',
    ],
    [
      'a setting of no type',
      { 'settings_schema.json': '[{\n"name": "All",\n"settings": [\n{ "type": "font", "id": "a" }]}]' },
      'settings_schema.json',
      4,
      'Invalid',
    ],
    [
      'a value for no setting',
      { 'settings_schema.json': '[]', 'settings_data.json': '{\n\n"glow": 1}' },
      'settings_data.json',
      3,
      'there is no setting glow',
    ],
    ['more beside the theme', { 'theme.json': '{"theme": {}, "glow": 1}' }, 'theme.json', 1, 'and no other'],
  ])('is refused by file and line for %s', (_, more, file, line, reason) => {
    const read = readThemeFolder(files(more as Record<string, string>))
    if (read.ok) throw new Error('nothing was refused')
    expect(read.problem).toHaveLength(1)
    expect(read.problem[0]).toMatchObject({ file, line, reason: expect.stringContaining(reason) })
  })

  it('says all that is wrong at once, and that there is no theme.json', () => {
    const many = new Map(Array.from({ length: 1_001 }, (_, at) => [`assets/${at}.webp`, Buffer.alloc(0)]))
    const read = readThemeFolder(new Map([...many, ['notes.txt', Buffer.alloc(0)]]))
    if (read.ok) throw new Error('nothing was refused')
    expect(read.problem.map(({ file }) => file)).toEqual(['', 'theme.json', 'notes.txt'])
    expect(read.problem[0]!.reason).toContain('at most 1000')
  })

  it('names the line of a setting, of the nearest around one that is not there', () => {
    const template =
      '{\n  "order": [\n    "a",\n    "b\\"]"\n  ],\n  "sections": {\n    "a": { "x": {} }\n  }\n}'
    const all = files({ 'templates/page.json': '{}', 'templates/page.terms.json': template })
    expect(placeOf(all, 'templates.page.terms.order.1')).toEqual({
      file: 'templates/page.terms.json',
      line: 4,
    })
    expect(placeOf(all, 'templates.page.terms.sections.a.y.z')).toEqual({
      file: 'templates/page.terms.json',
      line: 7,
    })
    expect(placeOf(all, 'templates.page')).toEqual({ file: 'templates/page.json', line: 1 })
    expect(placeOf(all, 'theme.fontSize')).toEqual({ file: 'theme.json', line: 1 })
  })

  it('finds a line below any number of brackets', () => {
    const deep = `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)},\n"b": 1}`
    expect(lineOf(deep, ['b'])).toBe(2)
  })

  it('is written so that it is read again', () => {
    const look = {
      theme: { density: 'dense' },
      templates: { 'page.terms': { order: ['a'] } },
      frame: { footer: [] },
    }
    expect(readThemeFolder(filesOfLook(look))).toEqual({ ok: true, value: look })
    // A frame as the program has it needs no file.
    const usual = { ...look, frame: frame.parse({}) }
    expect([...filesOfLook(usual).keys()]).toEqual(['theme.json', 'templates/page.terms.json'])
  })
})
