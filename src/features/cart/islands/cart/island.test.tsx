import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#app/messages.ts'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { elements, postOf } from '#test/markup.ts'
import { examples } from './examples.tsx'
import Cart from './island.tsx'

function render(state: string, locale: Locale = 'en'): string {
  const props = examples(dictionaries(locale), htmlLang(locale))[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<Cart {...props} external />)
}

describe('without scripts', () => {
  it.each([
    [
      'One more of Oak Stool',
      '/form/cart/update',
      [
        ['line', '1'],
        ['quantity', '2'],
      ],
    ],
    [
      'One less of Pond Vase',
      '/form/cart/update',
      [
        ['line', '2'],
        ['quantity', '2'],
      ],
    ],
    [
      'Remove Pond Vase',
      '/form/cart/remove',
      [
        ['lines', '2'],
        ['next', '/cart?removed=sku-2&quantity=3'],
      ],
    ],
    [
      'Include Oak Stool',
      '/form/cart/select',
      [
        ['lines', '1'],
        ['on', 'false'],
      ],
    ],
    [
      'Include Pond Vase',
      '/form/cart/select',
      [
        ['lines', '2'],
        ['on', 'true'],
      ],
    ],
  ])('%s is a post to %s', (label, action, fields) => {
    expect(postOf(render('two lines'), label)).toEqual({ action, fields })
  })

  it('a typed quantity is sent with nothing beside it', () => {
    const [form = ''] = /<form class="stepper-form".*?<\/form>/s.exec(render('two lines')) ?? []
    expect(elements(form, 'input').map(({ name, value }) => [name, value])).toEqual([
      ['line', '1'],
      ['quantity', '1'],
    ])
    expect(elements(form, 'button').map(({ name, type }) => [name, type])).toEqual([[undefined, 'submit']])
  })
})

describe('a line in trouble', () => {
  it('that is sold out can only be removed', () => {
    const html = render('sold out')
    expect(html).toContain('Sold out for now.')
    expect(html).toContain('Remove Oak Stool')
    expect(html).not.toMatch(/name="quantity"|role="checkbox"/)
  })

  it('with too few in stock offers what there is', () => {
    const html = render('not enough')
    expect(html).toContain('Only 2 are left.')
    expect(html).toMatch(/<button[^>]*>Take 2</)
    const take = elements(html, 'button').find(
      (button) => button['class'] === 'button button-plain' && button['value'] === '2',
    )
    expect(take).toMatchObject({ type: 'submit', name: 'quantity' })
    expect(elements(html, 'form').map(({ id }) => id)).toContain(take?.['form'])
    // One less than too many would still be too many.
    expect(postOf(html, 'One less of Oak Stool').fields).toEqual([
      ['line', '1'],
      ['quantity', '2'],
    ])
  })
})

describe('the sums', () => {
  it('show the way to free delivery', () => {
    const html = render('two lines')
    expect(html).toContain('$42 more and delivery is free.')
    expect(elements(html, 'progress')).toMatchObject([{ max: '1', value: '0.53' }])
    expect(render('delivery is free')).toContain('Delivery is free.')
  })
})

it('leads on from an empty cart', () => {
  const html = render('empty')
  expect(html).toContain('Nothing here yet')
  expect(html).toMatch(/<a class="button[^"]*" href="\/">See what is new<\/a>/)
})

it.each<[Locale, RegExp]>([
  ['zh', /移除.*小计/s],
  ['zh-HK', /移除.*小計/s],
])('speaks %s', (locale, words) => {
  const html = render('two lines', locale)
  expect(html).toMatch(words)
  expect(html).not.toMatch(/Remove|Subtotal|Quantity| each/)
})
