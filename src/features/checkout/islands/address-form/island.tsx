import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox, Field, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import type { Address, AddressShape, Contact, FoundAddress } from '#features/postal/contract.ts'
import type { CheckoutView } from '../../contract.ts'
import type { Draft } from '../desk.ts'
import type { AddressFormKey } from '../texts.ts'
import { useDesk } from '../use-desk.ts'
import { AddressFields } from '#features/postal/parts/address-fields.tsx'
import { Billing } from './billing.tsx'
import { PasteAddress } from '#features/postal/parts/paste-address.tsx'
import { useShapes, type Group } from '#features/postal/parts/use-shapes.ts'

export interface AddressFormProps {
  view: CheckoutView
  shape: AddressShape
  billingShape: AddressShape
  /** Form action, next step, and own URL. */
  links: { save: string; next: string; here: string }
  /** Somebody wanted to go on: missing fields are marked. */
  tried: boolean
  texts: Texts<AddressFormKey>
  lang: string
  external?: boolean
}

/** Contact and postal address. Everything is stored while it is typed; nothing is marked before somebody goes on. */
export default function AddressForm(props: AddressFormProps): ReactNode {
  const { view: sent, links, texts, lang } = props
  const t = translator(texts, lang)
  const id = useId()
  const idOf = (field: string): string => `${id}-${field.replace('.', '-')}`
  const [{ view, saving }, desk] = useDesk(sent)
  const [contact, setContact] = useState(sent.contact)
  const [address, setAddress] = useState(sent.address)
  const [billing, setBilling] = useState(sent.billing ?? { ...sent.address, name: '', company: '' })
  const [own, setOwn] = useState(sent.billing !== null)
  const [note, setNote] = useState(sent.note)
  const [tried, setTried] = useState(props.tried)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const shapes = useShapes({ address: props.shape, billing: props.billingShape })
  const form = useRef<HTMLFormElement>(null)
  const going = useRef(false)
  const [marked, setMarked] = useState(0)

  useEffect(() => {
    const leave = ({ target }: FocusEvent): void => {
      const { name } = target as HTMLInputElement
      if (name) setLeft((before) => new Set([...before, name]))
    }
    const own = form.current
    own?.addEventListener('focusout', leave)
    return () => own?.removeEventListener('focusout', leave)
  }, [])

  useEffect(() => {
    if (marked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [marked])

  // The current values, for answers that arrive after further typing.
  const current = useRef({ contact, address, billing })
  const type = (draft: Draft): void => desk.type(draft)
  const typeContact = (part: Partial<Contact>): void => {
    const next = { ...current.current.contact, ...part }
    current.current.contact = next
    setContact(next)
    type({ contact: next })
  }
  const typeAddress = (group: Group, part: Partial<Address>): void => {
    const next = { ...current.current[group], ...part }
    current.current[group] = next
    if (group === 'address') setAddress(next)
    else setBilling(next)
    type({ [group]: next })
    if (part.country !== undefined)
      void shapes.load(group, part.country).then((shape) => {
        const { region } = current.current[group]
        if (shape === null || region === '' || shape.regions.length === 0) return
        // A region of the former country is not valid here.
        if (!shape.regions.some(({ code }) => code === region)) typeAddress(group, { region: '' })
      })
  }
  const chooseBilling = (other: boolean): void => {
    setOwn(other)
    type({ billing: other ? billing : null })
  }
  const fill = ({ country, parts, phone, email }: FoundAddress): void => {
    // The former value belonged to another address.
    const empty = {
      name: '',
      company: '',
      region: '',
      city: '',
      district: '',
      line1: '',
      line2: '',
      postcode: '',
    }
    typeAddress('address', { ...empty, ...parts, ...(country === '' ? {} : { country }) })
    const more = { ...(phone === '' ? {} : { phone }), ...(email === '' ? {} : { email }) }
    if (Object.keys(more).length > 0) typeContact(more)
  }

  // Text typed during hydration caused no event, and the next rendering would erase it.
  useLayoutEffect(() => {
    if (!form.current) return
    const typed = new FormData(form.current)
    const changed = <T extends object>(group: string, known: T): Partial<T> =>
      Object.fromEntries(
        Object.entries(known)
          .filter(([name, before]) => {
            const now = typed.get(`${group}.${name}`)
            return typeof before === 'string' && typeof now === 'string' && now !== before
          })
          .map(([name]) => [name, typed.get(`${group}.${name}`)]),
      ) as Partial<T>
    const { contact: known, address: delivery } = current.current
    const news = [changed('contact', known), changed('address', delivery)] as const
    if (Object.keys(news[0]).length > 0) typeContact(news[0])
    if (Object.keys(news[1]).length > 0) typeAddress('address', news[1])
    const words = typed.get('note')
    if (typeof words === 'string' && words !== note) {
      setNote(words)
      type({ note: words })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it wakes
  }, [])

  // Required fields are checked when somebody goes on; faults of a filled field when it is left.
  const errorOf = (field: string, value: string): string | undefined =>
    tried || (value !== '' && left.has(field)) ? view.missing[field] : undefined
  const errors = tried ? informationMissing(view) : []

  async function goOn(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (going.current) return
    going.current = true
    setBusy(true)
    const kept = await desk.flush()
    setBusy(false)
    going.current = false
    if (!kept) return
    if (informationMissing(desk.state().view).length > 0) {
      setTried(true)
      setMarked((count) => count + 1)
    } else await visit(links.next)
  }

  const fieldsOf = (group: Group): ReactNode => (
    <AddressFields
      group={group}
      value={group === 'address' ? address : billing}
      shape={shapes.of[group]}
      countries={view.countries}
      here={links.here}
      idOf={idOf}
      errorOf={errorOf}
      change={(part) => typeAddress(group, part)}
      t={t}
    />
  )

  return (
    <form
      className="checkout-form"
      action={links.save}
      method="post"
      noValidate
      ref={form}
      aria-busy={busy}
      onSubmit={(event) => void goOn(event)}
    >
      <FormErrors
        title={t('checkout.errors', { count: errors.length })}
        errors={errors.map(([field, text]) => ({ id: idOf(field), text }))}
      />
      <input type="hidden" name="slug" value={view.slug} />
      <input type="hidden" name="step" value="information" />
      <input type="hidden" name="next" value={links.next} />
      {/* What Enter presses: a form takes its first button for that. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('checkout.to_payment')}
      </button>

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
          error={errorOf('contact.email', contact.email)}
          aria-required="true"
          value={contact.email}
          onChange={({ target }) => typeContact({ email: target.value })}
        />
        <Checkbox
          name="contact.marketing"
          checked={contact.marketing}
          onChange={({ target }) => typeContact({ marketing: target.checked })}
        >
          {t('checkout.marketing')}
        </Checkbox>
      </section>

      <section className="checkout-part" aria-labelledby={idOf('address')}>
        <h2 id={idOf('address')}>{t('checkout.address')}</h2>
        <PasteAddress country={address.country} fill={fill} t={t} />
        {fieldsOf('address')}
        <Field
          id={idOf('contact.phone')}
          name="contact.phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          label={t('checkout.phone')}
          help={t('checkout.phone_help')}
          error={errorOf('contact.phone', contact.phone)}
          before={/^[+＋]/.test(contact.phone) ? undefined : (shapes.of.address.dialCode ?? undefined)}
          value={contact.phone}
          onChange={({ target }) => typeContact({ phone: target.value })}
        />
      </section>

      <Billing id={idOf('billing')} own={own} choose={chooseBilling} t={t}>
        {fieldsOf('billing')}
      </Billing>

      <section className="checkout-part" aria-labelledby={idOf('note')}>
        <h2 id={idOf('note')}>{t('checkout.optional', { field: t('checkout.note') })}</h2>
        <TextArea
          id={idOf('note.text')}
          name="note"
          rows={2}
          maxLength={1000}
          label={t('checkout.note_help')}
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
            type({ note: target.value })
          }}
        />
      </section>

      <div className="checkout-on">
        <Button type="submit" wide aria-busy={busy}>
          {t('checkout.to_payment')}
        </Button>
        <p className={saving === 'failed' ? 'checkout-saving field-error' : 'checkout-saving'} role="status">
          {saving === 'idle' ? '' : t(savingTexts[saving])}
        </p>
      </div>
    </form>
  )
}

const savingTexts = {
  saving: 'checkout.saving',
  saved: 'checkout.saved',
  failed: 'checkout.not_saved',
} as const

/** The faulty fields of this step: name and what to do. */
function informationMissing({ missing }: CheckoutView): [field: string, text: string][] {
  return Object.entries(missing).filter(([field]) => /^(contact|address|billing)\./.test(field))
}
