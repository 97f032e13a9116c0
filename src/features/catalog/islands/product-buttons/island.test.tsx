import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import ProductButtons from './island.tsx'

function render(state: string, locale: Locale = 'en'): string {
  const props = examples(dictionaries(locale), htmlLang(locale))[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<ProductButtons {...props} external />)
}

/** The values of the options: label → where it leads, and how it is marked. */
function values(html: string): Record<string, [href: string | undefined, state: string | undefined]> {
  const links = elements(html, 'a').map((link) => [
    link['aria-label'],
    [link['href'], link['class']?.replace(/.*value-/, '')],
  ])
  return Object.fromEntries(links) as ReturnType<typeof values>
}

describe('what can be chosen', () => {
  it('is marked before the click, and each value is an address', () => {
    expect(values(render('in stock'))).toEqual({
      Sage: ['/product/oak-stool/sage-s', 'chosen'],
      'Ink, sold out': ['/product/oak-stool/ink-s', 'sold_out'],
      'Sand, not in this combination': ['/product/oak-stool/sand-l', 'elsewhere'],
      Small: ['/product/oak-stool/sage-s', 'chosen'],
      Large: ['/product/oak-stool/sage-l', 'available'],
    })
  })

  it('is nothing where there is one SKU', () => {
    const html = render('nothing to choose')
    expect(html).not.toContain('<a ')
    expect(html).toContain('Add to cart')
  })
})

describe('the way into the cart', () => {
  it('is a form that works by itself', () => {
    const html = render('in stock')
    expect(elements(html, 'form')).toMatchObject([
      { action: '/form/cart/add', method: 'post', 'data-action': 'cart/add' },
      { action: '/form/checkout/create', method: 'post' },
      { action: '/form/product/alert', method: 'post', 'data-action': 'product/alert' },
    ])
    expect(elements(html, 'input').slice(0, 2)).toMatchObject([
      { name: 'sku', value: 'sage-s', type: 'hidden' },
      { name: 'quantity', value: '1', type: 'number', min: '1', max: '99' },
    ])
  })

  it('says how few there are, and asks for no more than that', () => {
    const html = render('few left')
    expect(html).toContain('Only 2 left')
    expect(elements(html, 'input')[1]).toMatchObject({ name: 'quantity', max: '2' })
  })

  it('begins with as few as are sold at once, and goes on in their steps', () => {
    const html = render('by the dozen')
    expect(elements(html, 'input').slice(1, 3)).toMatchObject([
      { name: 'quantity', value: '24', min: '24', max: '96', step: '12' },
      { name: 'sku', type: 'hidden' },
    ])
    expect(html).toContain('Sold in steps of 12.')
    // What is bought at once is as many.
    expect(html).toContain('<input type="hidden" name="quantity" value="24"/>')
    // The price of one is none of 24.
    expect(html).not.toContain('product-buttons-buy-price')
    expect(render('in stock')).toContain('product-buttons-buy-price')
  })

  it('is closed for what is sold out', () => {
    const html = render('sold out')
    expect(elements(html, 'button').at(-2)).toMatchObject({ type: 'submit', disabled: '' })
    expect(html).toMatch(/>Sold out<.*<\/button>/)
    expect(elements(html, 'input').map(({ name, value }) => [name, value])).toEqual([
      ['sku', 'ink-s'],
      ['sku', 'ink-s'],
      ['kind', 'stock'],
      ['email', undefined],
    ])
    expect(elements(html, 'details')).toMatchObject([{ open: '' }])
    expect(html).toContain('Email me when it is back in stock')
  })

  it('is open for what must be ordered first, with both prices', () => {
    const html = render('to order, reduced')
    expect(html).toContain('Available to order')
    expect(html).toMatch(/price-now">\$38<.*price-line">.*\$48<\/s>/)
    expect(html).toContain('Add to cart')
  })

  it('is absent where the theme shows no cart', () => {
    expect(render('without a cart')).not.toContain('cart/add')
  })
})

it('tells what a measure costs, what the price was, and what more cost', () => {
  const html = render('by measure and number')
  expect(html).toContain('>$4.80 / 100 g<')
  expect(html).toContain('>Lowest price in the 30 days before: $13<')
  expect(html.match(/<th scope="row">[^<]*<\/th><td>[^<]*<\/td><td>[^<]*<\/td>/g)).toEqual([
    '<th scope="row">4 or more</th><td>$11 each</td><td>−8%</td>',
    '<th scope="row">12 or more</th><td>$9.50 each</td><td>−20%</td>',
  ])
  // The closed form for who waits for a lower price.
  expect(elements(html, 'details')[0]).not.toHaveProperty('open')
  expect(html).toContain('Email me when the price drops')
})

it.each<[Locale, string, string]>([
  ['zh', '加入购物车', '仅剩 2 件'],
  ['zh-HK', '加入購物車', '只餘 2 件'],
])('speaks %s', (locale, add, few) => {
  const html = render('few left', locale)
  expect(html).toContain(add)
  expect(html).toContain(few)
  expect(html).not.toMatch(/Add to cart|Only|Quantity/)
})
