import { useId, useRef, useState, type ReactNode } from 'react'
import type { Address, AddressShape, DialChoice, FoundAddress } from '#features/postal/contract.ts'
import { AddressFields } from '#features/postal/parts/address-fields.tsx'
import { PasteAddress } from '#features/postal/parts/paste-address.tsx'
import { useShapes } from '#features/postal/parts/use-shapes.ts'
import { translator, type Texts } from '#i18n/t.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import type { AddressModalKey } from '../../parts/texts.ts'

export interface AddressModalProps {
  /** Null: a new one. */
  id: number | null
  value: Address
  isDefault: boolean
  /** `address.city` → what is wrong with it. */
  errors: Readonly<Record<string, string>>
  shape: AddressShape
  countries: readonly { code: string; name: string }[]
  dials: readonly DialChoice[]
  /** Form action, the page without the form, and its own URL. */
  links: { save: string; back: string; here: string }
  texts: Texts<AddressModalKey>
  lang: string
}

/** One address of the book, in the form that the checkout has, too: which fields it shows follows the country. */
export default function AddressModal(props: AddressModalProps): ReactNode {
  const { id, isDefault, errors, countries, dials, links } = props
  const t = translator(props.texts, props.lang)
  const prefix = useId()
  const { value, shape, change, fill } = useAddress(props.value, props.shape)
  return (
    <form className="address-modal" action={links.save} method="post" noValidate>
      {id !== null && <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="next" value={links.back} />
      {/* What Enter presses: a form takes its first button for that. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('book.save')}
      </button>
      {id === null && <PasteAddress country={value.country} fill={fill} t={t} />}
      <AddressFields
        group="address"
        purpose="shipping"
        value={value}
        shape={shape}
        countries={countries}
        dials={dials}
        here={links.here}
        idOf={(field) => `${prefix}-${field.replace('.', '-')}`}
        errorOf={(field, typed) =>
          // A newer value is innocent until the server has seen it.
          typed === firstOf(props.value, field) ? errors[field] : undefined
        }
        change={change}
        t={t}
      />
      <Checkbox name="isDefault" defaultChecked={isDefault}>
        {t('book.as_default')}
      </Checkbox>
      <div className="address-modal-ways">
        <Button type="submit">{t('book.save')}</Button>
        <ButtonLink href={links.back} look="quiet">
          {t('book.cancel')}
        </ButtonLink>
      </div>
    </form>
  )
}

function firstOf(value: Address, field: string): string | undefined {
  return Object.entries(value).find(([name]) => field === `address.${name}`)?.[1]
}

/** The address as it is typed, and the fields of its country. */
function useAddress(
  first: Address,
  firstShape: AddressShape,
): {
  value: Address
  shape: AddressShape
  change: (part: Partial<Address>) => void
  fill: (found: FoundAddress) => void
} {
  const [value, set] = useState(first)
  const shapes = useShapes({ address: firstShape })
  // The present value, for answers that arrive after further typing.
  const current = useRef(first)

  function change(part: Partial<Address>): void {
    set((current.current = { ...current.current, ...part }))
    if (part.country !== undefined) void follow(part.country)
  }

  /** A region of the former country is not valid in this one. */
  async function follow(country: string): Promise<void> {
    const shape = await shapes.load('address', country)
    const { region } = current.current
    if (shape === null || region === '' || shape.regions.length === 0) return
    if (!shape.regions.some(({ code }) => code === region)) change({ region: '' })
  }

  function fill({ country, parts, countryCode, phone }: FoundAddress): void {
    change({
      ...parts,
      ...(country === '' ? {} : { country }),
      ...(phone === '' ? {} : { countryCode, phone }),
    })
  }

  return { value, shape: shapes.of.address, change, fill }
}
