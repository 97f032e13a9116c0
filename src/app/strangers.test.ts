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
