import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { CategoryEntry, ProductEntry } from '#wire/catalog-format.ts'
import { readDummyJson } from './dummyjson.ts'
import { detectFormat } from './format.ts'
import type { Kind, Reading } from './reading.ts'
import { readShopify } from './shopify.ts'
import type { CatalogSource } from './source.ts'
import { readViolet } from './violet.ts'

/** With a line break at the end, as every program writes it. */
function lines(...rows: string[]): string {
  return `${rows.join('\n')}\n`
}

function source(content: string | Buffer): CatalogSource {
  const bytes = Buffer.from(content)
  return { name: 'file', size: bytes.length, open: () => Readable.from(bytes.length === 0 ? [] : [bytes]) }
}

async function read(readings: AsyncIterable<Reading>): Promise<{ products: ProductEntry[]; problems: string[]; notes: string[]; categories: CategoryEntry[]; tags: string[] }> {
  const found = { products: [] as ProductEntry[], problems: [] as string[], notes: [] as string[], categories: [] as CategoryEntry[], tags: [] as string[] }
  for await (const reading of readings) {
    if (reading.what === 'refused') found.problems.push(...reading.reasons.map(({ line, reason }) => `${line}: ${reason}`))
    else if (reading.what === 'note') found.notes.push(reading.note)
    else if (reading.kind === 'product') {
      // As JSON has it: absent and undefined are the same.
      found.products.push(JSON.parse(JSON.stringify(reading.entry)) as ProductEntry)
      found.categories.push(...(reading.implied?.categories ?? []))
      found.tags.push(...(reading.implied?.tags ?? []).map((tag) => tag.slug))
    }
  }
  return found
}

const options = { currency: 'USD', locale: 'en' } as const
const shopify = (text: string | Buffer) => read(readShopify(source(text), options))
const dummy = (text: string | Buffer) => read(readDummyJson(source(text), options))
const violet = (text: string, kinds: Kind[] = ['product']) => read(readViolet(source(text), kinds))

const head = 'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,Variant Image,SEO Title,Status'
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
          ...mug, 'Body (HTML)': '<p>Hi</p>', Vendor: 'Kiln', Type: 'Mugs', Tags: 'Tea time, , NEW', Published: 'TRUE', 'Option1 Name': 'Colour', 'Option1 Value': 'Sage green',
          'Option2 Name': 'Size', 'Option2 Value': 'S', 'Variant SKU': "'0012", 'Variant Grams': '310', 'Variant Compare At Price': '12', 'Variant Barcode': "'00123", 'Variant Inventory Policy': 'continue',
          'Image Src': 'https://p.example/back.jpg', 'Image Position': '2', 'SEO Title': 'A mug', Status: 'active',
        }),
        row({ Handle: 'mug', 'Option1 Value': 'Sage green', 'Option2 Value': 'L', 'Variant Price': '11', 'Variant Compare At Price': '10', 'Variant Inventory Qty': '-2', 'Image Src': 'https://p.example/front.jpg', 'Image Position': '1', 'Image Alt Text': 'Front', 'Variant Image': 'https://p.example/front.jpg' }),
        row({ Handle: 'mug', 'Option1 Value': 'Clay', 'Option2 Value': 'L', 'Variant Price': '11', 'Variant Image': 'https://p.example/front.jpg' }),
        row({ Handle: 'mug', 'Image Src': 'https://p.example/third.jpg', 'Image Position': '3' }),
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(products).toEqual([
      {
        slug: 'mug', title: { en: 'Mug' }, description: { en: '<p>Hi</p>' }, seoTitle: { en: 'A mug' }, brand: 'Kiln', type: 'Mugs', visible: true,
        categories: ['mugs'], tags: ['tea-time', 'new'],
        options: [
          { code: 'colour', name: { en: 'Colour' }, values: [{ code: 'sage-green', name: { en: 'Sage green' } }, { code: 'clay', name: { en: 'Clay' } }] },
          { code: 'size', name: { en: 'Size' }, values: [{ code: 's', name: { en: 'S' } }, { code: 'l', name: { en: 'L' } }] },
        ],
        skus: [
          { sku: '0012', options: { colour: 'sage-green', size: 's' }, prices: { USD: { price: '9.50', linePrice: '12.00' } }, stock: 4, backorder: true, weight: 310, barcode: '00123' },
          { sku: 'mug-sage-green-l', options: { colour: 'sage-green', size: 'l' }, prices: { USD: { price: '11.00' } }, stock: 0, backorder: false },
          // Without a quantity it is not tracked, and never sold out.
          { sku: 'mug-clay-l', options: { colour: 'clay', size: 'l' }, prices: { USD: { price: '11.00' } }, stock: 0, backorder: true },
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
    const variant = (handle: string, value: string, title = '') => row({ Handle: handle, Title: title, 'Option1 Name': title === '' ? '' : 'Size', 'Option1 Value': value, 'Variant Price': '5' })
    const { products, problems } = await shopify([head, variant('a', 'S', 'A'), variant('b', 'S', 'B'), variant('a', 'M'), variant('b', 'M'), variant('a', 'L')].join('\r\n'))
    expect(problems).toEqual([])
    expect(products.map(({ slug, skus }) => [slug, skus.length])).toEqual([['b', 2], ['a', 3]])
  })

  it('takes the category from the type, else from the path of Product Category, else from the first tag', async () => {
    const header = 'Handle,Title,Variant Price,Product Category,Type,Tags'
    const { products, categories } = await shopify(lines(header, 'a,A,5,Home > Decor > Vases,,x', 'b,B,5,Home > Decor,Lamp,x', 'c,C,5,,,"soft light, x"', 'd,D,5,,,'))
    expect(products.map((product) => product.categories)).toEqual([['vases'], ['lamp'], ['soft-light'], []])
    expect(categories.map(({ slug, parent, name }) => [slug, parent, name['en']])).toEqual([
      ['home', undefined, 'Home'], ['decor', 'home', 'Decor'], ['vases', 'decor', 'Vases'], ['lamp', undefined, 'Lamp'], ['soft-light', undefined, 'Soft light'],
    ])
  })

  it('understands the names of newer exports', async () => {
    const { products, problems } = await shopify(lines('Title,URL handle,Description,Price,Compare-at price,Inventory quantity,Continue selling when out of stock,Weight value (grams)', 'Cup,cup,<b>x</b>,5,,3,TRUE,20'))
    expect(problems).toEqual([])
    expect(products[0]).toMatchObject({ slug: 'cup', description: { en: '<b>x</b>' }, skus: [{ stock: 3, backorder: true, weight: 20 }] })
  })

  it('hides what is not published, a draft, or archived', async () => {
    const hidden = [{ Published: 'false' }, { Status: 'draft' }, { Status: 'archived' }, { Published: 'true', Status: 'active' }]
    const { products } = await shopify([head, ...hidden.map((cells, index) => row({ ...mug, ...cells, Handle: `mug-${index}` }))].join('\n'))
    expect(products.map(({ visible }) => visible)).toEqual([false, false, false, true])
  })

  it.each([
    ['no title', { Title: ' ' }, '2: the first row of "mug" has no Title'],
    ['no price', { 'Variant Price': '' }, '2: "mug" has no row with a Variant Price'],
    ['a price with a sign', { 'Variant Price': '$9' }, '2: Variant Price is "$9": not a price such as 19.90'],
    ['a price below zero', { 'Variant Price': '-9' }, '2: Variant Price is "-9": not a price such as 19.90'],
    ['a price too exact', { 'Variant Price': '9.999' }, '2: Variant Price is "9.999": more exact than USD can be'],
    ['a price too large', { 'Variant Price': '99999999999999999' }, '2: Variant Price is "99999999999999999": too large'],
    ['a wrong line price', { 'Variant Compare At Price': 'x' }, '2: Variant Compare At Price is "x": not a price such as 19.90'],
    ['a wrong quantity', { 'Variant Inventory Qty': '1.5' }, '2: Variant Inventory Qty is "1.5": not a whole number'],
    ['a wrong weight', { 'Variant Grams': '1kg' }, '2: Variant Grams is "1kg": not a number of grams'],
    ['a word cut in two', { Status: 'draf' }, '2: Status is "draf": none of active, unlisted, draft, archived'],
    ['an option without a value', { 'Option1 Name': 'Size' }, '2: Option1 Value is empty: the product has the option "Size"'],
    ['a value without an option', { 'Option1 Value': 'S' }, '2: Option1 Value is "S", but the first row of the product has no Option1 Name'],
    ['a title that is too long', { Title: 'x'.repeat(301) }, '2: title.en: Too big: expected string to have <=300 characters'],
  ])('refuses %s', async (_, cells, problem) => {
    const { products, problems } = await shopify([head, row({ ...mug, ...cells }), row({ ...mug, Handle: 'cup', Title: 'Cup' })].join('\n'))
    expect(problems).toEqual([problem])
    expect(products.map(({ slug }) => slug)).toEqual(['cup'])
  })

  it('refuses a product of which a row was lost, and says which row', async () => {
    const rows = [head, row({ ...mug, 'Option1 Name': 'Size', 'Option1 Value': 'S' }), 'mug,"",x', row({ ...mug, Handle: 'cup', Title: 'Cup' })]
    expect(await shopify(rows.join('\n'))).toMatchObject({ problems: [`3: has 3 columns where the first line has ${columns.length}`], products: [{ slug: 'cup' }] })
    // A handle that cannot be read, on a row that begins no product, was a variant of the product above.
    const broken = Buffer.from(rows.with(2, row({ Handle: 'm@g', 'Option1 Value': 'M', 'Variant Price': '5' })).join('\n'))
    broken[broken.indexOf('@')] = 0xff
    expect(await shopify(broken)).toMatchObject({
      problems: ['3: is not UTF-8 text', '3: a row that seems to belong to it was lost: is not UTF-8 text'],
      products: [{ slug: 'cup' }],
    })
  })

  it('names the columns that are missing or there twice, and the file that has nothing', async () => {
    expect((await shopify('Handle,Name,Price\na,b,5')).problems).toEqual(['1: the column "Title" is missing'])
    expect((await shopify('Handle,Title,Variant Price,Price\na,b,5,6')).problems).toEqual(['1: the column "variant price" is there 2 times'])
    expect((await shopify('')).problems).toEqual(['1: the file is empty'])
    expect((await shopify(`${head}\n`)).problems).toEqual(['1: the file has no products: nothing follows its first line'])
  })

  it('trusts no last cell that may have been longer', async () => {
    const cut = { problems: ['2: the file ends in Variant Price without a line break: it may have been cut'], products: [] }
    expect(await shopify('Handle,Title,Variant Price\nmug,Mug,9.5')).toMatchObject(cut)
    expect(await shopify('Handle,Title,Variant Price\nmug,Mug,"9.5"')).toMatchObject({ problems: [], products: [{ slug: 'mug' }] })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,draft')).toMatchObject({ problems: [], products: [{ visible: false }] })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,dra')).toMatchObject({ products: [] })
    expect(await shopify('Handle,Title,Variant Price,Status\nmug,Mug,9.5,')).toMatchObject({ products: [] })
    expect(await shopify('Handle,Title,Variant Price,Cost per item\nmug,Mug,9.5,4')).toMatchObject({ problems: [], products: [{ slug: 'mug' }] })
  })

  it('never gives half a product, wherever the file is cut', async () => {
    const variant = (handle: string, size: string, title = '') => row({ Handle: handle, Title: title, 'Body (HTML)': title === '' ? '' : 'one\n"two"', 'Option1 Name': title === '' ? '' : 'Size', 'Option1 Value': size, 'Variant Price': '12.50', Status: title === '' ? '' : 'draft' })
    const rows = [head, variant('mug', 'S', 'Mug'), variant('mug', 'M'), variant('mug-xl', 'S', 'Mug XL'), variant('mug-xl', 'L'), row({ ...mug, Handle: 'cup', Title: 'Cup' })]
    const text = `${rows.join('\n')}\n`
    const whole = new Set((await shopify(text)).products.map((product) => JSON.stringify(product)))
    // Between two rows of a product a cut leaves no trace; with or without the line break.
    const invisible = new Set([2, 4].flatMap((count) => [0, 1].map((more) => rows.slice(0, count).join('\n').length + more)))
    for (let length = 0; length < text.length; length++) {
      const { products, problems } = await shopify(text.slice(0, length))
      if (!invisible.has(length)) expect(products.every((product) => whole.has(JSON.stringify(product))), text.slice(0, length)).toBe(true)
      if (products.length < whole.size && !rows.some((_, count) => Math.abs(rows.slice(0, count).join('\n').length - length) <= 1)) expect(problems, text.slice(0, length)).not.toEqual([])
    }
  })
})

describe('the DummyJSON list', () => {
  const lamp = { id: 7, title: "Baker's Lamp", description: 'a < b', category: 'home-decoration', price: 9.99, discountPercentage: 10.48, rating: 4.567, stock: 3, tags: ['Soft light'], sku: 'LAMP 1', reviews: [{}, {}], images: ['https://p.example/1.webp'], weight: 2, dimensions: { width: 1.5, height: 2, depth: 3 }, warrantyInformation: '1 year', minimumOrderQuantity: 4, meta: { createdAt: '2025-04-30T09:41:02.053Z', barcode: '123' } }

  it('maps a product to an entry', async () => {
    const { products, categories, notes } = await dummy(JSON.stringify([lamp]))
    expect(products).toEqual([
      {
        slug: 'bakers-lamp', title: { en: "Baker's Lamp" }, description: { en: 'a &lt; b' }, type: 'Home Decoration', visible: true, publishedAt: '2025-04-30T09:41:02.053Z',
        rating: { average: 4.567, count: 2 }, categories: ['home-decoration'], tags: ['soft-light'], options: [],
        skus: [{ sku: 'LAMP-1', options: {}, prices: { USD: { price: '9.99', linePrice: '11.16' } }, stock: 3, backorder: false, barcode: '123' }],
        pictures: [{ src: 'https://p.example/1.webp' }],
        details: [
          { label: { en: 'Dimensions' }, value: { en: '1.5 × 2 × 3' } },
          { label: { en: 'Weight' }, value: { en: '2' } },
          { label: { en: 'Warranty' }, value: { en: '1 year' } },
        ],
      },
    ])
    expect(categories).toMatchObject([{ slug: 'home-decoration', name: { en: 'Home Decoration' } }])
    expect(notes).toEqual(['minimumOrderQuantity is not kept'])
  })

  it('reads numbers as they are written', async () => {
    const { products, problems } = await dummy('{"total": 3, "products": [{"title": "a", "price": 4.10}, {"title": "b", "price": 100000000000.01},\n{"title": "c", "price": 1.005},{"title": "d", "price": 1e2},{"title": "e", "price": -1}]}')
    expect(products.map((product) => product.skus[0]?.prices['USD']?.price)).toEqual(['4.10', '100000000000.01'])
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
    const list = [lamp, { ...lamp, title: 5 }, { ...lamp, stock: 1.5 }, { ...lamp, price: undefined }, { ...lamp, title: 'Last', discountPercentage: 100 }, { ...lamp, title: 'Good', sku: 'y' }]
    const { products, problems } = await dummy(`[\n${list.map((product) => JSON.stringify(product)).join(',\n')}\n]`)
    expect(products.map(({ slug }) => slug)).toEqual(['bakers-lamp', '5', 'good'])
    expect(problems).toEqual(['4: stock: not a whole number', '5: price: is missing', '6: discountPercentage is "100": not from 0 to below 100'])
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
  const file = (products: unknown[]) => `{"format": "violet-catalog", "version": 1, "products": [\n${products.map((product) => JSON.stringify(product)).join(',\n')}\n]}`
  const cup = { slug: 'cup', title: { en: 'Cup' }, skus: [{ sku: 'cup', prices: { USD: { price: '5' } } }] }

  it('tells what is wrong with an entry by line and path', async () => {
    const { products, problems } = await violet(file([cup, { ...cup, slug: 'Cup!' }, { ...cup, skus: [{ sku: 'a', prices: { USD: { price: 5 } } }] }, { ...cup, colour: 'red' }, { ...cup, slug: 'last' }]))
    expect(products.map(({ slug }) => slug)).toEqual(['cup', 'last'])
    expect(problems).toEqual([
      '3: slug: lower-case letters, digits, and - _ . between them',
      '4: skus[0].prices.USD.price: Invalid input: expected string, received number',
      '5: Unrecognized key: "colour"',
    ])
  })

  it('tells syntax errors by their own line', async () => {
    const { products, problems } = await violet(`{"format": "violet-catalog", "version": 1, "products": [\n{"slug": "a",\n "title" {}},\n${JSON.stringify(cup)}]}`)
    expect(products).toHaveLength(1)
    expect(problems).toEqual([expect.stringMatching(/^3: is not JSON: Expected ':' after property name$/)])
  })

  it('tells what the file has beside its entries', async () => {
    expect((await violet('{"format": "violet-catalog", "version": 2, "prices": [1], "products": []}')).problems).toEqual([
      '1: version 2 of the format is not known: this program reads version 1',
      '1: the file has "prices", which the format does not know',
    ])
    expect((await violet('{"products": []}')).notes).toEqual(['the file does not say "format": "violet-catalog", "version": 1'])
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
  ])('%s', async (content, format) => expect(await detectFormat(source(content))).toEqual({ ok: true, value: format }))

  it.each([
    ['', 'the file is empty'],
    [Buffer.from('\ufeffa', 'utf16le'), 'the file is UTF-16: save it as UTF-8'],
    [Buffer.from('PK\u0003\u0004\0\0'), 'the file is not text'],
    ['[]', "the file has no products: neither Violet's own format, nor a DummyJSON list, nor a Shopify CSV"],
  ])('refuses %s', async (content, problem) => expect(await detectFormat(source(content))).toEqual({ ok: false, problem }))
})
