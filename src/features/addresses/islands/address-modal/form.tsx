import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Address, AddressShape, DialChoice } from '#features/postal/contract.ts'
import { AddressFields } from '#features/postal/parts/address-fields.tsx'
import { PasteAddress } from '#features/postal/parts/paste-address.tsx'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import type { addAddress, BookEntry, editAddress } from '../../contract.ts'
import type { EntryStart } from '../../parts/entry-start.ts'
import type { AddressModalKey } from '../../parts/texts.ts'
import { useAddress } from './use-address.ts'

interface EntryFormProps {
  start: EntryStart
  shape: AddressShape
  countries: readonly { code: string; name: string }[]
  dials: readonly DialChoice[]
  links: { add: string; edit: string; book: string }
  /** It is posted, and its answer is the next page; else it stands in a dialog, which it closes. */
  isPage?: boolean
  /** With the shape of the address's country. */
  saved: (book: readonly BookEntry[], shape: AddressShape) => void
  t: Translate<AddressModalKey>
}

/** One address of the book, in the form that the checkout has, too: which fields it shows follows the country. */
export function EntryForm({ isPage = false, saved, t, ...props }: EntryFormProps): ReactNode {
  const { start, countries, dials, links } = props
  const { id } = start
  const prefix = useId()
  const { value, shape, change, fill } = useAddress(start.value, props.shape)
  const { form, judged, busy, save } = useSaving(start, value, (book) => saved(book, shape))
  const here = `${links.book}?edit=${id ?? 'new'}`
  return (
    <form
      className={isPage ? 'address-modal' : 'address-modal dialog-form'}
      action={id === null ? links.add : links.edit}
      method="post"
      noValidate
      ref={form}
      aria-busy={busy}
      onSubmit={isPage ? undefined : (event) => void save(event)}
    >
      {id !== null && <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="next" value={links.book} />
      {/* What Enter presses: a form takes its first button for that. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('book.save')}
      </button>
      <div className={isPage ? 'address-modal-fields' : 'address-modal-fields dialog-body'}>
        {judged.text !== '' && (
          <p className="form-errors" role="alert">
            {judged.text}
          </p>
        )}
        {id === null && <PasteAddress country={value.country} fill={fill} t={t} />}
        <AddressFields
          group="address"
          purpose="shipping"
          value={value}
          shape={shape}
          countries={countries}
          dials={dials}
          here={here}
          idOf={(field) => `${prefix}-${field.replace('.', '-')}`}
          errorOf={(field, typed) =>
            // A newer value is innocent until the server has seen it.
            typed === partOf(judged.value, field) ? judged.errors[field] : undefined
          }
          change={change}
          t={t}
        />
        <Checkbox name="isDefault" defaultChecked={start.isDefault}>
          {t('book.as_default')}
        </Checkbox>
      </div>
      <div className={isPage ? 'address-modal-ways' : 'address-modal-ways dialog-foot'}>
        <Button type="submit" aria-busy={busy}>
          {t('book.save')}
        </Button>
        {isPage ? (
          <ButtonLink href={links.book} look="quiet">
            {t('book.cancel')}
          </ButtonLink>
        ) : (
          <Button look="quiet" onClick={() => dialogOf(form.current)?.close()}>
            {t('book.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

function partOf(value: Address, field: string): string | undefined {
  return Object.entries(value).find(([name]) => field === `address.${name}`)?.[1]
}

interface Judged {
  value: Address
  errors: EntryStart['errors']
  /** What stands at no field. */
  text: string
}

/** Saves by a call; a refusal is shown at its field, which gets the focus, and everything typed stays. */
function useSaving({ id, ...start }: EntryStart, value: Address, done: (book: readonly BookEntry[]) => void) {
  const form = useRef<HTMLFormElement>(null)
  const [judged, setJudged] = useState<Judged>({ ...start, text: '' })
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    field?.focus()
    // With its error, which stands below it.
    field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [judged])

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (saving.current) return
    saving.current = true
    setBusy(true)
    const isDefault = new FormData(event.currentTarget).has('isDefault') ? 'on' : 'off'
    const input = { address: value, isDefault } as const
    const quiet = { quiet: true }
    const answer =
      id === null
        ? await call<typeof addAddress>('/address/add', input, quiet)
        : await call<typeof editAddress>('/address/edit', { ...input, id }, quiet)
    saving.current = false
    setBusy(false)
    if (answer.ok) {
      done(answer.value.addresses)
      return dialogOf(form.current)?.close()
    }
    const { fields, msg } = answer.problem
    setJudged({ value, errors: fields, text: Object.keys(fields).length === 0 ? msg : '' })
  }

  return { form, judged, busy, save }
}

function dialogOf(form: HTMLFormElement | null): HTMLDialogElement | null {
  return form?.closest('dialog') ?? null
}
