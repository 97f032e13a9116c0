import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { mainOf } from '#test/templated/main-of.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { storeTheme, undoTheme } from '../themes/versions.ts'

/* Sections of the merchant's own, from the folder to the page, in a shop of two nodes. */

let shop: WholeShop
let second: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
  second = await openWholeShop(() => new Date(), {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const now = new Date('2026-11-28T12:00:00Z')

type Texts = Record<string, string>

function store(texts: Texts): ReturnType<typeof storeTheme> {
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
  return storeTheme(shop.database.db, files, { name: 'mine', now, media, isDraft: false })
}

async function publish(texts: Texts): Promise<void> {
  const stored = await store(texts)
  if (!stored.ok) throw new Error(JSON.stringify(stored.problem))
  await Promise.all([shop.catchUp(), second.catchUp()])
}

async function refused(texts: Texts): Promise<string[]> {
  const stored = await store(texts)
  if (stored.ok) throw new Error('nothing was refused')
  return stored.problem.map(({ file, line, reason }) => `${file}:${line} ${reason}`)
}

const theme = '{"theme": {"useDefTemplate": true}}'

function template(sections: Record<string, object>): string {
  return JSON.stringify({ sections, order: Object.keys(sections) }, null, 2)
}

/** The page once its own sections are there: the threads are started by the first. */
async function shown(path: string, wanted: string, node = shop): Promise<string> {
  let main = ''
  await expect
    .poll(
      async () => {
        // What was left out for the moment is made anew after ten seconds, which is not waited for.
        main = mainOf((await node.get(path)).body)
        return main
      },
      { timeout: 20_000 },
    )
    .toContain(wanted)
  return main
}

it('shows a section of its own on the home page, with blocks, in the language of the page', async () => {
  await publish({
    'theme.json': theme,
    'templates/home.json': template({
      mine: {
        type: 'my-hours',
        settings: { title: { en: 'Open <daily>', zh: '每天' }, size: 2 },
        blocks: { a: { type: 'day', settings: { name: 'Monday' } }, b: { type: 'day', disabled: true } },
        block_order: ['a', 'b'],
      },
      after: { type: 'spacer' },
    }),
    'sections/my-hours.liquid':
      '<section class="hours-{{ section.settings.size }}"><h2>{{ section.settings.title }}</h2>{% content_for "blocks" %}{% render "sign" %}{{ "hello" | t }}</section>',
    'blocks/day.liquid': '<p>{{ block.settings.name }}</p>',
    'snippets/sign.liquid': '<em>{{ shop.name }}</em>',
    'locales/en.json': '{"hello": "Welcome"}',
    'locales/zh.json': '{"hello": "欢迎"}',
  })
  expect(await shown('/', 'hours-2')).toContain(
    '<section class="hours-2"><h2>Open &lt;daily&gt;</h2><p>Monday</p><em>Oak &amp; Sons</em>Welcome</section>',
  )
  expect(await shown('/zh', 'hours-2')).toContain('<h2>每天</h2>')
  expect(await shown('/zh', 'hours-2')).toContain('欢迎')
})

it('gives a section the objects of its page, and the shop’s own parts', async () => {
  await publish({
    'theme.json': theme,
    'templates/product.json': template({ top: { type: 'top' }, main: { type: 'main' } }),
    'templates/category.json': template({ cards: { type: 'cards' } }),
    'sections/top.liquid':
      '<p class="top">{{ product.title }} {% price product %}</p>{{ product.description | raw }}',
    'sections/cards.liquid':
      '<ul class="cards">{% for product in products %}<li>{% link product %}{{ product.title }}{% endlink %}</li>{% endfor %}</ul>',
  })
  const product = await shown('/product/stool', 'class="top"')
  expect(product).toContain('<p class="top">Stool <span class="price')
  expect(product).toContain('<p>About <b>stool</b>.</p>')
  expect(product).toContain('product-buttons')
  const category = await shown('/category/seats', 'class="cards"')
  expect(category).toContain('<li><a href="/product/lamp">Lamp</a></li>')
  expect(category).not.toContain('product-card')
})

it('fetches the picture of a page ahead where the page itself is shown, and nowhere else', async () => {
  const preload = async (order: string[]): Promise<string | undefined> => {
    const sections = { top: { type: 'top' }, main: { type: 'main' } }
    await publish({
      'theme.json': theme,
      'templates/product.json': JSON.stringify({ sections, order }),
      'sections/top.liquid': `<p class="top">{{ product.title }}: ${order.length}</p>`,
    })
    await shown('/product/stool', `Stool: ${order.length}`)
    return /<link rel="preload" as="image"[^>]*>/.exec((await shop.get('/product/stool')).body)?.[0]
  }
  expect(await preload(['top', 'main'])).toContain('/media/00000000000000aa/')
  expect(await preload(['top'])).toBeUndefined()
})

it('gives sections the settings of the theme, as they were chosen', async () => {
  const about = { label: 'Motto' }
  const schema = [
    {
      name: 'Words',
      settings: [
        {
          type: 'text',
          id: 'motto',
          ...about,
          default: { en: 'Made to stay', zh: '经久之物', 'zh-HK': '經久之物' },
        },
        { type: 'number', id: 'years', ...about, default: 10 },
      ],
    },
  ]
  await publish({
    'theme.json': theme,
    'settings_schema.json': JSON.stringify(schema),
    'settings_data.json': '{"years": 25}',
    'templates/home.json': template({ motto: { type: 'motto' } }),
    'sections/motto.liquid': '<p class="motto">{{ settings.motto }}, {{ settings.years }}</p>',
  })
  expect(await shown('/', 'class="motto"')).toContain('Made to stay, 25')
  expect(await shown('/zh', 'class="motto"')).toContain('经久之物, 25')
  expect(await shown('/zh-HK', 'class="motto"')).toContain('經久之物, 25')
})

it('leaves out a section that fails with the data of a page, and the page stands', async () => {
  await publish({
    'theme.json': theme,
    'templates/home.json': template({
      before: { type: 'rich-text', settings: { html: { en: '<p>Before it</p>' } } },
      broken: { type: 'broken' },
      fine: { type: 'fine' },
    }),
    'sections/broken.liquid': '<p>broken</p>{% if shop.name contains "Oak" %}</div>{% endif %}',
    'sections/fine.liquid': '<p>fine</p>',
  })
  const main = await shown('/', '<p>fine</p>')
  expect(main).toContain('Before it')
  expect(main).not.toContain('broken')
})

it('shows the page as it is without a template where its only section takes too long', async () => {
  const big = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))
  await publish({
    'theme.json': theme,
    'templates/category.json': JSON.stringify({
      sections: { slow: { type: 'slow', settings: { big } } },
      order: ['slow'],
    }),
    'sections/slow.liquid': '<b>slow</b>{% for i in (1..40000) %}{{ section.settings.big.size }}{% endfor %}',
  })
  for (const node of [shop, second]) {
    const { status, body } = await node.get('/category/seats')
    expect(status).toBe(200)
    expect(mainOf(body)).toContain('product-card')
    expect(mainOf(body)).not.toContain('slow')
  }
})

it('refuses a theme whose sections cannot be read, by file and line', async () => {
  const home = template({ mine: { type: 'mine', blocks: { a: { type: 'none' } } }, gone: { type: 'gone' } })
  const files = { 'theme.json': theme, 'templates/home.json': home, 'sections/mine.liquid': 'fine' }
  expect(await refused(files)).toEqual([
    expect.stringMatching(
      /^templates\/home\.json:\d+ there is no block none; .* write blocks\/none\.liquid$/,
    ),
    expect.stringMatching(
      /^templates\/home\.json:\d+ there is no section gone .* write sections\/gone\.liquid$/,
    ),
  ])
  const mine = { ...files, 'templates/home.json': template({ mine: { type: 'mine' } }) }
  expect(await refused({ ...mine, 'sections/mine.liquid': 'a\n{{ x | nope }}' })).toEqual([
    'sections/mine.liquid:2 there is no filter "nope"',
  ])
  expect(await refused({ ...mine, 'sections/mine.liquid': '\n\n<p style="a">' })).toEqual([
    expect.stringMatching(/^sections\/mine\.liquid:3 style is refused/),
  ])
  expect(await refused({ ...mine, 'templates/home.liquid': 'a' })).toEqual([
    expect.stringMatching(/^templates\/home\.liquid:null the page has a template in JSON as well/),
  ])
})

it('takes no section of a configuration that the theme in use does not have', async () => {
  const home = (type: string): object => ({ home: { sections: { x: { type } }, order: ['x'] } })
  await publish({ 'theme.json': theme, 'sections/kept.liquid': '<p>kept</p>' })
  await shop.configure({ theme: { useDefTemplate: true }, templates: home('kept') })
  expect(await shown('/', '<p>kept</p>')).toContain('kept')
  const unknown = shop.configure({ theme: { useDefTemplate: true }, templates: home('carousel') })
  await expect(unknown).rejects.toThrow(/there is no section carousel/)
})

it('never makes a page of two themes, on either node', async () => {
  const numbered = (number: number): Texts => ({
    'theme.json': theme,
    'templates/home.json': template({ said: { type: 'said', settings: { number: `§${number}` } } }),
    'sections/said.liquid': `<p>{{ section.settings.number }} §${number} {% render "said" %} {{ "said" | t }}</p>`,
    'snippets/said.liquid': `§${number}`,
    'locales/en.json': `{"said": "§${number}"}`,
  })
  await publish(numbered(0))
  await shown('/', '§0')
  await shown('/', '§0', second)
  let isOver = false
  const seen = new Set<string>()
  const visitor = async (node: WholeShop): Promise<void> => {
    while (!isOver) {
      const main = mainOf((await node.get('/')).body)
      seen.add([...new Set(main.match(/§\d/g))].join(' '))
      await sleep(5)
    }
  }
  const visitors = [visitor(shop), visitor(second)]
  for (const number of [1, 2, 3]) await publish(numbered(number))
  await undoTheme(shop.database.db, now)
  await Promise.all([shop.catchUp(), second.catchUp()])
  isOver = true
  await Promise.all(visitors)
  // A section that was left out for the moment is none of another theme.
  for (const numbers of seen) expect(numbers).toMatch(/^(?:§\d)?$/)
  for (const node of [shop, second]) expect(await shown('/', '§2', node)).not.toContain('§3')
})
