import { describe, expect, it } from 'vitest'
import { checkTheme } from './check-theme.ts'
import { lackingParts } from './lacking-parts.ts'

/* Templates without what their page is for. */

type Files = Readonly<Record<string, string>>

function said(files: Files): string[] {
  const all = { 'theme.json': '{"theme":{"useDefTemplate":true}}', ...files }
  const theme = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))
  const checked = checkTheme(theme)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem))
  return lackingParts(theme, checked.value.templates).map(
    ({ file, line, reason }) => `${file}:${line} ${reason}`,
  )
}

/** A template that shows these sections, in JSON with its order in line 3. */
const template = (...placed: object[]): string => {
  const ids = placed.map((_, at) => `s${at}`)
  const sections = Object.fromEntries(placed.map((one, at) => [ids[at], one]))
  return `{ "sections":\n${JSON.stringify(sections)},\n"order": ${JSON.stringify(ids)} }`
}
const own = (type: string, more: object = {}): object => ({ type, ...more })
const words = (html: string): object => ({ type: 'rich-text', settings: { html: { en: html } } })

describe('a template of products', () => {
  it('is named with its line and what to add, when nobody can see a price or buy', () => {
    expect(said({ 'templates/product.json': template(own('newsletter')) })).toEqual([
      'templates/product.json:3 nothing on this page (product) shows the price and the button that puts it into the cart: add "main": { "type": "main" } to "sections", and "main" to "order", or {% price product %} and {% form "cart/add", product: product %} in a section of your own',
    ])
    expect(said({ 'templates/product.liquid': '<h1>{{ product.title }}</h1>' })).toEqual([
      'templates/product.liquid:1 nothing on this page (product) shows the price and the button that puts it into the cart: add {% main %}, or {% price product %} and {% form "cart/add", product: product %} in a section of your own',
    ])
    const off = {
      'templates/product.oak.json': template({ type: 'main', disabled: true }, own('newsletter')),
    }
    expect(said(off)).toEqual([expect.stringContaining('its section of the type main is disabled: take')])
    // What it costs is there, and the way into the cart is not; and the other way round.
    expect(said({ 'templates/product.liquid': '{{ product.price.text }}' })).toEqual([
      expect.stringContaining('(product) shows the button that puts it into the cart: add {% main %}'),
    ])
    const form = '{% form "cart/add", product: product %}<button>+</button>{% endform %}'
    expect(said({ 'templates/product.liquid': form })).toEqual([
      expect.stringContaining('(product) shows the price: add {% main %}, or {% price product %} in'),
    ])
  })

  it.each<[string, Files]>([
    ['main', { 'templates/product.json': template(own('newsletter'), own('main')) }],
    ['main in a page of Liquid', { 'templates/product.liquid': '<div></div>{%- main -%}' }],
    [
      'smaller parts in a section',
      {
        'templates/product.json': template(own('buy')),
        'sections/buy.liquid': '{% price product %}{% form "cart/add", product: product %}',
      },
    ],
    [
      'smaller parts in a block and a snippet of it',
      {
        'templates/product.json': template(
          own('buy', { blocks: { b: { type: 'price' } }, block_order: ['b'] }),
        ),
        'sections/buy.liquid': '{% content_for "blocks" %}',
        'blocks/price.liquid':
          '{% render "price", of: product %}{% island "product-modal", product: product %}',
        'snippets/price.liquid': '{% liquid\n  price of\n%}',
      },
    ],
    [
      'parts in words',
      {
        'templates/product.oak.json': template(
          words(`<x-island c="product-buttons" p='{"slug":"oak"}'></x-island>`),
        ),
      },
    ],
  ])('may have %s', (_, files) => {
    expect(said(files)).toEqual([])
  })

  it('shows nothing by comments, schemas, disabled sections and blocks, or words that only sound like it', () => {
    for (const source of [
      '{% comment %}{% main %}{% endcomment %}',
      '{% # main %}',
      '{{ "main" }}<p class="price">{{ "sections.price" }} {{ product.title }}</p>',
    ])
      expect(said({ 'templates/product.liquid': source }), source).toHaveLength(1)
    const buy = '{% price product %}{% form "cart/add", product: product %}'
    const files = { 'sections/buy.liquid': buy, 'blocks/buy.liquid': buy, 'sections/box.liquid': '<p></p>' }
    const off = { buy: { type: 'buy', disabled: true } }
    for (const placed of [own('buy', { disabled: true }), own('box', { blocks: off, block_order: ['buy'] })])
      expect(said({ ...files, 'templates/product.json': template(placed, own('newsletter')) })).toHaveLength(
        1,
      )
  })
})

describe('a template of other pages', () => {
  it.each([
    ['category', 'the products of the category'],
    ['collection', 'the products of the collection'],
    ['tag', 'the products of the tag'],
    ['search', 'the results'],
    ['cart', 'the lines of the cart and the way to the checkout'],
    ['checkout-detail', 'the address and the ways of delivery and the ways to pay'],
    ['checkout-thankyou', 'what was ordered'],
    ['article-list', 'the articles'],
    ['article', 'the text of the article'],
    ['page', 'the text of the page'],
    ['promotion', 'the promotion'],
    ['promotion-list', 'the promotions'],
    ['coupon', 'the coupon'],
    ['coupon-list', 'the coupons'],
    ['inquiry', 'the form'],
    ['favorite', 'the favourites'],
    ['auth', 'the form to sign in'],
    ['user', 'the customer’s account'],
    ['order', 'the order'],
    ['return', 'the return'],
  ])('of %s says that %s is not shown, and nothing with main', (page, what) => {
    expect(said({ [`templates/${page}.json`]: template(own('newsletter')) })).toEqual([
      expect.stringContaining(`templates/${page}.json:3 nothing on this page (${page}) shows ${what}`),
    ])
    expect(said({ [`templates/${page}.json`]: template(own('main')) })).toEqual([])
    expect(said({ [`templates/${page}.liquid`]: '{% main %}' })).toEqual([])
  })

  it('of home and of pages of its own is whatever stands on it', () => {
    const free = template(own('newsletter'))
    expect(said({ 'templates/home.json': free, 'templates/custom.visit.json': free })).toEqual([])
    // One entry may be designed by hand.
    expect(said({ 'templates/page.about.json': free, 'templates/article.oak.json': free })).toEqual([])
  })

  it('may be built of the page’s objects, of parts, or of the shop’s sections for that entry', () => {
    const list = '{% for product in products %}{{ product.title }}{% endfor %}'
    const goods = (from: string, slug: string): object => ({ type: 'products', settings: { from, slug } })
    const fine: Files[] = [
      { 'templates/search.liquid': list },
      { 'templates/tag.json': template(own('list')), 'sections/list.liquid': list },
      { 'templates/category.liquid': '{% island "product-list", category: category.slug %}' },
      { 'templates/category.oak.json': template(goods('category', 'oak')) },
      { 'templates/cart.liquid': '{% island "cart" %}' },
      { 'templates/cart.json': template(words('<x-island c="cart"></x-island>')) },
      { 'templates/article.liquid': '{{ article.body | raw }}' },
    ]
    for (const files of fine) expect(said(files), JSON.stringify(files)).toEqual([])
    const other: Files[] = [
      { 'templates/category.json': template(goods('category', 'oak')) },
      { 'templates/category.oak.json': template(goods('category', 'ash')) },
      { 'templates/category.oak.json': template(goods('new', '')) },
      { 'templates/cart.liquid': '{% island "cart-drawer" %}' },
    ]
    for (const files of other) expect(said(files), JSON.stringify(files)).toHaveLength(1)
  })
})
