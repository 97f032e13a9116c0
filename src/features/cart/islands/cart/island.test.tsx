import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
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
      'One fewer of Pond Vase',
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
      'Select Oak Stool',
      '/form/cart/select',
      [
        ['lines', '1'],
        ['on', 'false'],
      ],
    ],
    [
      'Select Pond Vase',
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
    expect(postOf(html, 'One fewer of Oak Stool').fields).toEqual([
      ['line', '1'],
      ['quantity', '2'],
    ])
  })
})

describe('what is sold by the dozen', () => {
  it('is set in dozens, and to no fewer than the minimum', () => {
    const html = render('by the dozen')
    expect(elements(html, 'input').find(({ name }) => name === 'quantity')).toMatchObject({
      min: '24',
      max: '96',
      step: '12',
    })
    const [fewer, more] = elements(html, 'button').filter((button) =>
      button['class']?.includes('stepper-button'),
    )
    expect(fewer).toMatchObject({ value: '12', disabled: '' })
    expect(more).toMatchObject({ value: '36' })
  })

  it('is mended with one press where the line is no multiple any more', () => {
    const html = render('by the dozen by now')
    expect(html).toContain('Sold in steps of 12.')
    expect(html).toMatch(/<button[^>]*>Change to 24</)
    const change = elements(html, 'button').find(
      (button) => button['class'] === 'button button-plain' && button['value'] === '24',
    )
    expect(change).toMatchObject({ type: 'submit', name: 'quantity' })
    const form = elements(html, 'form').find(({ id }) => id === change?.['form'])
    expect(form).toMatchObject({ action: '/form/cart/update', method: 'post' })
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

describe('the coupons that would be best', () => {
  const offered = (locale: Locale, entered: boolean): string => {
    const props = examples(dictionaries(locale), htmlLang(locale))['offers and an estimate']!
    const { coupons } = props.view
    const more = props.view.more!
    const codes = entered ? more.bestCoupons : more.bestCoupons.slice(0, 1)
    const view = { ...props.view, coupons: entered ? coupons : [], more: { ...more, bestCoupons: codes } }
    return renderToString(<Cart {...props} view={view} external />)
  }

  it.each<[Locale, string]>([
    ['en', 'You can save more.'],
    ['zh', '还可以再省一些。'],
    ['zh-HK', '還可以節省更多'],
  ])('are offered in words that hold for one code without any entered, too (%s)', (locale, words) => {
    for (const entered of [true, false]) {
      const html = offered(locale, entered)
      expect(html).toContain(`<p>${words}</p>`)
      expect(html.includes('EXTRA')).toBe(entered)
    }
  })
})

describe('what has changed', () => {
  it('stands above the lines, each with ways to answer it', () => {
    const html = render('what has changed')
    const [panel = ''] = /<section class="cart-changes".*?<\/section>/s.exec(html) ?? []
    expect(panel).toContain('It was $40 and is $48 now.')
    expect(panel).toContain('It has sold out since you were here.')
    expect(panel).toContain('This coupon has expired.')
    expect(postOf(panel, 'Got it: Oak Stool')).toEqual({
      action: '/form/cart/keep',
      fields: [['lines', '1']],
    })
    expect(postOf(panel, 'Save for later: Pond Vase')).toEqual({
      action: '/form/cart/saveForLater',
      fields: [['line', '2']],
    })
    expect(postOf(panel, 'Remove coupon AUTUMN')).toEqual({
      action: '/form/cart/removeCoupon',
      fields: [['code', 'AUTUMN']],
    })
    // Only what comes in another choice can be exchanged.
    expect(elements(panel, 'a').map(({ href }) => href)).toEqual(['/cart?exchange=1'])
    expect(html.indexOf('cart-changes')).toBeLessThan(html.indexOf('cart-lines'))
  })

  it('is nothing where nothing has', () => {
    expect(render('two lines')).not.toContain('cart-changes')
  })
})

describe('offers and an estimate', () => {
  const html = render('offers and an estimate')

  it('say what was taken off a line, and how the total comes about', () => {
    expect(html).toContain('Winter textiles −$9.60')
    expect(html).toMatch(/<span class="price-now">\$86\.40<\/span>.*<s class="price-line">.*\$96/s)
    expect(html).toMatch(/Estimated total.*\$95\.40/s)
  })

  it('put what is better, and what is saved, one post away', () => {
    expect(html).toContain('Use HELLO10 and EXTRA')
    expect(postOf(html, 'Move to cart: Reed Basket')).toEqual({
      action: '/form/cart/moveToCart',
      fields: [['sku', 'later-1']],
    })
    expect(html).toContain('Reed Basket is out of stock at the moment.')
    expect(html).toContain('Please ring twice.')
  })
})

it('exchanges a line by a post, and never for what is sold out', () => {
  const [form = ''] = /<form class="cart-exchange".*?<\/form>/s.exec(render('exchanging')) ?? []
  expect(form).toContain('action="/form/cart/changeSku"')
  expect(elements(form, 'option').map(({ value, disabled }) => [value, disabled !== undefined])).toEqual([
    ['sku-1', false],
    ['sku-9', true],
  ])
})

it('leads on from an empty cart', () => {
  const html = render('empty')
  expect(html).toContain('Nothing here yet')
  expect(html).toMatch(/<a class="button[^"]*" href="\/">See what is new<\/a>/)
})

it.each<[Locale, RegExp]>([
  ['zh', /删除.*小计/s],
  ['zh-HK', /移除.*小計/s],
])('speaks %s', (locale, words) => {
  const html = render('two lines', locale)
  expect(html).toMatch(words)
  expect(html).not.toMatch(/Remove|Subtotal|Quantity| each/)
})
