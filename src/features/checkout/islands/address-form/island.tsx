import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { AddressShape, DialChoice } from '#features/postal/contract.ts'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import type { CheckoutView } from '../../contract.ts'
import type { Desk, DeskState } from '../desk.ts'
import type { AddressFormKey } from '../texts.ts'
import { useDesk } from '../use-desk.ts'
import { Billing } from './billing.tsx'
import type { BookOffer } from './from-book.tsx'
import { ContactSection, DeliverySection, GroupFields, NoteSection, type SectionProps } from './sections.tsx'
import { informationMissing, useFaults } from './use-faults.ts'
import { useEarlyTyping, useInformation, type Information } from './use-information.ts'

export interface AddressFormProps {
  view: CheckoutView
  shape: AddressShape
  billingShape: AddressShape
  /** Those that are sold to. */
  countries: readonly { code: string; name: string }[]
  dials: readonly DialChoice[]
  /** The customer's addresses; null for a guest. */
  book: BookOffer | null
  /** Form action, next step, own URL, and for a guest the page to sign in. */
  links: { save: string; next: string; here: string; signIn: string | null }
  /** Somebody wanted to go on: missing fields are marked. */
  tried: boolean
  texts: Texts<AddressFormKey>
  lang: string
  external?: boolean
}

/** Contact and postal address. Everything is stored while it is typed; nothing is marked before somebody goes on. */
export default function AddressForm(props: AddressFormProps): ReactNode {
  const { links } = props
  const t = translator(props.texts, props.lang)
  const id = useId()
  const idOf = (field: string): string => `${id}-${field.replace('.', '-')}`
  const form = useRef<HTMLFormElement>(null)
  const [{ view, saving }, desk] = useDesk(props.view)
  const { book } = props
  const shapes = { address: props.shape, billing: props.billingShape }
  const information = useInformation(props.view, shapes, book, desk)
  const [keeps, setKeeps] = useState(book?.keeps ?? false)
  useEarlyTyping(form, information)
  const faults = useFaults(form, view, information.values, props.tried)
  const isKept = keeps && information.chosen === null
  const { busy, goOn } = useGoingOn(desk, {
    next: links.next,
    isKept,
    shown: { address: information.values.address },
    mark: faults.mark,
  })
  const section: SectionProps = {
    information,
    faults,
    book,
    keeps,
    setKeeps,
    countries: props.countries,
    dials: props.dials,
    here: links.here,
    idOf,
    t,
  }
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
        title={t('checkout.errors', { count: faults.all.length })}
        errors={faults.all.map(([field, text]) => ({ id: idOf(field), text }))}
      />
      <input type="hidden" name="slug" value={view.slug} />
      <input type="hidden" name="step" value="information" />
      <input type="hidden" name="next" value={links.next} />
      {/* What Enter presses: a form takes its first button for that. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('checkout.to_payment')}
      </button>
      {/* A button of this form, so that what is typed so far is kept. With scripts one signs in on this page. */}
      {links.signIn !== null && (
        <p className="checkout-plain checkout-sign-in">
          {t('auth.have_account')}{' '}
          <Button type="submit" look="plain" name="next" value={links.signIn}>
            {t('auth.sign_in')}
          </Button>
        </p>
      )}
      <ContactSection {...section} />
      <DeliverySection {...section} />
      <Billing id={idOf('billing')} own={information.own} choose={information.chooseBilling} t={t}>
        <GroupFields group="billing" {...section} />
      </Billing>
      <NoteSection {...section} />
      <Foot busy={busy} saving={saving} t={t} />
    </form>
  )
}

/** To the next step, when everything is stored and nothing is missing. */
function useGoingOn(
  desk: Desk,
  {
    next,
    isKept,
    shown,
    mark,
  }: { next: string; isKept: boolean; shown: Pick<Information['values'], 'address'>; mark: () => void },
): { busy: boolean; goOn: (event: SubmitEvent<HTMLFormElement>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const going = useRef(false)

  async function goOn(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (going.current) return
    going.current = true
    setBusy(true)
    if (isKept) desk.type({ keep: 'on' })
    // The country of the language stands there without having been typed. Who goes on means it, and the other fields
    // are checked by its rules.
    if (informationMissing(desk.state().view).length > 0) desk.type(shown)
    const stored = await desk.flush()
    setBusy(false)
    going.current = false
    if (!stored) return
    if (informationMissing(desk.state().view).length > 0) mark()
    else await visit(next)
  }

  return { busy, goOn }
}

interface FootProps {
  busy: boolean
  saving: DeskState['saving']
  t: Translate<AddressFormKey>
}

function Foot({ busy, saving, t }: FootProps): ReactNode {
  return (
    <div className="checkout-on">
      <Button type="submit" wide aria-busy={busy}>
        {t('checkout.to_payment')}
      </Button>
      <p className={saving === 'failed' ? 'checkout-saving field-error' : 'checkout-saving'} role="status">
        {saving === 'idle' ? '' : t(savingTexts[saving])}
      </p>
    </div>
  )
}

const savingTexts = {
  saving: 'checkout.saving',
  saved: 'checkout.saved',
  failed: 'checkout.not_saved',
} as const
