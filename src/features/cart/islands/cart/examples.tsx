import { pickTexts, type Texts } from '#i18n/t.ts'
import type { CartLine, CartView } from '../../contract.ts'
import { cartTexts } from '../texts.ts'
import type { CartProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, CartProps> {
  const base: CartProps = {
    view: view([
      line(1),
      line(2, { title: 'Pond Vase', choice: '', quantity: 3, total: '$144', selected: false }),
    ]),
    forms: {
      update: '/form/cart/update',
      remove: '/form/cart/remove',
      select: '/form/cart/select',
      cart: '/cart',
    },
    browse: '/',
    texts: pickTexts(texts, cartTexts),
    lang,
  }
  return {
    'two lines': base,
    'sold out': { ...base, view: view([line(1, { trouble: 'sold_out', available: 0, most: 0 })]) },
    'not enough': {
      ...base,
      view: view([line(1, { quantity: 5, trouble: 'not_enough', available: 2, most: 2 })]),
    },
    'delivery is free': {
      ...base,
      view: { ...base.view, freeShipping: { reached: true, missing: '$0', share: 1 } },
    },
    empty: { ...base, view: view([]) },
  }
}

function view(lines: CartLine[]): CartView {
  return {
    lines,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    selectedCount: 1,
    subtotal: '$48',
    subtotalAmount: 4_800,
    currency: 'USD',
    freeShipping: { reached: false, missing: '$42', share: 0.53 },
  }
}

function line(id: number, rest: Partial<CartLine> = {}): CartLine {
  return {
    id,
    sku: `sku-${id}`,
    title: 'Oak Stool',
    href: `/product/oak-stool/sku-${id}`,
    choice: 'Sage, large',
    picture: null,
    quantity: 1,
    available: 9,
    most: 9,
    selected: true,
    price: '$48',
    linePrice: null,
    total: '$48',
    trouble: null,
    ...rest,
  }
}
