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
const schema = (...lines: string[]): string => ['{% schema %}', ...lines, '{% endschema %}', ''].join('\n')
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<script>alert(1)</script></svg>`
const section = (type: string, more: object = {}): object => ({
  sections: { a: { type, ...more } },
  order: ['a'],
})
const settings = (set: object): object => ({ settings: set })
const words = '{ "type": "text", "id": "title", "label": "Title" }'

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
  'JSON that is none': [
    {
      'templates/home.json': '{\n"sections": {,}\n}',
      'theme.json': '{ "theme": { "primaryColor": "#2f5d50", } }',
    },
    "templates/home.json:2: it cannot be read as JSON: Expected property name or '}': look here and at the line above for a comma too many",
    'theme.json:1: it cannot be read as JSON: Expected double-quoted property name: look here',
  ],
  'JSON that ends too soon': [
    { 'templates/home.json': '{\n"sections": {\n"hero": ' },
    'templates/home.json:3: it cannot be read as JSON: the text ends too soon: a bracket or a quote is not closed',
  ],
  'a section that there is not': [
    { 'templates/home.json': section('welcom'), 'sections/welcome.liquid': '<p></p>' },
    'templates/home.json:4: templates.home.sections.a.type: there is no section welcom (did you mean welcome?); there are welcome, main, hero',
    'or write sections/welcom.liquid',
  ],
  'a section with a capital': [
    { 'templates/home.json': section('Hero') },
    'sections.a.type: there is no section "Hero" (did you mean hero?); there are main, hero',
  ],
  'a section that is not defined': [
    { 'templates/home.json': { sections: { hero: { type: 'hero' } }, order: ['heor'] } },
    'templates.home.order.0: there is no section heor (did you mean hero?); "sections" has hero',
  ],
  'no order': [
    { 'templates/home.json': { sections: { hero: { type: 'hero' } } } },
    'templates.home.order: should name the sections to show by their ids, such as ["hero"], the first on top',
  ],
  'a block that there is not': [
    {
      'templates/home.json': section('notes', { blocks: { b: { type: 'noet' } }, block_order: ['b'] }),
      'sections/notes.liquid': '{% content_for "blocks" %}',
      'blocks/note.liquid': '<p></p>',
    },
    'templates/home.json:7: templates.home.sections.a.blocks.b.type: there is no block noet (did you mean note?); there are note, or write blocks/noet.liquid',
  ],
  'settings of a wrong type, or none': [
    {
      'templates/home.json': section('products', settings({ from: 'new', limit: 'five', limti: 5 })),
      'templates/page.json': section('products', settings({ from: 'tag' })),
      'templates/tag.json': section('products'),
      'templates/cart.json': section('hero', settings({ title: 'Oak', link: { href: 'article' } })),
    },
    'templates/home.json:7: templates.home.sections.a.settings.limit: should be a number, and is a text in quotes',
    'templates.home.sections.a.settings: "limti" (did you mean limit?) is not known here',
    'templates.page.sections.a.settings.slug: is missing: it names the tag',
    'templates.tag.sections.a.settings: is missing',
    'templates.cart.sections.a.settings.title: should be an object such as {"en": "..."}, and is a text in quotes',
    'templates.cart.sections.a.settings.link.href: should be a path of the shop without language, such as /article, or https://',
  ],
  'settings of its own of a wrong type': [
    {
      'templates/home.json': section('notes', settings({ titel: 'x', title: 5, count: 'x', ground: 'red' })),
      'sections/notes.liquid': schema(
        '{ "settings": [',
        `${words},`,
        '{ "type": "number", "id": "count", "label": "Count", "default": 1 },',
        '{ "type": "color", "id": "ground", "label": "Ground", "default": "#000000" }',
        '] }',
      ),
    },
    'settings.titel: there is no setting titel (did you mean title?) in the schema of sections/notes.liquid; it has title, count, ground',
    'settings.title: should be a text, or texts by language such as {"en": "..."}, of at most 2,000 characters',
    'settings.count: should be a number, and is a text in quotes',
    'settings.ground: should be a colour such as #2f5d50',
  ],
  'a schema of another platform': [
    {
      'sections/notes.liquid': schema(
        '{ "settings": [',
        '{ "type": "image_picker", "id": "a", "label": "A" },',
        '{ "type": "select", "id": "b", "label": "B", "default": "x" }],',
        '"presets": [] }',
      ),
    },
    'sections/notes.liquid:3: schema: type: should be one of text, checkbox, color, url, number, select',
    'sections/notes.liquid:4: schema: options: is missing',
    'schema: "presets" is not known here; a schema has name, settings, blocks',
  ],
  'a schema that is no JSON': [
    { 'sections/notes.liquid': schema('{ "name": "A",', '}') },
    'sections/notes.liquid:3: the schema is no JSON: Expected double-quoted property name: look here',
  ],
  'settings of the theme that are none': [
    {
      'settings_schema.json': [
        {
          name: 'N',
          settings: [
            { type: 'image_picker', id: 'a', label: 'A' },
            { type: 'color', id: 'b', label: 'B' },
          ],
        },
      ],
    },
    'settings_schema.json:6: type: should be one of text, checkbox, color, url, number, select',
    'settings_schema.json:10: default: is missing',
  ],
  'a choice that is none': [
    {
      'settings_schema.json': [{ name: 'N', settings: [{ type: 'text', id: 'motto', label: 'M' }] }],
      'settings_data.json': { moto: 'x' },
    },
    'settings_data.json:2: there is no setting moto (did you mean motto?) in settings_schema.json',
  ],
  'a drawing with a script': [
    { 'assets/a.svg': drawing },
    'assets/a.svg:2: <script> is not allowed: only shapes, gradients and text',
  ],
  'files that are too large': [
    { 'styles.css': 'a'.repeat(50_000), 'assets/a.svg': ' '.repeat(900_000) },
    'styles.css: it is too large: such a file has at most 32 KB',
    'assets/a.svg: it is too large: such a file has at most 256 KB',
  ],
  'files elsewhere': [
    {
      'Sections/a.liquid': '',
      'section/b.liquid': '',
      'images/a b.PNG': '',
      'assets/app.js': '',
      'assets/a.css': '',
      'assets/a.ttf': '',
      'locales/en.default.json': '{}',
      'templates/home.html': '',
      'templates/mine/home.json': '{}',
      'readme.md': '',
    },
    'Sections/a.liquid: a theme has no such file: call it sections/a.liquid',
    'section/b.liquid: a theme has no such file: call it sections/b.liquid',
    'images/a b.PNG: a theme has no such file: call it assets/a-b.png',
    'assets/app.js: a theme has no such file: themes bring no scripts',
    'assets/a.css: a theme has no such file: styles stand in styles.css',
    'assets/a.ttf: a theme has no such file: a font is a WOFF2 file, such as assets/a.woff2',
    'locales/en.default.json: a theme has no such file: call it locales/en.json',
    'readme.md, templates/home.html: a theme has no such file: it has theme.json',
    'templates/mine/home.json: a theme has no such file: call it templates/home.json',
  ],
  'pages that there are not': [
    {
      'templates/Home.json': section('hero'),
      'templates/products.oak.json': section('hero'),
      'templates/about.json': section('hero'),
      'templates/page.a.b.json': section('hero'),
    },
    'templates/Home.json:1: templates.Home: there is no page Home (did you mean home?)',
    'templates.products.oak: there is no page products (did you mean product.oak?)',
    'templates.about: there is no page about (custom.about is a page of your own, and page.about the content page of that slug); there are templates for home',
    'templates.page.a.b: after page comes a point and the slug of one entry, such as page.oak-stool',
  ],
  'tags and filters that there are not, or are not closed': [
    {
      'sections/a.liquid': '<p>\n{% if shop.name %}x</p>',
      'sections/b.liquid': '{{ shop.name </p>',
      'sections/c.liquid': '{% if shop.name',
      'sections/d.liquid': '{% for p in x %}\n{% endif %}{% endfor %}',
      'sections/e.liquid': '{{ shop.name | upcsae }}',
      'sections/f.liquid': '{{ shop.name | img_url: "x" }}',
      'sections/g.liquid': '{% fro a in b %}',
    },
    'sections/a.liquid:2: tag {% if shop.name %} not closed: {% endif %} is missing',
    'sections/b.liquid:1: output "{{ shop.name </p>" not closed: }} is missing',
    'sections/c.liquid:1: tag "{% if shop.name" not closed: %} is missing',
    'sections/d.liquid:2: {% endif %} closes nothing: no {% if %} is open here',
    'sections/e.liquid:1: there is no filter "upcsae" (did you mean upcase?)',
    'sections/f.liquid:1: there is no filter "img_url": pictures are shown by {% picture product %}',
    'sections/g.liquid:1: there is no tag "fro" (did you mean for?)',
  ],
  'names that there are not': [
    {
      'sections/a.liquid': '{{ prodcut.title }}',
      'sections/b.liquid': '{% render "crad" %}{% island "product-butons" %}',
      'snippets/card.liquid': '',
      'templates/home.liquid': '{% section "newsleter" %}',
    },
    'sections/a.liquid:1: nothing is called "prodcut" here (did you mean product?)',
    'sections/b.liquid:1: there is no file snippets/crad.liquid in the theme (did you mean card?)',
    'sections/b.liquid:1: there is no part "product-butons" (did you mean product-buttons?)',
    'templates/home.liquid:1: there is no section "newsleter" (did you mean newsletter?)',
  ],
  'a look that is none': [
    {
      'theme.json': '{ "theme": {\n"primaryColor": "grün",\n"borderRadius": "two",\n"cardShape": "round" } }',
    },
    'theme.json:2: theme.primaryColor: should be a colour such as #2f5d50',
    'theme.json:3: theme.borderRadius: should be a length such as 16px',
    'theme.json:4: theme.cardShape: should be one of open, framed, filled',
  ],
  'a frame that is none': [
    { 'frame.json': { logo: { file: 'logo.svg' }, social: [{ name: 'X', href: 'http://x' }] } },
    'frame.json:3: frame.logo.file: should be a picture of the theme, such as assets/logo.svg',
    'frame.json:8: frame.social.0.href: should be an address such as https://social.example/@shop',
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
  for (const [path, content] of Object.entries<unknown>(all)) {
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

  it('is told apart from a ZIP file, which another command takes', async () => {
    const file = join(root, 'mine.zip')
    await writeFile(file, '')
    expect((await theme('push', file)).refusal).toMatch(
      /mine\.zip is no folder: unpack it, or show it by violet theme use$/,
    )
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
