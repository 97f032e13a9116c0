import { expect, it } from 'vitest'
import { checkTheme } from '../check-theme.ts'
import { foreignMark } from './foreign-files.ts'
import { plainColor } from './foreign-look.ts'
import { importTheme } from './foreign-theme.ts'
import type { ImportLine } from './report.ts'

/* Files that nobody's editor writes: they are read in a bounded number of steps, and what was left has a line. */

function linesOf(files: Readonly<Record<string, string>>): readonly ImportLine[] {
  const all = { [foreignMark]: '{"current": {}}', ...files }
  const imported = importTheme(
    new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)] as const)),
  )!
  expect(checkTheme(imported.files).ok).toBe(true)
  return imported.lines
}

const home = 'templates/index.json'
const odd = JSON.parse('{"toString": 1, "valueOf": 1}') as object

function linesOfSection(section: object): readonly ImportLine[] {
  const text = { type: 'rich-text', settings: { heading: 'Clay' }, ...section }
  return linesOf({ [home]: JSON.stringify({ sections: { text }, order: ['text'] }) })
}

it('takes each block once, however often its order names it', () => {
  // Ten times ten, nine levels deep: a thousand million blocks.
  let inner: object = { settings: { odd: 1 } }
  for (let level = 0; level < 9; level += 1)
    inner = { blocks: { a: inner }, block_order: Array.from({ length: 10 }, () => 'a') }
  const lines = linesOfSection(inner)
  expect(lines).toContainEqual({
    file: home,
    at: 'sections.text.block_order',
    fate: 'left',
    reason: '9 of its entries are no name of a block, or there twice',
  })
  expect(lines).toContainEqual({
    file: home,
    at: `sections.text${'.blocks.a'.repeat(8)}.blocks`,
    fate: 'left',
    reason: 'blocks in blocks are read 8 levels deep',
  })
  expect(lines.length).toBeLessThan(20)
})

it('reads so many blocks of a section', () => {
  const blocks = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`b${at}`, { settings: { odd: at } }]),
  )
  const lines = linesOfSection({ blocks })
  expect(lines.filter(({ at }) => at.endsWith('.settings.odd'))).toHaveLength(250)
  expect(lines).toContainEqual({
    file: home,
    at: 'sections.text.blocks.b250',
    fate: 'left',
    reason: '250 blocks of a section are read: it and those behind it are left',
  })
})

it('leaves what is no name in an order, and what is no type of a setting', () => {
  const sections = { text: { type: 'rich-text', settings: { heading: 'Clay' }, block_order: [odd] } }
  const lines = linesOf({
    [home]: JSON.stringify({ sections, order: ['text', odd, 'text', null] }),
    'config/settings_schema.json': JSON.stringify([
      { name: 'Odd', settings: [{ id: 'mark', type: odd, label: odd }] },
    ]),
  })
  const said = lines.map(({ file, at, reason }) => `${file} ${at}: ${reason}`)
  expect(said).toContain(`${home} sections: 3 entries of its order are no name of a section, or there twice`)
  expect(said).toContain(
    `${home} sections.text.block_order: 1 of its entries is no name of a block, or there twice`,
  )
  expect(said).toContain('config/settings_schema.json [0].mark: it has no type')
})

it('leaves the section that makes a page too large, and the others stay', () => {
  const quotes = { type: 'testimonials', blocks: { a: { settings: { quote: '<'.repeat(1_900_000) } } } }
  const text = { type: 'rich-text', settings: { heading: 'Clay' } }
  const lines = linesOf({ [home]: JSON.stringify({ sections: { text, quotes } }) })
  expect(lines).toContainEqual({
    file: 'templates/home.json',
    at: 'sections.quotes',
    fate: 'left',
    reason: expect.stringContaining('it is too large'),
  })
  expect(lines.some(({ at }) => at === 'sections.text')).toBe(true)
  expect(lines.filter(({ file }) => file === 'templates/home.json')).toHaveLength(1)
})

const nested = (open: string, levels: number, close: string): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

it.each([
  [
    'blocks in blocks',
    home,
    `{"sections": {"text": {"type": "rich-text", "blocks": ${nested('{"a": {"blocks": ', 60_000, '}}')}}}}`,
  ],
  [
    'a list as a link',
    home,
    `{"sections": {"text": {"type": "rich-text", "settings": {"link": ${nested('[', 150_000, ']')}}}}}`,
  ],
  ['texts', 'locales/en.default.json', nested('{"a": ', 150_000, '}')],
  ['a colour', foreignMark, `{"current": {"colors_text": ${nested('[', 150_000, ']')}}}`],
])('leaves a file with %s deeper than the stack', (_, file, text) => {
  expect(linesOf({ [file]: text })).toContainEqual({
    file,
    at: '',
    fate: 'left',
    reason: 'it is nested more than 64 levels deep',
  })
})

it('keeps the page itself among its sections, whatever its section is called, and writes no page without it', () => {
  const page = (main: string, type: string): string =>
    JSON.stringify({
      sections: { also: { type: 'rich-text', settings: { heading: 'Clay' } }, [main]: { type } },
      order: ['also', main],
    })
  const lines = linesOf({
    'templates/product.json': page('main', 'product-information'),
    'templates/search.json': page('results', 'search-results'),
    'templates/page.json': page('main', 'what-nobody-else-has'),
    'templates/cart.json': page('items', 'what-nobody-else-has'),
  })
  const main = { fate: 'taken', reason: 'the section main' }
  expect(lines).toContainEqual({ file: 'templates/product.json', at: 'sections.main', ...main })
  expect(lines).toContainEqual({ file: 'templates/search.json', at: 'sections.results', ...main })
  expect(lines).toContainEqual({ file: 'templates/page.json', at: 'sections.main', ...main })
  expect(lines).toContainEqual({
    file: 'templates/cart.json',
    at: '',
    fate: 'left',
    reason: 'the page itself is in none of its sections: it stays as the shop has it',
  })
})

it('takes the first colour that can be read', () => {
  const current = { colors_accent_1: 'javascript:x', color_button: '#205080' }
  const lines = linesOf({ [foreignMark]: JSON.stringify({ current }) })
  expect(lines).toContainEqual({
    file: foreignMark,
    at: 'color_button',
    fate: 'taken',
    reason: 'theme.primaryColor',
  })
})

it('says of a file that it is too large, and never that it is no JSON', () => {
  const large = `{"a": "${'x'.repeat(2 * 1024 * 1024)}"}`
  for (const file of [home, 'config/settings_schema.json', 'locales/de.json', 'sections/header-group.json'])
    expect(linesOf({ [file]: large }).filter((line) => line.file === file)).toEqual([
      { file, at: '', fate: 'left', reason: 'it is too large: such a file is read up to 2 MB' },
    ])
})

it.each([
  [
    '../../etc/passwd',
    'its type "../../etc/passwd" is no name of a section: those have letters, digits, - and _, at most 61',
  ],
  [
    'Slides!\u001b[2J',
    'its type "Slides!\\u{1b}[2J" is no name of a section: those have letters, digits, - and _, at most 61',
  ],
  ['store-Map', 'there is nothing like store-Map here: write sections/store-map.liquid'],
])('names a file to write for a type that can be one: %j', (type, reason) => {
  expect(linesOfSection({ type })).toContainEqual({ file: home, at: 'sections.text', fate: 'left', reason })
})

const presets = { Night: { color_text: '#eeeeee', color_background: '#101010' }, Default: {}, Odd: 5 }

it.each([
  [
    'Nope',
    presets,
    'changed',
    'there is no preset "Nope", so "Default" is taken; the presets are "Night", "Default", "Odd"',
  ],
  [
    'Odd',
    { Night: presets.Night, Odd: 5 },
    'changed',
    'there is no preset "Odd", so "Night" is taken; the presets are "Night", "Odd"',
  ],
  ['Nope', {}, 'left', 'there is no preset "Nope", and no other: the theme looks like violet'],
  [undefined, { Night: {} }, 'changed', 'it is not there, so "Night" is taken; the presets are "Night"'],
])('says that there is no preset %j, and takes another', (current, given, fate, reason) => {
  expect(linesOf({ [foreignMark]: JSON.stringify({ current, presets: given }) })).toContainEqual({
    file: foreignMark,
    at: 'current',
    fate,
    reason,
  })
})

it.each([
  'rgba(16, 32, 48, 1.0)',
  'rgb(16 32 48 / 100%)',
  'rgb(16,32,48)',
  '#102030ff',
  'hsl(210 50% 12.549%)',
  '#102030',
])('reads the opaque colour %s', (color) => {
  const lines = linesOf({ [foreignMark]: JSON.stringify({ current: { colors_text: color } }) })
  expect(lines).toContainEqual({
    file: foreignMark,
    at: 'colors_text',
    fate: 'taken',
    reason: 'theme.textColor',
  })
  expect(plainColor(color)).toBe('#102030')
})

it.each(['rgba(16, 32, 48, 0.9)', 'transparent', 'rgb(', 5, null, `#${'0'.repeat(100_000)}`])(
  'knows that %.40s is no opaque colour',
  (color) => expect(plainColor(color)).toBeNull(),
)

it('says what is no value of a setting, and what is no section at all', () => {
  const text = { type: 'rich-text', settings: { heading: { en: 'Clay' }, text: 'Fire' } }
  const lines = linesOf({
    [home]: JSON.stringify({ sections: { text, odd: 7 }, order: ['text', 'odd', 'gone'] }),
  })
  const left = { file: home, fate: 'left' }
  expect(lines).toContainEqual({
    ...left,
    at: 'sections.text.settings.heading',
    reason: 'it is no text, number or choice',
  })
  expect(lines).toContainEqual({ ...left, at: 'sections.odd', reason: 'it has no type' })
  expect(lines).toContainEqual({
    ...left,
    at: 'sections.gone',
    reason: 'its order names it, and it is not there',
  })
})
