import { describe, expect, it } from 'vitest'
import { lines, shopify } from './readers-for-tests.ts'

const head =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,Variant Image,SEO Title,Status'
const columns = head.split(',')
/** A row by column names. */
function row(cells: Record<string, string>): string {
  return columns.map((column) => `"${(cells[column] ?? '').replaceAll('"', '""')}"`).join(',')
}
const mug = { Handle: 'mug', Title: 'Mug', 'Variant Price': '9.50', 'Variant Inventory Qty': '4' }

describe('the Shopify CSV', () => {
  it('makes one product of its rows', async () => {
    const { products, categories, tags, problems } = await shopify(
      [
        head,
        row({
          ...mug,
          'Body (HTML)': '<p>Hi</p>',
          Vendor: 'Kiln',
          Type: 'Mugs',
          Tags: 'Tea time, , NEW',
          Published: 'TRUE',
          'Option1 Name': 'Colour',
          'Option1 Value': 'Sage green',
          'Option2 Name': 'Size',
          'Option2 Value': 'S',
          'Variant SKU': "'0012",
          'Variant Grams': '310',
          'Variant Compare At Price': '12',
          'Variant Barcode': "'00123",
          'Variant Inventory Policy': 'continue',
          'Image Src': 'https://p.example/back.jpg',
          'Image Position': '2',
          'SEO Title': 'A mug',
          Status: 'active',
        }),
        row({
          Handle: 'mug',
          'Option1 Value': 'Sage green',
          'Option2 Value': 'L',
          'Variant Price': '11',
          'Variant Compare At Price': '10',
          'Variant Inventory Qty': '-2',
          'Image Src': 'https://p.example/front.jpg',
          'Image Position': '1',
          'Image Alt Text': 'Front',
          'Variant Image': 'https://p.example/front.jpg',
        }),
        row({
          Handle: 'mug',
          'Option1 Value': 'Clay',
          'Option2 Value': 'L',
          'Variant Price': '11',
          'Variant Image': 'https://p.example/front.jpg',
        }),
        row({ Handle: 'mug', 'Image Src': 'https://p.example/third.jpg', 'Image Position': '3' }),
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(products).toEqual([
      {
        slug: 'mug',
        title: { en: 'Mug' },
        description: { en: '<p>Hi</p>' },
        seoTitle: { en: 'A mug' },
        brand: 'Kiln',
        type: 'Mugs',
        visible: true,
        categories: ['mugs'],
        tags: ['tea-time', 'new'],
        options: [
          {
            code: 'colour',
            name: { en: 'Colour' },
            values: [
              { code: 'sage-green', name: { en: 'Sage green' } },
              { code: 'clay', name: { en: 'Clay' } },
            ],
          },
          {
            code: 'size',
            name: { en: 'Size' },
            values: [
              { code: 's', name: { en: 'S' } },
              { code: 'l', name: { en: 'L' } },
            ],
          },
        ],
        skus: [
          {
            sku: '0012',
            options: { colour: 'sage-green', size: 's' },
            prices: { USD: { price: '9.50', linePrice: '12.00' } },
            stock: 4,
            backorder: true,
            weight: 310,
            barcode: '00123',
          },
          {
            sku: 'mug-sage-green-l',
            options: { colour: 'sage-green', size: 'l' },
            prices: { USD: { price: '11.00' } },
            stock: 0,
            backorder: false,
          },
          // Without a quantity it is not tracked, and never sold out.
          {
            sku: 'mug-clay-l',
            options: { colour: 'clay', size: 'l' },
            prices: { USD: { price: '11.00' } },
            stock: 0,
            backorder: true,
          },
        ],
        pictures: [
          { src: 'https://p.example/front.jpg', alt: { en: 'Front' }, for: { size: 'l' } },
          { src: 'https://p.example/back.jpg' },
          { src: 'https://p.example/third.jpg' },
        ],
        details: [],
      },
    ])
    expect(categories.map(({ slug, name }) => [slug, name])).toEqual([['mugs', { en: 'Mugs' }]])
    expect(tags).toEqual(['tea-time', 'new'])
  })

  it('gathers rows of one handle from anywhere in the file', async () => {
    const variant = (handle: string, value: string, title = '') =>
      row({
        Handle: handle,
        Title: title,
        'Option1 Name': title === '' ? '' : 'Size',
        'Option1 Value': value,
        'Variant Price': '5',
      })
    const { products, problems } = await shopify(
      [
        head,
        variant('a', 'S', 'A'),
        variant('b', 'S', 'B'),
        variant('a', 'M'),
        variant('b', 'M'),
        variant('a', 'L'),
      ].join('\r\n'),
    )
    expect(problems).toEqual([])
    expect(products.map(({ slug, skus }) => [slug, skus.length])).toEqual([
      ['b', 2],
      ['a', 3],
    ])
  })

  it('takes the category from the type, else from the path of Product Category, else from the first tag', async () => {
    const header = 'Handle,Title,Variant Price,Product Category,Type,Tags'
    const { products, categories } = await shopify(
      lines(
        header,
        'a,A,5,Home > Decor > Vases,,x',
        'b,B,5,Home > Decor,Lamp,x',
        'c,C,5,,,"soft light, x"',
        'd,D,5,,,',
      ),
    )
    expect(products.map((product) => product.categories)).toEqual([['vases'], ['lamp'], ['soft-light'], []])
    expect(categories.map(({ slug, parent, name }) => [slug, parent, name['en']])).toEqual([
      ['home', undefined, 'Home'],
      ['decor', 'home', 'Decor'],
      ['vases', 'decor', 'Vases'],
      ['lamp', undefined, 'Lamp'],
      ['soft-light', undefined, 'Soft light'],
    ])
  })

  it('understands the names of newer exports', async () => {
    const { products, problems } = await shopify(
      lines(
        'Title,URL handle,Description,Price,Compare-at price,Inventory quantity,Continue selling when out of stock,Weight value (grams)',
        'Cup,cup,<b>x</b>,5,,3,TRUE,20',
      ),
    )
    expect(problems).toEqual([])
    expect(products[0]).toMatchObject({
      slug: 'cup',
      description: { en: '<b>x</b>' },
      skus: [{ stock: 3, backorder: true, weight: 20 }],
    })
  })

  it('hides what is not published, a draft, or archived', async () => {
    const hidden = [
      { Published: 'false' },
      { Status: 'draft' },
      { Status: 'archived' },
      { Published: 'true', Status: 'active' },
    ]
    const { products } = await shopify(
      [head, ...hidden.map((cells, index) => row({ ...mug, ...cells, Handle: `mug-${index}` }))].join('\n'),
    )
    expect(products.map(({ visible }) => visible)).toEqual([false, false, false, true])
  })

  it.each([
    ['no title', { Title: ' ' }, '2: the first row of "mug" has no Title'],
    ['no price', { 'Variant Price': '' }, '2: "mug" has no row with a Variant Price'],
    ['a price with a sign', { 'Variant Price': '$9' }, '2: Variant Price is "$9": not a price such as 19.90'],
    ['a price below zero', { 'Variant Price': '-9' }, '2: Variant Price is "-9": not a price such as 19.90'],
    [
      'a price too exact',
      { 'Variant Price': '9.999' },
      '2: Variant Price is "9.999": more exact than USD can be',
    ],
    [
      'a price too large',
      { 'Variant Price': '99999999999999999' },
      '2: Variant Price is "99999999999999999": too large',
    ],
    [
      'a wrong line price',
      { 'Variant Compare At Price': 'x' },
      '2: Variant Compare At Price is "x": not a price such as 19.90',
    ],
    [
      'a wrong quantity',
      { 'Variant Inventory Qty': '1.5' },
      '2: Variant Inventory Qty is "1.5": not a whole number',
    ],
    ['a wrong weight', { 'Variant Grams': '1kg' }, '2: Variant Grams is "1kg": not a number of grams'],
    [
      'a word cut in two',
      { Status: 'draf' },
      '2: Status is "draf": none of active, unlisted, draft, archived',
    ],
    [
      'an option without a value',
      { 'Option1 Name': 'Size' },
      '2: Option1 Value is empty: the product has the option "Size"',
    ],
    [
      'a value without an option',
      { 'Option1 Value': 'S' },
      '2: Option1 Value is "S", but the first row of the product has no Option1 Name',
    ],
    [
      'a title that is too long',
      { Title: 'x'.repeat(301) },
      '2: title.en: should have at most 300 characters',
    ],
  ])('refuses %s', async (_, cells, problem) => {
    const { products, problems } = await shopify(
      [head, row({ ...mug, ...cells }), row({ ...mug, Handle: 'cup', Title: 'Cup' })].join('\n'),
    )
    expect(problems).toEqual([problem])
    expect(products.map(({ slug }) => slug)).toEqual(['cup'])
  })

  it('refuses a product of which a row was lost, and says which row', async () => {
    const rows = [
      head,
      row({ ...mug, 'Option1 Name': 'Size', 'Option1 Value': 'S' }),
      'mug,"",x',
      row({ ...mug, Handle: 'cup', Title: 'Cup' }),
    ]
    expect(await shopify(rows.join('\n'))).toMatchObject({
      problems: [`3: has 3 columns where the first line has ${columns.length}`],
      products: [{ slug: 'cup' }],
    })
    // A handle that cannot be read, on a row that begins no product, was a variant of the product above.
    const broken = Buffer.from(
      rows.with(2, row({ Handle: 'm@g', 'Option1 Value': 'M', 'Variant Price': '5' })).join('\n'),
    )
    broken[broken.indexOf('@')] = 0xff
    expect(await shopify(broken)).toMatchObject({
      problems: ['3: is not UTF-8 text', '3: a row that seems to belong to it was lost: is not UTF-8 text'],
      products: [{ slug: 'cup' }],
    })
  })

  it('names the columns that are missing or there twice, and the file that has nothing', async () => {
    expect((await shopify('Handle,Name,Price\na,b,5')).problems).toEqual(['1: the column "Title" is missing'])
    expect((await shopify('Handle,Title,Variant Price,Price\na,b,5,6')).problems).toEqual([
      '1: the column "variant price" is there 2 times',
    ])
    expect((await shopify('')).problems).toEqual(['1: the file is empty'])
    expect((await shopify(`${head}\n`)).problems).toEqual([
      '1: the file has no products: nothing follows its first line',
    ])
  })

  it('trusts no last cell that may have been longer', async () => {
    const cut = {
      problems: ['2: the file ends in Variant Price without a line break: it may have been cut'],
      products: [],
    }
    expect(await shopify('Handle,Title,Variant Price\nmug,Mug,9.5')).toMatchObject(cut)
    expect(await shopify('Handle,Title,Variant Price\nmug,Mug,"9.5"')).toMatchObject({
      problems: [],
      products: [{ slug: 'mug' }],
    })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,draft')).toMatchObject({
      problems: [],
      products: [{ visible: false }],
    })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,dra')).toMatchObject({
      products: [],
    })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,')).toMatchObject({ products: [] })
    expect(await shopify('Handle,Title,Variant Price,Cost per item\nmug,Mug,9.5,4')).toMatchObject({
      problems: [],
      products: [{ slug: 'mug' }],
    })
  })

  it('never gives half a product, wherever the file is cut', async () => {
    const variant = (handle: string, size: string, title = '') =>
      row({
        Handle: handle,
        Title: title,
        'Body (HTML)': title === '' ? '' : 'one\n"two"',
        'Option1 Name': title === '' ? '' : 'Size',
        'Option1 Value': size,
        'Variant Price': '12.50',
        Status: title === '' ? '' : 'draft',
      })
    const rows = [
      head,
      variant('mug', 'S', 'Mug'),
      variant('mug', 'M'),
      variant('mug-xl', 'S', 'Mug XL'),
      variant('mug-xl', 'L'),
      row({ ...mug, Handle: 'cup', Title: 'Cup' }),
    ]
    const text = `${rows.join('\n')}\n`
    const whole = new Set((await shopify(text)).products.map((product) => JSON.stringify(product)))
    // Between two rows of a product a cut leaves no trace; with or without the line break.
    const invisible = new Set(
      [2, 4].flatMap((count) => [0, 1].map((more) => rows.slice(0, count).join('\n').length + more)),
    )
    const atRowEnd = (length: number) =>
      rows.some((_, count) => Math.abs(rows.slice(0, count).join('\n').length - length) <= 1)
    const halves: string[] = []
    const silent: string[] = []
    for (let length = 0; length < text.length; length++) {
      const { products, problems } = await shopify(text.slice(0, length))
      const allWhole = products.every((product) => whole.has(JSON.stringify(product)))
      if (!allWhole && !invisible.has(length)) halves.push(text.slice(0, length))
      if (products.length < whole.size && problems.length === 0 && !atRowEnd(length))
        silent.push(text.slice(0, length))
    }
    expect({ halves, silent }).toEqual({ halves: [], silent: [] })
  })
})
