import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { photograph } from '#features/media/test-pictures.ts'
import { themeVersions } from '#features/theming/queries.ts'
import type { Database } from '#platform/server/db/db.ts'
import { theme } from '#test/cli/theme-shop.ts'
import { violet } from '../entries/for-tests.ts'
import { createDatabase } from '#test/database.ts'

/* What merchants get wrong in a theme: `check` says what `push` would, word for word, and where to look. */

type Files = Readonly<Record<string, unknown>>

const halfPhoto = Symbol('half a photograph')
const main = { sections: { main: { type: 'main' } }, order: ['main'] }
const story = (file: string): object => ({
  sections: { story: { type: 'story', settings: { picture: { file } } } },
  order: ['story'],
})
const notes = { sections: { notes: { type: 'notes', settings: { titel: 'Oak' } } }, order: ['notes'] }
const schema = (text: string): string => `{% schema %}\n${text}\n{% endschema %}\n`
const title = '{ "type": "text", "id": "title", "label": "Title" }'
const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<script>alert(1)</script></svg>`

/** Each with a part of what is said, in lines that stand in this order. */
const faulty: Readonly<Record<string, readonly [Files, ...string[]]>> = {
  'a picture that is none': [
    { 'assets/pic.png': 'no picture' },
    '  assets/pic.png: it is not a JPEG, PNG, WebP or AVIF picture',
  ],
  'a picture for links that is none': [
    { 'frame.json': { share: 'assets/share.jpg' }, 'assets/share.jpg': '<html>' },
    '  assets/share.jpg: it is not a JPEG, PNG, WebP or AVIF picture',
  ],
  'an empty picture': [
    { 'templates/home.json': story('assets/a.webp'), 'assets/a.webp': '' },
    '  assets/a.webp: it is not a JPEG, PNG, WebP or AVIF picture',
  ],
  'half a picture': [{ 'assets/half.jpg': halfPhoto }, '  assets/half.jpg: the file is damaged'],
  'a GIF': [{ 'assets/a.gif': 'GIF89a' }, '  assets/a.gif: it is not a JPEG, PNG, WebP or AVIF picture'],
  'a picture and a template': [
    { 'assets/pic.png': 'none', 'sections/a.liquid': '{{ x | nope }}' },
    '  sections/a.liquid:1: there is no filter "nope"',
    '  assets/pic.png: it is not a JPEG',
  ],
  'a text that no database takes': [
    {
      'templates/home.json':
        '{\n"sections": { "a": { "type": "rich-text", "settings": { "title": {\n"en": "Oak\\u0000" } } } },\n"order": ["a"] }',
    },
    'templates/home.json:3: ',
  ],
  'half a sign': [
    { 'frame.json': '{ "header": [\n{ "text": { "en": "\\ud83d" }, "href": "/" }] }' },
    'frame.json:2: ',
  ],
}

let db: Database
let photo: Buffer
let root: string
beforeAll(async () => {
  photo = await photograph(300, 200)
  root = await mkdtemp(join(tmpdir(), 'violet-faulty-'))
  const made = await createDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', join(root, 'data'))
  return async () => {
    vi.unstubAllEnvs()
    await made.drop()
    await rm(root, { recursive: true })
  }
})

async function written(files: Files): Promise<string> {
  const folder = join(await mkdtemp(join(root, 'theme-')), 'mine')
  const all = { 'theme.json': { theme: { useDefTemplate: true } }, ...files }
  for (const [path, content] of Object.entries(all)) {
    if (content === null) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    const bytes = content === halfPhoto ? photo.subarray(0, photo.length / 2) : content
    const isReady = typeof bytes === 'string' || Buffer.isBuffer(bytes)
    await writeFile(join(folder, path), isReady ? bytes : JSON.stringify(bytes, null, 1))
  }
  return folder
}

// Each opens the threads that check templates, which takes seconds on a machine with much else to do.
describe('a theme with', { timeout: 120_000 }, () => {
  it.each(Object.entries(faulty))('%s is refused by check and push in the same words', async (_, given) => {
    const [files, ...said] = given
    const folder = await written(files)
    const checked = await theme('check', folder, '--json')
    const pushed = await theme('push', folder, '--json')
    for (const part of said) expect(checked.refusal).toContain(part)
    expect(JSON.parse(checked.out)).toMatchObject({ ok: false })
    expect(JSON.parse(pushed.out)).toEqual(JSON.parse(checked.out))
    expect(await themeVersions(db, 1)).toEqual([])
  })
})

describe('a folder that is no theme of this shop', () => {
  const refused = async (files: Files): Promise<string[]> =>
    (await theme('check', await written(files))).refusal!.split('\n').slice(1)

  it('is one line that names the import, when it is one for another platform', async () => {
    const theirs = {
      'theme.json': null,
      'layout/theme.liquid': '{% render "x" %}',
      'config/settings_schema.json': '[]',
      'config/settings_data.json': '{}',
      'sections/header.liquid': '{% stylesheet %}{% endstylesheet %}',
      'assets/base.css': 'a {}',
      'templates/index.json': '{}',
    }
    const said = [expect.stringContaining('  it is a theme for another platform: violet theme import <')]
    expect(await refused(theirs)).toEqual(said)
    const folder = await written(theirs)
    expect((await theme('push', folder)).refusal!.split('\n').slice(1)).toEqual(said)
    const around = Object.fromEntries(
      Object.entries(theirs).map(([path, text]) => [`dawn-main/${path}`, text]),
    )
    expect(await refused({ ...around, 'theme.json': null })).toEqual(said)
  })

  it('is one line that names the folder in it that is a theme', async () => {
    const said = await refused({
      'theme.json': null,
      'mine/theme.json': '{}',
      'mine/templates/home.json': '{}',
      'readme.md': '',
    })
    expect(said).toEqual([expect.stringMatching(/mine\/theme\.json is one: name the folder mine in it$/)])
  })

  it('has one line for what is wrong with several files alike, with all or the first of their places', async () => {
    const few = await refused({
      'sections/a.liquid': '{{ 1 | nope }}',
      'sections/b.liquid': '\n{{ 2 | nope }}',
    })
    expect(few).toEqual(['  sections/a.liquid:1, sections/b.liquid:2: there is no filter "nope"'])
    const many = Array.from({ length: 12 }, (_, at) => [`odd/${String(at).padStart(2, '0')}.txt`, ''])
    const lines = await refused(Object.fromEntries(many))
    expect(lines).toEqual([
      expect.stringMatching(
        /^ {2}odd\/00\.txt, odd\/01\.txt, .*odd\/07\.txt and 4 more: a theme has no such file/,
      ),
    ])
  })
})

describe('a theme whose product page sells nothing', { timeout: 120_000 }, () => {
  it('is named by check and push with what to add, refused by --strict, and stored', async () => {
    const product = { sections: { news: { type: 'newsletter' } }, order: ['news'] }
    const folder = await written({ 'templates/product.json': product })
    const line =
      'templates/product.json:7: templates.product.order: nothing on this page (product) shows the price and the button that puts it into the cart: add "main": { "type": "main" } to "sections"'
    const checked = await theme('check', folder)
    expect([checked.refusal, checked.out]).toEqual([null, expect.stringContaining(line)])
    const strict = await theme('check', folder, '--strict', '--json')
    expect(strict.refusal).toContain(line)
    expect(JSON.parse(strict.out)).toMatchObject({ ok: false, faults: [], hints: [{ line: 7 }] })
    const pushed = await violet('theme', 'push', folder)
    expect([pushed.failure, pushed.err]).toEqual([null, expect.stringContaining(line)])
    expect(await themeVersions(db, 1)).toHaveLength(1)
    const whole = await written({ 'templates/product.json': main })
    expect((await theme('check', whole, '--strict')).refusal).toBeNull()
  })
})
