import { exampleAddress, exampleDials, exampleShape } from '#features/postal/parts/example-address.ts'
import { pickTexts, type Texts } from '#i18n/t.ts'
import type { OrderAddressProps } from './island.tsx'
import { orderAddressTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, OrderAddressProps> {
  const base: OrderAddressProps = {
    order: 'K7M2N-9QXD4',
    value: exampleAddress,
    shape: exampleShape,
    country: { code: 'US', name: 'United States' },
    dials: exampleDials,
    errors: {},
    text: '',
    links: { form: '/form/order/changeAddress', order: '/order/K7M2N-9QXD4' },
    texts: pickTexts(texts, orderAddressTexts),
    lang,
  }
  return {
    default: base,
    'a wrong postcode': {
      ...base,
      value: { ...exampleAddress, postcode: '9' },
      errors: { 'address.postcode': 'Please enter a valid ZIP code such as 90012' },
    },
    refused: { ...base, text: 'Taxes or delivery cost differently at that address.' },
  }
}
