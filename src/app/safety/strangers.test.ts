import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prototypeWords } from '#test/prototype-words.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/*
 * What strangers send that no page of ours does: words that are names of every object, posts from other sites.
 */

let shop: WholeShop

beforeAll(async () => {
  shop = await openWholeShop()
})

afterAll(() => shop.close())

const languages = ['', '/zh', '/de']

describe.each([...prototypeWords])('the word %s', (word) => {
  it.each(languages)('can be searched for %s', async (language) => {
    expect(await shop.get(`${language}/search?q=${word}`)).toMatchObject({ status: 200 })
    expect(
      await shop.get(`${language}/search?q=${word}s&sort=${word}&page=${word}&o.${word}=${word}`),
    ).toMatchObject({
      status: 200,
    })
  })

  it('gets suggestions', async () => {
    for (const q of [word, word.toLowerCase()])
      expect(await shop.post('/api/web/search/suggest', { q })).toMatchObject({ status: 200 })
  })

  it.each(languages)('is no address %s', async (language) => {
    for (const path of [`/${word}`, `/${word}/${word}`, `/product/${word}`, `/media/films/x.${word}`])
      expect(await shop.get(`${language}${path}`)).toMatchObject({ status: 404 })
  })

  it('is no language', async () => {
    for (const tag of [word, word.toLowerCase(), word.replaceAll('_', '-')])
      expect(await shop.get(`/${tag}/search`)).toMatchObject({ status: 404 })
  })

  it('is a name that a form may send', async () => {
    const answer = await shop.post('/form/cart/add', new URLSearchParams({ [word]: word, sku: word }))
    expect(answer.status).toBeLessThan(500)
  })
})

describe('what no page of ours sends', () => {
  it.each([
    '/share/en/USD/product/%00.jpg',
    '/demo-gateway/x%00',
    '/page/a%00',
    '/search?q=%00',
    '/order/%00',
  ])('is not found at %s', async (path) => {
    expect(await shop.get(path)).toMatchObject({ status: 404 })
  })

  it.each(['/a%ff', '/%', '/product/%E0%A4%A', '/zh/page/%c0%ae', '/assets/%ff.js', '/media/%ff'])(
    'is not found at %s, with the headers of every answer',
    async (path) => {
      const { status, headers } = await shop.get(path)
      expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff'])
    },
  )

  it('is no call whose name is no text', async () => {
    expect(await shop.post('/api/web/cart/%ff', {})).toMatchObject({ status: 404 })
  })

  it.each([
    ['/form/order/cancel', '{"slug":"\\ud800"}'],
    ['/form/cart/add', '{"quantity":{"toString":1,"valueOf":1}}'],
    ['/form/inquiry/submit', '{"form":"contact","product":5}'],
    ['/form/preferences', '{"mode":{"toString":1}}'],
    ['/form/preferences', '{"next":"/"}'],
  ])('is no form at %s: %s', async (path, body) => {
    const answer = await shop.postBytes(path, Buffer.from(body), { 'content-type': 'application/json' })
    expect(answer.status).toBe(415)
  })

  it.each([
    ['/form/order/cancel', { slug: 'a\0' }],
    ['/form/order/cancel', { slug: '\0' }],
    ['/form/checkout/information', { slug: '\0', note: 'x' }],
    ['/form/inquiry/submit', { form: '\0', product: '\0' }],
  ])('is no failure of the shop at %s', async (path, fields) => {
    const answer = await shop.post(path, new URLSearchParams(fields as Record<string, string>))
    expect(answer.status).toBeLessThan(500)
  })

  it.each(['/日本', '/a\u2028b', '/a\x7f', '/\ufeff'])('leads to %j', async (next) => {
    const answer = await shop.post('/form/preferences', new URLSearchParams({ mode: 'dark', next }))
    expect(answer).toMatchObject({ status: 303, headers: { location: encodeURI(next) } })
  })

  it('can be searched for in letters that stand for eighteen', async () => {
    const q = '\ufdfa'.repeat(200)
    expect(await shop.get(`/search?q=${encodeURIComponent(q)}`)).toMatchObject({ status: 200 })
    expect(await shop.post('/api/web/search/suggest', { q })).toMatchObject({ status: 200 })
  })
})

describe('currency and reading mode', () => {
  const chosen = new URLSearchParams({ mode: 'dark', next: '/cart' })

  it('are chosen on a page of the shop', async () => {
    const answer = await shop.post('/form/preferences', chosen, { 'sec-fetch-site': 'same-origin' })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/cart' } })
    expect(String(answer.headers['set-cookie'])).toContain('mode=dark')
  })

  it.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }, { origin: 'null' }])(
    'are not chosen by another site (%o)',
    async (headers) => {
      for (const path of ['/form/preferences', '/zh/form/preferences']) {
        const answer = await shop.post(path, chosen, headers as Record<string, string>)
        expect(answer.status).toBe(403)
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    },
  )
})
