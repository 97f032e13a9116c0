import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import type { Rendering } from '#platform/server/pages/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, seePage } from '#test/page-visitor.ts'
import { fillShop, page } from '#transfer/content/for-tests.ts'
import { isOwnPart, isServerPart, placedNames } from '#wire/placed-names.ts'
import contentPage from '../pages/page.page.tsx'
import homePage from '../pages/home.page.tsx'
import { loadParts, placeParts } from './place.tsx'
import {
  loadIslands,
  placedText,
  rendered,
  rightProps,
  shopCatalogue,
  shopContent,
  type Rendered,
} from '#test/placed/placed-parts.tsx'

let shop: TestDatabase
let islands: Rendering['islands']
beforeAll(async () => {
  shop = await createDatabase()
  islands = await loadIslands()
  const all = page('all', {
    title: { en: 'All', zh: '全部' },
    body: { en: placedText(placedNames), zh: placedText(placedNames) },
  })
  const start = page('home', { body: { en: placedText(['nav', 'cart']) } })
  await fillShop(shop.db, shopCatalogue, { ...shopContent, pages: [...shopContent.pages, all, start] })
})
afterAll(() => shop.drop())

/** With the lines of its log. */
function context(options: Parameters<typeof contextOf>[1] = {}): {
  ctx: Ctx
  said: Record<string, unknown>[]
} {
  const said: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (text) => void said.push(JSON.parse(text) as never) })
  return { ctx: { ...contextOf(shop.db, options), log } as unknown as Ctx, said }
}

async function placed(
  html: string,
  origin = '/page/test',
): Promise<Rendered & { said: Record<string, unknown>[] }> {
  const { ctx, said } = context()
  return { ...rendered(await placeParts(ctx, html, origin), ctx, islands), said }
}

it('is a field with a label in sight where the dial codes stand by themselves', async () => {
  const { html } = await placed(placedText(['phone-code-select']))
  const label =
    /<label class="field-label" for="([\w-]+)">Country code<\/label><span class="field-box">/.exec(html)
  expect(html).toMatch(new RegExp(`<select [^>]*id="${label![1]}"`))
})

describe('every part', () => {
  it.each(placedNames)('%s is made of what it is asked for', async (name) => {
    const { html, said } = await placed(placedText([name]))
    expect(said).toEqual([])
    const outer = isServerPart(name) ? name : 'part'
    expect(html).toContain(`<x-island c="${outer}"`)
    expect(html).toMatch(new RegExp(`k="part0-${name}"`))
    // Of one visitor's own, the page says what the merchant wrote; of everything else what it is.
    const isInside = isOwnPart(name) || name === 'content' || name === 'slides'
    expect(html.includes(`Instead of ${name}`)).toBe(isInside)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('stands on one page with all the others, in each language', async () => {
    for (const locale of ['en', 'zh'] as const) {
      const { ctx, said } = context({ locale })
      const { html } = await seePage(contentPage, ctx, { slug: 'all' }, '', islands)
      expect(said).toEqual([])
      const keys = [...html.matchAll(/ k="(part\d+-[\w-]+?)"/g)].map(([, k]) => k)
      for (const name of placedNames) expect(keys.filter((k) => k!.endsWith(`-${name}`))).not.toEqual([])
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    }
  })
})

it('gives the page tags and stylesheets of what it shows', async () => {
  const { tags, styles } = await placed(placedText(['product-list', 'product-spec', 'aside-menu']))
  expect([...tags]).toEqual(
    expect.arrayContaining(['catalog', 'list', 'content', expect.stringMatching(/^product:\d/)]),
  )
  expect([...styles].sort()).toEqual(['area', 'product', 'shop'])
})

it('understands slugs of other languages, and writes props out in full', async () => {
  const { html } = await placed(placedText(['product-list']))
  expect(html).toContain(
    `p='{"collection":"quiet","category":null,"tag":null,"slugs":[],"sort":"featured","limit":8}'`,
  )
})

describe('what is wrong with a part', () => {
  const inner = '<p>Still <em>here</em></p>'
  it.each([
    ['there is no part of this name', `c="auth" p='{}'`],
    ['there is no part of this name', `c="constructor"`],
    ['there is no part of this name', ''],
    ['p is no JSON', `c="nav" p='{of:1}'`],
    ['p is longer than 4000 characters', `c="nav" p='{"label":"${'x'.repeat(4_000)}"}'`],
    ['limit: ', `c="nav" p='{"limit":9999}'`],
    ['Unrecognized key', `c="nav" p='{"slug":"a"}'`],
    ['expected object', `c="nav" p='[]'`],
    ['expected object', `c="nav" p='null'`],
    ['slug: is no slug', `c="product-price" p='{"slug":"a b"}'`],
    ['there is nothing of this name', `c="product-price" p='{"slug":"gone"}'`],
    ['on is no moment', `c="nav" on="click"`],
    [
      'links.0.href: is no path of this shop',
      `c="dropdown" p='{"text":"a","links":[{"text":"b","href":"//evil.example"}]}'`,
    ],
  ])('leaves what stands in it, and is said to the merchant once: %s', async (reason, attributes) => {
    const { html, said } = await placed(`<p>a</p><x-island ${attributes}>${inner}</x-island><p>b</p>`)
    expect(html).toBe(`<p>a</p>${inner}<p>b</p>`)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatchObject({ page: '/page/test', reason: expect.stringContaining(reason) as unknown })
  })

  it('does not reach other parts, nor those inside', async () => {
    const { html, said } = await placed(
      `<x-island c="auth"><x-island c="user-header"></x-island></x-island><x-island c="nav"></x-island>`,
    )
    expect(html).toContain('<x-island c="user-header"')
    expect(html).toContain('<x-island c="nav"')
    expect(said).toHaveLength(1)
  })

  it('is a place where it cannot stand', async () => {
    const inLink = await placed('<a href="/"><x-island c="nav">Go</x-island></a>')
    expect(inLink.html).toBe('<a href="/">Go</a>')
    const inTitle = await placed('<h2><x-island c="nav">Go</x-island></h2>')
    expect(inTitle.html).toBe('<h2>Go</h2>')
    expect([...inLink.said, ...inTitle.said]).toHaveLength(2)
  })

  it('is too many of them, or too deep', async () => {
    const many = await placed('<x-island c="user-header">-</x-island>'.repeat(103))
    expect(many.html.match(/<x-island c="user-header"/g)).toHaveLength(100)
    expect(many.html.match(/-(?=$|<\/div>|-)/g)?.length).toBeGreaterThanOrEqual(1)
    expect(many.said).toHaveLength(3)
    let deep = 'core'
    for (let level = 0; level < 7; level++) deep = `<x-island c="content"><p>${level}</p>${deep}</x-island>`
    const { html, said } = await placed(deep)
    expect(html.match(/<x-island c="content"/g)).toHaveLength(4)
    expect(html).toContain('core')
    expect(said.length).toBeGreaterThanOrEqual(1)
  })
})

it('ends paragraphs for parts that are more than words, and not for words', async () => {
  const box = await placed('<div class="prose"><p>a</p><x-island c="nav"></x-island><p>b</p></div>')
  expect(box.html).toMatch(
    /^<div class="prose"><p>a<\/p><\/div><x-island c="nav".*<\/x-island><div class="prose"><p>b<\/p><\/div>$/,
  )
  const words = await placed(`<p>Only <x-island c="product-price" p='{"slug":"stool"}'></x-island> now</p>`)
  expect(words.html).toMatch(
    /^<p>Only <x-island c="product-price".*<span class="price .*<\/x-island> now<\/p>$/,
  )
  expect(words.html).not.toMatch(/<(?:div|p|ul|dl)\b.*<\/p>.*<p>/)
})

it('gives content what stands in it, and slides each of its elements', async () => {
  const content = await placed(
    '<x-island c="content"><p>In <x-island c="user-header"></x-island></p></x-island>',
  )
  expect(content.html).toMatch(/<x-island c="content"[^>]*><x-slot>.*<x-island c="user-header"/)
  const page = await placed(`<x-island c="content" p='{"page":"shipping"}'></x-island>`)
  expect(page.html).toContain('It comes by post.')
  const slides = await placed(
    '<x-island c="slides"><figure><p>1</p></figure><figure><p>2</p></figure></x-island>',
  )
  expect(slides.html).toContain('"count":2')
  expect(slides.html.match(/<li class="slide"/g)).toHaveLength(2)
})

it('loads what templates ask for by name', async () => {
  const { ctx, said } = context()
  const [list, none, price] = await loadParts(
    ctx,
    [
      { name: 'product-list', props: { slugs: ['cup'] } },
      { name: 'product-list', props: { slugs: 'cup' }, inner: '<b>no</b>' },
      { name: 'product-price', props: { slug: 'cup' }, on: 'delay:2000' },
    ],
    'templates/product.liquid',
  )
  expect(rendered(list!, ctx, islands).html).toContain('data-product="')
  expect(rendered(none!, ctx, islands).html).toBe('<b>no</b>')
  expect(rendered(price!, ctx, islands).html).toContain('on="delay:2000" k="part1-product-price"')
  expect(said).toMatchObject([{ page: 'templates/product.liquid', part: 'product-list' }])
})

it('shows parts on pages alone: the home page has the words of its page', async () => {
  const { html } = await seePage(homePage, contextOf(shop.db), {}, '', islands)
  expect(html).toContain('Instead of cart')
  expect(html).not.toContain('c="cart"')
  expect(rightProps.nav).toEqual({})
})
