import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renameEntry } from '#features/names/shop.ts'
import type { Locale } from '#i18n/locales.ts'
import type { NamedKind } from '#wire/entry-slugs.ts'
import { all, changed, openPublicShop, seeIn, settings } from '#test/public-shop.ts'
import { origin, type WholeShop } from '#test/whole-shop.ts'

/* Entries with slugs of their own in single languages. */

let shop: WholeShop
const stool = encodeURIComponent('橡木凳')
const seats = encodeURIComponent('座椅')

async function name(kind: NamedKind, from: string, to: string, locale: Locale): Promise<unknown> {
  const renamed = await renameEntry(shop.database.db, kind, from, to, locale)
  await shop.catchUp()
  return renamed
}

async function leads(path: string): Promise<[number, unknown]> {
  const { status, headers } = await shop.get(path)
  return [status, headers.location]
}

beforeAll(async () => {
  shop = await openPublicShop()
  for (const [kind, from, to] of [
    ['product', 'stool', '橡木凳'],
    ['category', 'seats', '座椅'],
    ['collection', 'slow', '慢'],
    ['tag', 'oak', '橡木'],
    ['article', 'wood', '木头'],
    ['page', 'terms', '条款'],
  ] as const)
    expect(await name(kind, from, to, 'zh')).toMatchObject({ ok: true })
})
afterAll(() => shop.close())

describe('the URL of a language', () => {
  it.each([
    ['product', `/zh/product/${stool}`, '/product/stool'],
    ['category', `/zh/category/${seats}`, '/category/seats'],
    ['collection', `/zh/collection/${encodeURIComponent('慢')}`, '/collection/slow'],
    ['tag', `/zh/tag/${encodeURIComponent('橡木')}`, '/tag/oak'],
    ['article', `/zh/article/${encodeURIComponent('木头')}`, '/article/wood'],
    ['page', `/zh/page/${encodeURIComponent('条款')}`, '/page/terms'],
  ])('of a %s has its slug, and knows its others', async (page, path, own) => {
    const seen = await seeIn(shop, path)
    expect([seen.status, seen.page]).toEqual([200, page])
    expect(seen.canonical).toBe(`${origin}${path}`)
    const alternates = Object.fromEntries(seen.alternates.map(({ lang, href }) => [lang, href]))
    expect(alternates).toMatchObject({
      en: `${origin}${own}`,
      'zh-Hans': `${origin}${path}`,
      'zh-Hant-HK': `${origin}/zh-HK${own}`,
      'x-default': `${origin}${own}`,
    })
    // The same from each of the others.
    const english = await seeIn(shop, own)
    expect(english.canonical).toBe(`${origin}${own}`)
    expect(english.alternates).toEqual(seen.alternates)
    // The switch between languages stays on the page.
    for (const href of [own, path, `/zh-HK${own}`]) expect(seen.body).toContain(`href="${href}"`)
  })

  it.each([
    ['/zh/product/stool?utm_source=x', `/zh/product/${stool}?utm_source=x`],
    ['/zh/product/stool/STOOL-1', `/zh/product/${stool}/STOOL-1`],
    [`/product/${stool}`, '/product/stool'],
    [`/zh-HK/product/${stool}/STOOL-1`, '/zh-HK/product/stool/STOOL-1'],
    ['/zh/category/seats?sort=new', `/zh/category/${seats}?sort=new`],
    ['/zh/seats', `/zh/${seats}`],
    [`/${seats}`, '/seats'],
    ['/zh/app/terms', `/zh/app/${encodeURIComponent('条款')}`],
    // One spelling of each path, or a page could fill the cache.
    ['/product/%73too%6C?a=%62', '/product/stool?a=%62'],
    [`/zh/product/${stool.toLowerCase()}`, `/zh/product/${stool}`],
    ['//product//stool/', '/product/stool'],
  ])('%s leads to %s', async (from, to) => {
    const answer = await shop.get(from)
    expect([answer.status, answer.headers.location]).toEqual([308, to])
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect((await shop.get(to)).status).toBe(200)
  })

  it('is sent to a visit as the page to show', async () => {
    const { body } = await shop.get('/zh/product/stool?request=route&referer=%2F')
    expect(JSON.parse(body)).toMatchObject({
      data: { meta: { redirect: `/zh/product/${stool}`, status: 308 } },
    })
  })

  it('stands in every link of the language', async () => {
    for (const path of [
      '/zh',
      `/zh/category/${seats}`,
      '/zh/search',
      `/zh/tag/${encodeURIComponent('橡木')}`,
    ]) {
      const { body } = await shop.get(path)
      // But for what other languages have, and the file that knows entries by their own slug.
      const links = all(body, /href="(\/zh\/(?:product|category|collection|tag|article|page)\/[^"?]+)/g)
      const old = links.filter((link) => /\/(stool|seats|slow|oak|wood|terms)$/.test(link))
      expect([path, old]).toEqual([path, []])
      expect(links).toContain(`/zh/category/${seats}`)
    }
    expect((await shop.get(`/zh/category/${seats}`)).body).toContain(`href="/zh/product/${stool}"`)
    expect((await shop.get('/category/seats')).body).toContain('href="/product/stool"')
  })

  it('stands in what machines read', async () => {
    const sitemap = (await shop.get('/sitemap-zh-product-1.xml')).body
    expect(sitemap).toContain(`<loc>${origin}/zh/product/${stool}</loc>`)
    expect(sitemap).toContain(`hreflang="en" href="${origin}/product/stool"`)
    expect((await shop.get('/sitemap-en-product-1.xml')).body).toContain(
      `hreflang="zh-Hans" href="${origin}/zh/product/${stool}"`,
    )
    expect((await shop.get('/merchant-zh-USD.xml')).body).toContain(`${origin}/zh/product/${stool}<`)
    expect((await shop.get('/zh/feed.xml')).body).toContain(`/zh/article/${encodeURIComponent('木头')}<`)
    const { structured } = await seeIn(shop, `/zh/product/${stool}`)
    expect(JSON.stringify(structured)).toContain(`${origin}/zh/product/${stool}`)
  })
})

describe('other rules', () => {
  beforeAll(() => shop.configure({ shop: settings, router: changed }))
  afterAll(() => shop.configure({ shop: settings }))

  it('lead on from URLs of the past in one step', async () => {
    expect(await leads(`/zh/product/${stool}`)).toEqual([308, `/zh/p/${stool}`])
    expect(await leads('/zh/product/stool')).toEqual([308, `/zh/p/${stool}`])
    expect(await leads(`/zh/category/${seats}`)).toEqual([308, `/zh/shop/${seats}/all`])
    expect(await leads('/zh/p/stool')).toEqual([308, `/zh/p/${stool}`])
  })

  it('keep the paths of single entries', async () => {
    expect(await leads('/zh/made-for-you')).toEqual([200, undefined])
    expect(await leads('/zh/legal')).toEqual([200, undefined])
    expect(await leads('/zh/reads/wood')).toEqual([308, `/zh/reads/${encodeURIComponent('木头')}`])
  })
})

describe('another slug', () => {
  it('in one language leaves the former one leading there, in every language', async () => {
    await name('product', 'chair', '椅子', 'zh')
    await name('product', 'chair', '木椅', 'zh')
    const now = encodeURIComponent('木椅')
    const before = encodeURIComponent('椅子')
    expect(await leads(`/zh/product/${before}?a=1`)).toEqual([301, `/zh/product/${now}?a=1`])
    expect(await leads(`/product/${before}`)).toEqual([301, '/product/chair'])
    expect(await leads(`/zh/product/${now}`)).toEqual([200, undefined])
    // Its own slug in the language again.
    await name('product', 'chair', 'chair', 'zh')
    expect(await leads(`/zh/product/${now}`)).toEqual([301, '/zh/product/chair'])
    expect(await leads('/zh/product/chair')).toEqual([200, undefined])
  })

  it('of its own keeps those of languages', async () => {
    await name('product', 'vase', '花瓶', 'zh')
    const { db } = shop.database
    expect(await renameEntry(db, 'product', 'vase', 'tall-vase')).toMatchObject({ ok: true })
    await shop.catchUp()
    const vase = encodeURIComponent('花瓶')
    expect(await leads('/product/vase')).toEqual([301, '/product/tall-vase'])
    expect(await leads('/zh/product/vase')).toEqual([301, `/zh/product/${vase}`])
    expect(await leads(`/zh/product/${vase}`)).toEqual([200, undefined])
    expect(await leads('/zh/product/tall-vase')).toEqual([308, `/zh/product/${vase}`])
  })

  it('is refused where another entry has it, or entries have one for all languages', async () => {
    const taken = { ok: false, problem: { name: 'taken' } }
    expect(await name('product', 'lamp', 'stool', 'zh')).toEqual(taken)
    expect(await name('product', 'lamp', '橡木凳', 'zh')).toEqual(taken)
    expect(await name('product', 'lamp', 'A b', 'zh')).toEqual({ ok: false, problem: { name: 'not_a_slug' } })
    const { db } = shop.database
    expect(await renameEntry(db, 'product', 'lamp', '橡木凳')).toEqual(taken)
    expect(await renameEntry(db, 'coupon', 'welcome', '欢迎', 'zh')).toEqual({
      ok: false,
      problem: { name: 'one_slug' },
    })
    // In another language it is free, and of another kind.
    expect(await name('product', 'lamp', '橡木凳', 'zh-HK')).toMatchObject({ ok: true })
    expect(await leads(`/zh/product/${stool}`)).toEqual([200, undefined])
  })

  it('is gone with its entry', async () => {
    await name('page', 'gone', '走了', 'zh')
    const gone = encodeURIComponent('走了')
    expect(await leads(`/zh/page/${gone}`)).toEqual([200, undefined])
    await shop.database.db.pool.query(`delete from pages where slug = 'gone'`)
    await name('page', 'help', '帮助', 'zh')
    expect(await leads(`/zh/page/${gone}`)).toEqual([410, undefined])
  })
})
