import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHtml, HtmlFault } from './check-html.ts'
import { type Liquid, openLiquid } from './open-liquid.ts'
import type { Shape, Shapes } from './shape.ts'

let liquid: Liquid

beforeAll(() => {
  liquid = openLiquid({ log: { error: () => {}, warn: () => {} }, runs: 2_000 })
})
afterAll(() => liquid.close())

const text: Shape = { kind: 'text' }
const card: Shape = {
  kind: 'object',
  members: { title: text, price: { kind: 'object', members: { amount: { kind: 'number' } } } },
}
const objects: Shapes = {
  product: {
    kind: 'object',
    members: {
      title: text,
      picture: { kind: 'maybe', of: { kind: 'object', members: { alt: text } } },
      tags: { kind: 'list', of: text, usual: 2 },
      options: { kind: 'any' },
    },
  },
  related: { kind: 'list', of: card, usual: 2 },
  shop: { kind: 'object', members: { name: text } },
  section: { kind: 'object', members: { settings: { kind: 'any' } } },
}

const known = {
  objects,
  elsewhere: { article: ['article'] },
  islands: ['content'],
  sections: ['hero'],
  sectionsToSet: ['products'],
}

async function faults(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await liquid.check(
    { hash: JSON.stringify(texts), texts: new Map(Object.entries(texts)) },
    () => known,
  )
  return found.map(({ cause, file, line, message }) => `${cause} ${file}:${line} ${message}`)
}

it('finds nothing in a theme that is right', async () => {
  const section = `{% for tag in product.tags %}<p class="a {{ tag }}" {% if tag %}hidden{% endif %}>{{ forloop.index }}</p>{% endfor %}
{% assign x = 1 %}{{ x }}{% capture y %}{% endcapture %}{{ y }}{% render "card", card: product %}{% island "content", slug: shop.name %}
<svg viewBox="0 0 1 1"><path d="M0 0" fill="none"/></svg>{% comment %}<script>{% endcomment %}
{% schema %}{ "name": "A" }{% endschema %}`
  expect(await faults({ 'sections/a.liquid': section, 'snippets/card.liquid': '{{ card.title }}' })).toEqual(
    [],
  )
})

it('finds everything in one that is not, file by file and line by line', async () => {
  const section = `<p style="x" onclick='b'>{% render "no" %}
{{ productt.title }}
<script>
{% island "nope" %}<x-island c="neither"></x-island>
{% schema %}
{ "name": }
{% endschema %}`
  const found = await faults({
    'sections/a.liquid': section,
    'blocks/b.liquid': 'a\n{% if %}',
    'assets/a.css': '{{',
  })
  expect(found.map((fault) => fault.slice(0, 61))).toEqual([
    'html sections/a.liquid:1 style is refused: the shop’s policy ',
    'html sections/a.liquid:1 onclick is refused: templates bring ',
    'missing sections/a.liquid:1 there is no file snippets/no.liqu',
    'missing sections/a.liquid:2 nothing is called "productt" here',
    'html sections/a.liquid:3 <script> is refused: templates bring',
    'missing sections/a.liquid:4 there is no part "nope"; there ar',
    'missing sections/a.liquid:4 there is no part "neither"; there',
    'syntax sections/a.liquid:6 the schema is no JSON: Unexpected ',
    'syntax blocks/b.liquid:2 invalid value expression: ""',
  ])
})

it('knows the sections that a whole page may place, and that nothing else places any', async () => {
  const page = `{% section "hero" %}{% section "mine" %}{% section "set" %}{% main %}
{% section "gone" %}
{% section "products" %}
{% schema %}{ "sections": { "set": {} } }{% endschema %}`
  const found = await faults({
    'templates/home.liquid': page,
    'sections/mine.liquid': '<p></p>',
    'sections/other.liquid': 'a\n{% section "hero" %}',
    'snippets/other.liquid': '{% main %}',
  })
  expect(found.map((fault) => fault.slice(0, 75))).toEqual([
    'missing templates/home.liquid:2 there is no section "gone"; there are hero:',
    'missing templates/home.liquid:3 the section "products" needs settings: name',
    'syntax sections/other.liquid:2 section stands in a whole page alone, templa',
    'syntax snippets/other.liquid:1 main stands in a whole page alone, templates',
  ])
})

describe('members', () => {
  const said = async (source: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const found = await faults({ 'sections/a.liquid': source, ...more })
    return found.map((fault) => fault.replace(/^missing /, '').slice(0, 90))
  }

  it.each([
    '{{ product.title.size }}{{ product.tags.first }}{{ product.tags[0] }}{{ product.tags.size }}{{ product.size }}',
    '{{ product.picture.alt }}{{ product.options.anything.at.all }}{{ section.settings.x.y }}',
    '{% for card in related %}{{ card.price.amount }}{{ forloop.index }}{% endfor %}',
    '{% assign first = related | where: "title" | first %}{{ first.price.amount }}{{ related.last.title }}',
    // Which of them it is, nobody knows before.
    '{% assign x = product %}{% assign x = related.first %}{{ x.tags }}{{ x.price }}',
    '{% assign product = related.first %}{{ product.price }}{{ product.tags }}',
    '{% assign key = "title" %}{{ product[key].size }}{{ related[key] }}',
    '{% capture html %}a{% endcapture %}{{ html.size }}{% case product.title %}{% when "a" %}{% endcase %}',
  ])('finds nothing in %s', async (source) => {
    expect(await said(source)).toEqual([])
  })

  it.each([
    [
      '\n{{ product.titel }}',
      'sections/a.liquid:2 product has no "titel" (did you mean title?); it has title, picture, t',
    ],
    ['{{ product.title.text }}', 'sections/a.liquid:1 product.title is a text, and has no "text"'],
    [
      '{% if product.tags.title %}{% endif %}',
      'sections/a.liquid:1 product.tags is a list, and has no "title"',
    ],
    [
      '{% for c in related %}\n{% if c.title == c.prize.amount %}{% endif %}{% endfor %}',
      'sections/a.liquid:2 c has no "prize" (did you mean price?); it has title, price',
    ],
    [
      '{% assign c = related.first %}{% price c.cost %}',
      'sections/a.liquid:1 c has no "cost"; it has title, price',
    ],
    [
      '{% for c in product.cards %}{{ c.title }}{% endfor %}',
      'sections/a.liquid:1 product has no "cards"; it has title, picture, tags, options',
    ],
    [
      '{{ product.title | append: product.nme }}',
      'sections/a.liquid:1 product has no "nme"; it has title, picture, tags, options',
    ],
    ['{{ product[shop.nam] }}', 'sections/a.liquid:1 shop has no "nam" (did you mean name?); it has name'],
  ])('finds what is wrong with %s', async (source, fault) => {
    expect(await said(source)).toEqual([fault])
  })

  it('follows what a snippet is passed, and says it where it stands, once', async () => {
    const more = {
      'snippets/card.liquid':
        '<p>\n{{ card.titel }}{{ card.price.amount }}</p>{% render "card", card: card %}',
    }
    const source =
      '{% render "card" for related as card %}{% render "card", card: related[0] %}{{ product.title }}'
    expect(await said(source, more)).toEqual([
      'snippets/card.liquid:2 card has no "titel" (did you mean title?); it has title, price',
    ])
    // Of nothing that is known, nothing is said.
    expect(await said('{% render "card", card: section.settings.card %}', more)).toEqual([])
  })

  it('says of objects of other pages where they are, as a hint', async () => {
    const found = await liquid.check(
      { hash: 'elsewhere', texts: new Map([['sections/a.liquid', '\n{{ article.title }}']]) },
      () => known,
    )
    expect(found).toEqual([
      {
        cause: 'missing',
        file: 'sections/a.liquid',
        line: 2,
        message: '"article" is nothing here: it is an object of the pages article',
        isHint: true,
      },
    ])
  })

  it('knows the texts, those that a language lacks, and those that cannot be said', async () => {
    const found = await faults({
      'sections/a.liquid':
        '{{ "cart.all" | t }}\n{{ "cart.some" | t: count: 2 }}{{ section.settings.key | t }}',
      'locales/en.json': '{ "cart": { "all": "All", "one": "One", "two": "{" } }',
      'locales/zh.json': '{\n"cart": { "all": "全部",\n"none": "无" } }',
    })
    expect(found).toEqual([
      'missing sections/a.liquid:2 there is no text "cart.some" in locales/en.json, which stands in for all languages',
      'syntax locales/en.json:1 the text "cart.two" is no message: "{"',
      'missing locales/zh.json:1 it lacks cart.one, cart.two: shown in English instead',
      'missing locales/zh.json:3 "cart.none" is not in locales/en.json, which stands in for languages without it',
    ])
  })
})

const holes = { hole: 'x-hole-a1', parts: 2, blockAt: (index: number) => (index === 0 ? 'main' : null) }
const read = (html: string): string => {
  try {
    return checkHtml(html, holes)
  } catch (error) {
    return `${(error as HtmlFault).at} ${(error as HtmlFault).message}`
  }
}

it.each([
  ["<p class=a data-b='c' hidden>d<br>e<br/></p>", undefined],
  [
    '<a href="/a">b</a><a href="a/b:c">d</a><a href="#e">f</a><a href="https://g.example/">h</a><a href="mailto:i@j.k">l</a>',
    undefined,
  ],
  ['<svg viewBox="0 0 1 1"><use href="#a"/><linearGradient id="a"><stop/></linearGradient></svg>', undefined],
  ['<P>a</p>', undefined],
  ['<x-island c="content" p=\'{"a":"<b>"}\'><p>a</p></x-island>', undefined],
  ['<p class="a">b</p><p class="a">c</p><p title="a>b">d</p><p title="a>b">e</p>', undefined],
  [
    '<div><section><x-hole-a1 n="0"></x-hole-a1></section></div>',
    '<div><section><x-hole n="0"></x-hole></section></div>',
  ],
  ['<p>5 < 6<!-- c --> & <3</p>', '<p>5 &lt; 6 & &lt;3</p>'],
  ['a<x-hole-a1 n="1"></x-hole-a1>b', 'a<x-hole n="1"></x-hole>b'],
])('lets %s pass', (html, out) => {
  expect(read(html)).toBe(out ?? html)
})

it.each([
  ['<x-hole-a1 n="2"></x-hole-a1>', '0 <x-hole> is refused'],
  ['<x-hole-a1 n="1">a</x-hole-a1>', '0 <x-hole> is refused'],
  ['<textarea><x-hole-a1 n="1"></x-hole-a1></textarea>', '10 a part of the shop cannot stand in <textarea>'],
  [
    '<a href="//[<x-hole-a1 n="1"></x-hole-a1>]">',
    '3 a part of the shop cannot stand in an attribute (href)',
  ],
  ['<p title="a>" onclick="b">c</p>', '14 onclick is refused'],
  ['<p title="a>">c</p><p title="a>" onclick="b">', '33 onclick is refused'],
  ['<p><span><x-hole-a1 n="0"></x-hole-a1></span></p>', '9 main cannot stand in <p>'],
  ['<x-hole-a1 n="0"></x-hole-a1><x-hole-a1 n="0"></x-hole-a1>', '29 main is written here a second time'],
  ['<svg><p></p></svg>', '5 <p> is refused'],
  ['<p class="a"></p><svg><path class="a"/></svg><path class="a"/>', '45 <path> is refused'],
  ['<div/>', '0 <div/> does not close itself'],
  ['<p><b></p></b>', '6 </p> comes before </b>'],
  ['a</p>', '1 </p> closes nothing'],
  ['<p', '2 a tag is not closed by >'],
  ['<p a="b>', '3 a is refused'],
  ['<p id="b>', '6 the value of id is not closed by "'],
  ['<p id=a"b>', '7 the value of id stands without quotes'],
  ['<p id="a"title="b">', '9 a tag is not closed by >, or its attributes are not apart'],
  ['<p\u00a0id="a">', '2 a tag is not closed by >, or its attributes are not apart'],
  ['<!doctype html>', '0 <! and <? are refused'],
  ['<?xml?>', '0 <! and <? are refused'],
  ['</ p>', '0 </ is refused'],
  ['<a href="JavaScript:a()">', '3 href="JavaScript:a()" is refused'],
  ['<a href="&#x6a;avascript:a()">', '3 href="&#x6a;avascript:a()" is refused'],
  ['<a href="java&Tab;script&colon;a()">', '3 href="java&Tab;script&colon;a()" is refused'],
  ['<a href="data:text/html,a">', '3 href="data:text/html,a" is refused'],
  ['<img src="tel:1">', '5 src="tel:1" is refused'],
  ['<img srcset="data:a 1x">', '5 srcset is refused'],
  ['<svg><use href="/a.svg#b"/></svg>', '10 href of a drawing may only name a part of it'],
  ['<svg><script></script></svg>', '5 <script> is refused'],
  ['<rect></rect>', '0 <rect> is refused'],
  ['<p ONCLICK=a>', '3 onclick is refused'],
  ['<button formaction="/a">', '8 formaction is refused'],
  ['<option><b></b></option>', '8 <option> holds a text and no elements'],
])('refuses %s at its place', (html, start) => {
  expect(read(html)).toMatch(new RegExp(`^${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
})
