import type { ReactNode } from 'react'
import type { DialChoice } from '#features/postal/contract.ts'
import { AddressFields } from '#features/postal/parts/address-fields.tsx'
import { PasteAddress } from '#features/postal/parts/paste-address.tsx'
import type { Translate } from '#i18n/t.ts'
import { Checkbox, Field, TextArea } from '#ui/forms/field.tsx'
import type { AddressFormKey } from '../texts.ts'
import { FromBook, type BookOffer } from './from-book.tsx'
import type { Faults } from './use-faults.ts'
import type { Group, Information } from './use-information.ts'

export interface SectionProps {
  information: Information
  faults: Faults
  book: BookOffer | null
  /** The address goes into the book when the step is done. */
  keeps: boolean
  setKeeps: (keeps: boolean) => void
  countries: readonly { code: string; name: string }[]
  dials: readonly DialChoice[]
  /** The page's own URL. */
  here: string
  /** The id of a field, by its name. */
  idOf: (field: string) => string
  t: Translate<AddressFormKey>
}

export function ContactSection({ information, faults, idOf, t }: SectionProps): ReactNode {
  const { email, marketing } = information.values.contact
  return (
    <section className="checkout-part" aria-labelledby={idOf('contact')}>
      <h2 id={idOf('contact')}>{t('checkout.contact')}</h2>
      <Field
        id={idOf('contact.email')}
        name="contact.email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={254}
        label={t('checkout.email')}
        help={t('checkout.email_help')}
        error={faults.of('contact.email', email)}
        aria-required="true"
        value={email}
        onChange={({ target }) => information.typeContact({ email: target.value })}
      />
      <Checkbox
        name="contact.marketing"
        checked={marketing}
        onChange={({ target }) => information.typeContact({ marketing: target.checked })}
      >
        {t('checkout.marketing')}
      </Checkbox>
    </section>
  )
}

/** The postal address, with the phone number that the carrier calls. */
export function DeliverySection(props: SectionProps): ReactNode {
  const { information, book, keeps, setKeeps, idOf, t } = props
  const { address } = information.values
  return (
    <section className="checkout-part" aria-labelledby={idOf('address')}>
      <h2 id={idOf('address')}>{t('checkout.address')}</h2>
      {book !== null && book.entries.length > 0 && (
        <FromBook book={book} {...information} label={idOf('address')} t={t} />
      )}
      <div className="checkout-own">
        <PasteAddress country={address.country} fill={information.fill} t={t} />
        <GroupFields group="address" {...props} />
        {book?.hasRoom === true && (
          <Checkbox name="keep" checked={keeps} onChange={({ target }) => setKeeps(target.checked)}>
            {t('book.keep')}
          </Checkbox>
        )}
      </div>
    </section>
  )
}

/** The fields of one of the two addresses. */
export function GroupFields({
  group,
  information,
  faults,
  countries,
  dials,
  here,
  idOf,
  t,
}: SectionProps & { group: Group }): ReactNode {
  return (
    <AddressFields
      countries={countries}
      here={here}
      idOf={idOf}
      t={t}
      group={group}
      purpose={group === 'address' ? 'shipping' : 'billing'}
      dials={group === 'address' ? dials : null}
      value={information.values[group]}
      shape={information.shapes[group]}
      errorOf={faults.of}
      change={(part) => information.typeAddress(group, part)}
    />
  )
}

export function NoteSection({ information, idOf, t }: SectionProps): ReactNode {
  return (
    <section className="checkout-part" aria-labelledby={idOf('note')}>
      <h2 id={idOf('note')}>{t('address.optional', { field: t('checkout.note') })}</h2>
      <TextArea
        id={idOf('note.text')}
        name="note"
        rows={2}
        maxLength={1000}
        label={t('checkout.note_help')}
        value={information.values.note}
        onChange={({ target }) => information.typeNote(target.value)}
      />
    </section>
  )
}
