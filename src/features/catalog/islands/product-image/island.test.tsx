import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { examples } from './examples.tsx'
import ProductImage from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<ProductImage {...props} external />)
}

it('shows the pictures in the order given, each under the number by which a SKU names it', () => {
  const html = render('several pictures')
  expect(
    [...html.matchAll(/<li id="(picture-\d)" aria-label="([^"]*)"/g)].map(([, id, label]) => [id, label]),
  ).toEqual([
    ['picture-2', 'Picture 1 of 3'],
    ['picture-0', 'Picture 2 of 3'],
    ['picture-1', 'Picture 3 of 3'],
  ])
})

it('fetches the first at once, and no other before it is wanted', () => {
  const html = render('several pictures')
  expect(html.match(/fetchPriority="high"/gi)).toHaveLength(1)
  expect(html.indexOf('fetchPriority="high"')).toBeLessThan(html.indexOf('picture-0'))
  expect(html.match(/loading="eager"/g)).toHaveLength(1)
})

it('has nothing to turn where there is one picture, and keeps its place where there is none', () => {
  const one = render('one picture')
  expect(one).toContain('Look closer')
  expect(one).not.toMatch(/Next picture|product-image-thumb|1 \/ 1/)
  expect(render('no picture')).toBe('<div class="product-image product-image-none"></div>')
})
