import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { examples } from './examples.tsx'
import CartDrawer from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<CartDrawer {...props} external />)
}

it('puts nothing into the page until it is opened', () => {
  expect(render('asleep')).toBe('')
})

it('keeps the place of the lines while they are fetched', () => {
  const html = render('waiting')
  expect(html).toContain('aria-label="Fetching your cart"')
  expect(html.match(/<li class="cart-line">/g)).toHaveLength(2)
})
