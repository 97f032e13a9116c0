import { describe, expect, it } from 'vitest'
import { frame } from '#wire/frame.ts'
import { lineOf } from '#platform/server/files/json-line.ts'
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

  it('has pages that are written whole, with the data of their schema, whose places are found', () => {
    const source =
      '<h1>{{ shop.name }}</h1>\n{% schema %}\n{\n"sections": {\n"a": { "type": "hero" } } }\n{% endschema %}'
    const folder = files({ 'templates/home.liquid': source, 'templates/page.terms.liquid': '{% main %}' })
    const read = readThemeFolder(folder)
    expect(read).toMatchObject({
      value: {
        templates: {
          home: { liquid: true, sections: { a: { type: 'hero' } } },
          'page.terms': { liquid: true },
        },
      },
    })
    expect(placeOf(folder, 'templates.home.sections.a.type')).toEqual({
      file: 'templates/home.liquid',
      line: 5,
    })
    expect(placeOf(folder, 'templates.page.terms')).toEqual({
      file: 'templates/page.terms.liquid',
      line: null,
    })
  })

  it('is written anew with another schema in the text of a page, and without a text as none that is taken', () => {
    const look = {
      theme: {},
      templates: { home: { liquid: true, layout: {}, sections: { a: {} }, order: [] } },
    }
    const stored = files({ 'templates/home.liquid': 'a{% schema %}{}{% endschema %}b' })
    const written = filesOfLook(look, stored).get('templates/home.liquid')?.toString()
    expect(written).toMatch(
      /^a\{% schema %\}\n\{\n {2}"layout": \{\},\n {2}"sections": \{\n[^]*\}\n\{% endschema %\}b$/,
    )
    const bare = filesOfLook(look, files({ 'templates/home.liquid': 'a' })).get('templates/home.liquid')
    expect(readThemeFolder(files({ 'templates/home.liquid': bare! }))).toMatchObject({
      value: { templates: { home: { liquid: true, sections: { a: {} } } } },
    })
    expect(readThemeFolder(filesOfLook(look))).toMatchObject({
      ok: false,
      problem: [{ file: 'templates/home.json' }],
    })
  })

  it.each([
    ['a file that no theme has', { 'index.html': '<p>' }, 'index.html', null, 'a theme has no such file'],
    ['a path out of the folder', { '../theme.json': theme }, '../theme.json', null, 'no such file'],
    ['a folder in assets', { 'assets/a/b.webp': '' }, 'assets/a/b.webp', null, 'no such file'],
    [
      'a page with a schema that is no JSON',
      { 'templates/home.liquid': '<p>\n{% schema %}\n{ "sections": }\n{% endschema %}' },
      'templates/home.liquid',
      3,
      'the schema is no JSON',
    ],
    [
      'a page with a schema that is a list',
      { 'templates/home.liquid': '<p>\n{% schema %}\n[]{% endschema %}' },
      'templates/home.liquid',
      3,
      'must be a JSON object',
    ],
    [
      'a page that says of itself to be in Liquid',
      { 'templates/home.json': '{ "liquid": true }' },
      'templates/home.json',
      1,
      'is a file .liquid',
    ],
    [
      'a page in JSON and in Liquid',
      { 'templates/home.liquid': 'x', 'templates/home.json': '{}' },
      'templates/home.liquid',
      null,
      'the page has a template in JSON as well: delete one of the two files',
    ],
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
      'should be one of text, checkbox',
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
