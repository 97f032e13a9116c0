import { pickTexts, type Texts } from '#i18n/t.ts'
import { exampleView } from '../example-view.ts'
import { paymentTexts } from '../texts.ts'
import type { PaymentProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, PaymentProps> {
  const base: PaymentProps = {
    view: exampleView(),
    links: {
      submit: '/form/checkout/submit',
      here: '/checkout/c1?step=payment',
      information: '/checkout/c1?step=information',
      cart: '/cart',
    },
    refused: null,
    texts: pickTexts(texts, paymentTexts),
    lang,
  }
  return {
    'two ways': base,
    'credit pays a part': { ...base, view: exampleView({ toPay: 10_300, toPayText: '$103' }) },
    'nothing to agree to': { ...base, view: exampleView({ terms: null }) },
    refused: { ...base, refused: 'The total has changed. Please look at it before you order.' },
    'credit pays all': {
      ...base,
      view: exampleView({ toPay: 0, toPayText: '$0', paymentMethods: [], paymentMethod: null }),
    },
    'no way to pay': { ...base, view: exampleView({ paymentMethods: [], paymentMethod: null }) },
  }
}
