import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { photograph } from '#features/media/test-pictures.ts'
import { themeVersions } from '#features/theming/queries.ts'
import type { Database } from '#platform/server/db/db.ts'
import { theme } from '#test/cli/theme-shop.ts'
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
