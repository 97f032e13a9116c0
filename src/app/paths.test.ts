import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renameEntry } from '#features/names/shop.ts'
import { isGtin } from '#features/discovery/merchant.ts'
import { sharedEntry } from '#features/discovery/queries/share.ts'
import { structuredFaults } from '#test/structured-data.ts'
import { openWholeShop, origin, type WholeShop } from '#test/whole-shop.ts'

/*
 * Every public address of the specification, in three languages, as a search engine sees it: with the rules as they
 * come, and with every rule changed.
 */

let shop: WholeShop

beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(goods)
  await shop.configure({ shop: settings })
})
afterAll(() => shop.close())

const settings = { name: 'Oak & Sons', currencies: [{ code: 'JPY', rate: '150' }] }

const changed = {
  isCustom: true,
  categories: [
    { path: '/made-for-you', type: 'collection', slug: 'slow' },
    { path: '/reads/:slug', type: 'article' },
    { path: '/legal', type: 'custom', slug: 'terms' },
  ],
  appRule: '/a/*',
  articleRule: '/journal/:slug',
  categoryRule: '/shop/:slug/all',
  collectionRule: '/series/:slug',
  pageRule: '/about/:slug',
  productRule: '/p/:slug',
  tagRule: '/marked/:slug',
  userPath: '/my/account/',
}

/** Address by default → address with every rule changed, page, and the types of JSON-LD that it must have. */
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
    // Each version names all of them, itself too, and what they name answers as its own canonical address.
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
    expect((await see(side === 0 ? '/user/center' : '/my/account/center')).page).toBe('not-found')
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

describe('addresses that lead elsewhere', () => {
  beforeAll(async () => {
    await shop.configure({ shop: settings })
    await shop.configure({ shop: settings, router: changed })
  })

  it.each([
    ['/product/stool', '/p/stool'],
    ['/zh-HK/product/lamp/LAMP-2?utm_source=x&page=2', '/zh-HK/p/lamp/LAMP-2?utm_source=x&page=2'],
    ['/article', '/journal'],
    ['/zh/article/wood', '/zh/journal/wood'],
    ['/category/seats?sort=new', '/shop/seats/all?sort=new'],
    ['/collection/slow', '/series/slow'],
    ['/page/terms', '/about/terms'],
    ['/tag/oak', '/marked/oak'],
    ['/app/terms', '/a/terms'],
    ['/user/order/17', '/my/account/order/17'],
    ['/en/p/stool?x=1', '/p/stool?x=1'],
    ['/en', '/'],
    ['/zh-cn/p/stool', '/zh/p/stool'],
    ['/ZH_hk/p/stool', '/zh-HK/p/stool'],
    ['/de-AT', '/de'],
    ['/pt-br/search?q=oak', '/pt/search?q=oak'],
    ['/zh/p/stool/', '/zh/p/stool'],
  ])('%s leads to %s for good', async (from, to) => {
    const answer = await shop.get(from)
    expect([answer.status, answer.headers.location]).toEqual([308, to])
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('tells a visit where to go', async () => {
    const answer = await shop.get('/product/stool?request=route&referer=%2F')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 0,
      data: { meta: { redirect: '/p/stool', status: 308 } },
    })
  })

  it('forgets a past rule when it is in use again, and leads from the ones between', async () => {
    await shop.configure({ shop: settings, router: { productRule: '/goods/:slug' } })
    expect((await shop.get('/p/stool')).headers.location).toBe('/goods/stool')
    await shop.configure({ shop: settings })
    expect((await shop.get('/product/stool')).status).toBe(200)
    expect((await shop.get('/goods/stool')).headers.location).toBe('/product/stool')
    expect((await shop.get('/made-for-you')).headers.location).toBe('/collection/slow')
    expect((await shop.get('/reads/wood')).headers.location).toBe('/article/wood')
    const { rows } = await shop.database.db.pool.query<{ pattern: string }>(
      'select pattern from past_routes order by 1',
    )
    expect(rows.map(({ pattern }) => pattern)).not.toContain('/product/:slug')
  })

  it.each(['/product/never', '/zh/never', '/goods/never', '/never/a/b/c', '/en/never/a/b'])(
    '%s ends at a 404',
    async (path) => {
      const first = await shop.get(path)
      const answer = first.status === 308 ? await shop.get(String(first.headers.location)) : first
      expect([answer.status, answer.body.includes('noindex, follow')]).toEqual([404, true])
    },
  )
})

describe('an entry with another name', () => {
  beforeAll(() => shop.configure({ shop: settings }))

  it('is found under all the names that it had, at once, in every language', async () => {
    const { db } = shop.database
    for (const [from, to] of [
      ['chair', 'oak-chair'],
      ['oak-chair', 'old-chair'],
    ] as const)
      expect(await renameEntry(db, 'product', from, to)).toMatchObject({ ok: true })
    await shop.catchUp()
    for (const name of ['chair', 'oak-chair']) {
      const answer = await shop.get(`/zh/product/${name}?utm_source=mail`)
      expect([answer.status, answer.headers.location]).toEqual([301, '/zh/product/old-chair?utm_source=mail'])
    }
    expect((await shop.get('/product/chair/CHAIR-1')).headers.location).toBe('/product/old-chair/CHAIR-1')
    expect((await shop.get('/product/old-chair')).status).toBe(200)
  })

  it('gives its old name up to who has it now', async () => {
    const { db } = shop.database
    await renameEntry(db, 'page', 'help', 'help-desk')
    await db.pool.query(`insert into pages (slug) values ('help');
      insert into page_texts (page_id, locale, title) select id, 'en', 'New help' from pages where slug = 'help'`)
    await shop.catchUp()
    expect((await shop.get('/page/help')).status).toBe(200)
  })

  it.each([
    ['category', 'rooms', 'spaces', '/category/rooms', '/category/spaces'],
    ['category', 'halls', 'corridors', '/halls', '/category/corridors'],
    ['collection', 'fast', 'quick', '/collection/fast', '/collection/quick'],
    ['tag', 'ash', 'ash-wood', '/tag/ash', '/tag/ash-wood'],
    ['article', 'iron', 'steel', '/article/iron', '/article/steel'],
  ] as const)('%s %s → %s', async (kind, from, to, before, after) => {
    expect(await renameEntry(shop.database.db, kind, from, to)).toMatchObject({ ok: true })
    await shop.catchUp()
    const answer = await shop.get(before)
    expect([answer.status, answer.headers.location]).toEqual([301, after])
    expect((await shop.get(after)).status).toBe(200)
  })

  it('is refused a name that is taken, or is no address', async () => {
    const { db } = shop.database
    expect(await renameEntry(db, 'product', 'stool', 'lamp')).toEqual({
      ok: false,
      problem: { name: 'taken' },
    })
    expect(await renameEntry(db, 'product', 'stool', 'A b')).toEqual({
      ok: false,
      problem: { name: 'not_a_slug' },
    })
    expect(await renameEntry(db, 'product', 'nothing', 'thing')).toEqual({
      ok: false,
      problem: { name: 'not_found' },
    })
    expect((await shop.get('/product/stool')).status).toBe(200)
  })

  it('is gone when it was taken away, and only not there when it is to come', async () => {
    const { db } = shop.database
    expect((await shop.get('/product/hidden')).status).toBe(410)
    expect((await shop.get('/article/tomorrow')).status).toBe(404)
    await db.pool.query(`delete from pages where slug = 'gone'`)
    expect((await shop.get('/page/gone')).status).toBe(410)
    expect((await shop.get('/zh/page/gone')).body).toContain('noindex, follow')
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

describe('what machines read', () => {
  beforeAll(() => shop.configure({ shop: settings }))

  it('robots.txt names the sitemap and keeps them out of what is personal', async () => {
    const { body } = await shop.get('/robots.txt')
    expect(body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
    for (const path of ['/user/', '/zh/user/', '/zh-HK/cart$', '/form/', '/checkout/'])
      expect(body).toContain(`\nDisallow: ${path}\n`)
  })

  it('the sitemap names every address once in each language, and all of them answer', async () => {
    const index = await shop.get('/sitemap.xml')
    expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const files = all(index.body, /<loc>([^<]+)<\/loc>/g)
    expect(new Set(files).size).toBe(files.length)
    const named: string[] = []
    const pairs: string[] = []
    for (const file of files) {
      const { status, body } = await shop.get(file.slice(origin.length))
      expect([file, status]).toEqual([file, 200])
      const urls = all(body, /<url>(.*?)<\/url>/gs)
      expect(urls.length, file).toBeGreaterThan(0)
      for (const url of urls) {
        const [here] = all(url, /<loc>([^<]+)<\/loc>/g)
        named.push(here!)
        for (const href of all(url, /hreflang="[a-wyz][^"]*" href="([^"]+)"/g)) pairs.push(`${here} ${href}`)
      }
    }
    expect(new Set(named).size).toBe(named.length)
    // What one version says of another, the other says of it.
    const known = new Set(pairs)
    expect(pairs.filter((pair) => !known.has(pair.split(' ').reverse().join(' ')))).toEqual([])
    for (const url of named) {
      const seen = await see(url.slice(origin.length) || '/')
      expect([url, seen.status, seen.canonical, seen.robots]).toEqual([url, 200, url, ''])
      const told = seen.alternates
        .filter(({ lang }) => lang !== 'x-default')
        .map(({ href }) => `${url} ${href}`)
      expect(told.toSorted()).toEqual(pairs.filter((pair) => pair.startsWith(`${url} `)).toSorted())
    }
    expect(named).toContain(`${origin}/zh/product/mirror`)
    expect(named).not.toContain(`${origin}/product/mirror`)
    for (const absent of ['/product/hidden', '/article/tomorrow', '/page/home', '/coupon/secret'])
      expect(named).not.toContain(`${origin}${absent}`)
  })

  it('a sitemap that cannot be is a 404', async () => {
    for (const name of ['en-product-0', 'de-product-1', 'en-order-1', 'en-product-1e9', 'x'])
      expect((await shop.get(`/sitemap-${name}.xml`)).status, name).toBe(404)
  })

  it.each(['/feed.xml', '/zh/feed.xml'])('%s holds the newest articles', async (path) => {
    const { status, headers, body } = await shop.get(path)
    expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    const prefix = path === '/feed.xml' ? '' : '/zh'
    expect(all(body, /<guid isPermaLink="true">([^<]+)</g)).toContain(`${origin}${prefix}/article/wood`)
    expect(body).toContain(prefix === '' ? 'Wood &amp; us' : '木头与我们')
    expect(body).toContain(`&lt;a href=&quot;${origin}/product/stool&quot;&gt;`)
    expect(body).not.toContain('tomorrow')
    expect((await shop.get('/fr/feed.xml')).status).toBe(404)
  })

  it('a tile that stands where there is no picture is shown to people and told to no machine', async () => {
    for (const path of ['/product/vase', '/product/lamp']) {
      const { body, structured } = await see(path)
      expect(body).toContain('/media/00000000000000bb/')
      expect(JSON.stringify(structured)).not.toContain('00000000000000bb')
      expect(JSON.stringify(structured)).toContain('/media/00000000000000aa/')
    }
    for (const path of ['/merchant-en-USD.xml', '/sitemap-en-product-1.xml']) {
      const { body } = await shop.get(path)
      expect(body, path).not.toContain('00000000000000bb')
      expect(body, path).toContain('00000000000000aa')
    }
    expect((await sharedEntry(shop.database.db, 'product', 'vase', 'USD'))!.picture).toBe('00000000000000aa')
    const article = await see('/article/wood')
    expect(article.body).toContain('/media/00000000000000bb/')
    expect(JSON.stringify(article.structured)).not.toContain('00000000000000bb')
  })

  it('the product feed has every SKU with its price, its stock and its product', async () => {
    const { body } = await shop.get('/merchant-en-USD.xml')
    const items = all(body, /<item>(.*?)<\/item>/gs).map(fieldsOf)
    expect(items.length).toBe(7)
    expect(items.find((item) => item['id'] === 'LAMP-2')).toMatchObject({
      link: `${origin}/product/lamp/LAMP-2`,
      price: '60.00 USD',
      sale_price: '48.50 USD',
      availability: 'out_of_stock',
      item_group_id: 'lamp',
      color: 'Ink',
      product_type: 'Rooms > Seats',
      gtin: '4006381333931',
      condition: 'new',
    })
    expect(items.find((item) => item['id'] === 'STOOL-1')).toMatchObject({
      link: `${origin}/product/stool`,
      availability: 'in_stock',
      identifier_exists: 'no',
      brand: 'Oak <& Sons>',
      image_link: `${origin}/media/00000000000000aa/1440.jpg`,
    })
    for (const item of items)
      for (const field of ['id', 'title', 'description', 'link', 'price', 'availability'])
        expect(item[field] ?? '', `${item['id']} ${field}`).not.toBe('')
    const table = (await shop.get('/merchant-zh-JPY.tsv')).body
      .replace(/\n$/, '')
      .split('\n')
      .map((row) => row.split('\t'))
    expect(new Set(table.map((row) => row.length))).toEqual(new Set([18]))
    expect(table.find(([id]) => id === 'STOOL-1')).toEqual(expect.arrayContaining(['橡木凳', '7275 JPY']))
    expect((await shop.get('/merchant-en-EUR.xml')).status).toBe(404)
  })

  it('llms.txt says what there is', async () => {
    const { body } = await shop.get('/llms.txt')
    expect(body).toMatch(/^# Oak & Sons\n/)
    for (const words of [
      `[Seats](${origin}/category/seats)`,
      `[Terms](${origin}/page/terms)`,
      `${origin}/sitemap.xml`,
    ])
      expect(body).toContain(words)
  })

  it.each(['/sitemap.xml', '/sitemap-en-product-1.xml', '/feed.xml', '/merchant-en-USD.xml', '/llms.txt'])(
    '%s is not sent twice, until something changes',
    async (path) => {
      const first = await shop.get(path)
      const etag = String(first.headers.etag)
      expect(first.headers['cache-control']).toBe('public, max-age=600')
      expect((await shop.get(path, { 'if-none-match': etag })).status).toBe(304)
      await shop.configure({ shop: { ...settings, email: `${path.length}@shop.example` } })
      expect((await shop.get(path, { 'if-none-match': etag })).status).toBe(200)
    },
  )

  it('streams are packed for those who can unpack them', async () => {
    const { headers } = await shop.get('/sitemap-en-product-1.xml', { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
  })
})

it.each([
  ['4006381333931', true],
  ['4006381333932', false],
  ['96385074', true],
  ['2004700008319', false],
  ['036000291452', true],
  ['123', false],
  ['40063813339311', false],
])('%s is a GTIN: %s', (text, is) => {
  expect(isGtin(text)).toBe(is)
})

interface Seen {
  status: number
  body: string
  page: string
  lang: string
  title: string
  description: string
  canonical: string
  robots: string
  alternates: { lang: string; href: string }[]
  tags: Map<string, string>
  structured: Record<string, unknown>[]
}

async function see(path: string): Promise<Seen> {
  const { status, body } = await shop.get(path)
  const tags = new Map(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  )
  return {
    status,
    body,
    page: all(body, /<body data-page="([^"]+)"/g)[0] ?? '',
    lang: all(body, /<html lang="([^"]+)"/g)[0] ?? '',
    title: all(body, /<title>([^<]+)<\/title>/g)[0] ?? '',
    description: tags.get('description') ?? '',
    canonical: all(body, /<link rel="canonical" href="([^"]+)">/g)[0] ?? '',
    robots: tags.get('robots') ?? '',
    alternates: [...body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
      ([, lang, href]) => ({ lang: lang!, href: href! }),
    ),
    tags,
    structured: all(body, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    ),
  }
}

function at(prefix: string, path: string): string {
  return path === '/' ? prefix || '/' : `${prefix}${path}`
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!)
}

function fieldsOf(item: string): Record<string, string> {
  const found = [...item.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)]
  return Object.fromEntries(found.map(([, name, text]) => [name!, unescape(text!)]))
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

// Everything in three languages, but for the bench (English) and the mirror (Chinese).
const goods = `
  insert into pictures (key, width, height, preview, average_color) values ('00000000000000aa', 1600, 1600, 'data:image/webp;base64,AA', '#aabbcc');
  insert into categories (slug, picture_id, hash) select slug, i.id, '' from pictures i, unnest(array['rooms', 'halls']) slug;
  insert into categories (slug, parent_id, hash) select 'seats', id, '' from categories where slug = 'rooms';
  insert into category_texts (category_id, locale, name) select id, l, initcap(slug) from categories, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into collections (slug, picture_id, hash) select slug, i.id, '' from pictures i, unnest(array['slow', 'fast']) slug;
  insert into collection_texts (collection_id, locale, name) select id, l, initcap(slug) from collections, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into tags (slug, hash) values ('oak', ''), ('ash', '');
  insert into tag_texts (tag_id, locale, name) select id, l, initcap(slug) from tags, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into products (slug, options, hash, visible, in_stock, brand) select slug, case slug when 'lamp' then '[{"code": "color", "name": {"en": "Colour"}, "values": [
      {"code": "sage", "name": {"en": "Sage", "zh": "鼠尾草绿"}}, {"code": "ink", "name": {"en": "Ink"}}]}]'::jsonb else '[]' end, '', slug <> 'hidden', true,
      case slug when 'stool' then 'Oak <& Sons>' end
    from unnest(array['stool', 'lamp', 'chair', 'bench', 'mirror', 'hidden', 'vase', 'tray']) slug;
  insert into product_texts (product_id, locale, title, description)
    select p.id, l, case when l = 'en' then initcap(slug) else '橡木凳' end, '<p>About <b>' || slug || '</b>.</p>' from products p, unnest(array['en', 'zh', 'zh-HK']) l
    where case slug when 'bench' then l = 'en' when 'mirror' then l = 'zh' else true end;
  insert into skus (product_id, sku, position, options, on_hand, barcode)
    select id, upper(slug) || '-' || n, n, case when slug <> 'lamp' then '{}' when n = 1 then '{"color": "sage"}' else '{"color": "ink"}' end::jsonb,
      case n when 1 then 9 else 0 end, case n when 2 then '4006381333931' else '123' end
    from products, generate_series(1, 2) n where n = 1 or slug = 'lamp';
  insert into sku_prices (sku_id, currency, amount, line_amount) select id, 'USD', 4850, case sku when 'LAMP-2' then 6000 end from skus;
  insert into sku_prices (sku_id, currency, amount) select id, 'JPY', 7275 from skus;
  insert into product_prices (product_id, currency, amount_from, amount_to) select p.id, c, 4850, 4850 from products p, unnest(array['USD', 'JPY']) c;
  insert into product_categories (category_id, product_id, direct) select c.id, p.id, c.slug = 'seats' from categories c, products p where c.slug <> 'halls';
  insert into collection_products (collection_id, product_id, position) select c.id, p.id, p.id from collections c, products p;
  insert into product_tags (tag_id, product_id) select t.id, p.id from tags t, products p;
  insert into product_pictures (product_id, position, picture_id) select p.id, 1, i.id from products p, pictures i;
  insert into pictures (key, made, width, height, preview, average_color) values ('00000000000000bb', '{"tint": null, "icon": "product"}', 1600, 1600, '', '#e6e5e1');
  insert into product_pictures (product_id, position, picture_id) select p.id, 0, i.id from products p, pictures i where p.slug in ('vase', 'lamp') and i.made is not null;
  insert into product_cards (product_id, card) select p.id, json_build_object(
      'slug', p.slug, 'brand', p.brand, 'titles', (select json_object_agg(t.locale, t.title) from product_texts t where t.product_id = p.id),
      'pictures', json_build_array(json_build_object('key', '00000000000000aa', 'width', 1600, 'height', 1600, 'preview', 'data:image/webp;base64,AA', 'color', '#aabbcc', 'alt', json_build_object())),
      'onlySku', null, 'swatches', null)::text from products p;
  insert into articles (slug, author, published_at) select slug, '{"name": {"en": "Ada", "zh": "艾达"}}', case slug when 'tomorrow' then now() + interval '1 day' else now() - interval '1 day' end
    from unnest(array['wood', 'iron', 'tomorrow']) slug;
  update articles set picture_id = (select id from pictures where made is not null) where slug = 'wood';
  insert into article_texts (article_id, locale, title, summary, body)
    select id, l, case when slug <> 'wood' then slug when l = 'en' then 'Wood & us' else '木头与我们' end, 'In short.', '<p>See <a href="/product/stool">the stool</a>.</p>'
    from articles, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into pages (slug) values ('terms'), ('help'), ('gone'), ('home');
  insert into page_texts (page_id, locale, title, summary, body) select id, l, initcap(slug), 'About ' || slug, '<p>Words.</p>' from pages, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into promotions (slug, conditions, benefit) values ('spring', '{"products": [], "categories": ["seats"], "collections": [], "firstOrder": false}', '{"kind": "percent", "percent": 10}');
  insert into promotion_texts (promotion_id, locale, name, summary) select id, l, 'Spring', 'Ten percent.' from promotions, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
    select slug, upper(slug), '{"products": [], "categories": [], "collections": [], "firstOrder": false}', '{"kind": "percent", "percent": 10}', slug = 'welcome', 1, false
    from unnest(array['welcome', 'secret']) slug;
  insert into inquiry_forms (slug, fields) values ('feedback', '[]');
  insert into inquiry_form_texts (inquiry_form_id, locale, title, summary, content_label, thanks) select id, l, 'Feedback', 'Tell us.', 'Message', 'Thanks.' from inquiry_forms, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into coupon_texts (coupon_id, locale, name, summary) select id, l, initcap(slug), 'For you.' from coupons, unnest(array['en', 'zh', 'zh-HK']) l;
`
