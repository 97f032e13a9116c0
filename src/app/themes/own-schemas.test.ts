import { expect, it } from 'vitest'
import { checkTheme } from './check-theme.ts'

const liquid = (schema: unknown): string =>
  `<p>{{ section.settings.title }}</p>\n{% schema %}\n${JSON.stringify(schema, null, 1)}\n{% endschema %}\n`

const words = { type: 'text', id: 'title', label: 'Title' }
const columns = {
  type: 'select',
  id: 'columns',
  label: 'Columns',
  options: [{ value: 'two', label: 'Two' }],
  default: 'two',
}

/** A theme whose home page has one section of its own. */
function theme(placed: Record<string, unknown>, schema: unknown, block: unknown = {}): Map<string, Buffer> {
  const home = { sections: { a: { type: 'notes', ...placed } }, order: ['a'] }
  return new Map(
    Object.entries({
      'theme.json': '{"theme":{"useDefTemplate":true}}',
      'templates/home.json': JSON.stringify(home, null, 1),
      'sections/notes.liquid': liquid(schema),
      'blocks/note.liquid': liquid(block),
    }).map(([path, text]) => [path, Buffer.from(text)]),
  )
}

function faultsOf(files: Map<string, Buffer>): string[] {
  const read = checkTheme(files)
  return read.ok
    ? []
    : read.problem.map(({ file, line, path, reason }) => `${file}:${line} ${path} ${reason}`)
}

it('gives a section and its blocks the defaults of what a template leaves out', () => {
  const files = theme(
    { blocks: { one: { type: 'note' } }, block_order: ['one'] },
    { settings: [words, columns], blocks: [{ type: 'note' }] },
    { settings: [{ type: 'checkbox', id: 'open', label: 'Open', default: true }] },
  )
  const read = checkTheme(files)
  const templates = (read.ok ? read.value.templates : {}) as Record<
    string,
    { sections: Record<string, { settings: unknown; blocks: Record<string, { settings: unknown }> }> }
  >
  // A text that nobody gave is not there: an empty one is something in Liquid.
  expect(templates['home']!.sections['a']!.settings).toEqual({ columns: 'two' })
  expect(templates['home']!.sections['a']!.blocks['one']!.settings).toEqual({ open: true })
})

it('gives them to sections of a page in Liquid as well, set by its schema or placed by their files alone', () => {
  const source = `{% section "notes" %}{% section "more" %}{% section "plain" %}{% section "newsletter" %}
{% schema %}{ "sections": { "more": { "type": "notes", "settings": { "title": "More" } } } }{% endschema %}`
  const files = theme({}, { settings: [words, columns] })
  files.delete('templates/home.json')
  files.set('templates/home.liquid', Buffer.from(source))
  files.set('sections/plain.liquid', Buffer.from('<p></p>'))
  const read = checkTheme(files)
  const sections = read.ok ? read.value.templates['home']!.sections : {}
  const settings = Object.entries(sections).map(([id, placed]) => [id, placed.type, placed.settings])
  expect(settings).toEqual([
    ['more', 'notes', { title: 'More', columns: 'two' }],
    ['notes', 'notes', { columns: 'two' }],
  ])
  const wrong = source.replace('"title"', '\n"titel"')
  files.set('templates/home.liquid', Buffer.from(wrong))
  expect(faultsOf(files)).toEqual([
    'templates/home.liquid:3 templates.home.sections.more.settings.titel there is no setting titel (did you mean title?) in the schema of sections/notes.liquid; it has title, columns',
  ])
})

it('lets what was given stand, and whatever there is where no schema says what there is', () => {
  const given = { title: { en: 'Notes', zh: '附注' }, columns: 'two' }
  expect(faultsOf(theme({ settings: given }, { settings: [words, columns] }))).toEqual([])
  expect(faultsOf(theme({ settings: { anything: [1, 2] } }, { name: 'Notes' }))).toEqual([])
})

it('refuses what does not fit, by file and line of the template', () => {
  const placed = {
    settings: { titel: 'x', columns: 'nine' },
    blocks: { one: { type: 'note', settings: { more: 1 } }, two: { type: 'notes' } },
    block_order: ['one'],
  }
  const files = theme(placed, { settings: [words, columns], blocks: [{ type: 'note' }] }, { settings: [] })
  files.set('blocks/notes.liquid', Buffer.from('<p></p>'))
  expect(faultsOf(files)).toEqual([
    'templates/home.json:17 templates.home.sections.a.blocks.two.type notes is none of the blocks in the schema of sections/notes.liquid',
    'templates/home.json:6 templates.home.sections.a.settings.titel there is no setting titel (did you mean title?) in the schema of sections/notes.liquid; it has title, columns',
    'templates/home.json:7 templates.home.sections.a.settings.columns should be one of two',
    'templates/home.json:13 templates.home.sections.a.blocks.one.settings.more there is no setting more in the schema of blocks/note.liquid; it has none',
  ])
})

it('refuses a schema that is none, by its line', () => {
  const faults = faultsOf(theme({}, { settings: [{ ...columns, type: 'image' }], presets: [] }))
  expect(faults.map((fault) => fault.slice(0, 80))).toEqual([
    expect.stringMatching(/^sections\/notes\.liquid:6 {2}schema: type: should be one of text, /),
    expect.stringMatching(/^sections\/notes\.liquid:3 {2}schema: "presets" is not known here/),
  ])
})
