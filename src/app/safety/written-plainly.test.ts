import { afterAll, beforeAll, expect, it } from 'vitest'
import { article, catalog, fillShop } from '#transfer/content/for-tests.ts'
import { browserOf, type Browser } from '#test/signed-in-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* What readers write by plain forms: where they lead, and that a page of everybody's says nothing of anybody. */

let shop: WholeShop
let ada: Browser
beforeAll(async () => {
  shop = await openWholeShop()
  await fillShop(shop.database.db, catalog, { articles: [article('oak')] })
  await shop.catchUp()
  ada = await browserOf(shop)
})
afterAll(() => shop.close())

const post = (path: string, fields: Record<string, string>, headers = ada.headers) =>
  shop.post(`/form${path}`, new URLSearchParams(fields), headers)
const guest = { 'sec-fetch-site': 'same-origin' }

it('leads back to the article, whose address says what became of the comment', async () => {
  const before = await shop.get('/article/oak')
  const answer = await post('/comment/add', { article: 'oak', content: 'Fine.' })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/article/oak#comment-held'])
  // A page that is cached for everybody: what waits is on none of them, and nobody's own is.
  const own = await shop.get('/article/oak', ada.headers)
  expect(own.body).toBe((await shop.get('/article/oak', guest)).body)
  expect(own.body).toBe(before.body)
  expect(own.body).toContain('id="comment-held"')
  expect(own.headers['cache-control']).not.toContain('private')
})

it('shows a refused form again with what was typed, and says to a guest what to do', async () => {
  const refused = await post(
    '/comment/add',
    { article: 'oak', content: 'Not <b>lost</b>', parent: '' },
    guest,
  )
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('>Not &lt;b&gt;lost&lt;/b&gt;</textarea>')
  expect(refused.body).toContain('Please sign in')
  expect(refused.body).toContain('/auth/signin?next=%2Farticle%2Foak')
  const empty = await post('/comment/add', { article: 'oak', content: ' ' })
  expect(empty.body).toContain('Please write your comment.')
  // Nothing of it is kept for the next visitor.
  expect((await shop.get('/article/oak', guest)).body).not.toContain('lost')
  expect((await post('/comment/add', { article: '../x', content: 'y' })).status).toBe(404)
})

it('says at the nickname that everybody reads it, and which name stands there without one', async () => {
  const { body } = await shop.get('/user/info', ada.headers)
  expect(body).toContain('Everybody reads it at your comments and articles')
  expect(body).toContain('Leave it empty to be Ada L. to others.')
})

it('keeps a draft, and shows it with its preview to its author alone', async () => {
  const saved = await post('/article/save', { title: 'On oak', content: 'Oak is **hard**.' })
  expect(saved.status).toBe(303)
  const page = String(saved.headers['location'])
  expect(page).toMatch(/^\/user\/article\/edit\?id=\d+$/)
  const own = await shop.get(page, ada.headers)
  expect(own.body).toContain('Oak is <strong>hard</strong>.')
  expect(own.headers['cache-control']).toContain('no-store')
  const eve = await browserOf(shop)
  expect((await shop.get(page, eve.headers)).status).toBe(404)
  expect((await shop.get(page, guest)).headers['location']).toContain('/auth/signin')
  const list = await shop.get('/user/article', ada.headers)
  expect(list.body).toContain('On oak')
  expect((await shop.get('/user/article', eve.headers)).body).toContain('No records')
})

it('shows a refused article again with all that was typed', async () => {
  const refused = await post('/article/save', {
    title: '',
    content: 'Long text',
    language: 'zh',
    submit: 'on',
  })
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('Please enter a title.')
  expect(refused.body).toContain('>Long text</textarea>')
  expect(refused.body).toContain('<p>Long text</p>')
})
