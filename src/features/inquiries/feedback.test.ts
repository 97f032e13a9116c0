import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/*
 * The feedback form that every shop has, without any content of its own.
 */

let shop: WholeShop
beforeAll(async () => (shop = await openWholeShop()))
afterAll(() => shop.close())

const from = { 'sec-fetch-site': 'same-origin' }

it.each([
  ['', 'Feedback'],
  ['/zh', '意见反馈'],
  ['/zh-HK', '意見及查詢'],
])('is at %s/inquiry/feedback', async (lang, title) => {
  const page = await shop.get(`${lang}/inquiry/feedback`)
  expect([page.status, page.body.includes(`<h1>${title}</h1>`)]).toEqual([200, true])
  for (const other of ['en', 'zh-Hans', 'zh-Hant-HK']) expect(page.body).toContain(`hreflang="${other}"`)
  expect((await shop.get(`${lang}/inquiry/something`)).status).toBe(404)
})

it('takes in what is written, without scripts, and asks for an address to answer to', async () => {
  const sent = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries({ form: 'feedback', content: 'Hello', ...fields }))
      data.append(name, value)
    return shop.post('/form/inquiry/submit', data, from)
  }
  expect((await sent({})).status).toBe(422)
  const done = await sent({ 'contact.email': 'ada@example.com' })
  expect([done.status, String(done.headers.location).split('&')[0]]).toEqual([
    303,
    '/inquiry/thankyou?form=feedback',
  ])
  expect((await shop.get(String(done.headers.location))).status).toBe(200)
  const { rows } = await shop.database.db.pool.query('select form, form_id, content, email from inquiries')
  expect(rows).toEqual([{ form: 'feedback', form_id: null, content: 'Hello', email: 'ada@example.com' }])
})

it('gives way to the merchant’s own of that name, and is gone where that one is not visible', async () => {
  const { pool } = shop.database.db
  await pool.query(
    `with made as (insert into inquiry_forms (slug, fields, visible) values ('feedback', '[]', true) returning id)
     insert into inquiry_form_texts (inquiry_form_id, locale, title) select id, 'en', 'Write to us' from made`,
  )
  const posts = await shop.post('/form/inquiry/submit', new URLSearchParams({ form: 'feedback' }), from)
  expect(posts.body).toContain('<h1>Write to us</h1>')
  await pool.query('update inquiry_forms set visible = false')
  const gone = await shop.post('/form/inquiry/submit', new URLSearchParams({ form: 'feedback' }), from)
  expect(gone.status).toBe(410)
})
