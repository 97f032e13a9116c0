import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changed, openPublicShop, seeIn, settings, type Seen } from '#test/public-shop.ts'
import { structuredFaults } from '#test/structured-data.ts'
import { origin, type WholeShop } from '#test/whole-shop.ts'

/*
 * Every public URL of the specification, in three languages, as a search engine sees it: with the rules as they
 * come, and with every rule changed.
 */

let shop: WholeShop
const see = (path: string) => seeIn(shop, path)

beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

/** Path by default → path with every rule changed, page, and the types of JSON-LD that it must have. */
const addresses: [before: string, after: string, page: string, structured: string[]][] = [
  ['/', '/', 'home', ['Organization', 'WebSite']],
  ['/search', '/search', 'search', ['ItemList']],
  ['/cart', '/cart', 'cart', []],
  ['/tag/oak', '/marked/oak', 'tag', ['BreadcrumbList', 'ItemList']],
  ['/category/seats', '/shop/seats/all', 'category', ['BreadcrumbList', 'ItemList']],
  ['/seats', '/seats', 'category', ['BreadcrumbList', 'ItemList']],
  ['/product/stool', '/p/stool', 'product', ['Product', 'BreadcrumbList']],
  ['/product/lamp', '/p/lamp', 'product', ['ProductGroup', 'BreadcrumbList']],
  ['/product/lamp/LAMP-2', '/p/lamp/LAMP-2', 'product', ['ProductGroup', 'BreadcrumbList']],
  ['/article', '/journal', 'article-list', ['BreadcrumbList']],
  ['/article/wood', '/journal/wood', 'article', ['Article', 'BreadcrumbList']],
  ['/page/terms', '/about/terms', 'page', ['BreadcrumbList']],
  ['/collection/slow', '/series/slow', 'collection', ['BreadcrumbList', 'ItemList']],
  ['/promotion', '/promotion', 'promotion-list', []],
  ['/promotion/spring', '/promotion/spring', 'promotion', []],
  ['/coupon', '/coupon', 'coupon-list', []],
  ['/coupon/welcome', '/coupon/welcome', 'coupon', []],
  ['/inquiry/feedback', '/inquiry/feedback', 'inquiry', []],
  ['/app/terms', '/a/terms', 'custom', ['BreadcrumbList']],
]

/** Pages that no machine is to keep. */
const personal = new Set(['cart'])

describe.each([
  ['the rules as they come', {}, 0],
  ['every rule changed', changed, 1],
] as const)('with %s', (_, router, side) => {
  beforeAll(() => shop.configure({ shop: settings, router }))

  it('the start of the account area leads to its first page, in each language', async () => {
    const area = ['/user', '/my/account'][side]!
    for (const prefix of ['', '/zh', '/zh-HK']) {
      const { status, headers } = await shop.get(`${prefix}${area}`)
      expect([status, headers['location']]).toEqual([303, `${prefix}${area}/center`])
    }
    expect((await shop.get(`${area}/`)).headers['location']).toBe(area)
    expect((await shop.get(`${area}/nothing`)).status).toBe(404)
  })

  it.each(addresses)('%s or %s is the page %s', async (before, after, page, structured) => {
    const path = [before, after][side]!
    const versions = new Map<string, Seen>()
    for (const prefix of ['', '/zh', '/zh-HK']) {
      const seen = await see(at(prefix, path))
      expect([at(prefix, path), seen.status, seen.page]).toEqual([at(prefix, path), 200, page])
      expect(seen.lang).toBe({ '': 'en', '/zh': 'zh-Hans', '/zh-HK': 'zh-Hant-HK' }[prefix])
      expect(seen.title).not.toBe('')
      expect(seen.description).not.toBe('')
      expect(seen.structured.flatMap((block) => structuredFaults(block, `${path} ${prefix}`))).toEqual([])
      expect(seen.structured.map((block) => block['@type'])).toEqual(expect.arrayContaining(structured))
      for (const name of ['og:title', 'og:type', 'og:url', 'og:site_name', 'og:locale', 'twitter:card'])
        expect(seen.tags.get(name) ?? '', `${prefix}${path} ${name}`).not.toBe('')
      expect(seen.tags.get('og:url')).toBe(seen.canonical)
      versions.set(seen.canonical, seen)
    }
    if (personal.has(page)) {
      for (const seen of versions.values())
        expect([seen.robots, seen.alternates]).toEqual(['noindex, follow', []])
      return
    }
    // Each version names all of them, itself too, and what they name answers as its own canonical URL.
    expect([...versions.keys()].length).toBe(3)
    for (const seen of versions.values()) {
      expect(seen.alternates.map(({ lang }) => lang)).toEqual(['en', 'zh-Hans', 'zh-Hant-HK', 'x-default'])
      expect(seen.alternates.slice(0, 3).map(({ href }) => href)).toEqual([...versions.keys()])
      expect(seen.alternates[3]!.href).toBe(seen.alternates[0]!.href)
    }
    for (const canonical of versions.keys()) {
      const again = await see(canonical.slice(origin.length) || '/')
      expect([again.status, again.canonical]).toEqual([200, canonical])
    }
  })

  it('says that there is no template where the app rule finds no page', async () => {
    const seen = await see(at('/zh', side === 0 ? '/app/none' : '/a/none/at/all'))
    expect([seen.status, seen.page, seen.robots]).toEqual([404, 'custom', 'noindex, follow'])
    expect(seen.body).toContain('模板不存在')
  })

  it('keeps the account area for itself', async () => {
    expect((await see(side === 0 ? '/user/none' : '/my/account/none')).page).toBe('not-found')
  })
})

describe('custom categories', () => {
  beforeAll(() => shop.configure({ shop: settings, router: changed }))

  it.each([
    ['/made-for-you', 'collection', '/series/slow'],
    ['/zh/made-for-you', 'collection', '/zh/series/slow'],
    ['/reads/wood', 'article', '/journal/wood'],
    ['/legal', 'custom', '/about/terms'],
  ])('%s shows its %s, whose own address is %s', async (path, page, canonical) => {
    const seen = await see(path)
    expect([seen.status, seen.page, seen.canonical]).toEqual([200, page, `${origin}${canonical}`])
  })
})

describe('what is there in some languages only', () => {
  beforeAll(() => shop.configure({ shop: settings }))

  it('names those, and its other versions name the one that they show', async () => {
    const english = await see('/product/bench')
    expect(english.alternates.map(({ lang }) => lang)).toEqual(['en', 'x-default'])
    const chinese = await see('/zh/product/bench')
    expect([chinese.canonical, chinese.alternates]).toEqual([`${origin}/product/bench`, []])
    const related = await see('/zh-HK/product/mirror')
    expect(related.canonical).toBe(`${origin}/zh/product/mirror`)
    // The shop has no texts of its own in German: the page is a copy of the English one.
    expect((await see('/de/product/stool')).canonical).toBe(`${origin}/product/stool`)
  })
})

describe('the picture of a link', () => {
  beforeAll(() => shop.configure({ shop: settings }))

  it.each([
    ['/product/stool', '/share/en/USD/product/stool.jpg'],
    ['/zh/product/stool', '/share/zh/USD/product/stool.jpg'],
    ['/collection/slow', '/share/en/USD/collection/slow.jpg'],
    ['/article/wood', '/share/en/USD/article/wood.jpg'],
    ['/', '/share/en/USD/page/home.jpg'],
  ])('%s has %s', async (path, picture) => {
    const { tags } = await see(path)
    const told = tags.get('og:image') ?? ''
    expect(told.replace(/\?v=[0-9a-f]{8}$/, '')).toBe(`${origin}${picture}`)
    expect(['og:image:width', 'og:image:height', 'twitter:card'].map((name) => tags.get(name))).toEqual([
      '1200',
      '630',
      'summary_large_image',
    ])
    const answer = await shop.get(told.slice(origin.length))
    // Without fonts there are no words to draw.
    if (!existsSync('/usr/share/fonts')) return expect([302, 404]).toContain(answer.status)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  })

  it.each([
    '/share/en/USD/product/hidden.jpg',
    '/share/en/USD/article/tomorrow.jpg',
    '/share/en/EUR/product/stool.jpg',
    '/share/xx/USD/product/stool.jpg',
    '/share/en/USD/order/1.jpg',
    '/share/en/USD/product/stool.png',
  ])('%s is none', async (path) => {
    expect((await shop.get(path)).status).toBe(404)
  })
})

function at(prefix: string, path: string): string {
  return path === '/' ? prefix || '/' : `${prefix}${path}`
}
