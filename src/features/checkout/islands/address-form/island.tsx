import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Field, TextArea } from '#ui/field.tsx'
import { FormErrors } from '#ui/form-errors.tsx'
import type {
  Address,
  addressRegions,
  AddressShape,
  CheckoutView,
  Contact,
  FoundAddress,
} from '../../contract.ts'
import type { Draft } from '../desk.ts'
import type { AddressFormKey } from '../texts.ts'
import { quiet, useDesk } from '../use-desk.ts'
import { AddressFields } from './address-fields.tsx'
import { PasteAddress } from './paste-address.tsx'

export interface AddressFormProps {
  view: CheckoutView
  shape: AddressShape
  billingShape: AddressShape
  /** Where the form is posted; where it goes on to, and where it is. */
  links: { save: string; next: string; here: string }
  /** Somebody wanted to go on: what is missing is marked. */
  tried: boolean
  texts: Texts<AddressFormKey>
  lang: string
  external?: boolean
}

type Group = 'address' | 'billing'

/** Who it is for and where it goes. Everything is kept as it is typed; nothing is asked for before somebody goes on. */
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

  // What stands in the fields now, for what was asked for before the last key and is answered after it.
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
        // A region of the country before is none here.
        if (!shape.regions.some(({ code }) => code === region)) typeAddress(group, { region: '' })
      })
  }
  const chooseBilling = (other: boolean): void => {
    setOwn(other)
    type({ billing: other ? billing : null })
  }
  const fill = ({ country, parts, phone, email }: FoundAddress): void => {
    // What stood there belonged to another address.
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

  // Asked for only when somebody wants to go on; a mistake in what stands there, when its field is left.
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

/** The same address, or another one; its fields stand there for who has no scripts, and are hidden by the style. */
function Billing({
  id,
  own,
  choose,
  children,
  t,
}: {
  id: string
  own: boolean
  choose: (other: boolean) => void
  children: ReactNode
  t: Translate<AddressFormKey>
}): ReactNode {
  return (
    <section className="checkout-part checkout-billing" aria-labelledby={id}>
      <h2 id={id}>{t('checkout.billing')}</h2>
      <div role="radiogroup" aria-labelledby={id}>
        <Checkbox type="radio" name="billing" value="" checked={!own} onChange={() => choose(false)}>
          {t('checkout.billing_same')}
        </Checkbox>
        <Checkbox type="radio" name="billing" value="other" checked={own} onChange={() => choose(true)}>
          {t('checkout.billing_other')}
        </Checkbox>
      </div>
      <div className="checkout-billing-fields">{children}</div>
    </section>
  )
}

/** The shapes of the two addresses; those of other countries come from the server when they are chosen. */
function useShapes(first: Record<Group, AddressShape>): {
  of: Record<Group, AddressShape>
  load: (group: Group, country: string) => Promise<AddressShape | null>
} {
  const [of, set] = useState(first)
  const wanted = useRef<Partial<Record<Group, string>>>({})
  return {
    of,
    async load(group, country) {
      wanted.current[group] = country
      if (country === '') return null
      const answer = await call<typeof addressRegions>('/address/regions', { country }, quiet)
      if (wanted.current[group] !== country || !answer.ok) return null
      set((before) => ({ ...before, [group]: answer.value }))
      return answer.value
    },
  }
}

/** The fields of this step that something is wrong with: name and what to do. */
function informationMissing({ missing }: CheckoutView): [field: string, text: string][] {
  return Object.entries(missing).filter(([field]) => /^(contact|address|billing)\./.test(field))
}
