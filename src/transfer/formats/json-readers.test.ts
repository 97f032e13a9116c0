import { describe, expect, it } from 'vitest'
import { detectFormat } from './format.ts'
import { dummy, source, violet, violetNames } from './readers-for-tests.ts'

describe('the DummyJSON list', () => {
  const lamp = {
    id: 7,
    title: "Baker's Lamp",
    description: 'a < b',
    category: 'home-decoration',
    price: 9.99,
    discountPercentage: 10.48,
    rating: 4.567,
    stock: 3,
    tags: ['Soft light'],
    sku: 'LAMP 1',
    reviews: [{}, {}],
    images: ['https://p.example/1.webp'],
    weight: 2,
    dimensions: { width: 1.5, height: 2, depth: 3 },
    warrantyInformation: '1 year',
    minimumOrderQuantity: 4,
    meta: { createdAt: '2025-04-30T09:41:02.053Z', barcode: '123' },
  }

  it('maps a product to an entry', async () => {
    const { products, categories, notes } = await dummy(JSON.stringify([lamp]))
    expect(products).toEqual([
      {
        slug: 'bakers-lamp',
        title: { en: "Baker's Lamp" },
        description: { en: 'a &lt; b' },
        type: 'Home Decoration',
        visible: true,
        publishedAt: '2025-04-30T09:41:02.053Z',
        rating: { average: 4.567, count: 2 },
        categories: ['home-decoration'],
        tags: ['soft-light'],
        options: [],
        skus: [
          {
            sku: 'LAMP-1',
            options: {},
            prices: { USD: { price: '9.99', linePrice: '11.16' } },
            stock: 3,
            backorder: false,
            barcode: '123',
          },
        ],
        quantity: { min: 4 },
        pictures: [{ src: 'https://p.example/1.webp' }],
        details: [
          { label: { en: 'Dimensions' }, value: { en: '1.5 × 2 × 3' } },
          { label: { en: 'Weight' }, value: { en: '2' } },
          { label: { en: 'Warranty' }, value: { en: '1 year' } },
        ],
      },
    ])
    expect(categories).toMatchObject([{ slug: 'home-decoration', name: { en: 'Home Decoration' } }])
    expect(notes).toEqual([])
  })

  it('reads numbers as they are written', async () => {
    const { products, problems } = await dummy(
      '{"total": 3, "products": [{"title": "a", "price": 4.10}, {"title": "b", "price": 100000000000.01},\n{"title": "c", "price": 1.005},{"title": "d", "price": 1e2},{"title": "e", "price": -1}]}',
    )
    expect(products.map((product) => product.skus[0]?.prices['USD']?.price)).toEqual([
      '4.10',
      '100000000000.01',
    ])
    expect(problems).toEqual([
      '2: price is "1.005": more exact than USD can be',
      '2: price is "1e2": not a price such as 19.90',
      '2: price is "-1": not a price such as 19.90',
    ])
  })

  it('gives a second product of the same title an address of its own', async () => {
    const { products } = await dummy(JSON.stringify([lamp, { ...lamp, id: 8, sku: 'x' }]))
    expect(products.map(({ slug }) => slug)).toEqual(['bakers-lamp', 'bakers-lamp-8'])
  })

  it('loses no other product to a bad one', async () => {
    const list = [
      lamp,
      { ...lamp, title: 5 },
      { ...lamp, stock: 1.5 },
      { ...lamp, price: undefined },
      { ...lamp, title: 'Last', discountPercentage: 100 },
      { ...lamp, title: 'Good', sku: 'y' },
    ]
    const { products, problems } = await dummy(
      `[\n${list.map((product) => JSON.stringify(product)).join(',\n')}\n]`,
    )
    expect(products.map(({ slug }) => slug)).toEqual(['bakers-lamp', '5', 'good'])
    expect(problems).toEqual([
      '4: stock: not a whole number',
      '5: price: is missing',
      '6: discountPercentage is "100": not from 0 to below 100',
    ])
  })

  it('never gives half a product, wherever the list is cut', async () => {
    const text = JSON.stringify([lamp, { ...lamp, title: 'Second', sku: 'z' }], null, 1)
    const whole = new Set((await dummy(text)).products.map((product) => JSON.stringify(product)))
    for (let length = 1; length < text.length; length += 3) {
      const { products, problems } = await dummy(text.slice(0, length))
      expect(products.every((product) => whole.has(JSON.stringify(product)))).toBe(true)
      expect(problems).toHaveLength(1)
    }
  })
})

describe('our own format', () => {
  const file = (products: unknown[]) =>
    `{"format": "violet-catalog", "version": 1, "products": [\n${products.map((product) => JSON.stringify(product)).join(',\n')}\n]}`
  const cup = { slug: 'cup', title: { en: 'Cup' }, skus: [{ sku: 'cup', prices: { USD: { price: '5' } } }] }

  it('tells what is wrong with an entry by line and path', async () => {
    const { products, problems } = await violet(
      file([
        cup,
        { ...cup, slug: 'Cup!' },
        { ...cup, skus: [{ sku: 'a', prices: { USD: { price: 5 } } }] },
        { ...cup, colour: 'red' },
        { ...cup, slug: 'last' },
      ]),
    )
    expect(products.map(({ slug }) => slug)).toEqual(['cup', 'last'])
    expect(problems).toEqual([
      '3: slug: lower-case letters, digits, and - _ . between them',
      '4: skus[0].prices.USD.price: should be a text in quotes, and is a number',
      '5: "colour" is not known here',
    ])
  })

  it('names an entry without a name by its place, and says in words what is wrong', async () => {
    const { problems, products } = await violet(
      JSON.stringify({
        format: 'violet-catalog',
        version: 1,
        products: [cup, { ...cup, slug: '' }, { title: { en: 'x'.repeat(301) }, visible: 'yes' }, 5],
      }),
    )
    expect(products).toHaveLength(1)
    expect(problems).toEqual([
      '1: slug: is empty',
      '1: slug: is missing',
      '1: title.en: should have at most 300 characters',
      '1: visible: should be true or false, and is a text in quotes',
      '1: skus: is missing',
      '1: should be an object {...}, and is a number',
    ])
    expect(await violetNames([cup, { ...cup, slug: '' }, {}])).toEqual(['products[1]', 'products[2]'])
  })

  it('tells syntax errors by their own line', async () => {
    const { products, problems } = await violet(
      `{"format": "violet-catalog", "version": 1, "products": [\n{"slug": "a",\n "title" {}},\n${JSON.stringify(cup)}]}`,
    )
    expect(products).toHaveLength(1)
    expect(problems).toEqual([expect.stringMatching(/^3: is not JSON: Expected ':' after property name$/)])
  })

  it('tells what the file has beside its entries', async () => {
    expect(
      (await violet('{"format": "violet-catalog", "version": 2, "prices": [1], "products": []}')).problems,
    ).toEqual([
      '1: version 2 of the format is not known: this program reads version 1',
      '1: the file has "prices", which the format does not know',
    ])
    expect((await violet('{"products": []}')).notes).toEqual([
      'the file does not say "format": "violet-catalog", "version": 1',
    ])
    expect((await violet('{"products": [], "wrong": 1}', ['category'])).problems).toEqual([])
  })
})

describe('what a file is', () => {
  it.each([
    ['Handle,Title\n', 'shopify'],
    ['\ufeff [{"title": "a", "price": 1}]', 'dummyjson'],
    ['{"total": 1, "products": [{"title": "a"}]}', 'dummyjson'],
    ['{"products": [{"slug": "a"}]}', 'violet'],
    ['{"format": "violet-catalog"}', 'violet'],
    ['{"collections": [{}]}', 'violet'],
    ['[oops, {"title": "a"}]', 'dummyjson'],
  ])('%s', async (content, format) =>
    expect(await detectFormat(source(content))).toEqual({ ok: true, value: format }),
  )

  it.each([
    [
      'Handle;Title;Variant Price\nmug;Mug;9,90\n',
      'the columns are separated by ";": save the file as CSV with commas, in UTF-8',
    ],
    [
      'Handle\tTitle\tVariant Price\n',
      'the columns are separated by tabs: save the file as CSV with commas, in UTF-8',
    ],
    [
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing\n',
      'the file is a list of customers: "violet import customers FILE" takes it',
    ],
    [
      '"Email";"First Name"; "Last Name"\n',
      'the file is a list of customers: "violet import customers FILE" takes it',
    ],
    [
      'Redirect from,Redirect to\n/a,/b\n',
      'the file is a list of redirects: "violet redirects import FILE" takes it',
    ],
    [
      'Name,Email,Financial Status,Fulfillment Status,Lineitem name\n',
      'the file is a list of orders: orders are not imported',
    ],
    [
      'ID,Type,SKU,Name,Published,Regular price,Categories\n',
      "the file is a product list of WooCommerce, which is not read: bring it into Shopify's CSV or Violet's own format",
    ],
    [
      'sku,attribute_set_code,product_type,name,price\n',
      "the file is a product list of Magento, which is not read: bring it into Shopify's CSV or Violet's own format",
    ],
    [
      '-- MySQL dump 10.13\n\nDROP TABLE IF EXISTS `x`;\n',
      "the file is a dump of a database (SQL): export the products as Shopify's CSV, or write them in Violet's own format",
    ],
    [
      '<?xml version="1.0"?><rss/>',
      "the file is XML or a web page: export the products as Shopify's CSV, or write them in Violet's own format",
    ],
    ['', 'the file is empty'],
    [Buffer.from('\ufeffa', 'utf16le'), 'the file is UTF-16: save it as UTF-8'],
    [Buffer.from('PK\u0003\u0004\0\0'), 'the file is not text'],
    ['[]', "the file has no products: neither Violet's own format, nor a DummyJSON list, nor a Shopify CSV"],
  ])('refuses %s', async (content, problem) =>
    expect(await detectFormat(source(content))).toEqual({ ok: false, problem }),
  )
})
