import type { Address, AddressShape, DialChoice } from '../contract.ts'

/* For the examples of parts that show an address. */

/** Nothing is filled in. */
export const nowhere: Address = {
  firstName: '',
  lastName: '',
  company: '',
  country: '',
  region: '',
  city: '',
  district: '',
  line1: '',
  line2: '',
  postcode: '',
  countryCode: '',
  phone: '',
}

export const exampleAddress: Address = {
  ...nowhere,
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  line1: '1 Main Street',
  postcode: '90012',
  countryCode: '+1',
  phone: '(213) 555-0100',
}

export const exampleShape: AddressShape = {
  country: 'US',
  fields: [
    { name: 'firstName', label: 'First name', required: true },
    { name: 'lastName', label: 'Last name', required: true },
    { name: 'company', label: 'Company', required: false },
    { name: 'line1', label: 'Street and number', required: true },
    { name: 'line2', label: 'Flat, floor, building', required: false },
    { name: 'city', label: 'City', required: true },
    { name: 'region', label: 'State', required: true },
    { name: 'postcode', label: 'ZIP code', required: true },
  ],
  regions: [
    { code: 'CA', name: 'California' },
    { code: 'NY', name: 'New York' },
  ],
  dialCode: '+1',
}

export const exampleDials: readonly DialChoice[] = [
  { code: '+852', name: 'Hong Kong' },
  { code: '+44', name: 'UK' },
  { code: '+1', name: 'US, Canada' },
]

export const noShape: AddressShape = { country: '', fields: [], regions: [], dialCode: null }
