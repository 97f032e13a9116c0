import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, Select } from '#ui/forms/field.tsx'
import type { Address, AddressShape } from '../contract.ts'
import type { AddressKey } from './texts.ts'

interface AddressFieldsProps {
  group: 'address' | 'billing'
  value: Address
  shape: AddressShape
  countries: readonly { code: string; name: string }[]
  /** The page's own address. */
  here: string
  idOf: (field: string) => string
  errorOf: (field: string, value: string) => string | undefined
  change: (part: Partial<Address>) => void
  t: Translate<AddressKey>
}

type ShapeField = AddressShape['fields'][number]

/** Country, and the fields that an address has there. */
export function AddressFields(props: AddressFieldsProps): ReactNode {
  const { group, value, shape, countries, here, idOf, errorOf, change, t } = props
  const name = `${group}.country`
  const purpose = group === 'address' ? 'shipping' : 'billing'
  return (
    <div className="address-fields">
      <Select
        id={idOf(name)}
        name={name}
        autoComplete={`${purpose} country`}
        label={t('checkout.country')}
        error={errorOf(name, value.country)}
        aria-required="true"
        value={value.country}
        onChange={({ target }) => change({ country: target.value })}
      >
        <option value="">{t('checkout.choose_country')}</option>
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </Select>
      {/* Which fields an address has depends on it: without scripts the page has to come again. */}
      <Button type="submit" look="quiet" className="checkout-plain" name="next" value={here}>
        {t('checkout.show_fields')}
      </Button>
      {shape.fields.map((field) => (
        <Part key={field.name} field={field} purpose={purpose} {...props} />
      ))}
    </div>
  )
}

function Part({
  field,
  group,
  purpose,
  value,
  shape,
  idOf,
  errorOf,
  change,
  t,
}: AddressFieldsProps & { field: ShapeField; purpose: string }): ReactNode {
  const { required } = field
  const name = `${group}.${field.name}`
  const shared = {
    id: idOf(name),
    name,
    autoComplete: `${purpose} ${filledWith[field.name]}`,
    label: required ? field.label : t('checkout.optional', { field: field.label }),
    error: errorOf(name, value[field.name]),
    value: value[field.name],
    ...(required ? { 'aria-required': true } : {}),
  }
  const isList = field.name === 'region' && shape.regions.length > 0
  return (
    <div className={short.has(field.name) ? 'address-part address-part-short' : 'address-part'}>
      {isList ? (
        <Select {...shared} onChange={({ target }) => change({ region: target.value })}>
          <option value="">{t('checkout.choose_country')}</option>
          {shape.regions.map(({ code, name: text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </Select>
      ) : (
        <Field
          {...shared}
          maxLength={field.name === 'postcode' ? 20 : 120}
          autoCapitalize={field.name === 'postcode' ? 'characters' : 'words'}
          onChange={({ target }) => change({ [field.name]: target.value })}
        />
      )}
    </div>
  )
}

const short = new Set<ShapeField['name']>(['region', 'city', 'district', 'postcode'])

/** The browser's autofill token. */
const filledWith: Readonly<Record<ShapeField['name'], string>> = {
  name: 'name',
  company: 'organization',
  region: 'address-level1',
  city: 'address-level2',
  district: 'address-level3',
  line1: 'address-line1',
  line2: 'address-line2',
  postcode: 'postal-code',
}
