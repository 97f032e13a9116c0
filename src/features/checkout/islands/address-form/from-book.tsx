import type { ReactNode } from 'react'
import type { BookEntry } from '#features/addresses/contract.ts'
import type { Translate } from '#i18n/t.ts'
import { Choice } from '../choice-list.tsx'
import type { AddressFormKey } from '../texts.ts'

/** What a customer's address book has for this checkout. */
export interface BookOffer {
  /** The default address first. */
  entries: readonly BookEntry[]
  /** The one that the checkout has; null for another address. */
  chosen: number | null
  /** It takes one more. */
  hasRoom: boolean
  /** The box that keeps the typed address was ticked. */
  keeps: boolean
}

/**
 * The customer's addresses, one of which is chosen, or another one: only then are the fields shown that follow. By
 * style alone, so that it works without scripts; the address is then sent by its id, with all the rest of the form.
 */
export function FromBook({
  book,
  chosen,
  choose,
  label,
  t,
}: {
  book: BookOffer
  chosen: number | null
  choose: (id: number | null) => void
  label: string
  t: Translate<AddressFormKey>
}): ReactNode {
  return (
    <div className="choices checkout-book" role="radiogroup" aria-labelledby={label}>
      {book.entries.map(({ id, isDefault, name, lines }) => (
        <Choice
          key={id}
          name="addressId"
          value={`${id}`}
          chosen={chosen === id}
          choose={() => choose(id)}
          title={name}
          note={lines.join(', ')}
          price={isDefault ? t('book.default') : ''}
        />
      ))}
      <Choice
        name="addressId"
        value=""
        chosen={chosen === null}
        choose={() => choose(null)}
        title={t('book.another')}
        note=""
        price=""
      />
    </div>
  )
}
