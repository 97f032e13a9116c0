import { readFileSync } from 'node:fs'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import category from '#features/catalog/pages/category.page.tsx'
import collection from '#features/catalog/pages/collection.page.tsx'
import tag from '#features/catalog/pages/tag.page.tsx'
import articles from '#features/content/pages/article-list.page.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { type Liquid, openLiquid } from '#platform/server/liquid/open-liquid.ts'
import {
  type LiquidData,
  type LiquidResult,
  type LiquidWork,
  SafeHtml,
} from '#platform/server/liquid/work.ts'
import type { ThemeSettings } from '#features/theming/rules/theme-settings.ts'
import { mergedAll, type Shape } from '#platform/server/liquid/shape.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import type { Rendering } from '#platform/server/pages/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { loadIslands, rendered, shopCatalogue, shopContent } from '#test/placed/placed-parts.tsx'
import { fillShop } from '#transfer/content/for-tests.ts'
import { pageTemplate } from '#wire/sections.ts'
import article from '../pages/article.page.tsx'
import home from '../pages/home.page.tsx'
import contentPage from '../pages/page.page.tsx'
import product from '../pages/product.page.tsx'
import search from '../pages/search.page.tsx'
import { prepareSections } from '../sections/sections.tsx'
import { objectsOf, ofAllPages } from './catalogue.ts'
import { leftOutTag, loadLiquid, themeTexts } from './load-liquid.ts'
import { openObjects } from './objects.ts'
import { pageObjects, shopObjects } from './page-objects.ts'

let shop: TestDatabase
let islands: Rendering['islands']
let engine: Liquid
beforeAll(async () => {
  shop = await createDatabase()
  islands = await loadIslands()
  await fillShop(shop.db, shopCatalogue, shopContent)
  engine = openLiquid({ log: pino({ level: 'silent' }), runs: 2_000, answers: 30_000 })
})
afterAll(async () => {
  await engine.close()
  await shop.drop()
})

function context(): { ctx: Ctx; said: Record<string, unknown>[] } {
  const said: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (text) => void said.push(JSON.parse(text) as never) })
  return { ctx: { ...contextOf(shop.db), log } as unknown as Ctx, said }
}

const pages: readonly [AnyPage, params: Record<string, string>][] = [
  [home, {}],
  [product, { slug: 'stool' }],
  [category, { slug: 'kitchen' }],
  [collection, { slug: 'quiet' }],
  [tag, { slug: 'oak' }],
  [search, {}],
  [article, { slug: 'oak' }],
  [articles, {}],
  [contentPage, { slug: 'about' }],
]

async function factsOf(page: AnyPage, params: Record<string, string>, ctx: Ctx) {
  const loaded = await page.load(ctx, params, new URLSearchParams())
  if (loaded.kind !== 'page') throw new Error(`${page.name} is ${loaded.kind}`)
  return { name: page.name, data: loaded.data, url: null }
}

async function shown(
  source: string,
  [page, params]: (typeof pages)[number] = [product, { slug: 'stool' }],
  {
    more = {},
    own = {},
    settings = {},
  }: { more?: Record<string, string>; own?: LiquidData; settings?: ThemeSettings } = {},
) {
  const { ctx, said } = context()
  let busy = 0
  const files = themeTexts(new Map(Object.entries({ 'sections/a.liquid': source, ...more })))
  const theme = { engine, files, settings, wasBusy: () => void (busy += 1) }
  const facts = await factsOf(page, params, ctx)
  const part = await loadLiquid(ctx, theme, 'sections/a.liquid', { own, place: 'top' }, facts)
  return { ...(part.lacks !== undefined ? { html: null } : rendered(part, ctx, islands)), said, busy }
}

/** Of the stool, with the promotion that is on. */
const price =
  '<span class="price price-reduced"><span class="price-now">$76.50</span> <s class="price-line"><span class="visually-hidden">before </span>$90</s></span>'

describe('parts', () => {
  it('are the shop’s own, of what the page shows', async () => {
    const { html, said, styles } = (await shown(
      `<h2>{{ product.title }}</h2><p class="p">{% price product %}</p>{% link product, class: "l" %}<b>{{ "<" }}</b>{% endlink %}
<div>{% island "product-buttons", product: product, on: "visible" %}</div>{{ product.description | raw }}`,
    )) as Awaited<ReturnType<typeof shown>> & { styles: Set<string> }
    expect(said).toEqual([])
    expect(html).toContain(`<p class="p">${price}</p>`)
    expect(html).toContain('<a href="/product/stool" class="l"><b>&lt;</b></a>')
    expect(html).toMatch(
      /<div><x-island c="part" on="visible" k="part\d+-product-buttons" p='[^']*"slug":"stool"/,
    )
    expect(html).not.toContain('x-hole')
    expect([...styles]).toContain('product')
  })

  it('stand in one another, and in elements that a template writes itself', async () => {
    const { html, said } = await shown(
      `<x-island c="content"><p>a {% link product %}{% price product %}{% endlink %}</p></x-island>
{% island "content" %}<p>b {% price product %}</p>{% endisland %}{% capture c %}{% price product %}{% endcapture %}{{ c }}{{ c }}`,
    )
    expect(said).toEqual([])
    expect(html!.match(/price-now/g)).toHaveLength(4)
    expect(html).toMatch(/<p>a <a href="\/product\/stool"><span class="price price-reduced">/)
    expect(html).not.toContain('x-hole')
  })

  it('are forms of the shop: whole ones, or around what a template writes', async () => {
    const { html, said } = await shown(
      `{% form "cart/add", product: product %}{% form "newsletter/subscribe", class: "f" %}<input name="email">{% endform %}`,
    )
    expect(said).toEqual([])
    expect(html).toMatch(/c="part" k="part\d+-product-buttons"/)
    expect(html).toContain(
      '<form class="f" action="/form/newsletter/subscribe" method="post"><input name="email"></form>',
    )
  })

  it('of nothing are nothing, and the merchant reads why', async () => {
    const { html, said } = await shown(
      `a{% price shop %}\n{% picture product.tags %}{% link nothing %}{% form "auth/signOut" %}{% island "nope" %}`,
    )
    expect(html!.trim()).toBe('a')
    expect(said.map(({ file, line, reason }) => [file, line, String(reason).slice(0, 24)])).toEqual([
      ['sections/a.liquid', 1, 'it was given nothing tha'],
      ['sections/a.liquid', 2, 'it was given nothing tha'],
      ['sections/a.liquid', 2, 'it was given nothing tha'],
      ['sections/a.liquid', 2, 'there is no form "auth/s'],
      [undefined, undefined, 'there is no part of this'],
    ])
  })

  it('believe no template what it says of a thing', async () => {
    const own = { fake: { ref: 'product:stool', price: { text: '$1' } }, gone: { ref: 'product:gone' } }
    const { html } = await shown('{% price fake %}|{% price gone %}', undefined, { own })
    expect(html).toBe(`${price}|`)
  })
})

it('shows the settings of the whole theme, in the language of the page', async () => {
  const settings = { motto: { en: 'Made <slowly>', zh: '慢工' }, columns: 3, is_dense: false }
  const { html } = await shown(
    '{{ settings.motto }} {{ settings.columns | plus: 1 }} {% if settings.is_dense %}dense{% endif %}{{ settings.constructor }}',
    undefined,
    { settings },
  )
  expect(html).toBe('Made &lt;slowly&gt; 4 ')
})

describe('faults', () => {
  it('leave the page without it, and name file and line', async () => {
    const more = { 'snippets/card.liquid': '<li>\n<p style="x">' }
    const { html, said, busy } = await shown('\n{% render "card" %}', undefined, { more })
    expect([html, busy]).toEqual([null, 0])
    expect(said).toMatchObject([{ file: 'snippets/card.liquid', line: 2, cause: 'html' }])
  })

  it('of the moment are made good soon', async () => {
    const { ctx } = context()
    let busy = 0
    const render = async () =>
      ({ kind: 'fault', cause: 'busy', file: 'a', line: null, message: 'later' }) as const
    const theme = {
      engine: { render, start: async () => {} },
      files: themeTexts(new Map()),
      settings: {},
      wasBusy: () => void (busy += 1),
    }
    expect(await loadLiquid(ctx, theme, 'a', { own: {}, place: 'top' }, null)).toEqual({
      element: null,
      tags: [leftOutTag],
      lacks: 'later',
      faults: [{ file: 'a', line: null, message: 'later' }],
    })
    expect(busy).toBe(1)
  })

  it('of the moment show what was there before, and the page’s own view where nothing was', async () => {
    const { ctx } = context()
    const asked: (string | undefined)[] = []
    let result: LiquidResult = { kind: 'rendered', html: '<b>before</b>', parts: [], isFormer: true }
    const render = async ({ place }: LiquidWork) => {
      asked.push(place)
      return result
    }
    const engine = { render, start: async () => {} }
    const files = {
      picture: () => null,
      liquid: { engine, files: themeTexts(new Map()), settings: {}, wasBusy: () => {} },
    }
    const facts = await factsOf(product, { slug: 'stool' }, ctx)
    const prepared = (order: string[], url: string | null, name = 'product') => {
      const sections = { mine: { type: 'mine' }, main: { type: 'main' } }
      const loaded = Promise.resolve({ kind: 'page' as const, data: facts.data, tags: [] })
      const template = pageTemplate.parse({ sections, order })
      return prepareSections(ctx, template, files, { name, url, loaded })
    }
    const former = await prepared(['mine'], '/product/stool?')
    expect([former.isViewInstead, former.tags]).toEqual([false, [leftOutTag]])
    expect(rendered({ element: former.view(null), tags: [] }, ctx, islands).html).toContain('<b>before</b>')
    await prepared(['mine'], null)
    expect(asked).toEqual(['["/product/stool?","mine"]', undefined])
    result = { kind: 'fault', cause: 'killed', file: 'a', line: null, message: 'too long' }
    expect((await prepared(['mine'], '/product/stool?')).isViewInstead).toBe(true)
    expect((await prepared(['mine', 'main'], '/product/stool?')).isViewInstead).toBe(false)
    expect((await prepared(['mine'], '/app/a?', 'custom')).isViewInstead).toBe(false)
    result = { kind: 'fault', cause: 'html', file: 'a', line: 1, message: 'refused' }
    expect((await prepared(['mine'], '/product/stool?')).isViewInstead).toBe(false)
  })
})

it('takes two themes with the same files for one, and others apart', () => {
  const one = themeTexts(
    new Map([
      ['a', 'b'],
      ['c', 'd'],
    ]),
  )
  expect(
    themeTexts(
      new Map([
        ['c', 'd'],
        ['a', 'b'],
      ]),
    ).hash,
  ).toBe(one.hash)
  expect(
    themeTexts(
      new Map([
        ['a', 'bc'],
        ['', 'd'],
      ]),
    ).hash,
  ).not.toBe(one.hash)
})

describe('the objects of a page', () => {
  const documented = readFileSync('docs/templates.md', 'utf8')

  it.each(pages)('are plain data that the documents name: %o', async (page, params) => {
    const { ctx } = context()
    const objects = openObjects(ctx)
    const all = {
      ...shopObjects(ctx, page.name),
      ...pageObjects(await factsOf(page, params, ctx), objects, ctx),
    }
    const known = { kind: 'object' as const, members: mergedAll([ofAllPages, objectsOf(page.name)]) }
    expect(unlike(all, known, '')).toEqual([])
    expect(JSON.stringify(all).length).toBeLessThan(100_000)
    const missing = namesIn(all).filter((name) => !documented.includes(`\`${name}\``))
    expect([...new Set(missing)]).toEqual([])
  })

  it('can be rendered, each', async () => {
    for (const [page, params] of pages) {
      const { html, said } = await shown('{{ request.page }} {{ shop.name }}{{ product | json }}', [
        page,
        params,
      ])
      expect([said, html?.split(' ')[0]]).toEqual([[], page.name])
    }
  })
})

/** Where data and what a checker knows of it differ: members that one of them does not have, and other kinds. */
function unlike(value: unknown, shape: Shape, path: string): string[] {
  const differs = (isSame: boolean): string[] =>
    isSame ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape.kind}`]
  switch (shape.kind) {
    case 'any':
      return []
    case 'maybe':
      return value === null ? [] : unlike(value, shape.of, path)
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((one, at) => unlike(one, shape.of, `${path}.${at}`))
        : differs(false)
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return differs(false)
      const [there, known] = [Object.keys(value), Object.keys(shape.members)]
      return [
        ...there.filter((name) => !known.includes(name)).map((name) => `${path}.${name} is not known`),
        ...known.filter((name) => !there.includes(name)).map((name) => `${path}.${name} is not there`),
        ...known.flatMap((name) =>
          there.includes(name)
            ? unlike((value as Record<string, unknown>)[name], shape.members[name]!, `${path}.${name}`)
            : [],
        ),
      ]
    }
    case 'html':
      return differs(value instanceof SafeHtml)
    case 'moment':
      return differs(typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    default:
      return differs(typeof value === { text: 'string', number: 'number', flag: 'boolean' }[shape.kind])
  }
}

/** The names of all members; those of an object that is data of its own, by what the merchant called it, are not ours. */
function namesIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, path))
  if (typeof value !== 'object' || value === null || value instanceof SafeHtml) return []
  return Object.entries(value).flatMap(([name, one]) => [
    ...(path === 'skus.options' ? [] : [name]),
    ...namesIn(one, name === 'options' && path === 'skus' ? 'skus.options' : name),
  ])
}
