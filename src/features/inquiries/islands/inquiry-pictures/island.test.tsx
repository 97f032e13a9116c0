import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import InquiryPictures from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<InquiryPictures {...props} external />)
}

it('is a file field that works by itself, and says what it takes', () => {
  const html = render('empty')
  expect(elements(html, 'input')).toEqual([
    expect.objectContaining({
      type: 'file',
      name: 'images',
      accept: 'image/jpeg,image/png,image/webp,image/avif',
      'aria-describedby': 'pictures-help',
    }),
  ])
  expect(html).toContain('Up to 6 pictures')
})

it('keeps by a tick what the shop has already, and ties what is wrong to the field', () => {
  const html = render('come back')
  const [first, second, file] = elements(html, 'input')
  expect([first, second]).toMatchObject([
    { type: 'checkbox', name: 'images', value: '0'.repeat(32) },
    { type: 'checkbox', name: 'images', value: '1'.repeat(32) },
  ])
  expect(file).toMatchObject({ 'aria-describedby': 'pictures-help pictures-error' })
  expect(elements(html, 'img')).toMatchObject([{ alt: 'Picture 1' }, { alt: 'Picture 2' }])
})

it('takes no more when there are six', () => {
  expect(elements(render('full'), 'input').map(({ type }) => type)).toEqual(Array(6).fill('checkbox'))
})
