import { pickTexts, type Texts } from '#i18n/t.ts'
import {
  exampleAddress,
  exampleDials,
  exampleShape,
  exampleStart,
  exampleView,
  noShape,
} from '../example-view.ts'
import { addressFormTexts } from '../texts.ts'
import type { AddressFormProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, AddressFormProps> {
  const base: AddressFormProps = {
    view: exampleView(),
    shape: exampleShape,
    billingShape: exampleShape,
    dials: exampleDials,
    links: {
      save: '/form/checkout/information',
      next: '/checkout/c1?step=payment',
      here: '/checkout/c1?step=information',
    },
    tried: false,
    texts: pickTexts(texts, addressFormTexts),
    lang,
  }
  const start = { ...base, view: exampleStart(), shape: noShape, billingShape: noShape }
  return {
    'just begun': start,
    'something missing': { ...start, tried: true },
    filled: {
      ...base,
      view: exampleView({ address: { ...exampleAddress, countryCode: '+852', phone: '9123 4567' } }),
    },
    'without a number': {
      ...base,
      view: exampleView({ address: { ...exampleAddress, countryCode: '', phone: '' } }),
    },
    'another billing address': { ...base, view: exampleView({ billing: exampleAddress }) },
    'a wrong postcode': {
      ...base,
      tried: true,
      view: exampleView({
        address: { ...exampleAddress, postcode: '9001' },
        missing: { 'address.postcode': 'Please enter a valid ZIP code such as 90012' },
      }),
    },
  }
}
