import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { theme } from '#test/cli/theme-shop.ts'
import { zipOf } from '#test/cli/zip.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder()
})

const index = {
  sections: {
    text: { type: 'rich-text', settings: { heading: 'Clay', padding_top: 36, padding_bottom: 36 } },
    map: { type: 'store-map', settings: {} },
  },
  order: ['text', 'map'],
}
const entries = [
  {
    path: 'marl/config/settings_data.json',
    content: JSON.stringify({ current: { colors_text: '#333333' } }),
  },
  { path: 'marl/templates/index.json', content: JSON.stringify(index) },
  { path: 'marl/layout/theme.liquid', content: '{{ content_for_layout }}' },
  { path: 'marl/sections/a.liquid', content: 'x'.repeat(300_000) },
]

it('writes a theme out of a ZIP file, and says what was left and why', async () => {
  const zip = join(folder, 'marl.zip')
  await writeFile(zip, zipOf(entries))
  const to = join(folder, 'mine')
  const { out, refusal } = await theme('import', zip, to)
  expect(refusal).toBeNull()
  const code = 'it is code for another platform: write it anew, docs/templates.md'
  expect(out.split('\n')).toEqual([
    `Wrote 2 files to ${to}: 2 taken, 0 changed, 5 left`,
    'Left:',
    '  templates/index.json: sections.text.settings.padding_top, sections.text.settings.padding_bottom: the section rich-text has no such setting',
    '  templates/index.json: sections.map: there is nothing like store-map here: write sections/store-map.liquid',
    `  layout/theme.liquid: ${code}`,
    `  sections/a.liquid: ${code}`,
    `See it by: violet theme dev ${to}`,
    '',
  ])
  expect(JSON.parse(await readFile(join(to, 'theme.json'), 'utf8'))).toMatchObject({
    theme: { textColor: '#333333', useDefTemplate: true },
  })
  expect((await theme('check', to)).out).toBe(`${to}: nothing is wrong with it\n`)
  // Nothing is written over.
  expect((await theme('import', zip, to)).refusal).toContain('is not empty')
})

it('names a dozen of the things that have one reason, and says nothing that moves a cursor', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => [`s${at}`, at] as const)
  const from = join(folder, 'marl')
  await mkdir(join(from, 'config'), { recursive: true })
  const data = { current: Object.fromEntries([...many, ['\u001b[2J', 1], ['color_text', 5]]) }
  await writeFile(join(from, 'config/settings_data.json'), JSON.stringify(data))
  await mkdir(join(from, 'locales'))
  await writeFile(join(from, 'locales/de.json'), '[]')
  await mkdir(join(from, 'snippets'))
  await writeFile(join(from, 'snippets/a.liquid'), '')
  const to = join(folder, 'mine')
  const { out } = await theme('import', from, to)
  const names = many.slice(0, 12).map(([name]) => name)
  expect(out.split('\n')).toEqual([
    `Wrote 1 file to ${to}: 0 taken, 0 changed, 1,504 left`,
    'Left:',
    '  config/settings_data.json: color_text: "5" is no opaque colour',
    `  config/settings_data.json: ${names.join(', ')} and 1,489 more (--json has all): config/settings_schema.json has no such setting`,
    '  locales/de.json: it is no JSON object',
    '  snippets/a.liquid: it is code for another platform: write it anew, docs/templates.md',
    `See it by: violet theme dev ${to}`,
    '',
  ])
  await rm(to, { recursive: true })
  await writeFile(join(from, 'config/settings_data.json'), JSON.stringify({ current: { '\u001b[2J': 1 } }))
  const { out: odd } = await theme('import', from, to)
  expect(odd).toContain('config/settings_data.json: \\u{1b}[2J: ')
})

it('reads a folder as well, answers in JSON, and refuses what is no such theme', async () => {
  const from = join(folder, 'marl')
  await mkdir(join(from, 'config'), { recursive: true })
  await writeFile(join(from, 'config/settings_data.json'), '{"current": {"odd": 1}}')
  const { out } = await theme('import', from, join(folder, 'mine'), '--json')
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    files: ['theme.json'],
    lines: [
      {
        file: 'config/settings_data.json',
        at: 'odd',
        fate: 'left',
        reason: 'config/settings_schema.json has no such setting',
      },
    ],
  })
  expect((await theme('import', 'themes/violet', join(folder, 'a'))).refusal).toContain(
    'is a theme of this shop',
  )
  const empty = join(folder, 'empty')
  await mkdir(empty)
  expect((await theme('import', empty, join(folder, 'b'))).refusal).toContain(
    'has no config/settings_data.json',
  )
  expect((await theme('import', join(folder, 'gone'), join(folder, 'c'))).refusal).toContain('is not there')
  const bad = join(folder, 'bad.zip')
  await writeFile(bad, zipOf([{ path: '../x/config/settings_data.json', content: '{}' }]))
  expect((await theme('import', bad, join(folder, 'd'))).refusal).toContain('leads out of the folder')
})
