import { expect, it } from 'vitest'
import { faqPage, foldQuestions } from './questions.ts'

const asked = `<p>What people ask us most.</p>
<h2>Ordering</h2>
<h3 id="a">Do I need an <em>account</em>?</h3><p>No. With one you see your orders.</p><p>R&amp;D too.</p>
<h3>Can I change an order? </h3><p>Until it is <a href="/page/shipping">packed</a>.</p>
<h3>It came broken.</h3><p>We are sorry.</p>
<h2>Care</h2>`

it('tells machines the questions of a page with their answers, in plain words', () => {
  expect(faqPage(asked, 'en')).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      inLanguage: 'en',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Do I need an account?',
          acceptedAnswer: { '@type': 'Answer', text: 'No. With one you see your orders. R&D too.' },
        },
        {
          '@type': 'Question',
          name: 'Can I change an order?',
          acceptedAnswer: { '@type': 'Answer', text: 'Until it is packed.' },
        },
      ],
    },
  ])
})

it('knows a question in Chinese', () => {
  const chinese = '<h2>要注册吗？</h2><p>不用。</p><h2>能改吗？</h2><p>能。</p>'
  expect(faqPage(chinese, 'zh-Hans')).toMatchObject([
    { mainEntity: [{ name: '要注册吗？' }, { name: '能改吗？' }] },
  ])
})

it.each([
  ['no titles', '<p>Where are you? Here.</p>'],
  ['one question', '<h2>Where are you?</h2><p>Here.</p>'],
  [
    'as many statements as questions',
    '<h2>A?</h2><p>a</p><h2>B?</h2><p>b</p><h2>C</h2><p>c</p><h2>D</h2><p>d</p>',
  ],
  ['questions that nobody answers', '<h2>A?</h2><h2>B?</h2><h2>C?</h2><p>c</p>'],
])('says nothing of a page with %s', (_name, body) => {
  expect(faqPage(body, 'en')).toEqual([])
})

it('folds each answer below its question, and leaves titles of groups alone', () => {
  const folded = foldQuestions(asked)
  expect(folded).toContain('<p>What people ask us most.</p>\n<h2>Ordering</h2>')
  expect(folded).toContain(
    '<details class="question"><summary><h3>Do I need an <em>account</em>?</h3></summary><p>No. With one you see your orders.</p><p>R&amp;D too.</p>\n</details>',
  )
  expect(folded).toContain('<summary><h3>It came broken.</h3></summary><p>We are sorry.</p>')
  expect(folded.match(/<details/g)).toHaveLength(3)
  expect(faqPage(folded, 'en')).toEqual(faqPage(asked, 'en'))
})

it.each([
  ['no questions', '<h2>Care</h2><p>Wash it.</p>'],
  ['parts that are folded already', `<details><summary>x</summary>${asked}</details>`],
])('folds nothing of a page with %s', (_name, body) => {
  expect(foldQuestions(body)).toBe(body)
})
