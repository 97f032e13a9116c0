import { pickTexts, translator, type Texts } from '#i18n/t.ts'
import type { ButtonSku, ProductButtonsProps } from './island.tsx'
import { productButtonsTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, ProductButtonsProps> {
  const t = translator(texts, lang)
  const sku = (color: string, size: string, rest: Partial<ButtonSku> = {}): ButtonSku =>
    skuOf(color, size, { stockText: t('product.in_stock'), ...rest })
  const base: ProductButtonsProps = {
    href: '/product/oak-stool',
    options: [
      {
        code: 'color',
        name: 'Colour',
        values: [
          { code: 'sage', name: 'Sage', swatch: '#9caf88' },
          { code: 'ink', name: 'Ink', swatch: '#2b2b33' },
          { code: 'sand', name: 'Sand', swatch: '#d8c9a8' },
        ],
      },
      {
        code: 'size',
        name: 'Size',
        values: [
          { code: 's', name: 'Small', swatch: null },
          { code: 'l', name: 'Large', swatch: null },
        ],
      },
    ],
    skus: [
      sku('sage', 's'),
      sku('sage', 'l', { stock: 'low', stockText: t('product.low', { left: 2 }), left: 2, most: 2 }),
      sku('ink', 's', { stock: 'out', stockText: t('product.sold_out') }),
      sku('sand', 'l', {
        stock: 'order',
        stockText: t('product.to_order'),
        price: { text: '$38', line: '$48', off: '−20%' },
      }),
    ],
    chosen: 'sage-s',
    action: '/form/cart/add',
    buy: '/form/checkout/create',
    alert: '/form/product/alert',
    texts: pickTexts(texts, productButtonsTexts),
    lang,
  }
  return {
    'in stock': base,
    'few left': { ...base, chosen: 'sage-l' },
    'sold out': { ...base, chosen: 'ink-s' },
    'to order, reduced': { ...base, chosen: 'sand-l' },
    'nothing to choose': { ...base, options: [], skus: [sku('sage', 's')] },
    'without a cart': { ...base, action: null, buy: null },
    'by the dozen': {
      ...base,
      options: [],
      skus: [sku('sage', 's', { min: 24, step: 12, most: 96, rule: 'Sold in steps of 12.' })],
    },
    'by measure and number': {
      ...base,
      options: [],
      skus: [
        sku('sage', 's', {
          price: { text: '$12', line: '$15', off: '−20%' },
          unitPrice: '$4.80 / 100 g',
          lowest: 'Lowest price in the 30 days before: $13',
          tiers: [
            { from: 4, label: '4 or more', each: '$11 each', off: '−8%' },
            { from: 12, label: '12 or more', each: '$9.50 each', off: '−20%' },
          ],
        }),
      ],
    },
  }
}

function skuOf(
  color: string,
  size: string,
  rest: Partial<ButtonSku> & Pick<ButtonSku, 'stockText'>,
): ButtonSku {
  const price = { text: '$48', line: null, off: null }
  return {
    sku: `${color}-${size}`,
    options: { color, size },
    stock: 'in',
    price,
    left: null,
    min: 1,
    most: 99,
    step: 1,
    rule: '',
    picture: null,
    unitPrice: null,
    lowest: null,
    tiers: [],
    ...rest,
  }
}
