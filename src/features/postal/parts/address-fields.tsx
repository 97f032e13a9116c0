import type { ReactNode } from 'react'
import { takeDialCode } from '#domain/person/phone.ts'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, Select } from '#ui/forms/field.tsx'
import { DialCode, PhoneField } from '#ui/forms/phone-field.tsx'
import type { Address, AddressShape, DialChoice } from '../contract.ts'
import type { AddressKey } from './texts.ts'

interface AddressFieldsProps {
  /** The form's name of the address: its fields are `<group>.city` and so on. */
  group: string
  /** The browser's autofill has one address of each kind. */
  purpose: 'shipping' | 'billing'
  value: Address
  shape: AddressShape
  countries: readonly { code: string; name: string }[]
  /** The list of dial codes; null for an address without a telephone number. */
  dials: readonly DialChoice[] | null
  /** The page's own address. */
  here: string
  idOf: (field: string) => string
  errorOf: (field: string, value: string) => string | undefined
  change: (part: Partial<Address>) => void
  t: Translate<AddressKey>
}

type ShapeField = AddressShape['fields'][number]

/** Country, the fields that an address has there, and the number that the courier rings. */
export function AddressFields(props: AddressFieldsProps): ReactNode {
  const { group, purpose, value, shape, countries, dials, here, idOf, errorOf, change, t } = props
  const name = `${group}.country`
  return (
    <div className="address-fields">
      <Select
        id={idOf(name)}
        name={name}
        autoComplete={`${purpose} country`}
        label={t('address.country')}
        error={errorOf(name, value.country)}
        aria-required="true"
        value={value.country}
        onChange={({ target }) => change({ country: target.value })}
      >
        <option value="">{t('address.choose')}</option>
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </Select>
      {/* Which fields an address has depends on it: without scripts the page has to come again. */}
      <Button type="submit" look="quiet" className="address-country" name="next" value={here}>
        {t('address.show_fields')}
      </Button>
      {shape.fields.map((field) => (
        <Part key={field.name} field={field} {...props} />
      ))}
      {dials !== null && <Phone {...props} dials={dials} />}
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
}: AddressFieldsProps & { field: ShapeField }): ReactNode {
  const { required } = field
  const name = `${group}.${field.name}`
  const shared = {
    id: idOf(name),
    name,
    autoComplete: `${purpose} ${filledWith[field.name]}`,
    label: required ? field.label : t('address.optional', { field: field.label }),
    error: errorOf(name, value[field.name]),
    value: value[field.name],
    ...(required ? { 'aria-required': true } : {}),
  }
  const isList = field.name === 'region' && shape.regions.length > 0
  return (
    <div className={short.has(field.name) ? 'address-part address-part-short' : 'address-part'}>
      {isList ? (
        <Select {...shared} onChange={({ target }) => change({ region: target.value })}>
          <option value="">{t('address.choose')}</option>
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

/** The code of the country until another is chosen: it counts as soon as there is a number. */
function Phone({
  group,
  purpose,
  value: { countryCode, phone },
  shape,
  dials,
  idOf,
  errorOf,
  change,
  t,
}: AddressFieldsProps & { dials: readonly DialChoice[] }): ReactNode {
  const name = `${group}.phone`
  const codeFault = errorOf(`${group}.countryCode`, countryCode)
  const code = countryCode === '' ? (shape.dialCode ?? '') : countryCode
  const type = (typed: string): void => {
    const dialled = takeDialCode(
      typed,
      dials.map((dial) => dial.code),
    )
    change(dialled ?? { countryCode: code, phone: typed })
  }
  return (
    <PhoneField
      id={idOf(name)}
      name={name}
      autoComplete={`${purpose} tel-national`}
      maxLength={40}
      label={t('address.phone')}
      help={t('address.phone_help')}
      error={codeFault ?? errorOf(name, phone)}
      value={phone}
      onChange={({ target }) => type(target.value)}
      code={
        <DialCode code={code === '' ? '+' : code}>
          <select
            id={idOf(`${group}.countryCode`)}
            name={`${group}.countryCode`}
            autoComplete={`${purpose} tel-country-code`}
            aria-label={t('address.country_code')}
            aria-invalid={codeFault === undefined ? undefined : true}
            value={code}
            onChange={({ target }) => change({ countryCode: target.value })}
          >
            {code === '' && <option value="">{t('address.choose')}</option>}
            {dials.map((dial) => (
              <option key={dial.code} value={dial.code}>
                {`${dial.name} (${dial.code})`}
              </option>
            ))}
          </select>
        </DialCode>
      }
    />
  )
}

const short = new Set<ShapeField['name']>(['firstName', 'lastName', 'region', 'city', 'district', 'postcode'])

/** The browser's autofill token. */
const filledWith: Readonly<Record<ShapeField['name'], string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  company: 'organization',
  region: 'address-level1',
  city: 'address-level2',
  district: 'address-level3',
  line1: 'address-line1',
  line2: 'address-line2',
  postcode: 'postal-code',
}
