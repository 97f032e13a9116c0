import { expect, it } from 'vitest'
import { lines, shopify } from './readers-for-tests.ts'

it('sells without limit what Shopify does not track', async () => {
  const tracked = (tracker: string, quantity: string) => `mug,Mug,9,${quantity},deny,${tracker}`
  const file = (...rows: string[]) =>
    shopify(
      lines(
        'Handle,Title,Variant Price,Variant Inventory Qty,Variant Inventory Policy,Variant Inventory Tracker',
        ...rows,
      ),
    )
  const skuOf = async (row: string) => (await file(row)).products[0]!.skus[0]
  expect(await skuOf(tracked('', '0'))).toMatchObject({ stock: 0, backorder: true })
  expect(await skuOf(tracked('', '1'))).toMatchObject({ stock: 1, backorder: true })
  expect(await skuOf(tracked('shopify', '1'))).toMatchObject({ stock: 1, backorder: false })
  expect((await file(tracked('', '0'))).notes).toEqual([])
})

it('says which columns it does not read, and where that matters', async () => {
  const { notes } = await shopify(
    lines(
      'Handle,Title,Variant Price,Variant Taxable,Variant Requires Shipping,Gift Card,Variant Weight Unit,Google Shopping / MPN,Material (product.metafields.custom.material),Empty',
      'mug,Mug,9,true,true,false,g,,,',
      'card,Card,50,false,false,true,kg,X-1,Paper,',
      'box,Box,5,FALSE,true,,g,,Board,',
    ),
  )
  expect(notes).toEqual([
    '2 × Variant Taxable is "false", which is not read: the variant is taxed like others, unless its product has a taxClass of its own',
    '1 × Variant Requires Shipping is "false", which is not read: the shop ships every product',
    '1 × Gift Card is "true", which is not read: it is sold like any other product, and no gift card comes of it',
    '1 × Variant Weight Unit is not read: weights are taken from the column of grams, and shown in grams',
    'columns that are not read: Google Shopping / MPN, Material (product.metafields.custom.material)',
  ])
})

it('says nothing by a column that the file lacks, or by an empty cell', async () => {
  const { given } = await shopify(
    lines('Handle,Title,Vendor,Variant Price,Variant Compare At Price', 'mug,Mug,,9,'),
  )
  expect(given).toEqual([
    {
      slug: 'mug',
      title: { en: 'Mug' },
      options: [],
      skus: [{ sku: 'mug', options: {}, prices: { USD: { price: '9.00', linePrice: null } } }],
    },
  ])
})
