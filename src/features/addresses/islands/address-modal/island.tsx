import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { Address, AddressShape, DialChoice } from '#features/postal/contract.ts'
import { translator, type Texts } from '#i18n/t.ts'
import { toast } from '#platform/browser/toast.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { BookEntry } from '../../contract.ts'
import type { EntryStart } from '../../parts/entry-start.ts'
import type { AddressModalKey } from '../../parts/texts.ts'
import { EntryDialog } from './dialog.tsx'
import { Entry } from './entry.tsx'
import { EntryForm } from './form.tsx'

export interface AddressModalProps {
  /** The default address first. */
  entries: readonly BookEntry[]
  /** The address that the URL opens: the form is the page then, and `entries` are not shown. */
  open: EntryStart | null
  /** A new address has this already. */
  blank: Address
  /** By country: of each address that can be opened. */
  shapes: Readonly<Record<string, AddressShape>>
  countries: readonly { code: string; name: string }[]
  dials: readonly DialChoice[]
  /** How many the book takes. */
  most: number
  /** Form actions, and the page of the book. */
  links: { add: string; edit: string; remove: string; setDefault: string; book: string }
  texts: Texts<AddressModalKey>
  lang: string
  external?: boolean
}

/**
 * A customer's address book. What adds an address and what edits one are links to a page with the form; with scripts
 * the same form is a dialog.
 */
export default function AddressModal(props: AddressModalProps): ReactNode {
  const { blank, countries, dials, links, most } = props
  const t = translator(props.texts, props.lang)
  const [entries, setEntries] = useState(props.entries)
  const [shapes, setShapes] = useState(props.shapes)
  const { opened, setOpened, opening, list } = useOpened()
  const prefix = useId()

  const formOf = (start: EntryStart, saved: (book: readonly BookEntry[], shape: AddressShape) => void) => ({
    start,
    shape: shapes[start.value.country]!,
    saved,
    countries,
    dials,
    links,
    t,
  })
  if (props.open !== null) return <EntryForm {...formOf(props.open, () => {})} isPage />

  const saved = (book: readonly BookEntry[], shape: AddressShape): void => {
    setEntries(book)
    setShapes((before) => ({ ...before, [shape.country]: shape }))
    toast(t('book.saved'), { kind: 'done' })
  }
  const isFirst = entries.length === 0
  const add = (
    <ButtonLink
      id={`${prefix}-new`}
      href={`${links.book}?edit=new`}
      onClick={opening({ id: null, value: blank, isDefault: isFirst, errors: {} })}
    >
      {t('book.add')}
    </ButtonLink>
  )
  return (
    <div className="book" ref={list} tabIndex={-1}>
      {isFirst ? (
        <EmptyState title={<h2>{t('book.none')}</h2>} text={t('book.none_text')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <ul className="book-entries">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                links={links}
                edit={{
                  id: `${prefix}-${entry.id}`,
                  onClick: opening({
                    id: entry.id,
                    value: entry.address,
                    isDefault: entry.isDefault,
                    errors: {},
                  }),
                }}
                t={t}
              />
            ))}
          </ul>
          {entries.length < most && <div>{add}</div>}
        </>
      )}
      {opened !== null && (
        <EntryDialog
          title={t(opened.id === null ? 'book.add' : 'book.edit_title')}
          closed={() => setOpened(null)}
          t={t}
        >
          <EntryForm {...formOf(opened, saved)} />
        </EntryDialog>
      )}
    </div>
  )
}

/** The address in the dialog; when it closes, the focus goes back to the link that opened it, or to the list. */
function useOpened() {
  const [opened, setOpened] = useState<EntryStart | null>(null)
  const opener = useRef('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened !== null || opener.current === '') return
    // The first address takes the link's place to another one; with the last of all it is gone.
    const link = document.getElementById(opener.current) ?? list.current
    link?.focus()
    opener.current = ''
  }, [opened])

  const opening =
    (start: EntryStart) =>
    (event: MouseEvent<HTMLAnchorElement>): void => {
      const { button, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event
      if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
      event.preventDefault()
      opener.current = currentTarget.id
      setOpened(start)
    }
  return { opened, setOpened, opening, list }
}
