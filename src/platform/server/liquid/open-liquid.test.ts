import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, work } from './for-tests.ts'
import { type Liquid, openLiquid } from './open-liquid.ts'
import { type LiquidResult, type LiquidWork, SafeHtml } from './work.ts'

const quiet = { error: () => {}, warn: () => {} }
let liquid: Liquid

beforeAll(() => {
  // A machine that runs all tests at once is slow: what is looked at here is what comes, not when.
  liquid = openLiquid({ log: quiet, runs: 2_000, answers: 30_000 })
})
afterAll(() => liquid.close())

const render = (...args: Parameters<typeof work>): Promise<LiquidResult> => liquid.render(work(...args))

async function html(...args: Parameters<typeof work>): Promise<string> {
  const result = await render(...args)
  return result.kind === 'rendered'
    ? result.html
    : `${result.cause}: ${result.file}:${result.line} ${result.message}`
}

const stool = { ref: 'product:7', title: 'Oak <stool>', price: { amount: 199_000 }, tags: ['oak', 'new'] }

describe('data', () => {
  it('shows values escaped, and nothing where there is none', async () => {
    const source =
      '<p title="{{ product.title }}">{{ product.title }}{{ product.nothing.at.all }}{{ product }}</p>'
    expect(await html(source, { product: stool })).toBe('<p title="Oak &lt;stool&gt;">Oak &lt;stool&gt;</p>')
  })

  it('reads lists by first, last, size and number', async () => {
    const source =
      '{{ p.tags.first }} {{ p.tags.last }} {{ p.tags.size }} {{ p.tags[1] }} {{ p.tags[-1] }} {{ p.title.size }}'
    expect(await html(source, { p: stool })).toBe('oak new 2 new new 11')
  })

  it('writes sanitised HTML as a part of the page, by raw and by nothing else', async () => {
    const description = new SafeHtml('<p style="color:red">Oak</p>')
    const source = '{{ d }}|{{ d | raw }}|{{ d | strip_html }}|{{ t | raw }}|{{ d | raw | append: "!" }}'
    expect(await render(source, { d: description, t: '<b>' })).toEqual({
      kind: 'rendered',
      html: `&lt;p style=&#34;color:red&#34;&gt;Oak&lt;/p&gt;|<x-hole n="0"></x-hole>|Oak|&lt;b&gt;|&lt;p style=&#34;color:red&#34;&gt;Oak&lt;/p&gt;!`,
      parts: [
        { tag: 'html', name: null, subject: description.html, args: {}, inner: null, file: '', line: 0 },
      ],
    })
  })

  it('keeps what a template captured as HTML, and only that', async () => {
    const source =
      '{% capture x %}<b>{{ t }}</b>{% endcapture %}{{ x }}|{{ x | append: "<i>" }}|{% if x == blank %}blank{% endif %}{{ x | size }}'
    expect(await html(source, { t: '<' })).toBe('<b>&lt;</b>|&lt;b&gt;&amp;lt;&lt;/b&gt;&lt;i&gt;|11')
  })
})

describe('files', () => {
  it('renders snippets with what they are passed and with the objects of the page', async () => {
    const more = {
      'snippets/card.liquid': '<li>{{ card.title }} {{ size }} {{ shop.name }}{{ secret }}</li>',
    }
    const source =
      '{% assign secret = "x" %}<ul>{% render "card" for list as card, size: 2 %}{% render "card", card: list[0] %}</ul>'
    const list = [{ title: 'A' }, { title: 'B' }]
    expect(await html(source, { list, shop: { name: 'Violet' } }, { more })).toBe(
      '<ul><li>A 2 Violet</li><li>B 2 Violet</li><li>A  Violet</li></ul>',
    )
  })

  it('renders the blocks of a section, and blocks within blocks', async () => {
    const more = {
      'blocks/group.liquid': '<div>{% content_for "blocks" %}</div>',
      'blocks/text.liquid': '<p>{{ block.settings.text }}{{ section.id }}</p>',
    }
    const text = (said: string) => ({ type: 'text', settings: { text: said } })
    const section = { id: 's', blocks: [text('a'), { type: 'group', blocks: [text('b')] }] }
    expect(await html('{% content_for "blocks" %}', { section }, { more })).toBe(
      '<p>as</p><div><p>bs</p></div>',
    )
    const lacking = { section: { blocks: [{ type: 'nothing' }] } }
    expect(await render('{% content_for "blocks" %}', lacking, { more })).toMatchObject({
      cause: 'missing',
      message: 'there is no file blocks/nothing.liquid in the theme',
    })
  })

  it('keeps themes apart that have files of the same names', async () => {
    const of = (word: string) => work('{% render "s" %}', {}, { more: { 'snippets/s.liquid': word } })
    const themes = Array.from({ length: 9 }, (_, at) => of(`theme ${at}`))
    for (let turn = 0; turn < 3; turn += 1) {
      const results = await Promise.all(themes.map((one) => liquid.render(one)))
      expect(results.map((one) => (one.kind === 'rendered' ? one.html : one.message))).toEqual(
        themes.map((_, at) => `theme ${at}`),
      )
    }
  })

  it('shows nothing of a schema', async () => {
    expect(await html('a{% schema %}{ "name": "{{ x }}" }{% endschema %}b')).toBe('ab')
  })
})

describe('parts', () => {
  it('asks the page for them, with an object of the shop as its reference alone', async () => {
    const source = `{% island "product-buttons", product: product, tags: product.tags %}
{% picture product, sizes: "50vw" %}{% price product %}{% link product %}{{ product.title }}{% endlink %}{% link product %}`
    const part = {
      name: null,
      subject: { ref: 'product:7' },
      args: {},
      inner: null,
      file: 'sections/a.liquid',
    }
    expect(await render(source, { product: stool })).toEqual({
      kind: 'rendered',
      html: [0, 1, 2, 3, 4].map((n) => `<x-hole n="${n}"></x-hole>${n === 0 ? '\n' : ''}`).join(''),
      parts: [
        {
          ...part,
          tag: 'island',
          name: 'product-buttons',
          subject: null,
          args: { product: { ref: 'product:7' }, tags: ['oak', 'new'] },
          line: 1,
        },
        { ...part, tag: 'picture', args: { sizes: '50vw' }, line: 2 },
        { ...part, tag: 'price', line: 2 },
        { ...part, tag: 'link', inner: 'Oak &lt;stool&gt;', line: 2 },
        { ...part, tag: 'link', line: 2 },
      ],
    })
  })

  it('places the pieces of a whole page, each once', async () => {
    const page = (source: string) => {
      const texts = files({ 'templates/home.liquid': source })
      return html(source, {}, { files: texts, entry: 'templates/home.liquid' })
    }
    expect(await page('<div>{% section "hero" %}</div>{% main %}')).toBe(
      '<div><x-hole n="0"></x-hole></div><x-hole n="1"></x-hole>',
    )
    expect(await page('{% main %}\n{% main %}')).toBe(
      'syntax: templates/home.liquid:2 main stands here twice',
    )
    expect(await page('{% for i in (1..2) %}{% section "a" %}{% endfor %}')).toContain(
      'section "a" stands here twice',
    )
    expect(await page('\n<p>{% section "a" %}</p>')).toBe(
      'html: templates/home.liquid:2 section cannot stand in <p>',
    )
    const many = Array.from({ length: 26 }, (_, at) => `{% section "s${at}" %}`).join('')
    expect(await page(many)).toContain('limit: templates/home.liquid:1 it places more than 25 sections')
    expect(await html('{% main %}')).toContain('main stands in a whole page alone')
  })

  it('checks what stands inside them by itself', async () => {
    const inside = '{% form "cart/add", product: p %}<input name="q">{% price p %}{% endform %}'
    const result = await render(inside, { p: stool })
    expect(result).toMatchObject({
      html: '<x-hole n="1"></x-hole>',
      parts: [
        { tag: 'price' },
        { tag: 'form', name: 'cart/add', inner: '<input name="q"><x-hole n="0"></x-hole>' },
      ],
    })
    expect(await html('{% form "a" %}\n</p>{% endform %}')).toBe(
      'html: sections/a.liquid:2 </p> closes nothing',
    )
  })

  it.each([
    ['{% island %}', 'island wants a name in quotes'],
    ['{% island name %}', 'island wants a name in quotes'],
    ['{% price %}', 'price wants something to show'],
    ['{% price p | upcase %}', 'price cannot read "| upcase"'],
    ['{% endisland %}', 'there is no tag "endisland"'],
  ])('says how %s is written', async (source, message) => {
    expect(await html(source, { p: stool })).toContain(message)
  })
})

describe('faults', () => {
  it.each([
    ['a\n{{ x | nope }}', 'syntax: sections/a.liquid:2 there is no filter "nope"'],
    ['a\n{% nope %}', 'syntax: sections/a.liquid:2 there is no tag "nope"'],
    ['a\n\n{% if x %}', 'syntax: sections/a.liquid:3 tag {% if x %} not closed: {% endif %} is missing'],
    [
      '{% render "none" %}',
      'missing: sections/a.liquid:1 there is no file snippets/none.liquid in the theme',
    ],
    [
      '\n{% render "deep" %}',
      'html: snippets/deep.liquid:3 style is refused: the shop’s policy of security knows no styles of single elements; give a class that begins with my-, and its styles in styles.css',
    ],
    ['<p>\n\n{% if true %}</div>{% endif %}</p>', 'html: sections/a.liquid:3 </div> comes before </p>'],
    ['\n<ul>\n<li>', 'html: sections/a.liquid:3 <li> is never closed'],
    ['{% paginate x by 3 %}', 'there is no tag "paginate": pages are the shop’s'],
  ])('names file and line of %j', async (source, expected) => {
    const more = { 'snippets/deep.liquid': '\n\n<p style="color:red">' }
    expect(await html(source, {}, { more })).toContain(expected)
  })

  it('are those of a template that lacks, too', async () => {
    expect(await render('a', {}, { entry: 'sections/b.liquid' })).toMatchObject({
      kind: 'fault',
      cause: 'missing',
    })
  })
})

it('renders the same of the same once, and anew what differs', async () => {
  const source = '{{ a }} {{ m | money }}'
  const first = await render(source, { a: 'b', m: 1 })
  expect(await render(source, { a: 'b', m: 1 })).toBe(first)
  expect(await html(source, { a: 'c', m: 1 })).toBe('c $0.01')
  expect(await html(source, { a: 'b', m: 1 }, { currency: 'JPY' })).toBe('b ¥1')
  expect(await html(source, { a: 'b', m: 1 }, { lang: 'zh-Hans' })).toBe('b US$0.01')
  expect(await html(`${source}!`, { a: 'b', m: 1 })).toBe('b $0.01!')
})

describe('threads', () => {
  // What a template may use is counted: only such an amount of data keeps a thread busy for long.
  const big = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, at]))
  const endless = '{% for i in (1..40000) %}{{ big.size }}{% endfor %}'

  it('tries a new one once, however many ask for it', async () => {
    const ended: string[] = []
    const warn = (fields: object) => void ended.push(JSON.stringify(fields))
    const own = openLiquid({ log: { ...quiet, warn } as never, runs: 300, answers: 30_000 })
    try {
      const results = await Promise.all(Array.from({ length: 20 }, () => own.render(work(endless, { big }))))
      for (const result of results)
        expect(result).toMatchObject({ kind: 'fault', cause: 'killed', line: null })
      expect(ended).toHaveLength(1)
    } finally {
      await own.close()
    }
  })

  it('tries again after a pause what was ended, longer each time', async () => {
    let time = 0
    const ended: string[] = []
    const warn = (fields: object) => void ended.push(JSON.stringify(fields))
    const own = openLiquid({ log: { ...quiet, warn } as never, runs: 300, answers: 30_000, now: () => time })
    try {
      for (const [at, count] of [
        [0, 1],
        [9_000, 1],
        [10_500, 2],
        [29_000, 2],
        [31_000, 3],
      ] as const) {
        time = at
        expect(await own.render(work(endless, { big }))).toMatchObject({ cause: 'killed' })
        expect(ended).toHaveLength(count)
      }
    } finally {
      await own.close()
    }
  })

  it('lets those that have proven themselves pass while others are ended', async () => {
    const own = openLiquid({ log: quiet, workers: 2, runs: 400, answers: 30_000 })
    try {
      await own.start()
      const known = work('known')
      expect(await own.render(known)).toMatchObject({ html: 'known' })
      const hostile = Array.from({ length: 2 }, (_, at) => own.render(work(`${at}${endless}`, { big })))
      let settled = 0
      for (const one of hostile) void one.then(() => (settled += 1))
      await sleep(100)
      for (let turn = 0; turn < 10; turn += 1)
        expect(await own.render(known)).toMatchObject({ html: 'known' })
      // They come one after the other: the last of them is not waited for.
      expect(settled).toBeLessThan(2)
      for (const result of await Promise.all(hostile)) expect(result).toMatchObject({ cause: 'killed' })
      expect(await own.render(work('new'))).toMatchObject({ html: 'new' })
    } finally {
      await own.close()
    }
  })

  it('waits for a thread as long as a page has patience', async () => {
    const own = openLiquid({ log: quiet, workers: 1, answers: 1 })
    try {
      // No thread starts within a millisecond.
      expect(await own.render(work('new'))).toMatchObject({ kind: 'fault', cause: 'busy' })
      const patient = { ...work('patient'), patience: 30_000 }
      expect(await own.render(patient)).toMatchObject({ kind: 'rendered', html: 'patient' })
    } finally {
      await own.close()
    }
  })

  it('shows what a template last wrote in the same place while it cannot be rendered', async () => {
    const own = openLiquid({ log: quiet, workers: 1, runs: 400, answers: 30_000 })
    try {
      const source = `{{ n }}{% if n > 1 %}${endless}{% endif %}`
      const at = (n: number, more: Partial<LiquidWork> = {}) =>
        own.render(work(source, n > 1 ? { n, big } : { n }, { place: '/ top', ...more }))
      expect(await at(1)).toEqual({ kind: 'rendered', html: '1', parts: [] })
      expect(await at(2)).toEqual({ kind: 'rendered', html: '1', parts: [], isFormer: true })
      // Nor what it wrote elsewhere, in another language, or in another theme.
      for (const other of [
        { place: '/ foot' },
        { lang: 'zh-Hans' },
        { files: { ...files({ 'sections/a.liquid': source }), hash: 'b' } },
      ])
        expect(await at(2, other)).toMatchObject({ kind: 'fault', cause: 'killed' })
      expect(await own.render(work(source, { n: 2, big }))).toMatchObject({ kind: 'fault', cause: 'killed' })
    } finally {
      await own.close()
    }
  })

  it('answers at its deadline that others are before', async () => {
    const own = openLiquid({ log: quiet, workers: 1, runs: 800, answers: 1_000 })
    try {
      const known = work('known')
      await expect.poll(() => own.render(known), { timeout: 20_000 }).toMatchObject({ html: 'known' })
      const first = own.render(work(endless, { big }))
      const second = own.render(work(`2${endless}`, { big }))
      const third = own.render(work('waits'))
      expect(await third).toMatchObject({ kind: 'fault', cause: 'busy' })
      for (const result of await Promise.all([first, second]))
        expect(result).toMatchObject({ kind: 'fault', cause: expect.toBeOneOf(['busy', 'killed']) })
      // Nothing is held against it.
      await expect.poll(() => own.render(work('waits')), { timeout: 20_000 }).toMatchObject({ html: 'waits' })
    } finally {
      await own.close()
    }
  })

  it('gives no thread more than it can bear', async () => {
    const much = Array.from({ length: 60_000 }, (_, at) => `entry ${at}`)
    expect(await html('{{ much.size }}', { much })).toMatch(/^limit: .* characters of data$/)
    const theme = { 'snippets/a.liquid': 'a'.repeat(2_000_001) }
    expect(await html('a', {}, { more: theme })).toMatch(/^limit: .*the theme has more than/)
    const long = { 'locales/en.json': JSON.stringify({ a: 'b', c: 'd'.repeat(300_000) }) }
    expect(await html('{{ "a" | t }}', {}, { more: long })).toBe('a')
  })

  it('answers nothing more when it is closed', async () => {
    const own = openLiquid({ log: quiet })
    await own.close()
    expect(await own.render(work('a'))).toMatchObject({ cause: 'busy' })
  })
})
