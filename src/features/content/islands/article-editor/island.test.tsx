import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import ArticleEditor from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<ArticleEditor {...props} external />)
}

it('is a text field and a field of files that work by themselves, without tools that do not', () => {
  const html = render('empty')
  expect(elements(html, 'textarea')).toEqual([
    expect.objectContaining({ name: 'content', id: 'article-content' }),
  ])
  expect(elements(html, 'input')).toEqual([expect.objectContaining({ type: 'file', name: 'images' })])
  expect(elements(html, 'div').find(({ role }) => role === 'group')).toMatchObject({
    inert: '',
    'aria-hidden': 'true',
  })
  expect(html).toContain('The preview shows the last saved version.')
})

it('shows how each picture is written, and which one stands for the article', () => {
  const html = render('written')
  const radios = elements(html, 'input').filter(({ type }) => type === 'radio')
  expect(radios.map(({ name, value }) => [name, value])).toEqual([
    ['thumbnail', '0'.repeat(16)],
    ['thumbnail', '1'.repeat(16)],
  ])
  expect('checked' in radios[0]!).toBe(true)
  expect('checked' in radios[1]!).toBe(false)
  expect(html).toContain(`<code>![](/media/${'1'.repeat(16)}/800.webp)</code>`)
})

it('ties what is wrong to its field', () => {
  const html = render('comes back')
  expect(elements(html, 'textarea')[0]).toMatchObject({ 'aria-invalid': 'true' })
  expect(elements(html, 'input').at(-1)).toMatchObject({ type: 'file', 'aria-invalid': 'true' })
})
