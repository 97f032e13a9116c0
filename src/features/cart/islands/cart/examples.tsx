import { pickTexts, translator, type Texts } from '#i18n/t.ts'
import type { CartLine, CartView, SavedLine } from '../../contract.ts'
import { cartPageTexts } from '../texts.ts'
import type { CartProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, CartProps> {
  // The server's texts about the sums are in the visitor's language, too.
  const t = translator(texts, lang)
  const total = { label: t('cart.subtotal'), hint: t('cart.subtotal_hint') }
  const view = (lines: CartLine[]): CartView => viewOf(lines, total)
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
      checkout: '/form/checkout/create',
      keep: '/form/cart/keep',
      save: '/form/cart/saveForLater',
      move: '/form/cart/moveToCart',
      forget: '/form/cart/removeSaved',
      exchange: '/form/cart/changeSku',
      coupon: '/form/cart/coupon',
      removeCoupon: '/form/cart/removeCoupon',
      estimate: '/form/cart/estimate',
      note: '/form/cart/note',
      link: '/cart/link',
    },
    countries: [
      { code: 'DE', name: 'Germany' },
      { code: 'HK', name: 'Hong Kong' },
    ],
    exchanging: null,
    browse: '/',
    texts: pickTexts(texts, cartPageTexts),
    lang,
  }
  return {
    'two lines': base,
    'sold out': { ...base, view: view([line(1, { trouble: 'sold_out', available: 0, most: 0 })]) },
    'not enough': {
      ...base,
      view: view([
        line(1, {
          quantity: 5,
          trouble: 'not_enough',
          available: 2,
          most: 2,
          mend: {
            text: t('cart.not_enough', { available: 2 }),
            button: t('cart.take_available', { available: 2 }),
            quantity: 2,
          },
        }),
      ]),
    },
    ...byTheDozen(base, view, t),
    'delivery is free': {
      ...base,
      view: { ...base.view, freeShipping: { reached: true, missing: '$0', share: 1 } },
    },
    'what has changed': {
      ...base,
      view: {
        ...view([
          line(1, { changes: ['It was $40 and is $48 now.'], hasChoice: true }),
          line(2, {
            title: 'Pond Vase',
            trouble: 'sold_out',
            available: 0,
            most: 0,
            changes: ['It has sold out since you were here.'],
          }),
        ]),
        coupons: [
          { code: 'AUTUMN', name: 'Autumn', applied: false, text: 'This coupon has expired.', ended: true },
        ],
      },
    },
    'offers and an estimate': {
      ...base,
      view: {
        ...view([
          line(1, { quantity: 2, total: '$86.40', before: '$96', offers: ['Winter textiles −$9.60'] }),
        ]),
        sums: [
          { kind: 'subtotal', label: 'Goods', amount: '$96' },
          { kind: 'discount', label: 'Winter textiles', amount: '−$9.60' },
          { kind: 'shipping', label: 'Parcel post', amount: '$9' },
        ],
        total: { label: 'Estimated total', amount: '$95.40', hint: 'To Germany.' },
        coupons: [{ code: 'HELLO10', name: 'Hello', applied: true, text: 'Saves $9.60', ended: false }],
        more: {
          advice: [{ code: 'FIFTY', name: 'Fifty', applied: false, text: '$4 more and it counts.' }],
          bestCoupons: ['HELLO10', 'EXTRA'],
          saved: [saved('later-1', true), saved('later-2', false)],
          country: 'DE',
          shipping: [
            { code: 'parcel', name: 'Parcel post', note: '', price: '$9', arrives: 'Nov 26 – Nov 28' },
          ],
          note: 'Please ring twice.',
        },
      },
    },
    exchanging: {
      ...base,
      exchanging: {
        line: 1,
        variants: [
          { sku: 'sku-1', choice: 'Sage, large', price: '$48', isAvailable: true, isCurrent: true },
          { sku: 'sku-9', choice: 'Ink, large', price: '', isAvailable: false, isCurrent: false },
        ],
      },
    },
    empty: { ...base, view: view([]) },
  }
}

/** A line that is sold in steps, and one that was put into the cart before it was. */
function byTheDozen(
  base: CartProps,
  view: (lines: CartLine[]) => CartView,
  t: ReturnType<typeof translator>,
): Record<string, CartProps> {
  return {
    'by the dozen': { ...base, view: view([line(1, { quantity: 24, min: 24, step: 12, most: 96 })]) },
    'by the dozen by now': {
      ...base,
      view: view([
        line(1, {
          quantity: 30,
          min: 24,
          step: 12,
          most: 96,
          trouble: 'quantity',
          mend: {
            text: t('problem.quantity_step', { step: 12 }),
            button: t('cart.set_quantity', { quantity: 24 }),
            quantity: 24,
          },
        }),
      ]),
    },
  }
}

function viewOf(lines: CartLine[], total: { label: string; hint: string }): CartView {
  return {
    lines,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    selectedCount: 1,
    subtotal: '$48',
    subtotalAmount: 4_800,
    currency: 'USD',
    freeShipping: { reached: false, missing: '$42', share: 0.53 },
    sums: [],
    total: { ...total, amount: '$48' },
    coupons: [],
    more: { advice: [], bestCoupons: [], saved: [], country: '', shipping: [], note: '' },
  }
}

function saved(sku: string, isAvailable: boolean): SavedLine {
  return {
    sku,
    title: 'Reed Basket',
    href: `/product/reed-basket/${sku}`,
    choice: 'Natural',
    picture: null,
    quantity: 2,
    price: '$36',
    isAvailable,
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
    min: 1,
    step: 1,
    selected: true,
    price: '$48',
    linePrice: null,
    total: '$48',
    before: null,
    offers: [],
    trouble: null,
    mend: null,
    changes: [],
    hasChoice: false,
    ...rest,
  }
}
