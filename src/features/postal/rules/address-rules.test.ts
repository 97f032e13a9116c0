import { describe, expect, it } from 'vitest'
import { translatorFor } from '#test/words.ts'
import { fieldsOf, missingFields } from './address-rules.ts'
import { address, contact, type Address } from '../contract.ts'
import { missingPhone } from './missing.ts'
import { missingInformation } from '#features/checkout/missing.ts'
import { openStep, stepFor } from '#features/checkout/steps.ts'

const written = (country: string, lang = 'en'): string =>
  fieldsOf(country, lang)
    .map(({ name, required }) => (required ? `${name}*` : name))
    .join(' ')

describe('the fields of an address', () => {
  it.each([
    ['US', 'en', 'firstName* lastName* company line1* line2 city* region* postcode*'],
    ['DE', 'en', 'firstName* lastName* company line1* line2 postcode* city*'],
    ['GB', 'en', 'firstName* lastName* company line1* line2 city* postcode*'],
    ['SG', 'en', 'firstName* lastName* company line1* line2 postcode*'],
    ['MO', 'zh-Hans', 'lastName* firstName* company line1* line2'],
    ['HK', 'en', 'lastName* firstName* company line1* line2 city region*'],
    ['HK', 'zh-Hant-HK', 'lastName* firstName* company region* city line1* line2'],
    ['CN', 'zh-Hans', 'lastName* firstName* company region* city* district line1* line2 postcode'],
    ['JP', 'ja', 'lastName* firstName* company postcode* region* line1* line2'],
    ['ZW', 'en', 'firstName* lastName* company line1* line2 city*'],
    ['', 'en', ''],
  ])('of %s in %s are in the order of the country', (country, lang, fields) => {
    expect(written(country, lang)).toBe(fields)
  })
})

const complete: Address = address.parse({
  firstName: 'Ada',
  lastName: 'Byron',
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  line1: '1 Main Street',
  postcode: '90012',
})

describe('an address', () => {
  it('that is complete lacks nothing', () => {
    expect(missingFields(complete, [{ code: 'CA' }])).toEqual({})
  })

  it.each([
    ['firstName', 'Go to https://evil.example/win now'],
    ['company', 'WWW.evil.example'],
    ['line2', 'ｈｔｔｐ：／／evil.example'],
  ] as const)('is taken without a link in its %s: it is mailed to whom nobody knows', (field, value) => {
    expect(missingFields({ ...complete, [field]: value })).toEqual({ [field]: 'link' })
  })

  it('may have dots and slashes', () => {
    const fields = { company: 'Booking.com B.V.', line1: 'Flat 3/F, 12-14', lastName: 'O’Connor Jr.' }
    expect(missingFields({ ...complete, ...fields })).toEqual({})
  })

  it('without a country is asked for nothing else', () => {
    expect(missingFields(address.parse({}))).toEqual({ country: 'required' })
  })

  it('is asked for what its country needs, and no more', () => {
    expect(missingFields(address.parse({ country: 'US' }))).toEqual({
      firstName: 'required',
      lastName: 'required',
      line1: 'required',
      city: 'required',
      region: 'required',
      postcode: 'required',
    })
    expect(Object.entries(missingFields(address.parse({ country: 'MO' })))).toEqual([
      ['lastName', 'required'],
      ['firstName', 'required'],
      ['line1', 'required'],
    ])
  })

  it.each([
    ['US', '9001', 'invalid'],
    ['US', ' 90012-1234 ', undefined],
    ['US', '９００１２', undefined],
    ['GB', 'sw1a 1aa', undefined],
    ['GB', 'SW1A', 'invalid'],
    ['NL', '1012js', undefined],
    ['PL', '00–950', undefined],
    ['CA', 'D1A 0B1', 'invalid'],
    ['IE', 'd02 af30', undefined],
    ['JP', '100ー0001', undefined],
    ['JP', '〒100-0001', undefined],
    ['JP', '〒 １００－０００１', undefined],
    ['JP', '〒100ー001', 'invalid'],
  ])('of %s with the postcode %j: %s', (country, postcode, fault) => {
    expect(missingFields({ ...complete, country, postcode }).postcode).toBe(fault)
  })

  it('names a region of its own country', () => {
    expect(missingFields({ ...complete, region: 'ON' }, [{ code: 'CA' }, { code: 'NY' }])).toEqual({
      region: 'invalid',
    })
  })
})

describe.each(['en', 'zh', 'zh-HK'] as const)('what is missing, in %s', (locale) => {
  const t = translatorFor(locale)
  const told = (typed: Partial<{ contact: object; address: object; billing: object | null }>): object =>
    missingInformation(
      {
        contact: contact.parse(typed.contact ?? { email: 'ada@example.org' }),
        address: address.parse(typed.address ?? complete),
        billing: typed.billing ? address.parse(typed.billing) : null,
      },
      { t, locale },
      (country) => country !== 'FR',
    )

  it('is nothing of a complete address', () => {
    expect(told({})).toEqual({})
  })

  it('is said by field, in the order of the page', () => {
    expect(told({ contact: {}, address: { country: 'HK' } })).toEqual({
      'contact.email': t('checkout.missing.email'),
      'address.lastName': t('address.missing.required', { field: t('address.last_name') }),
      'address.firstName': t('address.missing.required', { field: t('address.first_name') }),
      'address.line1': t('address.missing.required', { field: t('address.line1') }),
      'address.region': t('address.missing.required', { field: t('address.region.area') }),
      'address.phone': t('address.missing.required', { field: t('address.phone') }),
    })
  })

  it('shows how a postcode of the country looks', () => {
    expect(told({ address: { ...complete, postcode: '9001' } })).toEqual({
      'address.postcode': t('address.missing.enter', {
        field: t('address.missing.such_as', { field: t('address.postcode.zip'), example: '90012' }),
      }),
    })
  })

  it('is another country where the shop does not sell to', () => {
    expect(told({ address: { ...complete, country: 'FR' } })).toEqual({
      'address.country': t('checkout.missing.not_sold_to'),
    })
  })

  it('is looked for in the billing address too', () => {
    expect(told({ billing: { ...complete, city: '' } })).toEqual({
      'billing.city': t('address.missing.required', { field: t('address.city.city') }),
    })
  })
})

it('words the messages of the specification as it does', () => {
  const t = translatorFor('en')
  const told = (typed: object): object =>
    missingInformation(
      { contact: contact.parse({ email: 'ada@example.org' }), address: address.parse(typed), billing: null },
      { t, locale: 'en' },
      () => true,
    )
  expect(told({ ...complete, firstName: '', lastName: '', phone: '555 0100' })).toEqual({
    'address.firstName': 'First name is required',
    'address.lastName': 'Last name is required',
    'address.countryCode': 'Country code is required',
  })
  expect(told({ ...complete, postcode: '9', countryCode: '+86', phone: '1380013' })).toEqual({
    'address.postcode': 'Please enter a valid ZIP code such as 90012',
    'address.phone': 'Please enter a mobile number of 11 digits starting with 1',
  })
  expect(missingPhone('address', address.parse({ country: 'HK' }), { t })).toEqual({
    'address.phone': 'Phone is required',
  })
})

describe('the steps', () => {
  const line = { trouble: null } as { trouble: string | null }
  const of = (trouble: string | null, ...missing: string[]): Parameters<typeof openStep>[0] =>
    ({
      lines: [{ ...line, trouble }],
      missing: Object.fromEntries(missing.map((field) => [field, 'why'])),
      belowMinimum: null,
    }) as unknown as Parameters<typeof openStep>[0]

  it('go as far as the first that lacks something', () => {
    expect(openStep(of('sold out', 'contact.email'))).toBe('cart')
    expect(openStep(of(null, 'shippingMethod', 'address.city'))).toBe('information')
    expect(openStep(of(null, 'shippingMethod'))).toBe('payment')
  })

  it.each([
    ['payment', of(null), { step: 'payment', isWanted: true }],
    ['payment', of(null, 'contact.email'), { step: 'information', isWanted: false }],
    ['information', of('sold out'), { step: 'cart', isWanted: false }],
    ['cart', of(null), { step: 'cart', isWanted: true }],
    ['elsewhere', of(null), { step: 'payment', isWanted: false }],
    [null, of(null, 'address.lastName'), { step: 'information', isWanted: false }],
  ])('%s is shown, or the one before it', (wanted, view, shown) => {
    expect(stepFor(view, wanted)).toEqual(shown)
  })
})
