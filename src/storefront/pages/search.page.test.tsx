import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPage, seePage, type SeenPage, type VisitorOptions } from '#test/page-visitor.ts'
import { openSearchShop, type SearchShop } from '#test/search-shop.ts'
import page from './search.page.tsx'

let shop: SearchShop

beforeAll(async () => {
  shop = await openSearchShop()
})
afterAll(() => shop.close())

function see(query: Record<string, string>): Promise<SeenPage> {
  return seePage(page, shop.ctxOf(), {}, `?${new URLSearchParams(query)}`)
}

/** Titles of the cards, in their order. */
function titles({ html }: SeenPage): string[] {
  return [...html.matchAll(/<h3[^>]*>([^<]*)/g)].map(([, title]) => title!)
}

it('shows the whole shop without words', async () => {
  const seen = await see({})
  expect(titles(seen)).toHaveLength(5)
  expect(seen.head.noindex).not.toBe(true)
})

it('shows what was found, what else there is, and wants to be in no index', async () => {
  const seen = await see({ q: 'oak' })
  expect(titles(seen)).toEqual(['Oak Table', 'Oak Stool', 'Reed Lamp'])
  expect(seen.html).toMatch(
    /<h2[^>]*>Categories<\/h2>.*?<a href="\/category\/things"><span><mark>Oak<\/mark> Things<\/span><\/a>/,
  )
  expect(seen.html).toMatch(
    /<h2[^>]*>Journal<\/h2>.*?<a href="\/article\/oiling-oak"><span>How to oil <mark>oak<\/mark><\/span><\/a>/,
  )
  expect(seen.head).toMatchObject({ noindex: true, title: '3 products for “oak” – Violet' })
})

it('keeps the words when it is narrowed, sorted and paged', async () => {
  const { html } = await see({ q: 'oak', 'o.color': 'sage' })
  expect(html).toContain('<input type="hidden" name="q" value="oak"/>')
  expect(html).toContain('href="/search?q=oak"')
  expect(titles({ html } as SeenPage)).toEqual(['Oak Stool'])
  expect(await loadPage(page, shop.ctxOf(), {}, '?q=oak&page=7&sort=new')).toEqual({
    kind: 'redirect',
    to: '/search?q=oak&sort=new',
    status: 302,
  })
})

it('says which filter to leave out, and what there is then', async () => {
  const { html } = await see({ q: 'table', 'o.color': 'sage' })
  expect(html).toContain('Nothing here fits every filter')
  expect(html).toMatch(/href="\/search\?q=table"[^>]*>Without Colour: 1 product</)
})

it('says which word to leave out, and what there is then; what is called by some of the words follows', async () => {
  const { html } = await see({ q: 'oak unicorn' })
  expect(html).toContain('Nothing fits all of what you typed.')
  expect(html).toMatch(/href="\/search\?q=oak"[^>]*>“oak”: 3 products</)
  expect(html).not.toContain('>“unicorn”')
  // The third only speaks of oak.
  expect(titles({ html } as SeenPage)).toEqual(['Oak Table', 'Oak Stool'])
  const neither = await see({ q: 'dragon unicorn' })
  expect(titles(neither)).toEqual([])
  expect(neither.html).toContain('We have nothing by that name')
})

it('finds what is written a little differently, and says so', async () => {
  const seen = await see({ q: 'satble' })
  expect(titles(seen)).toEqual([])
  const other = await see({ q: 'stol' })
  expect(titles(other)).toEqual(['Oak Stool'])
  expect(other.html).toContain('No results for “stol”. Showing results for “stool”.')
})

it('leads where the merchant wants a term to lead', async () => {
  const load = (search: string, options: VisitorOptions = {}) =>
    loadPage(page, shop.ctxOf(options), {}, search)
  expect(await load('?q=delivery')).toEqual({ kind: 'redirect', to: '/page/shipping', status: 302 })
  expect(await load('?q=DELIVERY', { locale: 'zh' })).toMatchObject({ to: '/zh/page/shipping' })
})

it('repeats what was typed as text, and takes signs of the database as they are', async () => {
  for (const q of [
    '<script>alert(1)</script>',
    "'; drop table products; --",
    '%',
    '_',
    '\\',
    "'",
    '()|&!:*<->',
    ':*',
    '\u0000',
    '🪑',
    '1',
    '店',
  ])
    expect((await see({ q })).html, q).not.toContain('<script>')
  expect(titles(await see({ q: '<b>mug & "1"' }))).toEqual(['&lt;b&gt;Mug&lt;/b&gt; &amp; &quot;1&quot;'])
  expect((await shop.database.db.pool.query('select count(*)::int as n from products')).rows).toEqual([
    { n: 6 },
  ])
})

it('reads 200 characters of ten thousand, and says so', async () => {
  const seen = await see({ q: `oak ${'x '.repeat(5_000)}` })
  expect(seen.html).toContain('Only the first 200 characters were read.')
  expect((await see({ q: 'oak' })).html).not.toContain('characters were read')
  expect((await see({ q: '漢'.repeat(10_000) })).html).toContain('Only the first 200')
})
