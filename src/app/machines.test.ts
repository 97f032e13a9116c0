import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutPromotions } from '#domain/shown/paid-price.ts'
import { isGtin } from '#features/discovery/merchant.ts'
import { sharedEntry } from '#features/discovery/queries/share.ts'
import { all, openPublicShop, seeIn, settings } from '#test/public-shop.ts'
import { origin, type WholeShop } from '#test/whole-shop.ts'

/* What the shop tells machines: robots.txt, sitemaps, feeds, llms.txt. */

let shop: WholeShop
const see = (path: string) => seeIn(shop, path)

beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

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
    expect((await sharedEntry(shop.database.db, 'product', 'vase', withoutPromotions('USD')))!.picture).toBe(
      '00000000000000aa',
    )
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
      // 48.50 less the ten percent of a promotion that runs.
      sale_price: '43.65 USD',
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
    expect(new Set(table.map((row) => row.length))).toEqual(new Set([20]))
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
