import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLiquid, type Liquid } from '#platform/server/liquid/open-liquid.ts'
import { checkTheme } from './check-theme.ts'
import { checkLiquid, quietly } from './liquid-faults.ts'

/* What is found in a theme before anybody is shown it: by reading its files, and by rendering them with samples. */

let engine: Liquid
beforeAll(() => {
  engine = openLiquid({ ...quietly, runs: 2_000 })
})
afterAll(() => engine.close())

const template = (...types: string[]): string =>
  JSON.stringify({
    sections: Object.fromEntries(types.map((type) => [type, { type, settings: { title: 'Set' } }])),
    order: types,
  })

async function check(texts: Record<string, string>): Promise<{ faults: string[]; hints: string[] }> {
  const all = { 'theme.json': '{"theme": {"useDefTemplate": true}}', ...texts }
  const files = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))
  const checked = checkTheme(files)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem))
  const { faults, hints } = await checkLiquid(files, checked.value.templates, engine)
  const said = (list: typeof faults): string[] =>
    list.map(({ file, line, reason }) => `${file}:${line} ${reason}`)
  return { faults: said(faults), hints: said(hints) }
}

const clean = { faults: [], hints: [] }

describe('objects', () => {
  it('are those of the pages that place a section', async () => {
    const section = '{% for p in products %}{{ p.title }}{% endfor %}{{ listing.total }}'
    const ofCategory = { 'sections/a.liquid': section, 'templates/category.json': template('a') }
    expect(await check(ofCategory)).toEqual(clean)
    const both = { ...ofCategory, 'templates/home.json': template('a') }
    expect(await check(both)).toEqual(clean)
    const ofHome = { 'sections/a.liquid': section, 'templates/home.json': template('a') }
    expect((await check(ofHome)).hints).toEqual([
      'sections/a.liquid:1 "products" is nothing here: it is an object of the pages category, collection, tag, search, article',
      'sections/a.liquid:1 "listing" is nothing here: it is an object of the pages category, collection, tag, search, article-list',
    ])
    // One that no template places may be for any.
    expect(await check({ 'sections/a.liquid': section })).toEqual(clean)
  })

  it('are those of its own page in one that is written whole, and of no other', async () => {
    expect(
      await check({
        'templates/article.liquid': '{{ article.minutes }}{% for p in products %}{{ p.url }}{% endfor %}',
      }),
    ).toEqual(clean)
    const wrong = await check({
      'templates/article.stool.liquid': '\n{{ article.price }}\n{{ product.title }}',
    })
    expect(wrong.faults).toEqual([
      'templates/article.stool.liquid:2 article has no "price"; it has ref, slug, url, title, summary, author, date, published_at, picture, body, about_author, minutes, tags',
    ])
    expect(wrong.hints).toEqual([
      'templates/article.stool.liquid:3 "product" is nothing here: it is an object of the pages product',
    ])
  })

  it('have the settings that the theme has', async () => {
    const schema = [{ name: 'Words', settings: [{ type: 'text', id: 'motto', label: 'Motto' }] }]
    const found = await check({
      'settings_schema.json': JSON.stringify(schema),
      'sections/a.liquid': '{{ settings.motto }}\n{{ settings.moto }}',
    })
    expect(found.faults).toEqual([
      'sections/a.liquid:2 settings has no "moto" (did you mean motto?); it has motto, or add it to settings_schema.json',
    ])
    const none = await check({ 'snippets/a.liquid': '', 'sections/a.liquid': '\n{{ settings.motto }}' })
    expect(none.faults).toEqual([
      'sections/a.liquid:2 settings has no "motto": add it to settings_schema.json',
    ])
  })

  it('have the settings that the schema of their file has, through variables, loops and snippets', async () => {
    const schema = (id: string, blocks: string[] = []): string => {
      const settings = [{ type: 'text', id, label: 'Words' }]
      return `{% schema %}${JSON.stringify({ settings, blocks: blocks.map((type) => ({ type })) })}{% endschema %}`
    }
    const found = await check({
      'sections/a.liquid': `{{ section.settings.title }}\n{{ section.settings.titel }}
{% assign set = section.settings %}{{ set.tilte }}
{% for block in section.blocks %}{{ block.settings.word }}{{ block.settings.wrd }}{% endfor %}
{% render "one" %}${schema('title', ['b'])}`,
      'blocks/b.liquid': `{{ block.settings.word }}{{ section.settings.whatever }}\n{{ block.settings.wrod }}${schema('word')}`,
      'snippets/one.liquid': '\n{% if section.settings.titles %}{% endif %}',
    })
    const has = 'it has title, or add it to the schema of sections/a.liquid'
    const ofBlock = 'it has word, or add it to the schema of blocks/b.liquid'
    expect(found.faults.toSorted()).toEqual([
      `blocks/b.liquid:2 block.settings has no "wrod" (did you mean word?); ${ofBlock}`,
      `sections/a.liquid:2 section.settings has no "titel" (did you mean title?); ${has}`,
      `sections/a.liquid:3 set has no "tilte" (did you mean title?); ${has}`,
      `sections/a.liquid:4 block.settings has no "wrd" (did you mean word?); ${ofBlock}`,
      `snippets/one.liquid:2 section.settings has no "titles" (did you mean title?); ${has}`,
    ])
    // Without a schema, or without settings in it, a file may be set to anything.
    expect(await check({ 'sections/a.liquid': '{{ section.settings.titel }}' })).toEqual(clean)
    const named = '{{ section.settings.titel }}{% schema %}{ "name": "A" }{% endschema %}'
    expect(await check({ 'sections/a.liquid': named })).toEqual(clean)
  })
})

describe('what is rendered with samples', () => {
  it('is refused when it writes what no page can show, with everything or with nothing that may be missing', async () => {
    const full = {
      'sections/a.liquid': '<p>\n{% if product.rating %}</div>{% endif %}</p>',
      'templates/product.json': template('a'),
    }
    expect((await check(full)).faults).toEqual([
      'sections/a.liquid:2 </div> comes before </p> (on a page product)',
    ])
    const empty = {
      'sections/a.liquid': '<ul>{% for p in products %}<li></li>{% else %}\n<li>{% endfor %}</ul>',
      'templates/tag.json': template('a'),
    }
    expect((await check(empty)).faults).toEqual([
      'sections/a.liquid:2 </ul> comes before </li> (on a page tag)',
    ])
    const fine = {
      'sections/a.liquid':
        '{% if product.pictures.first %}<a href="{{ product.url }}">{% picture product %}</a>{% endif %}{{ product.description | raw }}{{ section.settings.title }}',
      'templates/product.json': template('a'),
    }
    expect(await check(fine)).toEqual(clean)
  })

  it('has the settings and blocks of where it is placed', async () => {
    const home = {
      sections: {
        a: { type: 'a', blocks: { x: { type: 'b', settings: { tag: '</p>' } } }, block_order: ['x'] },
      },
      order: ['a'],
    }
    const found = await check({
      'templates/home.json': JSON.stringify(home),
      'sections/a.liquid': '{% content_for "blocks" %}',
      'blocks/b.liquid': '{% if block.settings.tag == "</p>" %}\n</p>{% endif %}',
    })
    expect(found.faults).toEqual(['blocks/b.liquid:2 </p> closes nothing (on a page home)'])
  })

  it('has words that need no other values than the English ones', async () => {
    const found = await check({
      'templates/home.liquid': '{{ "all" | t: count: 2 }}{{ "own" | t }}',
      'locales/en.json': '{ "all": "{count} things", "own": "Own" }',
      'locales/zh.json': '{\n"all": "{number} 件", "own": "自己的" }',
    })
    expect(found.faults).toEqual([])
    expect(found.hints).toEqual([expect.stringMatching(/^locales\/zh\.json:2 "all" .*\{?number/)])
  })

  it('says of one that is heavy that phones wait for it, and lets it pass', async () => {
    const words = Array.from(
      { length: 12_000 },
      (_, at) => `<b>${hash('sha1', String(at)).slice(0, 12)}</b>`,
    ).join(' ')
    const { faults, hints } = await check({ 'templates/home.liquid': words })
    expect(faults).toEqual([])
    expect(hints).toEqual([
      expect.stringMatching(
        /^templates\/home\.liquid:1 it writes \d\d kB of HTML \(compressed\) on a full page home/,
      ),
    ])
    const drawn = { 'assets/logo.svg': `<svg viewBox="0 0 1 1"><path d="${'M0 0 '.repeat(20_000)}"/></svg>` }
    expect((await check(drawn)).hints).toEqual([expect.stringMatching(/^assets\/logo\.svg:1 it has 98 KB/)])
  })

  it('says of one that does not end that it does not', async () => {
    const found = await check({
      'templates/home.liquid': '{% for i in (1..200000) %}{% for j in (1..200000) %}{% endfor %}{% endfor %}',
    })
    expect(found.faults).toEqual([
      expect.stringMatching(/^templates\/home\.liquid:1 .*50000.* \(on a page home\)$/),
    ])
  })
})
