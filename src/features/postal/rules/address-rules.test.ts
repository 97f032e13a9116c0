import { describe, expect, it } from 'vitest'
import { translatorFor } from '#test/words.ts'
import { fieldsOf, missingFields } from './address-rules.ts'
import { address, contact, type Address } from '../contract.ts'
import { isPhone } from './missing.ts'
import { missingInformation } from '#features/checkout/missing.ts'
import { openStep, stepFor } from '#features/checkout/steps.ts'

const written = (country: string, lang = 'en'): string =>
  fieldsOf(country, lang)
    .map(({ name, required }) => (required ? `${name}*` : name))
    .join(' ')

describe('the fields of an address', () => {
  it.each([
    ['US', 'en', 'name* company line1* line2 city* region* postcode*'],
    ['DE', 'en', 'name* company line1* line2 postcode* city*'],
    ['GB', 'en', 'name* company line1* line2 city* postcode*'],
    ['SG', 'en', 'name* company line1* line2 postcode*'],
    ['MO', 'zh-Hans', 'name* company line1* line2'],
    ['HK', 'en', 'name* company line1* line2 city region*'],
    ['HK', 'zh-Hant-HK', 'name* company region* city line1* line2'],
    ['CN', 'zh-Hans', 'name* company region* city* district line1* line2 postcode'],
    ['JP', 'ja', 'name* company postcode* region* line1* line2'],
    ['ZW', 'en', 'name* company line1* line2 city*'],
    ['', 'en', ''],
  ])('of %s in %s are in the order of the country', (country, lang, fields) => {
    expect(written(country, lang)).toBe(fields)
  })
})

const complete: Address = address.parse({
  name: 'Ada',
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

  it('without a country is asked for nothing else', () => {
    expect(missingFields(address.parse({}))).toEqual({ country: 'required' })
  })

  it('is asked for what its country needs, and no more', () => {
    expect(missingFields(address.parse({ country: 'US' }))).toEqual({
      name: 'required',
      line1: 'required',
      city: 'required',
      region: 'required',
      postcode: 'required',
    })
    expect(missingFields(address.parse({ country: 'MO' }))).toEqual({ name: 'required', line1: 'required' })
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
      'address.name': t('checkout.missing.fill_in', { field: t('checkout.address.name') }),
      'address.line1': t('checkout.missing.fill_in', { field: t('checkout.address.line1') }),
      'address.region': t('checkout.missing.fill_in', { field: t('checkout.address.region.area') }),
      'contact.phone': t('checkout.missing.phone'),
    })
  })

  it('shows how a postcode of the country looks', () => {
    expect(told({ address: { ...complete, postcode: '9001' } })).toEqual({
      'address.postcode': t('checkout.missing.postcode', {
        field: t('checkout.address.postcode.zip'),
        example: '90012',
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
      'billing.city': t('checkout.missing.fill_in', { field: t('checkout.address.city.city') }),
    })
  })
})

it.each([
  ['9123 4567', 'HK', true],
  ['13800138000', 'CN', true],
  ['+1 (415) 555-2671', 'CN', true],
  ['＋８５２ ９１２３ ４５６７', 'US', true],
  ['12345', 'HK', false],
  ['call me', 'US', false],
])('takes %j in %s for a telephone number: %s', (phone, country, isOne) => {
  expect(isPhone(phone, country)).toBe(isOne)
})

describe('the steps', () => {
  const line = { trouble: null } as { trouble: string | null }
  const of = (trouble: string | null, ...missing: string[]): Parameters<typeof openStep>[0] =>
    ({
      lines: [{ ...line, trouble }],
      missing: Object.fromEntries(missing.map((field) => [field, 'why'])),
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
    [null, of(null, 'address.name'), { step: 'information', isWanted: false }],
  ])('%s is shown, or the one before it', (wanted, view, shown) => {
    expect(stepFor(view, wanted)).toEqual(shown)
  })
})
