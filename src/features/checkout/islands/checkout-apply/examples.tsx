import { pickTexts, type Texts } from '#i18n/t.ts'
import { exampleView } from '../example-view.ts'
import { summaryTexts } from '../texts.ts'
import type { ApplyProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, ApplyProps> {
  const base: ApplyProps = {
    view: exampleView(),
    links: {
      enter: '/form/checkout/coupon',
      remove: '/form/checkout/removeCoupon',
      credit: '/form/checkout/credit',
      here: '/checkout/c1?step=payment',
      cart: '/cart',
    },
    step: 'payment',
    refused: null,
    texts: pickTexts(texts, summaryTexts),
    lang,
  }
  const balance = { amount: 1_234, text: '$12.34' }
  const hello = { code: 'HELLO10', name: 'Welcome', applied: true, text: 'Saves $15' }
  return {
    plain: base,
    'a coupon': { ...base, view: exampleView({ coupons: [hello] }) },
    'a coupon that is refused': {
      ...base,
      refused: { code: 'OLD', text: 'This coupon is not valid at the moment.' },
    },
    'better coupons': {
      ...base,
      view: exampleView({
        bestCoupons: ['HELLO10', 'POST'],
        advice: [
          { ...hello, applied: true },
          { code: 'BIG', name: 'Large orders', applied: false, text: '$47 more and this coupon works.' },
        ],
      }),
    },
    'what the cart has changed': {
      ...base,
      view: exampleView({
        changes: ['Moon Bowl is no longer in your cart, so it is not part of this order.'],
      }),
    },
    'store credit': { ...base, view: exampleView({ credit: { balance, wanted: null } }) },
    'store credit is used': { ...base, view: exampleView({ credit: { balance, wanted: balance } }) },
    'before the address': {
      ...base,
      step: 'information',
      view: exampleView({
        sums: [
          { kind: 'subtotal', label: 'Goods', amount: '$144' },
          { kind: 'shipping', label: 'Shipping', amount: '' },
          { kind: 'total', label: 'Total', amount: '$144' },
        ],
      }),
    },
  }
}
