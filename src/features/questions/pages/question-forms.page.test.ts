import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { elements } from '#test/markup.ts'
import { openWholeShop, origin, type WholeShop } from '#test/whole-shop.ts'

/* The forms of questions and answers, as a browser without scripts gets them. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  const { pool } = shop.database.db
  await pool.query(cartCatalogue)
  await pool.query(
    `insert into questions (code, product_id, author, locale, content, state, created_at)
     select 'q-K7M29QXD4T', id, 'Ada', 'en', 'Does it lean?', 'published', now() from products where slug = 'stool'`,
  )
})
afterAll(() => shop.close())

const formOf = (html: string, call: string): Record<string, string> | undefined =>
  elements(html, 'form').find(({ action }) => action === `/form/question/${call}`)

it('are named, each by what it is for', async () => {
  const asking = await shop.get('/question/ask?product=stool')
  expect(formOf(asking.body, 'ask')).toMatchObject({ 'aria-label': 'Ask a question' })
  const answering = await shop.get('/question/q-K7M29QXD4T')
  expect(formOf(answering.body, 'answer')).toMatchObject({ 'aria-labelledby': 'answer-title' })
  expect(answering.body).toContain('<h2 id="answer-title">Answer this question</h2>')
})

it('come back with what is lacking at its field', async () => {
  const fields = new URLSearchParams({ product: 'stool', content: ' ', displayName: '', email: 'nowhere' })
  const { status, body } = await shop.post('/form/question/ask', fields, {
    origin,
    'sec-fetch-site': 'same-origin',
  })
  expect(status).toBe(422)
  expect(body).toMatch(/<p class="field-error" id="question-content-error">Write your question\.</)
  expect(body).toMatch(/<p class="field-error" id="question-displayName-error">/)
})
