import {
  exampleAddress,
  exampleDials,
  exampleShape,
  noShape,
  nowhere,
} from '#features/postal/parts/example-address.ts'
import { pickTexts, type Texts } from '#i18n/t.ts'
import type { BookEntry } from '../../contract.ts'
import { addressModalTexts } from '../../parts/texts.ts'
import type { AddressModalProps } from './island.tsx'

const kept = { id: 1, value: exampleAddress, isDefault: true, errors: {} }

function entry(id: number, name: string, isDefault: boolean): BookEntry {
  return { id, address: exampleAddress, isDefault, name, lines: ['1 Main Street', 'Los Angeles CA 90012'] }
}

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, AddressModalProps> {
  const base: AddressModalProps = {
    entries: [entry(1, 'Ada Lovelace', true), entry(2, 'Charles Babbage', false)],
    open: null,
    blank: nowhere,
    shapes: { '': noShape, US: exampleShape },
    countries: [
      { code: 'CA', name: 'Canada' },
      { code: 'US', name: 'United States' },
    ],
    dials: exampleDials,
    most: 50,
    links: {
      add: '/form/address/add',
      edit: '/form/address/edit',
      remove: '/form/address/delete',
      setDefault: '/form/address/setDefault',
      book: '/user/address',
    },
    texts: pickTexts(texts, addressModalTexts),
    lang,
  }
  return {
    book: base,
    empty: { ...base, entries: [] },
    new: { ...base, open: { id: null, value: nowhere, isDefault: true, errors: {} } },
    kept: { ...base, open: kept },
    'a wrong postcode': {
      ...base,
      open: {
        ...kept,
        value: { ...exampleAddress, postcode: '9' },
        errors: { 'address.postcode': 'Please enter a valid ZIP code such as 90012' },
      },
    },
  }
}
