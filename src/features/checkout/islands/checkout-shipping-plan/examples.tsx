import { pickTexts, type Texts } from '#i18n/t.ts'
import { exampleView } from '../example-view.ts'
import { shippingTexts } from '../texts.ts'
import type { ShippingPlanProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, ShippingPlanProps> {
  const base: ShippingPlanProps = {
    view: exampleView(),
    links: { choose: '/form/checkout/shipping', here: '/checkout/c1?step=payment' },
    texts: pickTexts(texts, shippingTexts),
    lang,
  }
  return {
    'two ways': base,
    'nothing chosen': {
      ...base,
      view: exampleView({
        shippingMethod: null,
        missing: { shippingMethod: 'Choose how it is to be sent.' },
      }),
    },
    'none goes there': { ...base, view: exampleView({ shippingMethods: [], shippingMethod: null }) },
  }
}
