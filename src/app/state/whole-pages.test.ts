import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { mainOf, templatedMain } from '#test/templated/main-of.ts'
import { openPublicShop, settings } from '#test/public-shop.ts'
import { statementsOf } from '#test/database-asked/statements.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { configure } from '../configure.ts'
import { storeTheme, themeInUse } from '../themes/versions.ts'

/* Pages that a merchant writes whole in Liquid, from the folder to the page. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.configure({ shop: settings }))

const now = new Date('2026-11-28T12:00:00Z')

type Texts = Record<string, string>

function store(texts: Texts): ReturnType<typeof storeTheme> {
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const all = { 'theme.json': '{"theme": {"useDefTemplate": true}}', ...texts }
  const files = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))
  return storeTheme(shop.database.db, files, { name: 'mine', now, media, isDraft: false })
}

async function use(texts: Texts): Promise<void> {
  const stored = await store(texts)
  if (!stored.ok) throw new Error(JSON.stringify(stored.problem))
  await shop.catchUp()
}

async function refused(texts: Texts): Promise<string[]> {
  const stored = await store(texts)
  if (stored.ok) throw new Error('nothing was refused')
  return stored.problem.map(({ file, line, reason }) => `${file}:${line} ${reason}`)
}

const shown = (path: string, wanted: string): Promise<string> => templatedMain(shop, path, wanted)

it('is the inside of main, with the objects of its page, its sections where it wants them, and the page itself', async () => {
  const usual = mainOf((await shop.get('/product/stool')).body)
  await use({
    'templates/product.liquid': `<h2 class="mine">{{ product.title }} {% price product %}</h2>
<div class="home container">{% section "said" %}{% section "promise" %}</div>
{% main %}
<aside>{% section "newsletter" %}</aside>
{% schema %}
{ "layout": { "title": { "en": "Made slowly" }, "hideFooter": true },
  "sections": { "said": { "type": "rich-text", "settings": { "html": { "en": "<p>Of the schema</p>" } } } } }
{% endschema %}`,
    'sections/promise.liquid': '<p>For {{ product.title }}</p>',
  })
  const main = await shown('/product/stool', 'class="mine"')
  const order = [
    'class="mine">Stool <span class="price',
    'Of the schema',
    '<p>For Stool</p>',
    usual,
    'name="email"',
  ]
  const at = order.map((piece) => main.indexOf(piece))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
  const { body } = await shop.get('/product/stool')
  expect(body).toMatch(/<title>Made slowly – /)
  expect(body).toContain('data-hide-footer')
  expect(body).toContain('<header')
})

it('is of one entry where its file says so, at a page of its own as well', async () => {
  await use({
    'templates/product.stool.liquid': '<p>Only the stool</p>',
    'templates/custom.landing.liquid': '<p>Landing in {{ request.language }}</p>',
  })
  expect(await shown('/product/stool', 'Only the stool')).toBe('<p>Only the stool</p>')
  expect(mainOf((await shop.get('/product/lamp')).body)).not.toContain('Only the stool')
  expect(await shown('/zh/app/landing', 'Landing in')).toContain('Landing in zh')
})

it('is rendered once for what it shows: another visit asks neither a thread nor the database', async () => {
  await use({
    'templates/category.liquid': '<ul>{% for p in products %}<li>{{ p.title }}</li>{% endfor %}</ul>',
  })
  await shown('/category/seats', '<li>Stool</li>')
  const asked = await statementsOf(() => shop.get('/category/seats'))
  expect(asked).toEqual([])
})

it('with a fault is the page as the program has it, with a 200', async () => {
  const usual = mainOf((await shop.get('/product/stool')).body)
  await use({
    // It is refused by nobody before a page has such a title.
    'templates/product.liquid': '<p>mine</p>{% if product.title == "Stool" %}</div>{% endif %}',
    'templates/custom.landing.liquid': '{% if shop.name == "Oak & Sons" %}</div>{% endif %}',
  })
  expect(await shown('/product/lamp', '<p>mine</p>')).toBe('<p>mine</p>')
  const broken = await shop.get('/product/stool')
  expect([broken.status, mainOf(broken.body)]).toEqual([200, usual])
  const landing = await shop.get('/app/landing')
  expect(landing.status).toBe(200)
  expect(mainOf(landing.body)).toContain('The system default template does not exist')
})

it('is refused by file and line where it cannot be read, or has a template in JSON as well', async () => {
  const json = '{"sections": {"main": {"type": "main"}}, "order": ["main"]}'
  expect(await refused({ 'templates/home.liquid': 'a', 'templates/home.json': json })).toEqual([
    'templates/home.liquid:null the page has a template in JSON as well: delete one of the two files',
  ])
  expect(await refused({ 'templates/home.liquid': 'a\n{{ x | nope }}' })).toEqual([
    'templates/home.liquid:2 there is no filter "nope"',
  ])
  expect(await refused({ 'templates/nowhere.liquid': 'a' })).toEqual([
    expect.stringMatching(
      /^templates\/nowhere\.liquid:null there is no page nowhere .*there are templates for home, category/,
    ),
  ])
  const set =
    '<p>\n{% schema %}\n{ "sections": {\n"x": { "type": "coupon", "settings": {} } } }\n{% endschema %}'
  expect(await refused({ 'templates/home.liquid': set })).toEqual([
    expect.stringMatching(/^templates\/home\.liquid:4 /),
  ])
  const gone = '{% schema %}\n{ "sections": { "x": { "type": "gone" } } }\n{% endschema %}'
  expect(await refused({ 'templates/home.liquid': gone })).toEqual([
    expect.stringMatching(
      /^templates\/home\.liquid:2 there is no section gone; .* write sections\/gone\.liquid$/,
    ),
  ])
  expect(await refused({ 'templates/home.liquid': '{% section "gone" %}' })).toEqual([
    expect.stringMatching(/^templates\/home\.liquid:1 there is no section "gone"; there are /),
  ])
})

it('needs its file, whatever a configuration says, and what is set since then is written into it', async () => {
  const { db } = shop.database
  const page = 'a{% schema %}{ "layout": { "title": { "en": "Before" } } }{% endschema %}'
  await use({ 'templates/home.liquid': page, 'sections/kept.liquid': '<p>kept</p>' })
  expect((await themeInUse(db)).files.get('templates/home.liquid')?.toString()).toBe(page)
  const { document } = await loadConfig(db)
  const elsewhere = { ...document, templates: { ...document.templates, product: { liquid: true } } }
  expect(await configure(db, elsewhere, now)).toMatchObject({
    ok: false,
    problem: [
      { path: 'templates.product.liquid', reason: expect.stringContaining('templates/product.liquid') },
    ],
  })
  const templates = { home: { liquid: true, layout: { title: { en: 'After' } } } }
  expect(await configure(db, { ...document, templates }, now)).toMatchObject({ ok: true })
  const { files, changed } = await themeInUse(db)
  expect(changed).toEqual(['templates/home.liquid'])
  expect(files.get('templates/home.liquid')?.toString()).toMatch(
    /^a\{% schema %\}[^]*"After"[^]*\{% endschema %\}$/,
  )
  // In JSON, it is that and no longer both.
  const listed = { home: { sections: { a: { type: 'spacer' } }, order: ['a'] } }
  await configure(db, { ...document, templates: listed }, now)
  expect([...(await themeInUse(db)).files.keys()]).toEqual(
    expect.arrayContaining(['templates/home.json', 'sections/kept.liquid']),
  )
  expect((await themeInUse(db)).files.has('templates/home.liquid')).toBe(false)
})
