import { pickTexts, type Texts } from '#i18n/t.ts'
import {
  exampleAddress,
  exampleDials,
  exampleShape,
  noShape,
} from '#features/postal/parts/example-address.ts'
import { exampleStart, exampleView } from '../example-view.ts'
import { addressFormTexts } from '../texts.ts'
import type { BookOffer } from './from-book.tsx'
import type { AddressFormProps } from './island.tsx'

const exampleBook: BookOffer = {
  entries: [
    {
      id: 2,
      isDefault: true,
      address: exampleAddress,
      name: 'Ada Lovelace',
      lines: ['1 Main Street', 'Los Angeles, CA 90012', 'United States', '+1 213 555 0100'],
    },
    {
      id: 1,
      isDefault: false,
      address: { ...exampleAddress, firstName: 'Charles', lastName: 'Babbage', line1: '5 Dorset Street' },
      name: 'Charles Babbage',
      lines: ['5 Dorset Street', 'Los Angeles, CA 90012', 'United States', '+1 213 555 0100'],
    },
  ],
  chosen: 2,
  hasRoom: true,
  keeps: false,
}

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, AddressFormProps> {
  const base: AddressFormProps = {
    view: exampleView(),
    shape: exampleShape,
    billingShape: exampleShape,
    countries: [
      { code: 'CA', name: 'Canada' },
      { code: 'US', name: 'United States' },
    ],
    dials: exampleDials,
    book: null,
    links: {
      save: '/form/checkout/information',
      next: '/checkout/c1?step=payment',
      here: '/checkout/c1?step=information',
      signIn: null,
    },
    tried: false,
    texts: pickTexts(texts, addressFormTexts),
    lang,
  }
  const start = { ...base, view: exampleStart(), shape: noShape, billingShape: noShape }
  return {
    'just begun': { ...start, links: { ...base.links, signIn: '/auth/signin?next=%2Fcheckout%2Fc1' } },
    'something missing': { ...start, tried: true },
    filled: {
      ...base,
      view: exampleView({ address: { ...exampleAddress, countryCode: '+852', phone: '9123 4567' } }),
    },
    'without a number': {
      ...base,
      view: exampleView({ address: { ...exampleAddress, countryCode: '', phone: '' } }),
    },
    'one of the book': { ...base, book: exampleBook },
    'another than in the book': { ...base, view: exampleStart(), book: { ...exampleBook, chosen: null } },
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
