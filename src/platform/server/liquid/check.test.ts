import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkHtml, HtmlFault } from './check-html.ts'
import { type Liquid, openLiquid } from './open-liquid.ts'

let liquid: Liquid

beforeAll(() => {
  liquid = openLiquid({ log: { error: () => {}, warn: () => {} }, runs: 2_000 })
})
afterAll(() => liquid.close())

const known = {
  objects: ['product', 'shop', 'section'],
  objectsOf: { 'sections/home.liquid': ['shop', 'section'] },
  islands: ['content'],
}

async function faults(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await liquid.check(
    { hash: JSON.stringify(texts), texts: new Map(Object.entries(texts)) },
    known,
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

it('says which objects the pages do not have that a section is for, and which texts no language has', async () => {
  const texts = {
    'sections/home.liquid': '{{ shop.name }}\n{{ product.title }}',
    'sections/product.liquid': '{{ product.title }}',
    'snippets/a.liquid':
      '{{ "sale.end" | t }} {{ "sale.begin" | t: day: 1 }}\n{{ "toString" | t }}{{ key | t }}',
    'locales/zh.json': '{"sale": {"end": "完"}}',
  }
  expect(await faults(texts)).toEqual([
    'missing sections/home.liquid:2 nothing is called "product" on the pages that show this; there are shop, section',
    'missing snippets/a.liquid:1 there is no text "sale.begin" in locales/',
    'missing snippets/a.liquid:2 there is no text "toString" in locales/',
  ])
})

const holes = { hole: 'x-hole-a1', parts: 2 }
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
