import { useEffect, useId, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/field.tsx'
import type { CartLine, Variant } from '../../contract.ts'
import type { CartPageTextKey } from '../texts.ts'
import type { CartPageForms } from './forms.ts'

/** A line that is being exchanged, and its variants. */
export interface Exchanging {
  line: number
  variants: readonly Variant[]
}

/** Chooses another variant for a line. */
export function Exchange({
  line,
  variants,
  forms,
  take,
  close,
  t,
}: {
  line: CartLine
  variants: readonly Variant[]
  forms: CartPageForms
  take: (sku: string) => void
  close: () => void
  t: Translate<CartPageTextKey>
}): ReactNode {
  const id = useId()
  // The pressed link is gone with the part that it opened.
  useEffect(() => document.getElementById(id)?.focus(), [id])
  // Unavailable variants are disabled; the current one is selected.
  const first = variants.find(({ isCurrent, isAvailable }) => isCurrent && isAvailable)
  return (
    <form
      className="cart-exchange"
      action={forms.exchange}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const { sku } = Object.fromEntries(new FormData(event.currentTarget))
        if (typeof sku === 'string') take(sku)
      }}
    >
      <input type="hidden" name="line" value={line.id} />
      <Select
        id={id}
        name="sku"
        label={t('cart.exchange_of', { title: line.title })}
        labelHidden
        defaultValue={first?.sku ?? variants.find(({ isAvailable }) => isAvailable)?.sku}
      >
        {variants.map(({ sku, choice, price, isAvailable }) => (
          <option key={sku} value={sku} disabled={!isAvailable}>
            {isAvailable
              ? t('cart.exchange_price', { choice, price })
              : t('cart.exchange_sold_out', { choice })}
          </option>
        ))}
      </Select>
      <Button type="submit" look="quiet">
        {t('cart.exchange_take')}
      </Button>
      <a
        className="button button-plain"
        href={forms.cart}
        onClick={(event) => {
          event.preventDefault()
          close()
        }}
      >
        {t('cart.exchange_close')}
      </a>
    </form>
  )
}
