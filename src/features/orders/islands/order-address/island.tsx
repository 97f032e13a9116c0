import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Address, AddressShape, DialChoice } from '#features/postal/contract.ts'
import { AddressFields } from '#features/postal/parts/address-fields.tsx'
import { translator, type Texts } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { toast } from '#platform/browser/toast.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button } from '#ui/forms/button.tsx'
import type { changeOrderAddress } from '../../contract.ts'
import type { OrderAddressKey } from './texts.ts'

export interface OrderAddressProps {
  /** The order's number. */
  order: string
  value: Address
  shape: AddressShape
  /** The country of the order: another one costs differently. */
  country: { code: string; name: string }
  dials: readonly DialChoice[]
  /** Faults of a posted form, by field; and what stands at no field. */
  errors: Readonly<Record<string, string>>
  text: string
  links: { form: string; order: string }
  texts: Texts<OrderAddressKey>
  lang: string
  external?: boolean
}

/** Where an order goes, to be changed: a plain form that saves without leaving the page. */
export default function OrderAddress(props: OrderAddressProps): ReactNode {
  const { order, shape, country, dials, links, texts, lang } = props
  const t = translator(texts, lang)
  const prefix = useId()
  const [value, set] = useState(props.value)
  const { form, judged, busy, save } = useSaving(props, value, t('order.address_changed'))
  return (
    <form
      className="order-form order-address"
      action={links.form}
      method="post"
      noValidate
      ref={form}
      aria-busy={busy}
      onSubmit={(event) => void save(event)}
    >
      <input type="hidden" name="slug" value={order} />
      <input type="hidden" name="next" value={links.order} />
      {/* What Enter presses: a form takes its first button for that. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('order.address_save')}
      </button>
      {judged.text !== '' && (
        <p className="form-errors" role="alert">
          {judged.text}
        </p>
      )}
      <AddressFields
        group="address"
        purpose="shipping"
        value={value}
        shape={shape}
        countries={[country]}
        dials={dials}
        here={links.order}
        idOf={(field) => `${prefix}-${field.replace('.', '-')}`}
        errorOf={(field, typed) =>
          // A newer value is innocent until the server has seen it.
          typed === partOf(judged.value, field) ? judged.errors[field] : undefined
        }
        change={(part) => set((before) => ({ ...before, ...part }))}
        t={t}
      />
      <Button type="submit" look="quiet" aria-busy={busy}>
        {t('order.address_save')}
      </Button>
    </form>
  )
}

function partOf(value: Address, field: string): string | undefined {
  return Object.entries(value).find(([name]) => field === `address.${name}`)?.[1]
}

interface Judged {
  value: Address
  errors: Readonly<Record<string, string>>
  text: string
}

/** Saves by a call; a refusal is shown at its field, which gets the focus, and everything typed stays. */
function useSaving({ order, value: first, errors, text }: OrderAddressProps, value: Address, done: string) {
  const form = useRef<HTMLFormElement>(null)
  const [judged, setJudged] = useState<Judged>({ value: first, errors, text })
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    field?.focus()
    field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [judged])

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (saving.current) return
    saving.current = true
    setBusy(true)
    const input = { slug: order, address: value }
    const answer = await call<typeof changeOrderAddress>('/order/changeAddress', input, { quiet: true })
    saving.current = false
    setBusy(false)
    if (answer.ok) {
      toast(done)
      return void visit(location.href, { replace: true, keepScroll: true })
    }
    const { fields, msg } = answer.problem
    setJudged({ value, errors: fields, text: Object.keys(fields).length === 0 ? msg : '' })
  }

  return { form, judged, busy, save }
}
